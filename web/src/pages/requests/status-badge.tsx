import type { RequestRow } from "../../api/contract.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import { useMessages } from "../../messages/index.ts";

export function RequestStatus({
  row,
}: {
  readonly row: Pick<RequestRow, "status" | "error_code">;
}) {
  const t = useMessages("requests");
  return (
    <Badge tone={toneOf(row.status)}>
      <span>{row.status === null ? t.inFlight : row.status}</span>
    </Badge>
  );
}

export function toneOf(status: number | null): Tone {
  if (status === null) return "accent";
  if (status < 400) return "good";
  return status < 500 ? "warn" : "bad";
}

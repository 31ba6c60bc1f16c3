import type { ApiError } from "../api/error.ts";
import { useMessages } from "../messages/index.ts";
import { toast } from "./toast.tsx";

/** For actions without a form or a dialog in which the error could stand. */
export function useErrorToast(): (error: ApiError) => void {
  const codes: Readonly<Record<string, string>> = useMessages("errors").codes;
  return (error) => toast(codes[error.code] ?? error.message, "bad");
}

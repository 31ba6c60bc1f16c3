import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { useMessages } from "../../messages/index.ts";

export interface LiveSwitchProps {
  /** Undefined: calls are shown as they end. */
  readonly pausedAt: number | undefined;
  readonly waiting: number;
  readonly onChange: (pausedAt: number | undefined) => void;
}

/** Stops the list from moving while somebody reads it. */
export function LiveSwitch({ pausedAt, waiting, onChange }: LiveSwitchProps) {
  const t = useMessages("requests");
  const isLive = pausedAt === undefined;
  return (
    <>
      <span role="status" className="flex">
        {isLive ? (
          <Badge tone="good">
            <span className="size-1.5 animate-pulse rounded-full bg-good" />
            {t.live}
          </Badge>
        ) : (
          <Badge tone="warn">{waiting === 0 ? t.paused : t.pausedNew(waiting)}</Badge>
        )}
      </span>
      <Button
        icon={isLive ? "pause" : "play"}
        onClick={() => onChange(isLive ? Date.now() : undefined)}
      >
        {isLive ? t.pause : t.resume}
      </Button>
    </>
  );
}

import { ApiError } from "../api/error.ts";
import { useMessages } from "../messages/index.ts";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { useErrorText } from "./error-text.ts";
import { Icon } from "./icon.tsx";

export interface ErrorNoteProps {
  readonly error: Error;
  readonly onRetry?: () => void;
  readonly className?: string;
}

/** Says what went wrong where it went wrong, and what to do. */
export function ErrorNote({ error, onRetry, className }: ErrorNoteProps) {
  const t = useMessages("errors");
  const general = useMessages("general");
  return (
    <div
      role="alert"
      className={classes("flex gap-2 rounded-md bg-bad-soft px-3 py-2 text-sm text-bad", className)}
    >
      <Icon name="circle-alert" className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{useErrorText()(error)}</p>
        {error instanceof ApiError && error.status >= 500 && error.requestId !== undefined && (
          <p className="mt-0.5 text-xs">{t.requestId(error.requestId)}</p>
        )}
      </div>
      {onRetry && (
        <Button size="sm" icon="refresh-cw" onClick={onRetry}>
          {general.retry}
        </Button>
      )}
    </div>
  );
}

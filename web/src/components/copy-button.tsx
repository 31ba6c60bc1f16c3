import { useEffect, useState } from "react";
import { useMessages } from "../messages/index.ts";
import { Button, type ButtonKind, IconButton } from "./button.tsx";

const SHOWN_MS = 1600;

export interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for screen readers: "the key". */
  readonly what: string;
  /** Shows the word beside the picture. */
  readonly withLabel?: boolean;
  readonly kind?: ButtonKind;
}

export function CopyButton({ text, what, withLabel = false, kind }: CopyButtonProps) {
  const t = useMessages("general");
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const icon = copied ? "check" : "copy";
  const copy = (): void => void copyText(text).then(() => setCopied(true));
  return (
    <>
      {withLabel ? (
        <Button
          size="sm"
          icon={icon}
          kind={kind ?? "secondary"}
          aria-label={t.copyNamed(what)}
          onClick={copy}
        >
          {copied ? t.copied : t.copy}
        </Button>
      ) : (
        <IconButton
          size="sm"
          icon={icon}
          label={t.copyNamed(what)}
          kind={kind ?? "quiet"}
          onClick={copy}
        />
      )}
      <span role="status" className="sr-only">
        {copied ? t.copied : ""}
      </span>
    </>
  );
}

/** The clipboard needs a secure page; over plain HTTP on a network the old way still works. */
async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  // Inside the open dialog, if there is one: outside of it nothing may have the focus.
  (document.querySelector("[role=dialog]") ?? document.body).append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
  return undefined;
}

import { Component, type ReactNode } from "react";
import { useMessages } from "../messages/index.ts";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly error: Error | undefined;
}

/** Keeps a defect in one part from taking the rest of the page away. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === undefined ? this.props.children : <BrokenPage error={error} />;
  }
}

/** A page's files have other names after an update; the old ones are gone. */
function isStaleChunk(error: Error): boolean {
  return /dynamically imported module|importing a module|module script/i.test(error.message);
}

export function BrokenPage({ error }: { readonly error: Error }) {
  const t = useMessages("errors");
  return (
    <EmptyState
      icon="triangle-alert"
      title={isStaleChunk(error) ? t.newVersion : t.pageBroken}
      action={
        <Button kind="primary" icon="rotate-cw" onClick={() => location.reload()}>
          {t.reload}
        </Button>
      }
    >
      {!isStaleChunk(error) && (
        <>
          <p>{t.pageBrokenHint}</p>
          <p className="mt-1 font-mono text-xs wrap-anywhere">{error.message}</p>
        </>
      )}
    </EmptyState>
  );
}

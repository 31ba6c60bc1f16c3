import { Link } from "@tanstack/react-router";
import { buttonLook } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { useMessages } from "../messages/index.ts";

export function NotFound() {
  const t = useMessages("shell");
  return (
    <main>
      <EmptyState
        icon="search"
        title={t.notFound}
        action={
          <Link to="/" className={buttonLook("primary")}>
            {t.backHome}
          </Link>
        }
      >
        {t.notFoundHint}
      </EmptyState>
    </main>
  );
}

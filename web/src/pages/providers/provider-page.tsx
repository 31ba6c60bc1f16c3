import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNote } from "../../components/error-note.tsx";
import { Icon } from "../../components/icon.tsx";
import { Page } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { useMessages } from "../../messages/index.ts";
import { useAllowed } from "../../shell/allowed.tsx";
import { ConnectionCard } from "./connection-card.tsx";
import { HeadersCard } from "./headers-card.tsx";
import { KeysCard } from "./keys-card.tsx";
import { ModelsCard } from "./models-card.tsx";
import { QuirksCard } from "./quirks-card.tsx";
import { RemoveProvider } from "./remove-provider.tsx";
import { providerRoute } from "./route.ts";
import { TestProvider } from "./test-provider.tsx";

const REFRESH_MS = 5000;

export function ProviderPage() {
  const t = useMessages("providers");
  const general = useMessages("general");
  const { name } = providerRoute.useParams();
  const navigate = useNavigate();
  const mayTest = useAllowed("admin");
  const [isTesting, setIsTesting] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const { data, error, refetch } = useApi(
    "GET /api/relay/providers/{name}",
    { params: { name } },
    { refetchInterval: REFRESH_MS },
  );
  return (
    <Page
      title={name}
      description={
        <Link
          to="/providers"
          className="inline-flex items-center gap-1 text-muted hover:text-ink hover:underline"
        >
          <Icon name="arrow-left" className="size-3.5" />
          {t.allProviders}
        </Link>
      }
      actions={
        data &&
        mayTest && (
          <>
            <Button icon="activity" onClick={() => setIsTesting(true)}>
              {t.test}
            </Button>
            {!data.builtin && (
              <Button icon="x" onClick={() => setIsRemoving(true)}>
                {general.remove}
              </Button>
            )}
          </>
        )
      }
    >
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data ? (
        <>
          {data.builtin && <p className="text-sm text-muted">{t.builtinHint}</p>}
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <div className="flex flex-col gap-4">
              <ConnectionCard provider={data} />
              <HeadersCard provider={data} />
            </div>
            <div className="flex flex-col gap-4">
              <KeysCard provider={data} />
              <QuirksCard provider={data} />
            </div>
          </div>
          <ModelsCard provider={data} />
        </>
      ) : (
        !error && <Skeleton className="h-48 w-full" />
      )}
      <TestProvider name={isTesting ? name : undefined} onClose={() => setIsTesting(false)} />
      {data && (
        <RemoveProvider
          provider={data}
          open={isRemoving}
          onClose={() => setIsRemoving(false)}
          onRemoved={() => void navigate({ to: "/providers" })}
        />
      )}
    </Page>
  );
}

import { usePages } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageSearch } from "../../components/page-search.tsx";
import { Page } from "../../components/page.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";
import { Allowed, useAllowed } from "../../shell/allowed.tsx";
import { AddProvider } from "./add/add-provider.tsx";
import { ProviderTable } from "./provider-table.tsx";
import { providersRoute } from "./route.ts";

/** Health is told by no event: it is asked for again this often. */
const REFRESH_MS = 5000;
const PAGE_SIZE = 50;

export function ProvidersPage() {
  const t = useMessages("providers");
  const { search = "", add = false } = providersRoute.useSearch();
  const navigate = providersRoute.useNavigate();
  const mayAdd = useAllowed("admin");
  const pages = usePages(
    "GET /api/relay/providers",
    { search, limit: PAGE_SIZE },
    { refetchInterval: REFRESH_MS },
  );
  const addButton = (
    <Allowed to="admin">
      <Button
        kind="primary"
        icon="plus"
        onClick={() => void navigate({ search: (old) => ({ ...old, add: true }) })}
      >
        {t.add}
      </Button>
    </Allowed>
  );
  const closeAdd = (): void => void navigate({ search: search === "" ? {} : { search } });
  return (
    <Page
      title={t.title}
      description={t.description}
      actions={
        <>
          <PageSearch
            label={t.search}
            value={search}
            onChange={(next) =>
              void navigate({ search: next === "" ? {} : { search: next }, replace: true })
            }
          />
          {addButton}
        </>
      }
    >
      <Card flush>
        <ProviderTable
          pages={pages}
          pageSize={PAGE_SIZE}
          empty={
            search === "" ? (
              <EmptyState icon="plug" title={t.none} action={addButton}>
                {t.noneHint}
              </EmptyState>
            ) : (
              <EmptyState icon="search" title={t.noMatch(search)}>
                {t.noMatchHint}
              </EmptyState>
            )
          }
        />
      </Card>
      <AddProvider
        open={add && mayAdd}
        onClose={closeAdd}
        onAdded={({ name }) => {
          toast(t.added(name));
          void navigate({ to: "/providers/$name", params: { name } });
        }}
      />
    </Page>
  );
}

import { useState } from "react";
import { usePages } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageSearch } from "../../components/page-search.tsx";
import { Page } from "../../components/page.tsx";
import { useMessages } from "../../messages/index.ts";
import { Allowed } from "../../shell/allowed.tsx";
import { AccountTable } from "./account-table.tsx";
import { CreateAccount } from "./create-account.tsx";
import { accountsRoute } from "./route.ts";

const PAGE_SIZE = 50;

export function AccountsPage() {
  const t = useMessages("accounts");
  const { search = "" } = accountsRoute.useSearch();
  const navigate = accountsRoute.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const pages = usePages("GET /api/relay/accounts", {
    limit: PAGE_SIZE,
    ...(search === "" ? {} : { search }),
  });
  const create = (
    <Allowed to="admin">
      <Button kind="primary" icon="plus" onClick={() => setIsCreating(true)}>
        {t.create}
      </Button>
    </Allowed>
  );
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
          {create}
        </>
      }
    >
      <Card flush>
        <AccountTable
          pages={pages}
          pageSize={PAGE_SIZE}
          empty={
            search === "" ? (
              <EmptyState icon="wallet" title={t.none} action={create}>
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
      <CreateAccount open={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}

import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNote } from "../../components/error-note.tsx";
import { Icon } from "../../components/icon.tsx";
import { Page } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useMessages } from "../../messages/index.ts";
import { useAllowed } from "../../shell/allowed.tsx";
import { AccountKeys } from "./account-keys.tsx";
import { Balance } from "./balance.tsx";
import { Ledger } from "./ledger.tsx";
import { accountRoute } from "./route.ts";
import { Statements } from "./statements.tsx";
import { TopUp } from "./top-up.tsx";

/** Money that calls spend is told by no event of the account: it is asked for again this often. */
const REFRESH_MS = 5000;

export function AccountPage() {
  const t = useMessages("accounts");
  const { name } = accountRoute.useParams();
  const { tab = "ledger" } = accountRoute.useSearch();
  const navigate = accountRoute.useNavigate();
  const mayPay = useAllowed("admin");
  const [isPaying, setIsPaying] = useState(false);
  const account = useApi(
    "GET /api/relay/accounts/{name}",
    { params: { name } },
    { refetchInterval: REFRESH_MS },
  );
  return (
    <Page
      title={name}
      description={
        <Link
          to="/accounts"
          className="inline-flex items-center gap-1 text-muted hover:text-ink hover:underline"
        >
          <Icon name="arrow-left" className="size-3.5" />
          {t.allAccounts}
        </Link>
      }
      actions={
        account.data &&
        mayPay && (
          <Button kind="primary" icon="plus" onClick={() => setIsPaying(true)}>
            {t.topUp}
          </Button>
        )
      }
    >
      {account.error && <ErrorNote error={account.error} onRetry={() => void account.refetch()} />}
      {!(account.error && account.data === undefined) && (
        <>
          <Balance account={account.data} />
          <Tabs
            label={name}
            value={tab}
            onChange={(next) => void navigate({ search: next === "ledger" ? {} : { tab: next } })}
            tabs={[
              { id: "ledger", label: t.ledger, content: <Ledger account={name} /> },
              { id: "statements", label: t.statements, content: <Statements account={name} /> },
              { id: "keys", label: t.keysAndLimits, content: <AccountKeys account={name} /> },
            ]}
          />
        </>
      )}
      <TopUp account={isPaying ? name : undefined} onClose={() => setIsPaying(false)} />
    </Page>
  );
}

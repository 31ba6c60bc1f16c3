import { writeAddress } from "../../api/client.ts";
import { Button, buttonLook } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { Input } from "../../components/input.tsx";
import { SearchInput } from "../../components/search-input.tsx";
import { Select } from "../../components/select.tsx";
import { useMessages } from "../../messages/index.ts";
import { LEDGER_KINDS, type LedgerKindName } from "./ledger-kinds.ts";
import type { LedgerQuery } from "./ledger-query.ts";
import { accountRoute, type AccountSearch } from "./route.ts";

const ALL = "all";

export function LedgerFilter({ query }: { readonly query: LedgerQuery }) {
  const t = useMessages("accounts");
  const general = useMessages("general");
  const search = accountRoute.useSearch();
  const navigate = accountRoute.useNavigate();
  const change = (name: keyof AccountSearch, value: string): void => {
    const { [name]: _, ...others } = search;
    void navigate({ search: value === "" ? others : { ...others, [name]: value }, replace: true });
  };
  const { kind, key, from, to } = search;
  const isFiltered = [kind, key, from, to].some((value) => value !== undefined);
  const known = LEDGER_KINDS.find((name) => name === kind);
  return (
    <div className="flex flex-wrap items-end gap-2 border-b border-line px-4 py-3">
      <div className="w-36">
        <Select<LedgerKindName | typeof ALL>
          label={t.kind}
          value={known ?? ALL}
          onChange={(value) => change("kind", value === ALL ? "" : value)}
          choices={[
            { value: ALL, label: t.allKinds },
            ...LEDGER_KINDS.map((name) => ({ value: name, label: t.kinds[name] })),
          ]}
        />
      </div>
      <div className="w-40">
        <SearchInput
          label={t.keyId}
          value={key ?? ""}
          onChange={(value) => change("key", value.trim())}
        />
      </div>
      <label className="flex items-center gap-1.5 text-xs whitespace-nowrap text-muted">
        {t.from}
        <Input
          type="date"
          className="w-36"
          value={from ?? ""}
          max={to}
          onChange={(event) => change("from", event.target.value)}
        />
      </label>
      <label className="flex items-center gap-1.5 text-xs whitespace-nowrap text-muted">
        {t.to}
        <Input
          type="date"
          className="w-36"
          value={to ?? ""}
          min={from}
          onChange={(event) => change("to", event.target.value)}
        />
      </label>
      {isFiltered && (
        <Button kind="quiet" icon="x" onClick={() => void navigate({ search: {}, replace: true })}>
          {general.clear}
        </Button>
      )}
      <a
        href={writeAddress("/api/relay/ledger.csv", { query: { ...query } })}
        download={`ledger-${query.account}.csv`}
        className={`${buttonLook()} sm:ml-auto`}
      >
        <Icon name="download" />
        {t.exportCsv}
      </a>
    </div>
  );
}

import { getRouteApi } from "@tanstack/react-router";
import { useApi } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Select } from "../../components/select.tsx";
import { useMessages } from "../../messages/index.ts";
import type { SettingsSearch } from "./route.ts";

const ANY = "";
/** Nouns of the management API that somebody can change. */
const AREAS = [
  "accounts",
  "backup",
  "catalogue",
  "check",
  "join",
  "keys",
  "members",
  "models",
  "playground",
  "providers",
  "routes",
  "session",
  "settings",
  "setup",
  "tokens",
] as const;

const route = getRouteApi("/shell/settings");

export function AuditFilters() {
  const t = useMessages("settings").audit;
  const general = useMessages("general");
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const members = useApi("GET /api/members");
  const { actor, area, outcome } = search;
  const set = (name: keyof SettingsSearch, value: string): void => {
    const { [name]: _, ...others } = search;
    void navigate({ search: value === ANY ? others : { ...others, [name]: value }, replace: true });
  };
  const names = new Set([
    ...(members.data?.members ?? []).map(({ name }) => name),
    ...(actor === undefined ? [] : [actor]),
  ]);
  return (
    <div role="search" className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
      <Select
        label={t.actor}
        className="w-40!"
        value={actor ?? ANY}
        onChange={(value) => set("actor", value)}
        choices={[
          { value: ANY, label: t.anybody },
          ...[...names].map((name) => ({ value: name, label: name })),
        ]}
      />
      <Select<(typeof AREAS)[number] | typeof ANY>
        label={t.area}
        className="w-44!"
        value={AREAS.find((known) => known === area) ?? ANY}
        onChange={(value) => set("area", value)}
        choices={[
          { value: ANY, label: t.anything },
          ...AREAS.map((value) => ({ value, label: t.areas[value] })),
        ]}
      />
      <Select<"done" | "refused" | typeof ANY>
        label={t.outcome}
        className="w-40!"
        value={outcome ?? ANY}
        onChange={(value) => set("outcome", value)}
        choices={[
          { value: ANY, label: t.anyOutcome },
          { value: "done", label: t.done },
          { value: "refused", label: t.refused },
        ]}
      />
      {(actor ?? area ?? outcome) !== undefined && (
        <Button
          kind="quiet"
          icon="x"
          onClick={() => void navigate({ search: { tab: "audit" }, replace: true })}
        >
          {general.clear}
        </Button>
      )}
    </div>
  );
}

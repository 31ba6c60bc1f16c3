import { useApi } from "../../api/query.ts";
import { Icon } from "../../components/icon.tsx";
import { useMessages } from "../../messages/index.ts";
import { Allowed } from "../../shell/allowed.tsx";

const MOST_SHOWN = 5;

/** Aliases and fallbacks that lead to nothing: their provider was removed. */
export function MissingRoutes({ onOpen }: { readonly onOpen: (name: string) => void }) {
  const t = useMessages("routing");
  const { data } = useApi("GET /api/relay/routes", { query: { missing: true, limit: MOST_SHOWN } });
  const broken = data?.routes ?? [];
  if (broken.length === 0) return null;
  return (
    <div role="status" className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
      <Icon name="triangle-alert" className="mt-0.5" />
      <ul className="min-w-0 flex-1">
        {broken.map(({ name, missing }) => (
          <li key={name} className="wrap-anywhere">
            {t.leadsNowhere(name, missing.join(", "))}{" "}
            <Allowed to="admin">
              <button type="button" className="font-medium underline" onClick={() => onOpen(name)}>
                {t.mend}
              </button>
            </Allowed>
          </li>
        ))}
        {data !== undefined && data.total > broken.length && (
          <li>{t.moreMissing(data.total - broken.length)}</li>
        )}
      </ul>
    </div>
  );
}

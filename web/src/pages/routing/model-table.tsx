import type { ReactNode } from "react";
import type { Model, ModelList } from "../../api/contract.ts";
import type { Paged } from "../../api/query.ts";
import { Badge } from "../../components/badge.tsx";
import { Icon } from "../../components/icon.tsx";
import { PagedTable } from "../../components/paged-table.tsx";
import type { Column } from "../../components/table.tsx";
import { formatShort } from "../../format/number.ts";
import { useMessages } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";

export interface ModelTableProps {
  readonly pages: Paged<ModelList>;
  readonly pageSize: number;
  readonly onOpen: (id: string) => void;
  readonly selected: string | undefined;
  readonly empty: ReactNode;
}

export function ModelTable({ pages, pageSize, onOpen, selected, empty }: ModelTableProps) {
  const t = useMessages("routing");
  return (
    <PagedTable
      label={t.models}
      columns={useColumns(onOpen)}
      pages={pages}
      rows={pages.data?.models}
      pageSize={pageSize}
      order="name"
      rowKey={({ id }) => id}
      onRowClick={({ id }) => onOpen(id)}
      isSelected={({ id }) => id === selected}
      empty={empty}
    />
  );
}

function useColumns(onOpen: (id: string) => void): readonly Column<Model>[] {
  const t = useMessages("routing");
  const { language } = usePreferences();
  return [
    {
      id: "name",
      header: t.publicName,
      cell: ({ id, alias_of, aliases, alias_count }) => (
        <>
          <button
            type="button"
            onClick={() => onOpen(id)}
            className="text-left font-medium wrap-anywhere hover:underline"
          >
            {id}
          </button>
          {alias_of !== null && (
            <span className="flex items-center gap-1 text-xs text-faint">
              <Icon name="corner-down-right" className="size-3" />
              {t.standsFor(alias_of)}
            </span>
          )}
          {aliases.length > 0 && (
            <span className="block text-xs wrap-anywhere text-faint">
              {t.alsoCalled(aliases.slice(0, MOST_SHOWN).join(", "), alias_count - MOST_SHOWN)}
            </span>
          )}
        </>
      ),
    },
    { id: "targets", header: t.targets, cell: (model) => <Targets {...model} /> },
    {
      id: "fallbacks",
      header: t.fallbacks,
      from: "md",
      cell: ({ fallbacks }) =>
        fallbacks.length === 0 ? (
          <span className="text-faint">{t.noFallbacks}</span>
        ) : (
          <span className="flex flex-wrap items-center gap-1">
            {fallbacks.map((name) => (
              <span key={name} className="flex items-center gap-1">
                <Icon name="arrow-right" className="size-3 text-faint" />
                <Badge>{name}</Badge>
              </span>
            ))}
          </span>
        ),
    },
    {
      id: "price",
      header: t.price,
      align: "end",
      from: "lg",
      cell: ({ targets: [first] }) =>
        first === undefined
          ? ""
          : first.free
            ? t.free
            : t.priceLine(first.price.input_usd, first.price.output_usd),
    },
    {
      id: "context",
      header: t.context,
      align: "end",
      from: "xl",
      cell: ({ facts }) =>
        facts === null || facts.context === null ? (
          <span className="text-faint">{"—"}</span>
        ) : (
          formatShort(facts.context, language)
        ),
    },
  ];
}

const TONES = { closed: "neutral", "half-open": "warn", open: "bad" } as const;
const MOST_SHOWN = 4;

/** In the order they are tried; those of one priority share the calls. */
function Targets({ targets, target_count }: Pick<Model, "targets" | "target_count">) {
  return (
    <span className="flex flex-wrap items-center gap-1">
      {targets.slice(0, MOST_SHOWN).map(({ provider, upstream_id, priority, health }, index) => {
        const before = targets[index - 1];
        return (
          <span key={`${provider} ${upstream_id}`} className="flex items-center gap-1">
            {before !== undefined && before.priority !== priority && (
              <Icon name="arrow-right" className="size-3 text-faint" />
            )}
            <Badge tone={TONES[health.breaker]}>{provider}</Badge>
          </span>
        );
      })}
      {target_count > MOST_SHOWN && <Badge>{`+${target_count - MOST_SHOWN}`}</Badge>}
    </span>
  );
}

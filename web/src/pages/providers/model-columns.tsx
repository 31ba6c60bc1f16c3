import { Link } from "@tanstack/react-router";
import type { Price, ProviderModel } from "../../api/contract.ts";
import { Badge } from "../../components/badge.tsx";
import { IconButton } from "../../components/button.tsx";
import type { Column } from "../../components/table.tsx";
import { type Messages, useMessages } from "../../messages/index.ts";
import { BreakerBadge, Latency } from "./health-badge.tsx";

export interface ModelActions {
  readonly onPrice: (model: ProviderModel) => void;
  /** Undefined: it is the last one. */
  readonly onRemove: ((model: ProviderModel) => void) | undefined;
}

/** Without actions nothing can be changed. */
export function useModelColumns(
  actions: ModelActions | undefined,
): readonly Column<ProviderModel>[] {
  const t = useMessages("providers");
  const columns: Column<ProviderModel>[] = [
    {
      id: "id",
      header: t.publicName,
      cell: ({ id, upstream_id, price }) => (
        <>
          <Link
            to="/routing"
            search={{ model: id }}
            className="font-medium wrap-anywhere hover:underline"
          >
            {id}
          </Link>
          {upstream_id !== id && (
            <span className="block text-xs wrap-anywhere text-faint">
              {t.atVendor(upstream_id)}
            </span>
          )}
          {price.pieces && (
            <span className="block text-xs text-muted">{pieceWords(price.pieces, t)}</span>
          )}
        </>
      ),
    },
    {
      id: "in",
      header: t.priceNames.price_in,
      align: "end",
      cell: ({ free, price }) =>
        free ? <Badge tone="accent">{t.free}</Badge> : dollars(price.input_usd),
    },
    {
      id: "out",
      header: t.priceNames.price_out,
      align: "end",
      cell: ({ free, price }) => (free ? "" : dollars(price.output_usd)),
    },
    {
      id: "cached",
      header: t.priceNames.price_cached,
      align: "end",
      from: "md",
      cell: ({ free, price }) => (free ? "" : dollars(price.cached_usd)),
    },
    {
      id: "source",
      header: t.priceFrom,
      from: "lg",
      cell: ({ free, price }) =>
        free ? null : price.catalogue === null ? (
          <Badge tone="accent">{t.priceModes.own}</Badge>
        ) : (
          <Badge>{t.priceModes.catalogue}</Badge>
        ),
    },
    {
      id: "health",
      header: t.breaker,
      from: "sm",
      cell: ({ health }) => <BreakerBadge health={health} />,
    },
    {
      id: "latency",
      header: t.latency,
      align: "end",
      from: "md",
      cell: ({ health }) => <Latency ms={health.latency_ms} />,
    },
  ];
  if (!actions) return columns;
  columns.push({
    id: "actions",
    header: t.actions,
    hideHeader: true,
    align: "end",
    cell: (model) => (
      <span className="flex justify-end">
        <IconButton
          icon="pencil"
          size="sm"
          label={t.priceOf(model.id)}
          onClick={() => actions.onPrice(model)}
        />
        {actions.onRemove && (
          <IconButton
            icon="x"
            size="sm"
            label={t.removeModel(model.id)}
            onClick={() => actions.onRemove?.(model)}
          />
        )}
      </span>
    ),
  });
  return columns;
}

/** Prices are told to the last digit: `0.075`, not `0.08`. */
function dollars(usd: string): string {
  return `$${usd}`;
}

type Pieces = NonNullable<Price["pieces"]>;

/** `$0.04 per picture`. */
function pieceWords(pieces: Pieces, { perPiece }: Messages["providers"]): string {
  return (Object.keys(perPiece) as (keyof Pieces)[])
    .flatMap((name) => {
      const usd = pieces[name];
      return usd === undefined ? [] : [perPiece[name](usd)];
    })
    .join(" · ");
}

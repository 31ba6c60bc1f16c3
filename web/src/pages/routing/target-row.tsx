import { Link } from "@tanstack/react-router";
import { Input } from "../../components/input.tsx";
import { formatShare } from "../../format/number.ts";
import { useMessages } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";
import { BreakerBadge } from "../providers/health-badge.tsx";
import type { Place } from "./places.ts";

export interface TargetRowProps {
  readonly place: Place;
  /** Counts from 0. */
  readonly number: number;
  readonly share: number;
  readonly isFixed: boolean;
  readonly onChange: (place: Place) => void;
}

export function TargetRow({ place, number, share, isFixed, onChange }: TargetRowProps) {
  const t = useMessages("routing");
  const { language } = usePreferences();
  const { target, weight, isWithPrevious } = place;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-1 text-sm">
      <span className="min-w-32 flex-1">
        <Link
          to="/providers/$name"
          params={{ name: target.provider }}
          className="font-medium wrap-anywhere hover:underline"
        >
          {target.provider}
        </Link>
        <span className="block text-xs wrap-anywhere text-faint">
          {target.free
            ? `${target.upstream_id} · ${t.free}`
            : `${target.upstream_id} · ${t.priceLine(target.price.input_usd, target.price.output_usd)}`}
        </span>
      </span>
      <BreakerBadge health={target.health} />
      {!isFixed && (
        <span className="flex w-full items-center gap-3">
          {number > 0 && (
            <label className="flex items-center gap-1 text-xs whitespace-nowrap text-muted">
              <input
                type="checkbox"
                className="size-3.5 accent-(--accent)"
                checked={isWithPrevious}
                onChange={(event) => onChange({ ...place, isWithPrevious: event.target.checked })}
              />
              {t.equal}
            </label>
          )}
          <label className="flex items-center gap-1 text-xs whitespace-nowrap text-muted">
            {t.weight}
            <span className="w-16">
              <Input
                type="number"
                min={0}
                max={1000}
                aria-label={t.weightOf(target.provider)}
                className="text-right tabular-nums"
                value={weight}
                onChange={(event) => onChange({ ...place, weight: event.target.value })}
              />
            </span>
          </label>
          <span className="w-10 text-right text-xs text-faint tabular-nums">
            {formatShare(Math.round(share * 100) / 100, language)}
          </span>
        </span>
      )}
    </div>
  );
}

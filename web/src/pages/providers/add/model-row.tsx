import { classes } from "../../../components/classes.ts";
import { Select } from "../../../components/select.tsx";
import { useMessages } from "../../../messages/index.ts";
import { PriceFields } from "../price-fields.tsx";
import type { DraftModel, PriceMode } from "./draft.ts";

export interface ModelRowProps {
  readonly model: DraftModel;
  /** Where it stands in the input. */
  readonly path: string;
  readonly onChange: (model: DraftModel) => void;
  readonly problems: readonly string[];
}

export function ModelRow({ model, path, onChange, problems }: ModelRowProps) {
  const t = useMessages("providers");
  const { id, isChosen, mode, known } = model;
  const modes: readonly PriceMode[] = known ? ["catalogue", "own", "free"] : ["own", "free"];
  return (
    <li className="border-b border-line px-3 py-2 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <label className="flex min-w-40 flex-1 items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={isChosen}
            onChange={(event) => onChange({ ...model, isChosen: event.target.checked })}
            className="size-4 shrink-0 accent-(--accent)"
          />
          <span className={classes("min-w-0 wrap-anywhere", !isChosen && "text-muted")}>{id}</span>
        </label>
        {known && mode === "catalogue" && (
          <span className="text-xs text-muted tabular-nums">
            {t.priceLine(known.input, known.output)}
          </span>
        )}
        {!isChosen && !known && mode === "own" && (
          <span className="text-xs text-faint">{t.priceUnknown}</span>
        )}
        {isChosen && (
          <span className="w-32">
            <Select
              label={t.priceOf(id)}
              value={mode}
              onChange={(next) => onChange({ ...model, mode: next })}
              choices={modes.map((value) => ({ value, label: t.priceModes[value] }))}
            />
          </span>
        )}
      </div>
      {isChosen && mode === "own" && (
        <PriceFields
          about={id}
          path={path}
          value={model.prices}
          onChange={(prices) => onChange({ ...model, prices })}
        />
      )}
      {isChosen && problems.length > 0 && (
        <p role="alert" className="mt-1 text-xs text-bad">
          {problems.join("; ")}
        </p>
      )}
    </li>
  );
}

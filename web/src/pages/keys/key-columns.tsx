/** What the list of keys shows of each. */

import type { Key } from "../../api/contract.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import { classes } from "../../components/classes.ts";
import { Money } from "../../components/money.tsx";
import { Tooltip } from "../../components/tooltip.tsx";
import { formatMoney } from "../../format/money.ts";
import { formatShort } from "../../format/number.ts";
import { useMessages } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";

const TONES: Readonly<Record<Key["status"], Tone>> = {
  active: "good",
  disabled: "warn",
  expired: "neutral",
  revoked: "bad",
};

export function StatusBadge({ status }: { readonly status: Key["status"] }) {
  const t = useMessages("keys");
  return <Badge tone={TONES[status]}>{t.statuses[status]}</Badge>;
}

export function ModelsCell({ models }: { readonly models: Key["models"] }) {
  const t = useMessages("keys");
  if (models === null) return <span className="text-faint">{t.allModels}</span>;
  const [first = ""] = models;
  if (models.length === 1) return <span className="block max-w-40 truncate">{first}</span>;
  return (
    <Tooltip text={models.join(", ")}>
      <button type="button" className="underline decoration-dotted underline-offset-3">
        {t.modelCount(models.length)}
      </button>
    </Tooltip>
  );
}

export function LimitsCell({ apiKey }: { readonly apiKey: Key }) {
  const t = useMessages("keys");
  const { language } = usePreferences();
  const short = (count: number): string => formatShort(count, language);
  const limits = [
    apiKey.rpm !== null && t.rpmShort(short(apiKey.rpm)),
    apiKey.tpm !== null && t.tpmShort(short(apiKey.tpm)),
    apiKey.concurrency !== null && t.atOnceShort(short(apiKey.concurrency)),
  ].filter((limit) => limit !== false);
  if (limits.length === 0) return <span className="text-faint">{t.noLimits}</span>;
  return <span className="whitespace-nowrap tabular-nums">{limits.join(" · ")}</span>;
}

/** The money spent, and how much of the key's limit that is. */
export function SpentCell({ apiKey }: { readonly apiKey: Key }) {
  const t = useMessages("keys");
  const { language } = usePreferences();
  const { spent_nano, limit_nano } = apiKey;
  if (limit_nano === null) return <Money nano={spent_nano} />;
  const share = limit_nano === 0 ? 1 : Math.min(spent_nano / limit_nano, 1);
  return (
    <span className="inline-flex flex-col items-end gap-1">
      <span className="whitespace-nowrap">
        <Money nano={spent_nano} />{" "}
        <span className="text-faint">{t.spentOf(formatMoney(limit_nano, language))}</span>
      </span>
      <span aria-hidden="true" className="h-1 w-20 overflow-hidden rounded-full bg-hover">
        <span
          className={classes(
            "block h-full",
            share >= 1 ? "bg-bad" : share > 0.8 ? "bg-warn" : "bg-accent",
          )}
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </span>
  );
}

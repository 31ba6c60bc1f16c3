import { useState } from "react";
import type { Offer, Preset } from "../../../api/contract.ts";
import { useApi } from "../../../api/query.ts";
import { Badge } from "../../../components/badge.tsx";
import { ErrorNote } from "../../../components/error-note.tsx";
import { Icon, type IconName } from "../../../components/icon.tsx";
import { Input } from "../../../components/input.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { useMessages } from "../../../messages/index.ts";

export interface ChooseVendorProps {
  /** Undefined: by address. */
  readonly onChoose: (preset: Preset | undefined, url: string) => void;
}

/** Cards of the vendors and model servers Parley knows, what runs on this machine first. */
export function ChooseVendor({ onChoose }: ChooseVendorProps) {
  const t = useMessages("providers");
  const presets = useApi("GET /api/relay/presets");
  const offers = useApi("GET /api/relay/offers");
  const [search, setSearch] = useState("");
  const found = (presets.data?.presets ?? []).filter(({ title, name, base_url }) =>
    `${title} ${name} ${base_url}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const isHere = (preset: Preset): Offer | undefined =>
    offers.data?.offers.find(({ name }) => name === preset.name);
  const cards = found.toSorted((a, b) => Number(Boolean(isHere(b))) - Number(Boolean(isHere(a))));
  return (
    <div className="flex flex-col gap-3">
      <Input
        type="search"
        icon="search"
        aria-label={t.searchVendors}
        placeholder={t.searchVendors}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {presets.error && <ErrorNote error={presets.error} onRetry={() => void presets.refetch()} />}
      <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-3">
        <li>
          <VendorCard
            icon="link"
            title={t.byAddress}
            detail={t.byAddressHint}
            onClick={() => onChoose(undefined, "")}
          />
        </li>
        {presets.data === undefined &&
          !presets.error &&
          Array.from({ length: 5 }, (_, index) => (
            <li key={index}>
              <Skeleton className="h-15 w-full" />
            </li>
          ))}
        {cards.map((preset) => {
          const offer = isHere(preset);
          const url = offer?.base_url ?? preset.base_url;
          return (
            <li key={preset.name}>
              <VendorCard
                icon={preset.local ? "server" : "cloud"}
                title={preset.title}
                detail={new URL(url).host}
                {...(offer === undefined
                  ? {}
                  : { badge: offer.kind === "local" ? t.runsHere : t.keyHere(offer.source) })}
                onClick={() => onChoose(preset, url)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface VendorCardProps {
  readonly icon: IconName;
  readonly title: string;
  readonly detail: string;
  readonly badge?: string;
  readonly onClick: () => void;
}

function VendorCard({ icon, title, detail, badge, onClick }: VendorCardProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex h-full w-full items-center gap-3 rounded-lg border border-line bg-surface px-3 py-2.5 text-left transition-colors hover:border-line-strong/60 hover:bg-hover"
    >
      <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent-ink">
        <Icon name={icon} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{title}</span>
        <span className="block truncate text-xs text-muted">{detail}</span>
      </span>
      {badge !== undefined && <Badge tone="good">{badge}</Badge>}
    </button>
  );
}

import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../shell/route.tsx";

export const TABS = [
  "profile",
  "appearance",
  "tokens",
  "members",
  "retention",
  "backup",
  "audit",
] as const;
export type SettingsTab = (typeof TABS)[number];

export interface SettingsSearch {
  /** Absent: the profile. */
  readonly tab?: SettingsTab;
  /** Filters of the audit log. */
  readonly actor?: string;
  readonly area?: string;
  readonly outcome?: "done" | "refused";
}

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings",
  validateSearch: ({ tab, actor, area, outcome }: Record<string, unknown>): SettingsSearch => ({
    ...(TABS.some((known) => known === tab) ? { tab: tab as SettingsTab } : {}),
    ...(typeof actor === "string" && actor !== "" ? { actor } : {}),
    ...(typeof area === "string" && area !== "" ? { area } : {}),
    ...(outcome === "done" || outcome === "refused" ? { outcome } : {}),
  }),
  component: lazyRouteComponent(() => import("./page.tsx"), "SettingsPage"),
});

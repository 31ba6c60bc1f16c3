import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../shell/route.tsx";
import { isMonth } from "./months.ts";

export interface AccountsSearch {
  /** Part of a name. */
  readonly search?: string;
}

export const accountsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/accounts",
  validateSearch: ({ search }: Record<string, unknown>): AccountsSearch =>
    typeof search === "string" && search !== "" ? { search } : {},
  component: lazyRouteComponent(() => import("./page.tsx"), "AccountsPage"),
});

export const ACCOUNT_TABS = ["ledger", "statements", "keys"] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

export interface AccountSearch {
  /** Absent: the ledger. */
  readonly tab?: AccountTab;
  readonly kind?: string;
  /** Public id of a key. */
  readonly key?: string;
  /** First and last day, in the browser's zone: 2026-01-31. */
  readonly from?: string;
  readonly to?: string;
  /** The month of the statement, in UTC: 2026-01. */
  readonly month?: string;
}

export const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/accounts/$name",
  validateSearch: (search: Record<string, unknown>): AccountSearch => ({
    ...(ACCOUNT_TABS.some((tab) => tab === search["tab"])
      ? { tab: search["tab"] as AccountTab }
      : {}),
    ...text(search, "kind"),
    ...text(search, "key"),
    ...day(search, "from"),
    ...day(search, "to"),
    ...(isMonth(String(search["month"])) ? { month: String(search["month"]) } : {}),
  }),
  component: lazyRouteComponent(() => import("./account-page.tsx"), "AccountPage"),
});

function text<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
): Partial<Record<Name, string>> {
  const value = search[name];
  return typeof value === "string" && value !== ""
    ? ({ [name]: value } as Record<Name, string>)
    : {};
}

function day<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
): Partial<Record<Name, string>> {
  const found = text(search, name);
  return /^\d{4}-\d{2}-\d{2}$/.test(found[name] ?? "") ? found : {};
}

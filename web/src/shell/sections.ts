/** The sections of the console, in the order of the sidebar. */

import type { Role } from "../api/contract.ts";
import type { IconName } from "../components/icon.tsx";
import type { Messages } from "../messages/index.ts";

export interface Section {
  readonly to:
    | "/"
    | "/requests"
    | "/keys"
    | "/providers"
    | "/routing"
    | "/accounts"
    | "/playground"
    | "/settings";
  readonly icon: IconName;
  /** Absent: everybody may open it. */
  readonly least?: Role;
  /** Its name, among the texts of the shell. */
  readonly text: Extract<
    keyof Messages["shell"],
    | "dashboard"
    | "requests"
    | "keys"
    | "providers"
    | "routing"
    | "accounts"
    | "playground"
    | "settings"
  >;
}

export const SECTIONS: readonly Section[] = [
  { to: "/", icon: "layout-dashboard", text: "dashboard" },
  { to: "/requests", icon: "list-tree", text: "requests" },
  { to: "/keys", icon: "key-round", text: "keys" },
  { to: "/providers", icon: "plug", text: "providers" },
  { to: "/routing", icon: "route", text: "routing" },
  { to: "/accounts", icon: "wallet", text: "accounts" },
  { to: "/playground", icon: "flask-conical", text: "playground", least: "admin" },
  { to: "/settings", icon: "settings", text: "settings" },
];

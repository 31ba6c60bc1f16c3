/** English: the original. One file per page; add a page's file here and in zh.ts. */

import { accounts } from "./en/accounts.ts";
import { dashboard } from "./en/dashboard.ts";
import { errors } from "./en/errors.ts";
import { firstSteps } from "./en/first-steps.ts";
import { general } from "./en/general.ts";
import { join } from "./en/join.ts";
import { keys } from "./en/keys.ts";
import { playground } from "./en/playground.ts";
import { providers } from "./en/providers.ts";
import { requests } from "./en/requests.ts";
import { routing } from "./en/routing.ts";
import { settings } from "./en/settings.ts";
import { shell } from "./en/shell.ts";
import { signIn } from "./en/sign-in.ts";
import { snippets } from "./en/snippets.ts";
import { welcome } from "./en/welcome.ts";

export const en = {
  accounts,
  dashboard,
  errors,
  firstSteps,
  general,
  join,
  keys,
  playground,
  providers,
  requests,
  routing,
  settings,
  shell,
  signIn,
  snippets,
  welcome,
};

/** Simplified Chinese. A missing or superfluous key is a compile error. */

import type { Messages } from "./index.ts";
import { accounts } from "./zh/accounts.ts";
import { dashboard } from "./zh/dashboard.ts";
import { errors } from "./zh/errors.ts";
import { firstSteps } from "./zh/first-steps.ts";
import { general } from "./zh/general.ts";
import { join } from "./zh/join.ts";
import { keys } from "./zh/keys.ts";
import { playground } from "./zh/playground.ts";
import { providers } from "./zh/providers.ts";
import { requests } from "./zh/requests.ts";
import { routing } from "./zh/routing.ts";
import { settings } from "./zh/settings.ts";
import { shell } from "./zh/shell.ts";
import { signIn } from "./zh/sign-in.ts";
import { snippets } from "./zh/snippets.ts";
import { welcome } from "./zh/welcome.ts";

export { acts } from "./zh/acts.ts";
export { sentences } from "./zh/sentences.ts";

export const zh: Messages = {
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

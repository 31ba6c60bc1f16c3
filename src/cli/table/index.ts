/** Every command, in the order help shows them. Nothing heavy is imported here: see `load` in command.ts. */

import type { Command } from "../command.ts";
import { ACCOUNT_COMMANDS } from "./account.ts";
import { CHECK_COMMANDS } from "./check.ts";
import { KEY_COMMANDS } from "./key.ts";
import { MODEL_COMMANDS } from "./model.ts";
import { PEOPLE_COMMANDS } from "./people.ts";
import { PROVIDER_COMMANDS } from "./provider.ts";
import { START_COMMANDS, SYSTEM_COMMANDS } from "./system.ts";
import { TRAFFIC_COMMANDS } from "./traffic.ts";

export const COMMANDS: readonly Command[] = [
  ...START_COMMANDS,
  ...PROVIDER_COMMANDS,
  ...CHECK_COMMANDS,
  ...MODEL_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...KEY_COMMANDS,
  ...TRAFFIC_COMMANDS,
  ...PEOPLE_COMMANDS,
  ...SYSTEM_COMMANDS,
];

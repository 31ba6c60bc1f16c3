/** The probes, in the order they are made: each one question, or none where the first answer tells. */

import type { Probe } from "./finding.ts";
import { basicProbes } from "./probe-basics.ts";
import { chatProbes } from "./probe-chat.ts";
import { contentProbes } from "./probe-content.ts";
import { toolProbes } from "./probe-tools.ts";

export const PROBES: readonly Probe[] = [
  ...basicProbes,
  ...toolProbes,
  ...contentProbes,
  ...chatProbes,
];

import type { Behaviour } from "./behaviour.ts";
import { BILL_BEHAVIOURS } from "./bills.ts";
import { FAILURE_BEHAVIOURS } from "./failures.ts";
import { MOVE_BEHAVIOURS } from "./moves.ts";
import { OTHER_BEHAVIOURS } from "./other-calls.ts";
import { TEXT_BEHAVIOURS } from "./text.ts";
import { THINKING_BEHAVIOURS } from "./thinking.ts";
import { TOOL_BEHAVIOURS } from "./tools.ts";
import { WIRE_BEHAVIOURS } from "./wire.ts";

/** The rows of docs/conformance.md, in its order. */
export const BEHAVIOURS: readonly Behaviour[] = [
  ...TEXT_BEHAVIOURS,
  ...TOOL_BEHAVIOURS,
  ...THINKING_BEHAVIOURS,
  ...MOVE_BEHAVIOURS,
  ...BILL_BEHAVIOURS,
  ...FAILURE_BEHAVIOURS,
  ...WIRE_BEHAVIOURS,
  ...OTHER_BEHAVIOURS,
];

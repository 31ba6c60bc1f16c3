/** From the words in which a vendor names a field to the field's path in the request that was sent. */

import { isRecord } from "../../base/json.ts";

export interface FoundField {
  /** As in `rejected_fields`: `messages[].name`. */
  readonly path: string;
  /** What the request has there; several where the path leads through lists. */
  readonly values: readonly unknown[];
}

type Body = Readonly<Record<string, unknown>>;

/** Where a field may stand that a vendor names without saying where. */
const PLACES = [
  [],
  ["messages", "*"],
  ["tools", "*"],
  ["tools", "*", "function"],
  ["generationConfig"],
  ["messages", "*", "content", "*"],
  ["messages", "*", "tool_calls", "*"],
] as const;

/**
 * The field that `name` means: `seed`, `body.seed`, `messages.1.assistant.name`, `messages[1].name`,
 * `generation_config.top_k`. Undefined: the request has no such field.
 */
export function findField(body: Body, name: string): FoundField | undefined {
  const steps = name
    .replaceAll(/\[["']?(\w+)["']?\]/g, ".$1")
    .split(".")
    .filter((step) => step !== "" && step !== "body");
  if (steps.length === 0) return undefined;
  if (steps.length > 1) return walk(body, steps);
  for (const place of PLACES) {
    const found = walk(body, [...place, ...steps]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Steps that lead nowhere are skipped, but for the last: validators put the names of their variants between. */
function walk(body: Body, steps: readonly string[]): FoundField | undefined {
  const last = steps.length - 1;
  let places: Place[] = [{ path: "", value: body }];
  for (const [i, step] of steps.entries()) {
    const next = places.flatMap((place) => enter(place, step));
    if (next.length > 0) places = next;
    else if (i === last) return undefined;
  }
  const path = places[0]?.path ?? "";
  return path === "" ? undefined : { path, values: valuesAt(body, path) };
}

/** The element that was named is no better than its neighbours: all go to the same vendor. */
function valuesAt(body: Body, path: string): unknown[] {
  const steps = path.replaceAll("[]", ".*").split(".");
  let places: Place[] = [{ path: "", value: body }];
  for (const step of steps) places = places.flatMap((place) => enter(place, step));
  return places.map(({ value }) => value);
}

interface Place {
  readonly path: string;
  readonly value: unknown;
}

function enter({ path, value }: Place, step: string): Place[] {
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    if (step === "*") return items.map((item) => ({ path: `${path}[]`, value: item }));
    const item = /^\d+$/.test(step) ? items[Number(step)] : undefined;
    return item === undefined ? [] : [{ path: `${path}[]`, value: item }];
  }
  if (!isRecord(value)) return [];
  const key = [step, camelOf(step)].find((name) => Object.hasOwn(value, name));
  if (key === undefined) return [];
  return [{ path: path === "" ? key : `${path}.${key}`, value: value[key] }];
}

function camelOf(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Edits inside JSON text. Values that are not edited keep their bytes; text in which nothing is edited is given back as
 * it is. All functions expect text that `JSON.parse` has accepted.
 */

import { topLevelElements, topLevelMembers } from "../../base/json.ts";

/** What becomes of a member; undefined: it is left out. */
export type MemberEdit = (
  key: string,
  value: string,
) => readonly [key: string, value: string] | undefined;

export function mapMembers(object: string, edit: MemberEdit): string {
  const members: string[] = [];
  let isChanged = false;
  for (const { key, start, valueStart, valueEnd } of topLevelMembers(object)) {
    const value = object.slice(valueStart, valueEnd);
    const edited = edit(key, value);
    if (edited?.[0] === key && edited[1] === value) {
      members.push(object.slice(start, valueEnd));
      continue;
    }
    isChanged = true;
    if (edited !== undefined) members.push(`${JSON.stringify(edited[0])}:${edited[1]}`);
  }
  return isChanged ? `{${members.join(",")}}` : object;
}

export function mapElements(array: string, edit: (element: string) => string): string {
  let isChanged = false;
  const elements: string[] = [];
  for (const element of topLevelElements(array)) {
    const edited = edit(element);
    if (edited !== element) isChanged = true;
    elements.push(edited);
  }
  return isChanged ? `[${elements.join(",")}]` : array;
}

/** Replaces one member's value by what `edit` makes of it; undefined takes it out. An absent member stays absent. */
export function editMember(
  object: string,
  name: string,
  edit: (value: string) => string | undefined,
): string {
  return mapMembers(object, (key, value) => {
    if (key !== name) return [key, value];
    const edited = edit(value);
    return edited === undefined ? undefined : [key, edited];
  });
}

/** Takes out what a path names: `seed`, `output_config.effort`, `messages[].name`, `messages[].content[].cache_control`. */
export function dropField(object: string, path: string): string {
  return dropSteps(object, path.split("."));
}

function dropSteps(value: string, [step = "", ...rest]: readonly string[]): string {
  if (!value.startsWith("{")) return value;
  const isList = step.endsWith("[]");
  const name = isList ? step.slice(0, -2) : step;
  return editMember(value, name, (inner) => {
    if (rest.length === 0) return undefined;
    if (!isList) return dropSteps(inner, rest);
    return inner.startsWith("[") ? mapElements(inner, (item) => dropSteps(item, rest)) : inner;
  });
}

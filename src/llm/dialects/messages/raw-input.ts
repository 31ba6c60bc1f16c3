/** The arguments of tool calls as they stand in JSON text: numbers beyond float64 would not survive being parsed. */

import { findMember, topLevelElements } from "../../../base/json.ts";

/** By the message's and the block's position in a request. The text is taken apart once, when first asked. */
export function rawInputs(text: string): (message: number, block: number) => string {
  let messages: readonly string[] | undefined;
  let current = -1;
  let blocks: readonly string[] = [];
  return (message, block) => {
    messages ??= elementsOf(findMember(text, "messages"));
    if (current !== message) blocks = elementsOf(findMember(messages[message] ?? "{}", "content"));
    current = message;
    return inputOf(blocks[block]);
  };
}

/** By the block's position in a whole answer. */
export function rawAnswerInputs(text: string): (block: number) => string {
  let blocks: readonly string[] | undefined;
  return (block) => {
    blocks ??= elementsOf(findMember(text, "content"));
    return inputOf(blocks[block]);
  };
}

function elementsOf(array: string | undefined): readonly string[] {
  return array === undefined ? [] : [...topLevelElements(array)];
}

export function inputOf(block: string | undefined): string {
  return (block === undefined ? undefined : findMember(block, "input")) ?? "{}";
}

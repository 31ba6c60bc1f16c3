/**
 * Arguments that arrive in pieces: `partialArgs[{jsonPath, stringValue | numberValue | boolValue | nullValue}]`. A piece
 * sets the value at its path; a text marked `willContinue` is gone on with by the next piece of the same path. Numbers
 * are kept as they are spelled.
 */

import { field, type Wire } from "./wire.ts";

/** A value being put together. Never changed: a piece makes a new one. */
type Node =
  | { readonly kind: "object"; readonly members: Map<string, Node> }
  | { readonly kind: "array"; readonly items: Node[] }
  | { readonly kind: "text"; readonly text: string; readonly isOpen: boolean }
  | { readonly kind: "raw"; readonly json: string };

export type ArgumentTree = Extract<Node, { kind: "object" }>;

const NULL: Node = { kind: "raw", json: "null" };
/** A wild index must not fill memory. */
const MAX_INDEX = 10_000;
const MAX_STEPS = 64;

export function makeTree(): ArgumentTree {
  return { kind: "object", members: new Map() };
}

/** The tree with a piece put in; a piece whose path or value makes no sense changes nothing. */
export function addPiece(
  tree: ArgumentTree,
  piece: Wire,
  rawNumber: string | undefined,
): ArgumentTree {
  const path = readPath(field(piece, "jsonPath"));
  if (path === undefined) return tree;
  return put(tree, path, (before) => valueOf(piece, rawNumber, before)) as ArgumentTree;
}

/** The tree with a whole member put in, as JSON text. */
export function addMember(tree: ArgumentTree, name: string, json: string): ArgumentTree {
  return put(tree, [name], () => ({ kind: "raw", json })) as ArgumentTree;
}

function valueOf(
  piece: Wire,
  rawNumber: string | undefined,
  before: Node | undefined,
): Node | undefined {
  const text = field(piece, "stringValue");
  if (typeof text === "string") {
    const isOpen = field(piece, "willContinue") === true;
    const begun = before?.kind === "text" && before.isOpen ? before.text : "";
    return { kind: "text", text: begun + text, isOpen };
  }
  const number = field(piece, "numberValue");
  if (typeof number === "number") {
    return { kind: "raw", json: rawNumber ?? JSON.stringify(number) };
  }
  const flag = field(piece, "boolValue");
  if (typeof flag === "boolean") return { kind: "raw", json: String(flag) };
  return piece["nullValue"] !== undefined || piece["null_value"] !== undefined ? NULL : before;
}

type Step = string | number;

/** A copy of `node` with the value at `path` changed; containers that are missing are made. */
function put(
  node: Node | undefined,
  path: readonly Step[],
  change: (before: Node | undefined) => Node | undefined,
): Node | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return change(node);
  if (typeof step === "number") {
    const items = node?.kind === "array" ? [...node.items] : [];
    while (items.length < step) items.push(NULL);
    items[step] = put(items[step], rest, change) ?? NULL;
    return { kind: "array", items };
  }
  const members = new Map(node?.kind === "object" ? node.members : []);
  const value = put(members.get(step), rest, change);
  if (value !== undefined) members.set(step, value);
  return { kind: "object", members };
}

const STEP = /\.([^.[\]'"\s]+)|\[\s*(?:(\d{1,6})|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*\]/y;

/** `$.a.b[0]['c d']`: the steps; undefined for anything else. */
function readPath(path: unknown): Step[] | undefined {
  if (typeof path !== "string" || !path.startsWith("$")) return undefined;
  const steps: Step[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < path.length) {
    const match = STEP.exec(path);
    if (match === null || steps.length >= MAX_STEPS) return undefined;
    const [, name, index, single, double] = match;
    if (index !== undefined) {
      if (Number(index) > MAX_INDEX) return undefined;
      steps.push(Number(index));
    } else steps.push(name ?? unquote(single ?? double ?? ""));
  }
  return steps.length === 0 || typeof steps[0] === "number" ? undefined : steps;
}

function unquote(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_whole, hex?: string, char?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return (
      ({ n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" } as Record<string, string>)[char ?? ""] ??
      char ??
      ""
    );
  });
}

export function printTree(node: Node): string {
  switch (node.kind) {
    case "raw":
      return node.json;
    case "text":
      return JSON.stringify(node.text);
    case "array":
      return `[${node.items.map(printTree).join(",")}]`;
    case "object":
      return `{${[...node.members].map(([key, value]) => `${JSON.stringify(key)}:${printTree(value)}`).join(",")}}`;
  }
}

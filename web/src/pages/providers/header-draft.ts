/** Extra headers as they are edited. */

import type { Provider, ProviderPatch } from "../../api/contract.ts";

export interface HeaderDraft {
  /** Tells rows apart while their names change. */
  readonly row: number;
  readonly name: string;
  readonly value: string;
  /** The server has a value that it does not tell; an empty field keeps it. */
  readonly isHidden: boolean;
}

export function draftHeaders({ headers }: Provider): HeaderDraft[] {
  return headers.map(({ name, value }, row) => ({
    row,
    name,
    value: value ?? "",
    isHidden: value === null,
  }));
}

export function withEmptyRow(drafts: readonly HeaderDraft[]): readonly HeaderDraft[] {
  const row = Math.max(-1, ...drafts.map((draft) => draft.row)) + 1;
  return [...drafts, { row, name: "", value: "", isHidden: false }];
}

export function writeHeaders(
  drafts: readonly HeaderDraft[],
): NonNullable<ProviderPatch["headers"]> {
  return Object.fromEntries(
    drafts
      .filter(({ name, value }) => name.trim() !== "" || value.trim() !== "")
      .map(({ name, value, isHidden }) => [
        name.trim(),
        isHidden && value === "" ? null : value.trim(),
      ]),
  );
}

/** True for a row whose name an earlier one has: one object cannot hold both. */
export function isRepeated(drafts: readonly HeaderDraft[], place: number): boolean {
  const nameOf = (draft: HeaderDraft | undefined): string => draft?.name.trim().toLowerCase() ?? "";
  const name = nameOf(drafts[place]);
  return name !== "" && drafts.findIndex((draft) => nameOf(draft) === name) < place;
}

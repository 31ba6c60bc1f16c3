/** The kind of an item of `input`, which may go unsaid for messages and references. */

type Wire = Readonly<Record<string, unknown>>;

export function itemType(item: Wire): string {
  const { type } = item;
  if (typeof type === "string") return type;
  return item["role"] === undefined && typeof item["id"] === "string"
    ? "item_reference"
    : "message";
}

/** What is said in words to a model whose vendor has no field for it. */

/** Behind the beginning of an answer that the vendor refuses to complete. */
export const CONTINUE =
  "Continue your last message from exactly where it stops. Do not repeat any of it.";

export const JSON_ORDER =
  "Answer with one valid JSON object and nothing else: no prose, no code fence.";

export function schemaOrder(schemaJson: string): string {
  return `Answer with one valid JSON value and nothing else: no prose, no code fence. It must fit this JSON Schema: ${schemaJson}`;
}

/** Plausible numbers and texts. */

type Schema = Readonly<Record<string, unknown>>;

export function sampleNumber(schema: Schema, isInteger: boolean): number {
  const bound = (field: string, otherwise: number): number =>
    typeof schema[field] === "number" ? schema[field] : otherwise;
  const step = bound("multipleOf", isInteger ? 1 : 0);
  const nudge = step > 0 ? step : 0.5;
  let least = bound("minimum", Number.NEGATIVE_INFINITY);
  let most = bound("maximum", Number.POSITIVE_INFINITY);
  const above = bound("exclusiveMinimum", Number.NEGATIVE_INFINITY);
  const below = bound("exclusiveMaximum", Number.POSITIVE_INFINITY);
  if (above >= least)
    least = step > 0 || below - above > 2 * nudge ? above + nudge : (above + below) / 2;
  if (below <= most) most = Math.max(least, below - nudge);
  const wanted = Math.min(Math.max(3, least), most);
  if (step === 0) return wanted;
  const up = Math.ceil(wanted / step) * step;
  return up <= most ? up : Math.floor(wanted / step) * step;
}

/** Texts of a fixed shape. */
const FORMATS: Readonly<Record<string, string>> = {
  date: "2026-01-15",
  "date-time": "2026-01-15T09:30:00Z",
  time: "09:30:00Z",
  duration: "PT15M",
  email: "demo@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  url: "https://example.com/",
  uuid: "00000000-0000-4000-8000-000000000000",
};

/** What a property's name promises; the first match counts. */
const BY_NAME: ReadonlyArray<readonly [name: RegExp, value: string]> = [
  [/e-?mail/i, "demo@example.com"],
  [/ur[il]|link|website/i, "https://example.com/"],
  [/date|day|when/i, "2026-01-15"],
  [/time/i, "09:30"],
  [/country/i, "France"],
  [/currency/i, "EUR"],
  [/lang/i, "en"],
  [/unit/i, "celsius"],
  [/phone/i, "+33 1 23 45 67 89"],
  [/path|file/i, "demo.txt"],
  [/code|script/i, "print('demo')"],
  [/^id$|_id$|Id$/, "demo-1"],
  [/name|author|user/i, "Demo"],
  [/title|subject/i, "Demo"],
];
const PLACE = /city|location|place|town|address|region|destination|origin/i;
const WORDS =
  /query|question|text|prompt|message|input|search|content|topic|term|keyword|expression|summary|answer/i;
const PLACE_IN_TEXT =
  /\b(?:in|for|at|near|to|from|of)\s+(\p{Lu}[\p{L}'-]*(?:\s\p{Lu}[\p{L}'-]*)*)/u;

export function sampleText(schema: Schema, name: string, asked: string): string {
  const wanted = wantedText(schema, name, asked);
  return fitLength(fitPattern(wanted, schema["pattern"]), schema);
}

function wantedText(schema: Schema, name: string, asked: string): string {
  const format = schema["format"];
  if (typeof format === "string" && Object.hasOwn(FORMATS, format)) return FORMATS[format] ?? "";
  if (PLACE.test(name)) return PLACE_IN_TEXT.exec(asked)?.[1] ?? "Paris";
  const known = BY_NAME.find(([pattern]) => pattern.test(name));
  if (known !== undefined) return known[1];
  if (WORDS.test(name) && asked !== "") return asked.replaceAll(/\s+/g, " ").slice(0, 120);
  return "demo";
}

const CANDIDATES = [
  "demo",
  "Demo",
  "DEMO",
  "d",
  "D",
  "1",
  "12",
  "123",
  "1234",
  "12345",
  "AB",
  "ABC",
  "AB-123",
  "ABC123",
  "demo-1",
  "demo_1",
  "#1a2b3c",
  "1.0.0",
  "09:30",
  "+33123456789",
];

/** Patterns cannot be written from in general; a few common shapes are tried, and the wish stands if none fits. */
function fitPattern(wanted: string, pattern: unknown): string {
  if (typeof pattern !== "string") return wanted;
  try {
    const shape = new RegExp(pattern, "u");
    return (
      [wanted, ...Object.values(FORMATS), ...CANDIDATES].find((text) => shape.test(text)) ?? wanted
    );
  } catch {
    return wanted;
  }
}

function fitLength(text: string, schema: Schema): string {
  const { minLength, maxLength } = schema;
  const long =
    typeof minLength === "number" && text.length < minLength
      ? text.padEnd(Math.min(minLength, 10_000), "…")
      : text;
  return typeof maxLength === "number" ? long.slice(0, maxLength) : long;
}

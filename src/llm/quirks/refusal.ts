/** Which field a vendor's refusal names. Vendors say it in prose; these are the ways in use. */

import type { UpstreamFailure } from "../dialect.ts";

const NAME = String.raw`[A-Za-z_][\w.[\]-]*`;
const QUOTE = "[\"'`]";
const NOT =
  "(?:not (?:supported|allowed|permitted|recogni[sz]ed|known|valid|available|implemented)|unsupported|unknown|unavailable|deprecated|unexpected|no longer supported)";

function pattern(source: string): RegExp {
  return new RegExp(source, "gi");
}

/** Each captures the name. */
const PATTERNS: readonly RegExp[] = [
  // temperature: Extra inputs are not permitted
  pattern(`(${NAME}):? (?:extra (?:inputs|fields) (?:are )?not permitted)`),
  // Unrecognized request argument supplied: seed · unknown field "seed" · Unsupported value: 'temperature' …
  pattern(
    `(?:unsupported|unknown|unrecogni[sz]ed|unexpected|extra|disallowed) (?:request |body |keyword |input )?` +
      `(?:parameter|param|argument|field|property|option|key|value|name|attribute|input)s?(?: supplied| provided| found)?[\\s:(]*${QUOTE}?(${NAME})${QUOTE}?`,
  ),
  // Additional properties are not allowed ('seed' was unexpected)
  pattern(`additional properties are not allowed \\(${QUOTE}(${NAME})${QUOTE}`),
  // parameter seed is not supported · property 'seed' is unsupported · The `seed` parameter is not supported
  pattern(
    `(?:parameter|param|argument|field|property|option)\\s+${QUOTE}?(${NAME})${QUOTE}? (?:is |are |was )?${NOT}`,
  ),
  pattern(
    `${QUOTE}(${NAME})${QUOTE} (?:parameter |field |option |argument )?(?:is |are |was )?${NOT}`,
  ),
  pattern(`${QUOTE}(${NAME})${QUOTE} does not support`),
  // temperature is not supported by this model
  pattern(`(?:^|[.:] )(${NAME}) (?:is|are) ${NOT}`),
  // does not support parameter seed · does not support the seed parameter
  pattern(
    `does not support (?:the )?(?:parameter |field )?${QUOTE}?(${NAME})${QUOTE}?(?: parameter| field|$|[.,])`,
  ),
  // invalid temperature: only 1 is allowed for this model
  pattern(`invalid (${NAME}): only .{1,40} (?:is|are) (?:allowed|supported)`),
  // `temperature` and `top_p` cannot both be specified
  pattern(`and ${QUOTE}(${NAME})${QUOTE} cannot both be`),
];

/** Gemini: the name, and where. */
const UNKNOWN_NAME = /unknown name "([^"]+)"(?: at '([^']*)')?/gi;
/** pydantic's own report, as JSON or as Python prints it, with `extra_forbidden` beside it. */
const LOCATION = /["'\\]loc["'\\]+\s*:\s*[[(]([^\])]*)[\])]/gi;

/** A value that is out of bounds is the client's mistake, and leaving it out would hide it. */
const OUT_OF_BOUNDS =
  /(?:must|should) be (?!satisfied)|out of range|\brange:|(?:maximum|minimum) (?:value|of|is)|too (?:large|small|long|short|high|low)|less than|greater than|between/i;

/** Codes that say by themselves that the parameter is not taken. */
const REFUSING_CODES = /^(?:unsupported_(?:parameter|value)|unknown_parameter|extra_forbidden)$/i;

/** The names a refusal gives to what it refuses, likeliest first; none when it refuses something else. */
export function readRefusedNames({ message, code, param }: UpstreamFailure): string[] {
  const names = [
    ...[...message.matchAll(UNKNOWN_NAME)].map(([, name = "", at = ""]) =>
      at === "" ? name : `${at}.${name}`,
    ),
    ...(/extra_forbidden|extra (?:inputs|fields)/i.test(message) ? readLocations(message) : []),
  ];
  const isCoded = code !== undefined && REFUSING_CODES.test(code);
  if (!isCoded && OUT_OF_BOUNDS.test(message)) return names;
  const spoken = PATTERNS.flatMap((wording) =>
    [...message.matchAll(wording)].map(([, name = ""]) => name.replace(/[.\]]+$/, trimmed)),
  );
  const named = param !== undefined && (isCoded || spoken.length > 0) ? [param] : [];
  return [...new Set([...named, ...names, ...spoken])];
}

/** A full stop behind a name is not part of it; a bracket is, where it was opened. */
function trimmed(tail: string): string {
  return tail.startsWith("]") ? "]" : "";
}

function readLocations(message: string): string[] {
  return [...message.matchAll(LOCATION)].map(([, steps = ""]) =>
    steps
      .split(",")
      .map((step) => step.replaceAll(/["'\\\s]/g, ""))
      .filter((step) => step !== "")
      .join("."),
  );
}

/**
 * Names of functions. The wire wants a letter or an underscore first and no more than letters, digits and `_ . : -`;
 * it also has no tools that take free text. A name it cannot say is spelled out behind a mark, so that the answer's name
 * alone gives the tool back:
 *
 *   1get_weather      _n_1get__weather       `_` is doubled, any other letter the wire refuses is `_hex_`
 *   custom tool sql   _c_sql
 */

const LEGAL = /^[A-Za-z_][A-Za-z0-9_.:-]*$/;
const MARKED = /^_[nc]_/;

export interface ToolName {
  readonly name: string;
  readonly custom?: true;
}

export function writeName(name: string, custom?: boolean): string {
  if (custom) return `_c_${spell(name)}`;
  // A name that looks spelled out would be read as one.
  return LEGAL.test(name) && !MARKED.test(name) ? name : `_n_${spell(name)}`;
}

export function readName(wire: string): ToolName {
  if (!MARKED.test(wire)) return { name: wire };
  const name = unspell(wire.slice(3));
  const custom = wire.startsWith("_c_");
  // Only what `writeName` could have written: a client may have a function of its own with such a name.
  if (writeName(name, custom) !== wire) return { name: wire };
  return custom ? { name, custom } : { name };
}

function spell(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9-]/gu, (letter) =>
    letter === "_" ? "__" : `_${(letter.codePointAt(0) ?? 0).toString(16)}_`,
  );
}

function unspell(text: string): string {
  return text.replaceAll(/_([0-9a-f]{0,6})_/g, (whole, hex: string) => {
    if (hex === "") return "_";
    const code = Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The one argument of a custom tool, which the wire can only give as an object. */
export const CUSTOM_INPUT = "input";

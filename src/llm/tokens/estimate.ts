/** Token numbers without a tokenizer, for money that is only held back and for the day the tokenizer fails. */

/**
 * Vendors' tokenizers make about one token of four to five bytes of English or code and of three to four bytes of Chinese,
 * so this is too high by half on most text and about right at worst. It is too low for text without words (hexadecimal,
 * base64: less than two bytes a token); the ledger settles on the real number.
 */
const BYTES_PER_TOKEN = 2.75;

/** What one picture or document counts as: about a large picture at high detail. */
const TOKENS_PER_MEDIA = 1500;

const BASE64_MARK = ";base64,";

/** An estimate of the tokens of a request text, or of so many bytes: rather too high. The bytes of media are left out. */
export function estimateTokens(text: string | number): number {
  if (typeof text === "number") return Math.ceil(text / BYTES_PER_TOKEN);
  let bytes = Buffer.byteLength(text);
  let media = 0;
  for (let at = text.indexOf(BASE64_MARK); at >= 0; at = text.indexOf(BASE64_MARK, at)) {
    const end = text.indexOf('"', at);
    const stop = end < 0 ? text.length : end;
    bytes -= stop - at;
    media++;
    at = stop;
  }
  return Math.ceil(bytes / BYTES_PER_TOKEN) + media * TOKENS_PER_MEDIA;
}

/** The likeliest number of tokens, when a real count could not be had: a token per four plain characters. */
export function guessTokens(text: string): number {
  const bytes = Buffer.byteLength(text);
  // Beyond ASCII a character takes about one token, and two to four bytes.
  const beyond = Math.max(0, bytes - text.length) / 2;
  return Math.ceil((text.length - beyond) / 4 + beyond);
}

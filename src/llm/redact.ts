/** Vendors quote keys in their messages ("Incorrect API key provided: sk-…"); such text must not reach a client or a log. */

/** What stands in for a credential. */
const MASK = "[redacted]";

const PATTERNS: readonly RegExp[] = [
  // Keys by their well-known beginnings, masked ones (`sk-****abcd`) included.
  /\b(?:sk|pk|rk|gsk|xai|hf|r8|nvapi|pplx|fw|csk|tgp|sess)[-_][A-Za-z0-9*._-]{6,}/g,
  /\bAIza[A-Za-z0-9_-]{10,}/g,
  /\bya29\.[A-Za-z0-9._-]{10,}/g,
  // JSON web tokens.
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?/g,
];
const BEARER = /\b(Bearer|Basic)\s+[A-Za-z0-9*._~+/=-]{6,}/gi;
/** `key=…` in addresses and forms; `api_key: …` in prose, where only a value with a digit is taken for a secret. */
const ASSIGNED =
  /((?:key|token|secret|password)["']?\s*(?:=\s*["']?(?=[^\s"'&,;)}\]]{4})|:\s*["']?(?=[^\s"'&,;)}\]]*\d)(?=[^\s"'&,;)}\]]{8})))[^\s"'&,;)}\]]+/gi;

/** The text with everything that looks like a credential masked. */
export function redactCredentials(text: string): string {
  let clean = text;
  for (const pattern of PATTERNS) clean = clean.replaceAll(pattern, MASK);
  return clean.replaceAll(BEARER, `$1 ${MASK}`).replaceAll(ASSIGNED, `$1${MASK}`);
}

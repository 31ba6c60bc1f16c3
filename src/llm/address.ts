/**
 * Base addresses of vendors, in whatever form a person pasted them.
 *
 * A vendor's documentation shows `{base}`, `{base}/v1` or `{base}/v1/chat/completions`; all three must mean the same.
 * The rules, in order:
 * 1. An operation at the end (`/chat/completions`) is cut off when what is left has a version (`/v1`, `/v1beta`, `/v4`).
 * 2. Left without a version, the full address is kept as it is: it is the way to name a vendor that has none.
 * 3. A path with a version anywhere, a query (Azure's `?api-version=`) or a `/deployments/` is kept.
 * 4. Anything else gets the dialect's version appended.
 * A dialect that names the model in the path has that part cut off first, and the query with it.
 * The result is the stored form; normalising it again changes nothing.
 */

import { AppError } from "../base/errors.ts";
import { sentence, type Sentence } from "../base/sentence.ts";
import { BUILTIN_ADDRESS } from "./builtin-vendor.ts";

/** What a dialect's addresses look like. */
export interface AddressRules {
  /** Operation paths, longest first: `/chat/completions`. */
  readonly operations: readonly string[];
  /** Version segment of a base address that names none: `/v1`. */
  readonly version: string;
  /** The end of an address that names a model and what to do with it; absent: the dialect names the model in the body. */
  readonly modelPath?: RegExp;
}

/** Throws AppError("invalid_request") with the reason and the mend when the text cannot be a vendor's address. */
export function normaliseBaseUrl(text: string, rules: AddressRules): string {
  const trimmed = text.trim();
  if (BUILTIN_ADDRESS.test(trimmed)) return trimmed;
  const url = parseAddress(trimmed);
  const path = url.pathname.replaceAll(/\/{2,}/g, "/").replace(/\/$/, "");
  const base = rules.modelPath === undefined ? path : path.replace(rules.modelPath, "");
  // A query behind a model (`?alt=sse`) belongs to that one call.
  const search = base === path ? url.search : "";
  return `${url.origin}${storedPath(base, search !== "", rules)}${search}`;
}

function storedPath(path: string, hasQuery: boolean, rules: AddressRules): string {
  const operation = rules.operations.find((suffix) => path.endsWith(suffix));
  if (operation !== undefined) {
    const rest = path.slice(0, -operation.length);
    return hasVersion(rest) ? rest : path;
  }
  // A list of models pasted from a browser is not an operation of ours, but what stands before it is the base.
  if (path.endsWith("/models") && hasVersion(path)) return path.slice(0, -"/models".length);
  if (hasVersion(path) || hasQuery || path.includes("/deployments/")) return path;
  return path + rules.version;
}

function hasVersion(path: string): boolean {
  return /\/v\d[a-z0-9.]*(?:\/|$)/i.test(path);
}

/** The address of an operation: `operationPath` below a stored base, before its query. */
export function joinOperation(baseUrl: string, operationPath: string, rules: AddressRules): string {
  const query = baseUrl.indexOf("?");
  const path = query < 0 ? baseUrl : baseUrl.slice(0, query);
  const operation = rules.operations.find((suffix) => path.endsWith(suffix));
  const base = operation === undefined ? path : path.slice(0, -operation.length);
  return base + operationPath + (query < 0 ? "" : baseUrl.slice(query));
}

function parseAddress(text: string): URL {
  if (!/^https?:\/\//i.test(text)) {
    throw badAddress(sentence(text === "" ? "address_empty" : "address_scheme"));
  }
  if (!URL.canParse(text)) throw badAddress(sentence("address_broken"));
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw badAddress(sentence("address_user"));
  }
  if (url.hash !== "") throw badAddress(sentence("address_fragment"));
  for (const name of url.searchParams.keys()) {
    if (/^(?:api[-_]?)?key$|token|secret/i.test(name)) {
      throw badAddress(sentence("address_credential", { name }));
    }
  }
  return url;
}

function badAddress(why: Sentence): AppError {
  return new AppError("invalid_request", why, { param: "base_url" });
}

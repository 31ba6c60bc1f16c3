/**
 * The base addresses that a pasted address may mean, likeliest first: as it is, with the version a dialect expects, with
 * none, below the host alone, and where a known vendor of that host has it.
 */

import { isLoopback } from "../../base/addresses.ts";
import { AppError, toAppError } from "../../base/errors.ts";
import { normaliseBaseUrl } from "../../llm/address.ts";
import type { Dialect } from "../../llm/dialect.ts";
import { DIALECTS } from "../../llm/dialects/index.ts";
import { PRESETS } from "../presets.ts";

/** Folders in which servers keep a dialect that is not their first. */
const FOLDERS = ["", "/api", "/openai", "/anthropic"];
const MOST_FORMS = 6;
const VERSION_AT_END = /\/v\d[a-z0-9.]*$/i;

/** The address with a scheme. Throws AppError("invalid_request") naming `url` when it cannot be one. */
export function readAddress(text: string): string {
  const trimmed = text.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)
    ? trimmed
    : `${isNear(trimmed) ? "http" : "https"}://${trimmed}`;
  try {
    normaliseBaseUrl(whole, { operations: [], version: "/v1" });
  } catch (thrown) {
    const { sentence, message } = toAppError(thrown);
    throw new AppError("invalid_request", sentence ?? message, { param: "url" });
  }
  return whole.replace(/\/+$/, "");
}

/** Hosts of this machine and its network: they seldom have certificates, and seldom cost anything. */
export function isNear(address: string): boolean {
  const url = URL.parse(address.includes("://") ? address : `http://${address}`);
  const host = url?.hostname.replaceAll(/^\[|\]$/g, "") ?? "";
  return isLoopback(host) || PRIVATE.test(host) || !/[.:]/.test(host);
}

const PRIVATE = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd][0-9a-f]{2}:)/i;

export function addressForms(address: string, protocol: string, dialect: Dialect): string[] {
  const url = new URL(address);
  const own = namesOperation(url.pathname, dialect);
  const base = own ? address : cutOperation(url);
  const bare = base.replace(/\?.*$/, "").replace(VERSION_AT_END, "");
  const { version } = dialect.address;
  // A generic version says nothing about a dialect that has one of its own.
  const isForeign = !own && version !== "/v1" && base.endsWith("/v1");
  const forms = [
    ...(isForeign ? [bare + version] : []),
    normaliseBaseUrl(base, dialect.address),
    ...presetForms(url, protocol),
    bare + version,
    ...unversioned(bare, dialect),
    ...FOLDERS.map((folder) => url.origin + folder + version),
  ];
  return [...new Set(forms)].slice(0, MOST_FORMS);
}

/** The address is that of one of the dialect's operations. */
export function namesOperation(path: string, { address }: Dialect): boolean {
  return (
    address.operations.some((operation) => path.endsWith(operation)) ||
    address.modelPath?.test(path) === true
  );
}

/** The base below which another dialect's endpoint was named. */
function cutOperation(url: URL): string {
  const path = url.pathname.replace(/\/+$/, "");
  for (const { address } of DIALECTS) {
    const operation = [...address.operations, "/models"].find((end) => path.endsWith(end));
    if (operation !== undefined) return url.origin + path.slice(0, -operation.length) + url.search;
    if (address.modelPath?.test(path)) return url.origin + path.replace(address.modelPath, "");
  }
  return url.origin + path + url.search;
}

function presetForms(url: URL, protocol: string): string[] {
  return PRESETS.filter(
    (preset) => preset.protocol === protocol && URL.parse(preset.baseUrl)?.host === url.host,
  ).map(({ baseUrl }) => baseUrl);
}

/** A server without versions is named by the whole address of its operation. */
function unversioned(bare: string, dialect: Dialect): string[] {
  if (dialect.address.modelPath !== undefined) return [];
  const { pathname } = new URL(dialect.operationUrl("http://x/v1", "chat", "", false));
  return [bare + pathname.slice("/v1".length)];
}

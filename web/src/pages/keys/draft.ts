/** A key as it stands in the form: texts. What is empty is no limit; what is wrong is sent as it is, for the server to judge. */

import type { Key, KeyInput, KeyPatch } from "../../api/contract.ts";

export interface KeyDraft {
  readonly name: string;
  /** Empty: the default one. */
  readonly account: string;
  readonly models: readonly string[];
  readonly rpm: string;
  readonly tpm: string;
  readonly concurrency: string;
  readonly limitUsd: string;
  readonly cacheSeconds: string;
  /** As a `datetime-local` field has it: local time without a zone. */
  readonly expires: string;
  /** One per line. */
  readonly ips: string;
}

/** Whose the keys are that name no account; the server makes it when it is needed. */
export const DEFAULT_ACCOUNT = "default";

export const EMPTY_DRAFT: KeyDraft = {
  name: "",
  account: DEFAULT_ACCOUNT,
  models: [],
  rpm: "",
  tpm: "",
  concurrency: "",
  limitUsd: "",
  cacheSeconds: "",
  expires: "",
  ips: "",
};

export function draftOf(key: Key): KeyDraft {
  return {
    name: key.name,
    account: key.account,
    models: key.models ?? [],
    rpm: key.rpm?.toString() ?? "",
    tpm: key.tpm?.toString() ?? "",
    concurrency: key.concurrency?.toString() ?? "",
    limitUsd: key.limit_usd ?? "",
    cacheSeconds: key.cache_seconds?.toString() ?? "",
    expires: key.expires_at === null ? "" : localTime(new Date(key.expires_at)),
    ips: key.ips?.join("\n") ?? "",
  };
}

type Limits = Required<Omit<KeyPatch, "disabled" | "name">> & { readonly name: string };

function readLimits(draft: KeyDraft): Limits {
  const ips = draft.ips.split(/[\s,]+/).filter((line) => line !== "");
  const limitUsd = draft.limitUsd.trim();
  return {
    name: draft.name.trim(),
    models: draft.models.length === 0 ? null : [...draft.models],
    rpm: readNumber(draft.rpm),
    tpm: readNumber(draft.tpm),
    concurrency: readNumber(draft.concurrency),
    limit_usd: limitUsd === "" ? null : limitUsd,
    cache_seconds: readNumber(draft.cacheSeconds),
    expires_at: draft.expires === "" ? null : new Date(draft.expires).toISOString(),
    ips: ips.length === 0 ? null : ips,
  };
}

export function inputOf(draft: KeyDraft): KeyInput {
  const { account } = draft;
  const isDefault = account === "" || account === DEFAULT_ACCOUNT;
  return { ...readLimits(draft), ...(isDefault ? {} : { account }) };
}

/** Only what was changed, so that two people editing the same key do not undo each other. */
export function patchOf(key: Key, draft: KeyDraft): KeyPatch {
  const before = readLimits(draftOf(key));
  const after = readLimits(draft);
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Limits]),
    ),
  );
}

/** A text that is no number goes to the server as it is, which says so beside the field. */
function readNumber(text: string): number | null {
  const plain = text.replaceAll(/[\s,]/g, "");
  if (plain === "") return null;
  const number = Number(plain);
  return Number.isNaN(number) ? (plain as unknown as number) : number;
}

function localTime(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

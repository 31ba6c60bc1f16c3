import type { Key, KeyCreated, KeyInput, KeyPatch } from "../../contract/key.ts";
import type { Context, Result } from "../command.ts";
import { UsageError } from "../usage-error.ts";
import { keyOutcome, keyPath, secretOutcome } from "./key.ts";

/** Undefined: not named. Null: taken away. */
interface LimitFlags {
  readonly models: readonly string[] | null | undefined;
  readonly rpm: number | null | undefined;
  readonly tpm: number | null | undefined;
  readonly concurrency: number | null | undefined;
  readonly limit: string | null | undefined;
  readonly expires: string | null | undefined;
  readonly ips: readonly string[] | null | undefined;
  readonly cache: number | null | undefined;
}

interface CreateInput {
  readonly flags: LimitFlags & { readonly name: string; readonly account: string | undefined };
}

export async function createKey(context: Context, { flags }: CreateInput): Result {
  const body: KeyInput = { name: flags.name, account: flags.account, ...limits(flags) };
  const api = await context.api();
  return secretOutcome(await api.call<KeyCreated>("POST", "/api/relay/keys", body), "created");
}

interface EditInput {
  readonly args: { readonly id: string };
  readonly flags: LimitFlags & { readonly name: string | undefined };
}

export async function editKey(context: Context, { args, flags }: EditInput): Result {
  const body: KeyPatch = { name: flags.name, ...limits(flags) };
  if (Object.values(body).every((value) => value === undefined))
    throw new UsageError("Say what to change, for example --rpm 60.", ["relay", "key", "edit"]);
  const api = await context.api();
  return keyOutcome(await api.call<Key>("PATCH", keyPath(args.id), body));
}

function limits(flags: LimitFlags): Omit<KeyPatch, "name" | "disabled"> {
  return {
    models: flags.models && [...flags.models],
    rpm: flags.rpm,
    tpm: flags.tpm,
    concurrency: flags.concurrency,
    limit_usd: flags.limit,
    expires_at: flags.expires,
    ips: flags.ips && [...flags.ips],
    cache_seconds: flags.cache,
  };
}

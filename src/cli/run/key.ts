import type { Key, KeyCreated } from "../../contract/key.ts";
import { part } from "../api.ts";
import type { Context, Outcome, Result } from "../command.ts";
import { listAll } from "../pages.ts";
import type { Paint } from "../paint.ts";
import { dollars, renderFacts, renderTable, shortTime } from "../text-table.ts";

const PATH = "/api/relay/keys";

interface IdInput {
  readonly args: { readonly id: string };
}

interface ListInput {
  readonly flags: { readonly account: string | undefined; readonly status: string | undefined };
}

export async function listKeys(context: Context, { flags }: ListInput): Result {
  const api = await context.api();
  const keys = await listAll<Key>(api, PATH, "keys", flags);
  return {
    json: { keys },
    text: (paint) =>
      keys.length === 0
        ? `No keys. ${context.program} relay key create --name NAME makes one.`
        : renderTable<Key>(
            [
              { title: "ID", cell: (key) => key.id },
              { title: "NAME", cell: (key) => key.name },
              { title: "ACCOUNT", cell: (key) => key.account },
              {
                title: "STATUS",
                cell: (key) => key.status,
                paint: (colors, key) => statusColor(colors, key),
              },
              { title: "SPENT", cell: (key) => ({ nano: key.spent_nano }) },
              { title: "LIMITS", cell: limitsText },
              { title: "LAST USED (UTC)", cell: (key) => shortTime(key.last_used_at) },
            ],
            keys,
            paint,
          ),
  };
}

export async function showKey(context: Context, { args }: IdInput): Result {
  const api = await context.api();
  return keyOutcome(await api.call<Key>("GET", keyPath(args.id)));
}

export async function disableKey(context: Context, { args }: IdInput): Result {
  const api = await context.api();
  return keyOutcome(await api.call<Key>("PATCH", keyPath(args.id), { disabled: true }), "disabled");
}

export async function enableKey(context: Context, { args }: IdInput): Result {
  const api = await context.api();
  return keyOutcome(await api.call<Key>("PATCH", keyPath(args.id), { disabled: false }), "enabled");
}

export async function revokeKey(context: Context, { args }: IdInput): Result {
  const api = await context.api();
  const key = await api.call<Key>("DELETE", keyPath(args.id));
  return keyOutcome(key, "revoked; it can never be used again");
}

export async function rotateKey(context: Context, { args }: IdInput): Result {
  const api = await context.api();
  const key = await api.call<KeyCreated>("POST", `${keyPath(args.id)}/rotate`);
  return secretOutcome(key, "has a new secret; the old one no longer works");
}

/** People paste the whole key where its public id is asked for; only the id may travel. */
export function keyPath(id: string): string {
  const whole = /^sk-parley-([^-]+)-/.exec(id.trim());
  return `${PATH}/${part(whole?.[1] ?? id)}`;
}

export function secretOutcome(key: KeyCreated, what: string): Outcome {
  const { id, key: secret, ...rest } = key;
  return {
    json: { id, key: secret, ...rest },
    text: (paint) =>
      [
        `Key ${paint.bold(id)} (${key.name}, account ${key.account}) ${what}.`,
        "",
        `  ${paint.bold(secret)}`,
        "",
        paint.dim("Keep it now: it is not stored and cannot be shown again."),
      ].join("\n"),
  };
}

export function keyOutcome(key: Key, what?: string): Outcome {
  return {
    json: { key },
    text: (paint) =>
      what === undefined
        ? keyFacts(key, paint)
        : `Key ${paint.bold(key.id)} (${key.name}) is ${what}.`,
  };
}

function keyFacts(key: Key, paint: Paint): string {
  return renderFacts(
    [
      ["id", key.id],
      ["name", key.name],
      ["account", key.account],
      ["status", key.status],
      ["spent", dollars(key.spent_nano)],
      ["limits", limitsText(key)],
      ["models", key.models === null ? "all" : key.models.join(", ")],
      ["addresses", key.ips === null ? "any" : key.ips.join(", ")],
      ["cache", key.cache_seconds === null ? "off" : `${key.cache_seconds} s`],
      ["expires", key.expires_at === null ? "never" : `${shortTime(key.expires_at)} UTC`],
      ["created", `${shortTime(key.created_at)} UTC`],
      ["last used", key.last_used_at === null ? "never" : `${shortTime(key.last_used_at)} UTC`],
    ],
    paint,
  );
}

function limitsText(key: Key): string {
  const limits = [
    key.limit_nano === null ? "" : `up to ${dollars(key.limit_nano)}`,
    key.rpm === null ? "" : `${key.rpm} rpm`,
    key.tpm === null ? "" : `${key.tpm} tpm`,
    key.concurrency === null ? "" : `${key.concurrency} at once`,
    key.models === null
      ? ""
      : `${key.models.length} ${key.models.length === 1 ? "model" : "models"}`,
    key.ips === null ? "" : "own addresses",
    key.expires_at === null ? "" : `until ${key.expires_at.slice(0, 10)}`,
  ].filter((limit) => limit !== "");
  return limits.length === 0 ? "-" : limits.join(", ");
}

function statusColor(paint: Paint, key: Key): (text: string) => string {
  if (key.status === "active") return paint.green;
  return key.status === "revoked" ? paint.dim : paint.yellow;
}

import { findEnv } from "../../base/config-env.ts";
import { randomText } from "../../base/ids.ts";
import type { Session } from "../../contract/session.ts";
import type { Context, Outcome, Result } from "../command.ts";
import { UsageError } from "../usage-error.ts";

interface CreateInput {
  readonly flags: {
    readonly code: string;
    readonly name: string;
    readonly password: string | undefined;
  };
}

export async function createOwner(context: Context, { flags }: CreateInput): Result {
  const { code, name } = flags;
  const chosen = await choosePassword(flags.password, ["owner", "create"]);
  const api = await context.api();
  const body = { code, name, password: chosen.password };
  const { user } = await api.call<Session>("POST", "/api/setup", body);
  return passwordOutcome(chosen, { user }, `${user.name} owns this Parley now.`);
}

interface ResetInput {
  readonly flags: { readonly password: string | undefined };
}

export async function resetPassword(context: Context, { flags }: ResetInput): Result {
  const chosen = await choosePassword(flags.password, ["owner", "reset-password"]);
  const api = await context.api();
  const body = { new_password: chosen.password };
  const { user } = await api.call<Session>("POST", "/api/session/password", body);
  return passwordOutcome(
    chosen,
    { user },
    `The password of ${user.name} is changed; every session has ended.`,
  );
}

interface Chosen {
  readonly password: string;
  /** Made here, so it must be shown. */
  readonly isNew: boolean;
}

function passwordOutcome(
  { password, isNew }: Chosen,
  json: Outcome["json"],
  text: string,
): Outcome {
  if (!isNew) return { json, text: () => text };
  return {
    json: { ...json, password },
    text: (paint) => `${text} The password, shown this once:\n\n  ${paint.bold(password)}`,
  };
}

async function choosePassword(text: string | undefined, words: readonly string[]): Promise<Chosen> {
  if (text === undefined) return { password: randomText(20), isNew: true };
  return { password: await readPassword(text, words), isNew: false };
}

async function readPassword(text: string, words: readonly string[]): Promise<string> {
  if (text === "-") return (await Bun.stdin.text()).replace(/\r?\n$/, "");
  const variable = /^env:(.*)$/.exec(text)?.[1];
  if (variable === undefined) return text;
  const password = findEnv(variable);
  if (password === undefined)
    throw new UsageError(`--password env:${variable}: the variable ${variable} is not set.`, words);
  return password;
}

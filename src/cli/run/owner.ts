import { findEnv } from "../../base/config.ts";
import { randomText } from "../../base/ids.ts";
import type { Session } from "../../contract/session.ts";
import type { Context, Result } from "../command.ts";
import { UsageError } from "../usage-error.ts";

interface ResetInput {
  readonly flags: { readonly password: string | undefined };
}

export async function resetPassword(context: Context, { flags }: ResetInput): Result {
  const given = flags.password === undefined ? undefined : await readPassword(flags.password);
  const password = given ?? randomText(20);
  const api = await context.api();
  await api.call<Session>("POST", "/api/session/password", { new_password: password });
  return {
    json: given === undefined ? { password } : {},
    text: (paint) =>
      given === undefined
        ? `The owner's new password, shown this once:\n\n  ${paint.bold(password)}`
        : "The owner's password is changed; every session has ended.",
  };
}

async function readPassword(text: string): Promise<string> {
  if (text === "-") return (await Bun.stdin.text()).replace(/\r?\n$/, "");
  const variable = /^env:(.*)$/.exec(text)?.[1];
  if (variable === undefined) return text;
  const password = findEnv(variable);
  if (password === undefined)
    throw new UsageError(`--password env:${variable}: the variable ${variable} is not set.`, [
      "owner",
      "reset-password",
    ]);
  return password;
}

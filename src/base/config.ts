/**
 * The one place that reads `parley.json` and, with config-env.ts, the environment. Everything else is given a `Config`.
 * All problems are found in one pass and reported together, each with its path and how to mend it.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Env, homeFolder } from "./config-env.ts";
import { AppError, type Problem } from "./errors.ts";

const seconds = (initial: number) => z.number().positive().max(86_400).default(initial);

const serverSchema = z.strictObject({
  host: z
    .string()
    .min(1)
    .default("127.0.0.1")
    .describe("Address to listen on. `0.0.0.0` opens it to the network."),
  port: z
    .int()
    .min(0)
    .max(65_535)
    .default(8400)
    .describe("Port of relay, management API and console. 0 picks a free one."),
  trustedProxies: z
    .array(z.string())
    .default([])
    .describe(
      "Addresses or CIDR ranges of reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed.",
    ),
});

const databaseSchema = z.strictObject({
  url: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must be a postgres:// address; leave it out for SQLite")
    .nullable()
    .default(null)
    .describe("`postgres://…` keeps everything in PostgreSQL; absent: SQLite in the home folder."),
  synchronous: z
    .enum(["normal", "full"])
    .default("normal")
    .describe(
      "SQLite only. `normal` survives a crash of Parley; `full` also survives a power cut, and is slower.",
    ),
});

const relaySchema = z.strictObject({
  demo: z.boolean().default(true).describe("Offer the built-in, free `demo` provider."),
  bodyLimitMb: z.number().positive().max(1024).default(32).describe("Largest request body in MiB."),
  keepAliveSeconds: seconds(15).describe(
    "Silence in a stream after which a comment keeps the connection open.",
  ),
  firstByteHoldSeconds: seconds(30).describe(
    "How long the status line waits for the first good event, so that a failure can still be a real status code.",
  ),
  startingCreditUsd: z
    .number()
    .min(0)
    .max(1000)
    .default(10)
    .describe("Dollars the first account of a new installation starts with."),
  balanceWaitSeconds: z
    .number()
    .min(0)
    .max(600)
    .default(10)
    .describe("How long a call waits for money that other calls hold before it is refused."),
  retries: z
    .int()
    .min(0)
    .max(10)
    .default(2)
    .describe("Rounds after the first in which failed targets are tried again."),
  retryWaitSeconds: z
    .number()
    .min(0)
    .max(600)
    .default(20)
    .describe("Longest pause between rounds; a vendor that asks for more is not waited for."),
  timeouts: z
    .strictObject({
      firstTokenSeconds: seconds(120).describe(
        "From sending the request to the vendor's first event or answer.",
      ),
      failoverSeconds: seconds(30).describe(
        "As `firstTokenSeconds`, for streams that another target could still take.",
      ),
      idleSeconds: seconds(120).describe("Silence of the vendor inside a stream."),
      totalSeconds: seconds(1800).describe("The whole call."),
    })
    .prefault({}),
  log: z
    .strictObject({
      retentionDays: z
        .number()
        .positive()
        .max(36_500)
        .default(30)
        .describe("Age at which finished requests leave the log. Ledger entries stay."),
      bodies: z
        .boolean()
        .default(false)
        .describe("Store prompts and answers with the request log."),
    })
    .prefault({}),
});

export const configSchema = z.strictObject({
  server: serverSchema.prefault({}),
  database: databaseSchema.prefault({}),
  relay: relaySchema.prefault({}),
  audit: z
    .strictObject({
      retentionDays: z
        .number()
        .positive()
        .max(36_500)
        .default(365)
        .describe("Age at which entries leave the audit log of administrative acts."),
    })
    .prefault({}),
  metrics: z
    .strictObject({
      public: z
        .boolean()
        .default(false)
        .describe("Serve `/metrics` to anyone; otherwise to this machine and to access tokens."),
    })
    .prefault({}),
  log: z
    .strictObject({
      level: z
        .enum(["debug", "info", "warn", "error", "silent"])
        .default("info")
        .describe("Least severe line written."),
      format: z
        .enum(["auto", "json", "text"])
        .default("auto")
        .describe("`auto`: text on a terminal, JSON lines elsewhere."),
    })
    .prefault({}),
});

export type Settings = z.infer<typeof configSchema>;

/** Settings plus what only the environment may say. */
export interface Config extends Settings {
  readonly home: string;
  /** Overrides `<home>/secret.key`, for several machines on one database. */
  readonly secretKey: string | undefined;
}

/** Environment variables that override the file: name, path in the settings, how to read them, what they mean. */
export const ENV_OVERRIDES = [
  { name: "PARLEY_HOST", path: ["server", "host"], read: asText, meaning: "Address to listen on." },
  { name: "PARLEY_PORT", path: ["server", "port"], read: asNumber, meaning: "Port to listen on." },
  { name: "DATABASE_URL", path: ["database", "url"], read: asText, meaning: "PostgreSQL address." },
  {
    name: "PARLEY_LOG_LEVEL",
    path: ["log", "level"],
    read: asText,
    meaning: "Least severe line written.",
  },
  {
    name: "PARLEY_LOG_FORMAT",
    path: ["log", "format"],
    read: asText,
    meaning: "auto, json or text.",
  },
] as const;

function asText(value: string): unknown {
  return value;
}

function asNumber(value: string): unknown {
  return value.trim() === "" ? value : Number(value);
}

/** Overrides of one run, from command-line flags; they win over environment and file. */
export interface Flags {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
}

/** Reads file, environment and flags. Throws one AppError that lists every problem. */
export function loadConfig(flags: Flags = {}, env: Env = process.env): Config {
  const home = homeFolder(env);
  const raw = readFile(join(home, "parley.json"));
  const origin = new Map<string, string>();
  for (const override of ENV_OVERRIDES) {
    const value = env[override.name];
    if (value === undefined || value === "") continue;
    setPath(raw, override.path, override.read(value));
    origin.set(override.path.join("."), override.name);
  }
  for (const name of ["host", "port"] as const) {
    if (flags[name] === undefined) continue;
    setPath(raw, ["server", name], flags[name]);
    origin.set(`server.${name}`, `--${name}`);
  }
  const parsed = configSchema.safeParse(raw);
  if (parsed.success)
    return { ...parsed.data, home, secretKey: env["PARLEY_SECRET_KEY"] || undefined };
  throw configError(
    join(home, "parley.json"),
    parsed.error.issues.map((issue) => {
      const path = issue.path.join(".");
      return { path: origin.get(path) ?? (path || "(top level)"), message: issue.message };
    }),
  );
}

function readFile(file: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw configError(file, [
      { path: file, message: `cannot be read: ${(error as Error).message}` },
    ]);
  }
  try {
    const value: unknown = Bun.JSONC.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch (error) {
    throw configError(file, [
      { path: file, message: `is not valid JSON: ${(error as Error).message}` },
    ]);
  }
  throw configError(file, [{ path: file, message: "must hold one JSON object" }]);
}

function setPath(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [head, ...rest] = path;
  if (head === undefined) return;
  if (rest.length === 0) {
    target[head] = value;
    return;
  }
  const inner = target[head];
  if (typeof inner === "object" && inner !== null)
    setPath(inner as Record<string, unknown>, rest, value);
  else if (inner === undefined) setPath((target[head] = {}), rest, value);
}

function configError(file: string, problems: readonly Problem[]): AppError {
  const lines = problems.map((problem) => `  ${problem.path}: ${problem.message}`).join("\n");
  return new AppError(
    "invalid_request",
    `The configuration has ${problems.length === 1 ? "a problem" : `${problems.length} problems`}:\n${lines}\n` +
      `Edit ${file} or the environment; docs/reference/config.md lists every setting.`,
    { problems },
  );
}

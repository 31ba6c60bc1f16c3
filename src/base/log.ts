/**
 * One structured line per event, written in one system call per event-loop turn. Lines are JSON unless a person is
 * watching. Never give it secrets: keys are named by their public id.
 */

export type LogLevel = "debug" | "info" | "warn" | "error";
export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Writes out what is waiting; call before the process ends. */
  flush(): void;
}

const RANK = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 } as const;

export interface LogOptions {
  readonly level: LogLevel | "silent";
  readonly format: "json" | "text";
  /** Receives whole lines. */
  readonly write: (text: string) => void;
  readonly now?: () => number;
}

export function makeLog(options: LogOptions): Log {
  const least = RANK[options.level];
  const now = options.now ?? Date.now;
  const render = options.format === "json" ? renderJson : renderText;
  let waiting = "";

  function flush(): void {
    if (waiting === "") return;
    const text = waiting;
    waiting = "";
    options.write(text);
  }

  function line(level: LogLevel, message: string, fields: LogFields | undefined): void {
    if (RANK[level] < least) return;
    if (waiting === "") setImmediate(flush);
    waiting += render(level, now(), message, fields);
  }

  return {
    debug: (message, fields) => line("debug", message, fields),
    info: (message, fields) => line("info", message, fields),
    warn: (message, fields) => line("warn", message, fields),
    error: (message, fields) => line("error", message, fields),
    flush,
  };
}

function renderJson(level: LogLevel, at: number, message: string, fields?: LogFields): string {
  const head = `{"at":"${isoTime(at)}","level":"${level}","message":${JSON.stringify(message)}`;
  const rest = fields === undefined ? "{}" : JSON.stringify(plain(fields));
  return rest === "{}" ? `${head}}\n` : `${head},${rest.slice(1)}\n`;
}

let isoAt = -1;
let isoText = "";

/** Lines come in bursts: the text of one millisecond serves them all. */
function isoTime(at: number): string {
  if (at !== isoAt) {
    isoAt = at;
    isoText = new Date(at).toISOString();
  }
  return isoText;
}

function renderText(level: LogLevel, at: number, message: string, fields?: LogFields): string {
  const time = isoTime(at).slice(11, 23);
  const mark = level === "info" ? "" : `${level.toUpperCase()} `;
  const rest = Object.entries(plain(fields))
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("");
  return `${time} ${mark}${message}${rest}\n`;
}

/** Errors become their message, stack and causes; everything else stays. */
function plain(fields: LogFields = {}): LogFields {
  if (!(fields["error"] instanceof Error)) return fields;
  return { ...fields, error: describe(fields["error"]) };
}

function describe(error: Error): string {
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause instanceof Error ? `${own}\ncaused by ${describe(error.cause)}` : own;
}

export const silentLog: Log = makeLog({ level: "silent", format: "json", write: () => undefined });

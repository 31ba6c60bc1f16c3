/** Clients that call without pause until the server is gone, and remember exactly what each of them received. */

import type { FakeVendor } from "../fakes/vendor/server.ts";

/** One token in costs 1,000 nano-dollars, one out 2,000, one cached 100. */
export const PRICES = "--price-in 1 --price-out 2 --price-cached 0.1";

interface Kind {
  readonly model: string;
  /** Knobs of the fake vendor, in the upstream model id. */
  readonly knobs: string;
  readonly stream: boolean;
  /** Fields of the request. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly cached?: number;
  /** The fake lengthens its echo to that many words. */
  readonly words?: number;
  /** The vendor gives no usage: the relay counts for itself. */
  readonly uncounted?: true;
  readonly free?: true;
}

const STREAM = "firstTokenDelayMs=60;chunkDelayMs=20;chunks=16";

/** Some end before their hold is written (100 ms), most long after it. */
export const KINDS: readonly Kind[] = [
  { model: "quick", knobs: "latencyMs=0", stream: false },
  { model: "slow", knobs: "latencyMs=300", stream: false },
  { model: "stream", knobs: STREAM, stream: true, words: 16 },
  { model: "cached", knobs: "latencyMs=150;usage.cached=2", stream: false, cached: 2 },
  {
    model: "stream",
    knobs: STREAM,
    stream: true,
    words: 16,
    fields: { stream_options: { include_usage: true } },
  },
  { model: "burst", knobs: "firstTokenDelayMs=90", stream: true },
  { model: "uncounted", knobs: "latencyMs=120;missingUsage", stream: true, uncounted: true },
  { model: "free", knobs: "latencyMs=200", stream: false, free: true },
];

/** The flags of `provider add` for the models, priced ones or free ones. */
export function modelFlags(free: boolean): string {
  const kinds = KINDS.filter((kind) => (kind.free === true) === free);
  const models = new Map(kinds.map(({ model, knobs }) => [model, knobs]));
  return [...models].map(([model, knobs]) => `--model ${model}=fake;${knobs}`).join(" ");
}

export interface LoadKey {
  readonly id: string;
  readonly key: string;
  readonly account: string;
}

/** An answer that a client received to its last byte. */
export interface WholeAnswer {
  readonly requestId: string;
  readonly model: string;
  readonly key: LoadKey;
  /** Nano-dollars; undefined: the relay counts the tokens itself. */
  readonly cost: number | undefined;
}

const CLIENTS = 40;

export class Load {
  readonly whole: WholeAnswer[] = [];
  /** Calls that were cut off: nobody knows what the books say of them. */
  broken = 0;
  /** Answers other than 200; there must be none. */
  readonly refused: string[] = [];
  #calls = 0;
  #trap: { readonly stream: boolean; readonly spring: () => void } | undefined;

  /** Acts in the very moment in which the next stream (or plain answer) has arrived whole. */
  atNextEnd(of: "stream" | "plain", spring: () => void): void {
    this.#trap = { stream: of === "stream", spring };
  }

  /** Calls until the server cannot be reached. */
  async run(url: string, keys: readonly LoadKey[]): Promise<void> {
    const client = async (): Promise<void> => {
      for (let alive = true; alive && this.refused.length === 0;) {
        const turn = this.#calls++;
        const kind = KINDS[turn % KINDS.length];
        const key = keys[turn % keys.length];
        if (!kind || !key) throw new Error("nothing to call");
        alive = await this.#call(url, key, kind, 3 + (turn % 40));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }

  /** False: the server has gone. */
  async #call(url: string, key: LoadKey, kind: Kind, words: number): Promise<boolean> {
    const content = Array.from({ length: words }, (_, index) => `w${index}`).join(" ");
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${key.key}`, "content-type": "application/json" },
      body: JSON.stringify({
        model: kind.model,
        messages: [{ role: "user", content }],
        stream: kind.stream,
        ...kind.fields,
      }),
    }).catch(() => undefined);
    if (!response) {
      this.broken++;
      return false;
    }
    const isWhole = kind.stream ? hasEndMark : isJson;
    const { text, cut } = await readUntilCut(response, (soFar) => {
      if (this.#trap?.stream !== kind.stream || !isWhole(soFar)) return;
      this.#trap.spring();
      this.#trap = undefined;
    });
    if (response.status !== 200) {
      this.refused.push(`${kind.model}: ${response.status} ${text}`);
      return false;
    }
    if (!isWhole(text)) {
      if (!cut) this.refused.push(`${kind.model}: ended without being whole: ${text}`);
      this.broken++;
      return false;
    }
    const requestId = response.headers.get("x-request-id") ?? "";
    this.whole.push({ requestId, model: kind.model, key, cost: costOf(kind, words) });
    return !cut;
  }
}

/** What the fake's word counts come to. */
function costOf(kind: Kind, words: number): number | undefined {
  if (kind.uncounted) return undefined;
  if (kind.free) return 0;
  const { cached = 0 } = kind;
  const completion = Math.max(words + 1, kind.words ?? 0);
  return (words - cached) * 1000 + cached * 100 + completion * 2000;
}

/** Everything that arrived, also when the connection broke off behind it. */
async function readUntilCut(
  response: Response,
  onText: (soFar: string) => void,
): Promise<{ text: string; cut: boolean }> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      onText(text);
    }
    return { text, cut: false };
  } catch {
    return { text, cut: true };
  }
}

function hasEndMark(text: string): boolean {
  return text.includes("data: [DONE]\n\n");
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

/** Waits until enough was answered and many calls are under way whose holds are already written. */
export async function untilBusy(vendor: FakeVendor, load: Load, answers: number): Promise<void> {
  const since = load.whole.length;
  for (;;) {
    if (load.refused.length > 0) return;
    const old = Date.now() - HELD_MS;
    const running = vendor.requests.filter(({ endedAt }) => endedAt === undefined);
    const held = running.filter(({ startedAt }) => startedAt < old);
    if (load.whole.length >= since + answers && running.length >= 20 && held.length >= 8) return;
    await Bun.sleep(2);
  }
}

/** A hold is written after 100 ms. */
const HELD_MS = 150;

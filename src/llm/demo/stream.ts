/** Answers word by word, at a pace a person can watch. */

import type { Choice, StreamEvent } from "../canonical.ts";
import type { Usage } from "../inbound.ts";

const WORD_DELAY_MS = 15;
const ARGUMENT_CHARS = 12;

/** The events of composed answers, text cut into words and arguments into pieces. */
export function chatEvents(
  head: { readonly id: string; readonly model: string; readonly created: number },
  choices: readonly Choice[],
  usage: Usage,
): StreamEvent[] {
  return [
    { type: "start", ...head },
    ...choices.flatMap(choiceEvents),
    { type: "usage", usage },
    { type: "finish", reasons: choices.map((choice) => choice.finish) },
  ];
}

function choiceEvents({ parts }: Choice, choice: number): StreamEvent[] {
  let tool = -1;
  return parts.flatMap((part): StreamEvent[] => {
    if (part.type === "text") {
      return splitWords(part.text).map((text): StreamEvent => ({
        type: "text-delta",
        choice,
        text,
      }));
    }
    if (part.type !== "tool-call") return [];
    tool++;
    const at = { choice, tool };
    const { id, name } = part;
    return [
      { type: "tool-start", ...at, id, name, ...(part.custom ? { custom: true } : {}) },
      ...splitEvery(part.arguments, ARGUMENT_CHARS).map((text): StreamEvent => ({
        type: "tool-delta",
        ...at,
        text,
      })),
      { type: "tool-end", ...at },
    ];
  });
}

export function splitWords(text: string): string[] {
  return text.match(/\s*\S+\s*$|\s*\S+/g) ?? (text === "" ? [] : [text]);
}

function splitEvery(text: string, size: number): string[] {
  // By code points, so that no character is cut in half.
  const points = [...text];
  return Array.from({ length: Math.ceil(points.length / size) }, (_, i) =>
    points.slice(i * size, (i + 1) * size).join(""),
  );
}

/** Sends one piece after the other; stops at once when the reader leaves or the signal fires. */
export function streamWords(
  pieces: readonly (() => string)[],
  signal: AbortSignal | undefined,
): Response {
  const encoder = new TextEncoder();
  let at = 0;
  let wake: () => void = () => {};
  let isLeft = false;
  const leave = (): void => {
    isLeft = true;
    signal?.removeEventListener("abort", leave);
    wake();
  };
  signal?.addEventListener("abort", leave, { once: true });
  const body = new ReadableStream<Uint8Array>({
    // Nothing in here may throw: a rejected pull ends the process.
    async pull(controller) {
      if (at > 0 && !isLeft) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, WORD_DELAY_MS);
        await promise;
        clearTimeout(timer);
      }
      if (signal?.aborted) controller.error(signal.reason);
      if (isLeft) return;
      // Some events have no words of their own (usage): go on to the next that has.
      let text = "";
      while (text === "" && at < pieces.length) text = pieces[at++]?.() ?? "";
      if (text !== "") controller.enqueue(encoder.encode(text));
      if (at >= pieces.length) {
        signal?.removeEventListener("abort", leave);
        controller.close();
      }
    },
    cancel: leave,
  });
  return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
}

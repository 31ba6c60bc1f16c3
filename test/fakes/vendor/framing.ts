import type { Frame } from "./dialects/dialect.ts";

/** How events become bytes: server-sent events, or Gemini's JSON array. */
export interface Framing {
  readonly frame: (frame: Frame) => string;
  readonly comment: string;
  /** What closes the body; "" when nothing does. */
  readonly end: string;
}

export function makeFraming(stream: "sse" | "array", eol: string): Framing {
  if (stream === "sse") {
    return {
      frame: ({ event, data }) =>
        `${event === undefined ? "" : `event: ${event}${eol}`}data: ${data}${eol}${eol}`,
      comment: `: keep-alive${eol}${eol}`,
      end: "",
    };
  }
  let opened = false;
  return {
    frame: ({ data }) => {
      const before = opened ? ",\r\n" : "[";
      opened = true;
      return before + data;
    },
    comment: "\r\n",
    end: "]",
  };
}

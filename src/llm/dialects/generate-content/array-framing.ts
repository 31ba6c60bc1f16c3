/**
 * A stream as one JSON array, which is what a client of `streamGenerateContent` without `alt=sse` expects. Applied to
 * text that is made of whole events, as the relay sends it; the answer's type is then `application/json`.
 */

export interface ArrayFraming {
  /** What to send for some more events; comments become the space JSON allows between elements. */
  push(events: string): string;
  /** What closes the array; an array that was never opened is an empty one. */
  end(): string;
}

export function makeArrayFraming(): ArrayFraming {
  let isOpen = false;
  return {
    push(events) {
      let text = "";
      for (const event of events.split("\n\n")) {
        if (event === "") continue;
        const data = dataOf(event);
        if (data === "") text += "\n";
        else {
          text += (isOpen ? ",\r\n" : "[") + data;
          isOpen = true;
        }
      }
      return text;
    },
    end: () => (isOpen ? "]" : "[]"),
  };
}

/** The joined `data:` lines of an event; "" for a comment. */
function dataOf(event: string): string {
  if (event.startsWith("data: ") && !event.includes("\n")) return event.slice(6);
  return event
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(line[5] === " " ? 6 : 5))
    .join("\n");
}

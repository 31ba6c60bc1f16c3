/** A client of the relay that knows only its address and a key. */

export interface Answer {
  readonly status: number;
  /** The whole body. */
  readonly text: string;
  readonly headers: Headers;
  /** `error.code` of the body; undefined: there was none. */
  readonly code: string | undefined;
}

export function chatRequest(key: string, body: Readonly<Record<string, unknown>>): RequestInit {
  const messages = [{ role: "user", content: "one two three" }];
  return {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ messages, ...body }),
  };
}

export async function chat(
  url: string,
  key: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const response = await fetch(`${url}/v1/chat/completions`, chatRequest(key, body));
  const text = await response.text();
  const code = /"code": ?"(\w+)"/.exec(text)?.[1];
  return { status: response.status, text, headers: response.headers, code };
}

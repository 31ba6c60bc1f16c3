/** Vendors that live inside the process, reached as `builtin:<name>` instead of a URL. */

import { AppError } from "../base/errors.ts";

export const BUILTIN_ADDRESS = /^builtin:[a-z][a-z0-9-]*$/;

/** What a built-in vendor is given: the call a real vendor would get over HTTP. */
export interface BuiltinCall {
  /** The part of the address behind the vendor's name: `/chat/completions`. */
  readonly path: string;
  /** The JSON text sent; empty for a GET. */
  readonly body: string;
  readonly signal: AbortSignal | undefined;
}

/** Answers like a server: failures are answers with a status, never exceptions. */
export type BuiltinVendor = (call: BuiltinCall) => Promise<Response>;

/** The list. Each is loaded when it is first called. */
const BUILTINS: Readonly<Record<string, () => Promise<BuiltinVendor>>> = {};

/** Sends a call to `builtin:<name>/<path>`. Throws AppError when there is no such vendor. */
export async function callBuiltin(
  url: string,
  body: string,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const [name = "", ...path] = url.slice("builtin:".length).split("/");
  const load = BUILTINS[name];
  if (load === undefined) {
    const known = Object.keys(BUILTINS).join(", ");
    throw new AppError(
      "upstream_error",
      `There is no built-in vendor "${name}"; there is: ${known}.`,
    );
  }
  signal?.throwIfAborted();
  const answer = await load();
  return answer({ path: `/${path.join("/")}`, body, signal });
}

/** The vendors that live inside the process. */

import { AppError } from "../base/errors.ts";
import type { BuiltinVendor } from "./builtin-vendor.ts";

/** The list. Each is loaded when it is first called. */
const BUILTINS: Readonly<Record<string, () => Promise<BuiltinVendor>>> = {
  demo: async () => (await import("./demo/index.ts")).answerDemo,
};

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

/** What a vendor inside the process is: reached as `builtin:<name>` instead of a URL, else like any other. */

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

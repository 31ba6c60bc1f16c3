/** Which paths belong to the console. The relay and the management API are asked first, so they are never shadowed. */

/** The first segment of every page. A path below one of them is a page too. */
export const CONSOLE_SECTIONS: readonly string[] = [
  "",
  "accounts",
  "first-steps",
  "join",
  "keys",
  "playground",
  "providers",
  "requests",
  "routing",
  "settings",
  "sign-in",
  "welcome",
];

export function isConsolePath(path: string): boolean {
  return CONSOLE_SECTIONS.includes(path.split("/", 2)[1] ?? "");
}

export function isAssetPath(path: string): boolean {
  return path.startsWith("/assets/");
}

/** A browser that opens a page, not a program that asks for data. */
export function wantsPage(request: Request): boolean {
  return (request.headers.get("accept") ?? "").includes("text/html");
}

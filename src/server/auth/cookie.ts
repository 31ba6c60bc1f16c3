/** The session cookie. */

export const SESSION_COOKIE = "parley_session";

export function findSessionCookie(request: Request): string | undefined {
  for (const part of (request.headers.get("cookie") ?? "").split(";")) {
    const [name, value] = part.trim().split("=", 2);
    if (name === SESSION_COOKIE && value) return value;
  }
  return undefined;
}

/** Not readable by scripts, not sent along by other sites, and under TLS never sent in the clear. */
export function writeSessionCookie(value: string, seconds: number, secure: boolean): string {
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? "; Secure" : ""}`;
  return `${SESSION_COOKIE}=${value}; ${attributes}`;
}

export function clearSessionCookie(secure: boolean): string {
  return writeSessionCookie("", 0, secure);
}

/** Months as the server names them, in UTC: `2026-01`. */

export function monthNow(): string {
  return new Date().toISOString().slice(0, 7);
}

export function isMonth(text: string): boolean {
  return /^20\d{2}-(0[1-9]|1[0-2])$/.test(text);
}

export function movedBy(month: string, months: number): string {
  return startOf(month, months).toISOString().slice(0, 7);
}

export function boundsOf(month: string): { readonly since: string; readonly until: string } {
  return { since: startOf(month, 0).toISOString(), until: startOf(month, 1).toISOString() };
}

function startOf(month: string, later: number): Date {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + later, 1));
}

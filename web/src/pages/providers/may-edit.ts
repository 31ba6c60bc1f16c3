import type { Provider } from "../../api/contract.ts";
import { useAllowed } from "../../shell/allowed.tsx";

/** Nobody changes what is part of Parley, and viewers change nothing. */
export function useMayEdit({ builtin }: Pick<Provider, "builtin">): boolean {
  return useAllowed("admin") && !builtin;
}

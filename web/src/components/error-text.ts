/** Errors as sentences in the person's language where there are such, else as the server told them. */

import { ApiError, type FieldProblem } from "../api/error.ts";
import { useMessages, useSaid } from "../messages/index.ts";

export function useErrorText(): (error: Error) => string {
  const codes: Readonly<Record<string, string>> = useMessages("errors").codes;
  const say = useSaid();
  return (error) => {
    if (!(error instanceof ApiError)) return error.message;
    return codes[error.code] ?? say(error);
  };
}

/** What is wrong with several fields. */
export function useProblemText(): (problems: readonly FieldProblem[]) => string {
  const say = useSaid();
  return (problems) =>
    problems.map((problem) => `${problem.path} ${say(problem)}`.trim()).join("; ");
}

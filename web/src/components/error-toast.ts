import type { ApiError } from "../api/error.ts";
import { useErrorText } from "./error-text.ts";
import { toast } from "./toast.tsx";

/** For actions without a form or a dialog in which the error could stand. */
export function useErrorToast(): (error: ApiError) => void {
  const text = useErrorText();
  return (error) => toast(text(error), "bad");
}

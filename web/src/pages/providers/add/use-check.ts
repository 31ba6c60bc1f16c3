/** A check that is running: its steps as they come, its report at the end, and a way to break it off. */

import { useEffect, useRef, useState } from "react";
import { streamApi } from "../../../api/client.ts";
import type { CheckInput, CheckLine, CheckReport, CheckStep } from "../../../api/contract.ts";
import { ApiError } from "../../../api/error.ts";

export interface Check {
  readonly isRunning: boolean;
  readonly isCancelled: boolean;
  readonly steps: readonly CheckStep[];
  readonly report: CheckReport | undefined;
  readonly error: ApiError | null;
  readonly start: (input: CheckInput, onReport: (report: CheckReport) => void) => void;
  readonly cancel: () => void;
}

interface State {
  readonly isRunning: boolean;
  readonly isCancelled: boolean;
  readonly steps: readonly CheckStep[];
  readonly report: CheckReport | undefined;
  readonly error: ApiError | null;
}

const IDLE: State = {
  isRunning: false,
  isCancelled: false,
  steps: [],
  report: undefined,
  error: null,
};

export function useCheck(): Check {
  const [state, setState] = useState<State>(IDLE);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start: Check["start"] = (input, onReport) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ ...IDLE, isRunning: true });
    const hear = (line: CheckLine): void => {
      if (controller.signal.aborted) return;
      if ("step" in line) setState((old) => ({ ...old, steps: [...old.steps, line.step] }));
      else {
        setState((old) => ({ ...old, isRunning: false, report: line.report }));
        onReport(line.report);
      }
    };
    run(input, controller.signal, hear).catch((thrown: unknown) => {
      if (controller.signal.aborted) return;
      const error =
        thrown instanceof ApiError
          ? thrown
          : new ApiError({ status: 0, code: "network", message: String(thrown), cause: thrown });
      setState((old) => ({ ...old, isRunning: false, error }));
    });
  };

  const cancel = (): void => {
    running.current?.abort();
    setState((old) => ({ ...old, isRunning: false, isCancelled: old.isRunning }));
  };

  return { ...state, start, cancel };
}

async function run(
  input: CheckInput,
  signal: AbortSignal,
  hear: (line: CheckLine) => void,
): Promise<void> {
  const response = await streamApi(
    "POST /api/relay/check",
    { accept: "application/x-ndjson", signal },
    { body: input },
  );
  if (response.body === null) return;
  // Not every browser can iterate over a stream.
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) hear(JSON.parse(line) as CheckLine);
  }
}

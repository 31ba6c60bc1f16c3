import { Icon } from "../../components/icon.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { useMessages } from "../../messages/index.ts";
import { CallFacts } from "./call-facts.tsx";
import type { AssistantTurn, ToolCall, Turn } from "./conversation.ts";

/** One thing that was said. All of it is text: nothing a model writes becomes part of the page. */
export function TurnView({ turn }: { readonly turn: Turn }) {
  const t = useMessages("playground");
  switch (turn.role) {
    case "user":
      return (
        <div className="ml-8 flex flex-col gap-2 self-end rounded-lg bg-accent-soft px-3 py-2 text-sm">
          <p className="whitespace-pre-wrap wrap-anywhere">{turn.text}</p>
          {turn.images.length > 0 && (
            <div className="flex flex-wrap gap-2">
              {turn.images.map((image, index) => (
                <img
                  key={image}
                  src={image}
                  alt={t.image(index + 1)}
                  className="max-h-32 rounded-md"
                />
              ))}
            </div>
          )}
        </div>
      );
    case "tool":
      return (
        <div className="rounded-md border border-line px-3 py-2 text-sm">
          <p className="flex items-center gap-1.5 text-xs text-muted">
            <Icon name="corner-down-right" className="size-3.5" />
            {t.toolAnswered(turn.name)}
          </p>
          <pre className="mt-1 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            {turn.text}
          </pre>
        </div>
      );
    case "assistant":
      return <AnswerView answer={turn} />;
  }
}

function AnswerView({ answer }: { readonly answer: AssistantTurn }) {
  const t = useMessages("playground");
  const { text, reasoning, calls, end, problem, requestId } = answer;
  return (
    <div className="flex flex-col gap-2 text-sm">
      {reasoning !== "" && (
        <details className="rounded-md bg-sunken px-3 py-2 text-xs text-muted">
          <summary className="cursor-pointer">{t.reasoning}</summary>
          <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{reasoning}</p>
        </details>
      )}
      {text !== "" && <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>}
      {calls.map((call, index) => (
        <CallView key={index} call={call} />
      ))}
      {end === "running" && text === "" && calls.length === 0 && (
        <span className="flex items-center gap-2 text-muted">
          <Spinner />
          {t.waiting}
        </span>
      )}
      {end === "failed" && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad wrap-anywhere">
          {problem}
        </p>
      )}
      {end === "stopped" && <p className="text-xs text-warn">{t.stopped}</p>}
      {end !== "running" && requestId !== undefined && <CallFacts id={requestId} />}
    </div>
  );
}

function CallView({ call }: { readonly call: ToolCall }) {
  const t = useMessages("playground");
  return (
    <div className="rounded-md border border-line bg-sunken px-3 py-2">
      <p className="flex items-center gap-1.5 text-xs text-muted">
        <Icon name="wrench" className="size-3.5" />
        {t.callsTool(call.name)}
      </p>
      <pre className="mt-1 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
        {spread(call.arguments)}
      </pre>
    </div>
  );
}

/** On several lines once it is whole. */
function spread(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

import { useEffect, useRef } from "react";
import { Button } from "../../components/button.tsx";
import { useMessages } from "../../messages/index.ts";
import { awaitsTools, type Chat, lastAnswer, type ToolTurn } from "./conversation.ts";
import { ToolAnswers } from "./tool-answers.tsx";
import { TurnView } from "./turn-view.tsx";

const NEAR_PX = 80;

export interface ChatPanelProps {
  readonly chat: Chat;
  readonly canAsk: boolean;
  readonly onCode: () => void;
  readonly onAnswer: (answers: readonly ToolTurn[]) => void;
}

/** The conversation with one model. */
export function ChatPanel({ chat, canAsk, onCode, onAnswer }: ChatPanelProps) {
  const t = useMessages("playground");
  const list = useFollowing(chat);
  const answer = lastAnswer(chat);
  return (
    <section
      aria-label={chat.model}
      className="flex min-w-0 flex-1 flex-col rounded-lg border border-line bg-surface shadow-card sm:min-w-72"
    >
      <header className="flex items-center justify-between gap-2 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="min-w-0 truncate text-sm font-semibold" title={chat.model}>
          {chat.model}
        </h2>
        <Button size="sm" kind="quiet" icon="code" onClick={onCode}>
          {t.code}
        </Button>
      </header>
      {/* A region that scrolls must be reachable by keyboard. */}
      <div
        ref={list}
        role="log"
        aria-label={t.conversation(chat.model)}
        aria-busy={answer?.end === "running"}
        tabIndex={0}
        className="flex h-[26rem] flex-col gap-4 overflow-y-auto p-4 -outline-offset-2"
      >
        {chat.turns.length === 0 ? (
          <p className="m-auto max-w-xs text-center text-sm text-muted">{t.empty}</p>
        ) : (
          chat.turns.map((turn, index) => <TurnView key={index} turn={turn} />)
        )}
        {answer !== undefined && awaitsTools(chat) && (
          <ToolAnswers calls={answer.calls} canSend={canAsk} onSend={onAnswer} />
        )}
      </div>
    </section>
  );
}

/** Stays at the end while the answer grows, unless the person has scrolled away from it. */
function useFollowing(chat: Chat) {
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const note = (): void => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    };
    element.addEventListener("scroll", note, { passive: true });
    return () => element.removeEventListener("scroll", note);
  }, []);
  useEffect(() => {
    if (isAtEnd.current) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [chat]);
  return list;
}

/** The conversations side by side: what was said in each, and the calls that run. */

import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../api/error.ts";
import { noteSignedOut } from "../../api/query.ts";
import { ask } from "./ask.ts";
import {
  type AssistantTurn,
  awaitsTools,
  type Chat,
  isRunning,
  lastAnswer,
  NEW_ANSWER,
  type ToolTurn,
  type Turn,
  type UserTurn,
} from "./conversation.ts";
import { type Settings, writeBody } from "./request.ts";

export interface Chats {
  readonly chats: readonly Chat[];
  readonly isRunning: boolean;
  /** One conversation per model; those of models that stay are kept. */
  readonly setModels: (models: readonly string[]) => void;
  /** Says the same to every model that does not wait for a tool. */
  readonly say: (turn: UserTurn, settings: Settings, key: string) => void;
  readonly answerTools: (
    model: string,
    answers: readonly ToolTurn[],
    settings: Settings,
    key: string,
  ) => void;
  readonly stop: () => void;
  readonly clear: () => void;
}

export function useChats(models: readonly string[]): Chats {
  const [chats, setChats] = useState<readonly Chat[]>(() => models.map(makeChat));
  const running = useRef(new Map<string, AbortController>());
  /** A model that is taken out by mistake and put back finds its conversation again. */
  const left = useRef(new Map<string, Chat>());
  const stop = (): void => {
    for (const control of running.current.values()) control.abort();
  };
  useEffect(() => {
    const calls = running.current;
    return () => {
      for (const control of calls.values()) control.abort();
    };
  }, []);

  const change = (model: string, next: (chat: Chat) => Chat): void =>
    setChats((all) => all.map((chat) => (chat.model === model ? next(chat) : chat)));

  const changeAnswer = (model: string, next: (answer: AssistantTurn) => AssistantTurn): void =>
    change(model, (chat) => {
      const last = lastAnswer(chat);
      return last === undefined
        ? chat
        : { ...chat, turns: [...chat.turns.slice(0, -1), next(last)] };
    });

  async function run(chat: Chat, added: readonly Turn[], settings: Settings, key: string) {
    const { model } = chat;
    const turns = [...chat.turns, ...added];
    const body = writeBody(settings, model, turns);
    const control = new AbortController();
    running.current.set(model, control);
    change(model, (old) => ({ ...old, sent: body, turns: [...turns, NEW_ANSWER] }));
    try {
      for await (const piece of ask({ key, body, signal: control.signal }))
        changeAnswer(model, piece);
      changeAnswer(model, (answer) =>
        answer.end === "running" ? { ...answer, end: "done" } : answer,
      );
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.code === "unauthorized") noteSignedOut();
      changeAnswer(model, (answer) => ({
        ...answer,
        ...(control.signal.aborted
          ? { end: "stopped" }
          : { end: "failed", problem: thrown instanceof Error ? thrown.message : String(thrown) }),
      }));
    } finally {
      running.current.delete(model);
    }
  }

  return {
    chats,
    isRunning: chats.some(isRunning),
    stop,
    clear() {
      stop();
      left.current.clear();
      setChats((all) => all.map(({ model }) => makeChat(model)));
    },
    setModels(next) {
      for (const [model, control] of running.current) if (!next.includes(model)) control.abort();
      for (const chat of chats) if (!isRunning(chat)) left.current.set(chat.model, chat);
      const find = (all: readonly Chat[], model: string): Chat | undefined =>
        all.find((chat) => chat.model === model) ?? left.current.get(model);
      setChats((all) => next.map((model) => find(all, model) ?? makeChat(model)));
    },
    say(turn, settings, key) {
      for (const chat of chats)
        if (!awaitsTools(chat) && !isRunning(chat)) void run(chat, [turn], settings, key);
    },
    answerTools(model, answers, settings, key) {
      const chat = chats.find((one) => one.model === model);
      if (chat) void run(chat, answers, settings, key);
    },
  };
}

function makeChat(model: string): Chat {
  return { model, turns: [] };
}

import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { TextArea } from "../../components/input.tsx";
import { useMessages } from "../../messages/index.ts";
import type { ToolCall, ToolTurn } from "./conversation.ts";

export interface ToolAnswersProps {
  readonly calls: readonly ToolCall[];
  readonly canSend: boolean;
  readonly onSend: (answers: readonly ToolTurn[]) => void;
}

/** The relay runs no tools: the person says what they would have answered. */
export function ToolAnswers({ calls, canSend, onSend }: ToolAnswersProps) {
  const t = useMessages("playground");
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const send = (): void =>
    onSend(
      calls.map(({ id, name }) => ({ role: "tool", callId: id, name, text: texts[id] ?? "" })),
    );
  return (
    <Form
      error={null}
      onSubmit={send}
      className="flex flex-col gap-3 rounded-md border border-accent p-3"
    >
      {calls.map(({ id, name }) => (
        <FormField key={id} name={id} label={t.answerOf(name)}>
          {(field) => (
            <TextArea
              {...field}
              rows={2}
              className="font-mono text-xs"
              placeholder={t.answerHint}
              value={texts[id] ?? ""}
              onChange={(event) => setTexts({ ...texts, [id]: event.target.value })}
            />
          )}
        </FormField>
      ))}
      <Button type="submit" kind="primary" size="sm" icon="send" disabled={!canSend}>
        {t.sendAnswers}
      </Button>
    </Form>
  );
}

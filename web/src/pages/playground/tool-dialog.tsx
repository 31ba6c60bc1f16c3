import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Icon } from "../../components/icon.tsx";
import { Input, TextArea } from "../../components/input.tsx";
import { type Messages, useMessages } from "../../messages/index.ts";
import { findToolProblem, type ToolDraft, type ToolProblem } from "./tool-draft.ts";

export interface ToolDialogProps {
  readonly tool: ToolDraft;
  /** Names must differ from theirs. */
  readonly others: readonly ToolDraft[];
  readonly onSave: (tool: ToolDraft) => void;
  readonly onClose: () => void;
}

export function ToolDialog({ tool, others, onSave, onClose }: ToolDialogProps) {
  const t = useMessages("playground");
  const general = useMessages("general");
  const [draft, setDraft] = useState(tool);
  const problem = findToolProblem(draft, others);
  const isAboutName = problem?.kind === "name" || problem?.kind === "twice";
  const set = (patch: Partial<ToolDraft>): void => setDraft({ ...draft, ...patch });
  const save = (): void => {
    if (problem === undefined) onSave(draft);
  };
  return (
    <Dialog
      open
      keep
      onClose={onClose}
      title={t.tool}
      description={t.toolHint}
      actions={
        <>
          <Button onClick={onClose}>{general.cancel}</Button>
          <Button kind="primary" disabled={problem !== undefined} onClick={save}>
            {general.save}
          </Button>
        </>
      }
    >
      <Form error={null} onSubmit={save} className="flex flex-col gap-4">
        <FormField name="name" label={t.toolName}>
          {(field) => (
            <Input
              {...field}
              className="font-mono"
              aria-invalid={isAboutName || undefined}
              value={draft.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </FormField>
        <FormField name="description" label={t.toolDescription} optional>
          {(field) => (
            <Input
              {...field}
              value={draft.description}
              onChange={(event) => set({ description: event.target.value })}
            />
          )}
        </FormField>
        <FormField name="parameters" label={t.toolParameters}>
          {(field) => (
            <TextArea
              {...field}
              rows={12}
              spellCheck={false}
              className="font-mono text-xs"
              aria-invalid={(problem !== undefined && !isAboutName) || undefined}
              value={draft.parameters}
              onChange={(event) => set({ parameters: event.target.value })}
            />
          )}
        </FormField>
        <p
          role="status"
          className={
            problem === undefined
              ? "flex gap-1.5 text-xs text-good"
              : "flex gap-1.5 text-xs text-bad"
          }
        >
          <Icon name={problem === undefined ? "circle-check" : "circle-alert"} />
          <span className="wrap-anywhere">
            {problem === undefined ? t.toolGood : explain(problem, t)}
          </span>
        </p>
      </Form>
    </Dialog>
  );
}

function explain(problem: ToolProblem, t: Messages["playground"]): string {
  switch (problem.kind) {
    case "json":
      return t.problems.json(problem.detail);
    case "type":
      return t.problems.type(problem.at, problem.detail);
    case "unknownRequired":
      return t.problems.unknownRequired(problem.detail);
    case "name":
    case "twice":
    case "notObject":
    case "rootType":
    case "properties":
    case "required":
      return t.problems[problem.kind];
  }
}

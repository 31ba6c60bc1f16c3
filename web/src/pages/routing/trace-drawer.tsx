import { useState } from "react";
import type { Model } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Combobox } from "../../components/combobox.tsx";
import { Drawer } from "../../components/dialog.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Input } from "../../components/input.tsx";
import { useMessages } from "../../messages/index.ts";
import { KeyPicker } from "./key-picker.tsx";
import { TraceResult } from "./trace-result.tsx";

export interface TraceDrawerProps {
  readonly model: string | null;
  readonly models: readonly Model[];
  readonly onClose: () => void;
}

/** What would happen to a call of this key for this model, now. Nothing is called. */
export function TraceDrawer({ model: given, models, onClose }: TraceDrawerProps) {
  const t = useMessages("routing");
  const [model, setModel] = useState(given);
  const [key, setKey] = useState<string | null>(null);
  const [tokens, setTokens] = useState("1000");
  const trace = useChange("POST /api/relay/trace");
  const names = models.map(({ id }) => id).filter((id) => !id.endsWith("*"));
  const submit = (): void => {
    if (model === null) return;
    trace.mutate({
      body: {
        model,
        ...(key === null ? {} : { key }),
        ...(tokens.trim() === "" ? {} : { prompt_tokens: Number(tokens) }),
      },
    });
  };
  return (
    <Drawer open onClose={onClose} title={t.trace} description={t.traceHint}>
      <Form error={trace.error} onSubmit={submit} className="flex flex-col gap-4">
        <FormField name="model" label={t.model}>
          {(field) => (
            <Combobox
              id={field.id}
              aria-describedby={field["aria-describedby"]}
              aria-invalid={field["aria-invalid"]}
              value={model}
              placeholder={t.chooseModel}
              onChange={setModel}
              choices={names}
            />
          )}
        </FormField>
        <div className="grid grid-cols-[1fr_8rem] gap-3">
          <KeyPicker value={key} onChange={setKey} />
          <FormField name="prompt_tokens" label={t.promptTokens}>
            {(field) => (
              <Input
                {...field}
                type="number"
                min={0}
                value={tokens}
                onChange={(event) => setTokens(event.target.value)}
              />
            )}
          </FormField>
        </div>
        <div>
          <Button
            kind="primary"
            type="submit"
            icon="play"
            busy={trace.isPending}
            disabled={model === null}
          >
            {t.runTrace}
          </Button>
        </div>
      </Form>
      {trace.data && (
        <div className="mt-5 border-t border-line pt-4">
          <TraceResult trace={trace.data} />
        </div>
      )}
    </Drawer>
  );
}

import { useState } from "react";
import { useChange } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Drawer } from "../../components/dialog.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Input } from "../../components/input.tsx";
import { KeyCombobox } from "../../components/key-combobox.tsx";
import { ModelCombobox } from "../../components/model-combobox.tsx";
import { useMessages } from "../../messages/index.ts";
import { TraceResult } from "./trace-result.tsx";

export interface TraceDrawerProps {
  readonly model: string | null;
  readonly onClose: () => void;
}

/** What would happen to a call of this key for this model, now. Nothing is called. */
export function TraceDrawer({ model: given, onClose }: TraceDrawerProps) {
  const t = useMessages("routing");
  const [model, setModel] = useState(given);
  const [key, setKey] = useState<string>();
  const [tokens, setTokens] = useState("1000");
  const trace = useChange("POST /api/relay/trace");
  const submit = (): void => {
    if (model === null) return;
    trace.mutate({
      body: {
        model,
        ...(key === undefined ? {} : { key }),
        ...(tokens.trim() === "" ? {} : { prompt_tokens: Number(tokens) }),
      },
    });
  };
  return (
    <Drawer open onClose={onClose} title={t.trace} description={t.traceHint}>
      <Form error={trace.error} onSubmit={submit} className="flex flex-col gap-4">
        <FormField name="model" label={t.model}>
          {(field) => (
            <ModelCombobox
              {...field}
              patterns={false}
              value={model}
              placeholder={t.chooseModel}
              onChange={setModel}
            />
          )}
        </FormField>
        <div className="grid grid-cols-[1fr_8rem] gap-3">
          <FormField name="key" label={t.key}>
            {(field) => (
              <KeyCombobox {...field} value={key} placeholder={t.anyKey} onChange={setKey} />
            )}
          </FormField>
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

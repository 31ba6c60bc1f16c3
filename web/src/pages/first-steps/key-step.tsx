import { useState } from "react";
import type { KeyCreated } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Input } from "../../components/input.tsx";
import { SecretLine } from "../../components/secret-dialog.tsx";
import { curlSnippet } from "../../components/snippets.ts";
import { useMessages } from "../../messages/index.ts";

export interface KeyStepProps {
  /** The model that the copied line will call. */
  readonly model: string;
  readonly made: KeyCreated | undefined;
  readonly onMade: (key: KeyCreated) => void;
  readonly onDone: () => void;
}

export function KeyStep({ model, made, onMade, onDone }: KeyStepProps) {
  const t = useMessages("firstSteps").key;
  const keys = useMessages("keys");
  const [name, setName] = useState(t.defaultName);
  const create = useChange("POST /api/relay/keys", { invalidates: ["/api/relay/keys"] });
  if (made === undefined)
    return (
      <Form
        error={create.error}
        onSubmit={() => create.mutate({ body: { name } }, { onSuccess: onMade })}
        className="flex flex-col items-start gap-4"
      >
        <FormField name="name" label={t.name} className="w-full max-w-sm">
          {(field) => (
            <Input
              {...field}
              value={name}
              onChange={(event) => setName(event.target.value)}
              autoComplete="off"
            />
          )}
        </FormField>
        <Button type="submit" kind="primary" icon="key-round" busy={create.isPending}>
          {t.make}
        </Button>
      </Form>
    );
  return (
    <div className="flex flex-col gap-4">
      <SecretLine secret={made.key} hint={keys.secretHint} />
      <div className="flex flex-col gap-2">
        <p className="text-sm">{t.copyFirst}</p>
        <CodeBlock
          code={curlSnippet({ origin: location.origin, secret: made.key, model, models: [] })}
          what="curl"
        />
      </div>
      <div>
        <Button kind="primary" icon="arrow-right" onClick={onDone}>
          {t.next}
        </Button>
      </div>
    </div>
  );
}

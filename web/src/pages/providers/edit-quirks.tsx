import { useState } from "react";
import type { Provider, QuirksInput } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Drawer } from "../../components/dialog.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Input } from "../../components/input.tsx";
import { Select } from "../../components/select.tsx";
import { Switch } from "../../components/switch.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";
import { CHOICE_NAMES, CHOICES, FLAGS } from "./quirk-names.ts";

const FORM = "provider-quirks";
const UNSET = "unset";

export function EditQuirks({
  provider,
  onClose,
}: {
  readonly provider: Provider;
  readonly onClose: () => void;
}) {
  const t = useMessages("providers");
  const general = useMessages("general");
  const [quirks, setQuirks] = useState<QuirksInput>(provider.quirks);
  const [rejected, setRejected] = useState((provider.quirks.rejected_fields ?? []).join(", "));
  const change = useChange("PATCH /api/relay/providers/{name}", {
    invalidates: ["/api/relay/providers"],
  });
  const submit = (): void => {
    const fields = rejected.split(/[\s,]+/).filter((field) => field !== "");
    const { rejected_fields: _, ...rest } = quirks;
    change.mutate(
      {
        params: { name: provider.name },
        body: { quirks: fields.length === 0 ? rest : { ...rest, rejected_fields: fields } },
      },
      {
        onSuccess: () => {
          toast(t.saved);
          onClose();
        },
      },
    );
  };
  return (
    <Drawer
      open
      onClose={onClose}
      title={t.quirks}
      description={t.quirksHint}
      actions={
        <>
          <Button onClick={onClose}>{general.cancel}</Button>
          <Button kind="primary" type="submit" form={FORM} busy={change.isPending}>
            {general.save}
          </Button>
        </>
      }
    >
      <Form id={FORM} error={change.error} onSubmit={submit} className="flex flex-col gap-4">
        {FLAGS.map((flag) => (
          <Switch
            key={flag}
            label={flag}
            hint={t.quirkMeanings[flag]}
            checked={quirks[flag] === true}
            onChange={(isOn) => setQuirks(withValue(quirks, flag, isOn ? true : undefined))}
          />
        ))}
        {CHOICE_NAMES.map((name) => (
          <FormField key={name} name={`quirks.${name}`} label={name} hint={t.quirkMeanings[name]}>
            {(field) => (
              <Select
                {...field}
                value={quirks[name] ?? UNSET}
                onChange={(value) =>
                  setQuirks(withValue(quirks, name, value === UNSET ? undefined : value))
                }
                choices={[
                  { value: UNSET, label: t.asProtocol },
                  ...CHOICES[name].map((value) => ({ value, label: value })),
                ]}
              />
            )}
          </FormField>
        ))}
        <FormField
          name="quirks.rejected_fields"
          label="rejected_fields"
          hint={t.quirkMeanings.rejected_fields}
        >
          {(field) => (
            <Input
              {...field}
              value={rejected}
              spellCheck={false}
              placeholder="seed, messages[].name"
              onChange={(event) => setRejected(event.target.value)}
            />
          )}
        </FormField>
      </Form>
    </Drawer>
  );
}

/** An absent flag means: as the protocol has it. */
function withValue(
  quirks: QuirksInput,
  name: keyof QuirksInput,
  value: true | string | undefined,
): QuirksInput {
  const { [name]: _, ...rest } = quirks;
  return value === undefined ? rest : { ...rest, [name]: value };
}

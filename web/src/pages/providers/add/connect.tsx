import type { Preset } from "../../../api/contract.ts";
import { Button } from "../../../components/button.tsx";
import { ErrorNote } from "../../../components/error-note.tsx";
import { Form, FormField } from "../../../components/form-field.tsx";
import { Input } from "../../../components/input.tsx";
import { Spinner } from "../../../components/spinner.tsx";
import { useMessages, useSaid } from "../../../messages/index.ts";
import { CheckSteps } from "./check-steps.tsx";
import { KeyFields } from "./key-fields.tsx";
import type { Check } from "./use-check.ts";

export interface Connection {
  readonly url: string;
  readonly keys: readonly string[];
  readonly model: string;
}

export interface ConnectProps {
  readonly id: string;
  readonly preset: Preset | undefined;
  readonly connection: Connection;
  readonly onChange: (connection: Connection) => void;
  readonly check: Check;
  readonly onCheck: () => void;
}

/** Where it is and with which key; below it, what the check finds there. */
export function Connect({ id, preset, connection, onChange, check, onCheck }: ConnectProps) {
  const t = useMessages("providers");
  const isLocal = preset?.local === true;
  return (
    <div className="flex flex-col gap-4">
      <Form id={id} error={check.error} onSubmit={onCheck} className="flex flex-col gap-4">
        <FormField name="url" label={t.address} hint={t.addressHint}>
          {(field) => (
            <Input
              {...field}
              type="url"
              placeholder="https://api.example.com/v1"
              autoComplete="off"
              spellCheck={false}
              value={connection.url}
              onChange={(event) => onChange({ ...connection, url: event.target.value })}
            />
          )}
        </FormField>
        <KeyFields
          name="api_key"
          keys={connection.keys}
          onChange={(keys) => onChange({ ...connection, keys })}
          hint={isLocal ? t.localKeyHint : t.vendorKeyHint}
        />
        <FormField name="model" label={t.checkModel} hint={t.checkModelHint} optional>
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              spellCheck={false}
              value={connection.model}
              onChange={(event) => onChange({ ...connection, model: event.target.value })}
            />
          )}
        </FormField>
      </Form>
      <CheckResult check={check} />
    </div>
  );
}

function CheckResult({ check }: { readonly check: Check }) {
  const t = useMessages("providers");
  const say = useSaid();
  const isShown = check.isRunning || check.isCancelled || check.report !== undefined;
  if (!isShown) return null;
  return (
    <section aria-label={t.checkResult} className="rounded-lg border border-line bg-sunken p-3">
      <div role="status" className="mb-2 flex items-center gap-2 text-sm">
        {check.isRunning && (
          <>
            <Spinner />
            <span className="flex-1">{t.checking(check.steps.length)}</span>
            <Button size="sm" icon="x" onClick={check.cancel}>
              {t.cancelCheck}
            </Button>
          </>
        )}
        {check.isCancelled && <span className="text-muted">{t.checkCancelled}</span>}
        {check.report?.ok === true && (
          <span className="font-medium">{say(check.report.summary)}</span>
        )}
      </div>
      {check.report?.ok === false && (
        <ErrorNote error={new Error(say(check.report.summary))} className="mb-2" />
      )}
      <CheckSteps steps={check.report?.steps ?? check.steps} />
    </section>
  );
}

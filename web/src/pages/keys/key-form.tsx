import type { ApiError } from "../../api/error.ts";
import { Form, FormField } from "../../components/form-field.tsx";
import { Input, TextArea } from "../../components/input.tsx";
import { MultiModelCombobox } from "../../components/model-combobox.tsx";
import { AccountCombobox } from "../../components/name-combobox.tsx";
import { useMessages } from "../../messages/index.ts";
import { DEFAULT_ACCOUNT, type KeyDraft } from "./draft.ts";

export interface KeyFormProps {
  readonly id: string;
  readonly draft: KeyDraft;
  readonly onChange: (draft: KeyDraft) => void;
  readonly onSubmit: () => void;
  readonly error: ApiError | null;
  /** An existing key stays with its account. */
  readonly isNew: boolean;
}

/** Everything that can be chosen about a key. The buttons are the drawer's. */
export function KeyForm({ id, draft, onChange, onSubmit, error, isNew }: KeyFormProps) {
  const t = useMessages("keys").form;
  const set = (patch: Partial<KeyDraft>): void => onChange({ ...draft, ...patch });
  const text = (
    name: "name" | "rpm" | "tpm" | "concurrency" | "limitUsd" | "cacheSeconds" | "expires",
  ) => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
  return (
    <Form id={id} error={error} onSubmit={onSubmit} className="flex flex-col gap-5">
      <FormField name="name" label={t.name} hint={t.nameHint}>
        {(field) => <Input {...field} {...text("name")} autoComplete="off" />}
      </FormField>
      {isNew && (
        <FormField name="account" label={t.account} hint={t.accountHint}>
          {(field) => (
            <AccountCombobox
              {...field}
              value={draft.account === "" ? null : draft.account}
              onChange={(account) => set({ account: account ?? "" })}
              placeholder={DEFAULT_ACCOUNT}
            />
          )}
        </FormField>
      )}
      <FormField name="models" label={t.models} hint={t.modelsHint}>
        {(field) => (
          <MultiModelCombobox
            {...field}
            values={draft.models}
            onChange={(chosen) => set({ models: chosen })}
            placeholder={t.modelsPlaceholder}
          />
        )}
      </FormField>
      <fieldset className="flex flex-col gap-4 border-t border-line pt-4">
        <legend className="float-left w-full text-sm font-semibold">{t.limits}</legend>
        <p className="-mt-4 text-xs text-faint">{t.limitsHint}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField name="rpm" label={t.rpm}>
            {(field) => <Input {...field} {...text("rpm")} inputMode="numeric" />}
          </FormField>
          <FormField name="tpm" label={t.tpm}>
            {(field) => <Input {...field} {...text("tpm")} inputMode="numeric" />}
          </FormField>
          <FormField name="concurrency" label={t.concurrency}>
            {(field) => <Input {...field} {...text("concurrency")} inputMode="numeric" />}
          </FormField>
          <FormField name="limit_usd" label={t.limitUsd} hint={t.limitUsdHint}>
            {(field) => <Input {...field} {...text("limitUsd")} inputMode="decimal" suffix="USD" />}
          </FormField>
          <FormField name="cache_seconds" label={t.cache} hint={t.cacheHint}>
            {(field) => (
              <Input {...field} {...text("cacheSeconds")} inputMode="numeric" suffix={t.seconds} />
            )}
          </FormField>
          <FormField name="expires_at" label={t.expires} hint={t.expiresHint}>
            {(field) => <Input {...field} {...text("expires")} type="datetime-local" />}
          </FormField>
        </div>
        <FormField name="ips" label={t.ips} hint={t.ipsHint}>
          {(field) => (
            <TextArea
              {...field}
              value={draft.ips}
              onChange={(event) => set({ ips: event.target.value })}
              className="font-mono text-xs"
              spellCheck={false}
            />
          )}
        </FormField>
      </fieldset>
    </Form>
  );
}

import { useState } from "react";
import type { Preset, Protocol, ProviderInput } from "../../api/contract.ts";
import { useApi, useChange } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Input, SecretInput } from "../../components/input.tsx";
import { Select } from "../../components/select.tsx";
import { Switch } from "../../components/switch.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";

const PROTOCOLS: readonly Protocol[] = [
  "openai-completions",
  "openai-responses",
  "anthropic-messages",
  "google-generative-ai",
];

interface Draft {
  readonly name: string;
  readonly baseUrl: string;
  readonly protocol: string;
  readonly apiKey: string;
  readonly model: string;
  readonly priceIn: string;
  readonly priceOut: string;
  readonly priceCached: string | undefined;
  readonly isFree: boolean;
}

const EMPTY: Draft = {
  name: "",
  baseUrl: "",
  protocol: "openai-completions",
  apiKey: "",
  model: "",
  priceIn: "",
  priceOut: "",
  priceCached: undefined,
  isFree: false,
};

function draftOf(preset: Preset): Draft {
  return {
    ...EMPTY,
    name: preset.name,
    baseUrl: preset.base_url,
    protocol: preset.protocol,
    model: preset.model?.id ?? "",
    priceIn: preset.model?.price_in ?? "",
    priceOut: preset.model?.price_out ?? "",
    priceCached: preset.model?.price_cached ?? undefined,
    isFree: preset.local,
  };
}

function inputOf(draft: Draft): ProviderInput {
  const price = draft.isFree
    ? { free: true }
    : {
        ...(draft.priceIn === "" ? {} : { price_in: draft.priceIn }),
        ...(draft.priceOut === "" ? {} : { price_out: draft.priceOut }),
        ...(draft.priceCached === undefined ? {} : { price_cached: draft.priceCached }),
      };
  return {
    name: draft.name.trim(),
    // The server knows its protocols; a preset may name one that this page does not.
    protocol: draft.protocol as Protocol,
    base_url: draft.baseUrl.trim(),
    ...(draft.apiKey === "" ? {} : { api_keys: [draft.apiKey.trim()] }),
    models: [{ id: draft.model.trim(), ...price }],
  };
}

export interface ProviderFormProps {
  readonly way: "preset" | "address";
  readonly onDone: (model: string) => void;
}

export function ProviderForm({ way, onDone }: ProviderFormProps) {
  const t = useMessages("firstSteps").provider;
  const presets = useApi("GET /api/relay/presets", undefined, { enabled: way === "preset" });
  const list = presets.data?.presets ?? [];
  const [chosen, setChosen] = useState("");
  const [edited, setEdited] = useState<Draft>();
  const preset = list.find(({ name }) => name === chosen) ?? list[0];
  const draft = edited ?? (way === "preset" && preset ? draftOf(preset) : EMPTY);
  const set = (patch: Partial<Draft>): void => setEdited({ ...draft, ...patch });
  const add = useChange("POST /api/relay/providers", {
    invalidates: ["/api/relay/providers", "/api/relay/models"],
  });
  const submit = (): void =>
    add.mutate(
      { body: inputOf(draft) },
      {
        onSuccess: (provider) => {
          toast(t.added(provider.name));
          onDone(draft.model.trim());
        },
      },
    );
  const text = (name: "name" | "baseUrl" | "apiKey" | "model" | "priceIn" | "priceOut") => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
  const needsNoKey = way === "preset" && preset?.local === true;
  return (
    <Form error={add.error} onSubmit={submit} className="flex flex-col gap-4">
      {way === "preset" && (
        <FormField name="preset" label={t.vendor}>
          {(field) => (
            <Select
              {...field}
              value={preset?.name ?? ""}
              onChange={(name) => {
                setChosen(name);
                setEdited(undefined);
                add.reset();
              }}
              choices={list.map(({ name, title, local }) => ({
                value: name,
                label: title,
                ...(local ? { detail: t.local } : {}),
              }))}
            />
          )}
        </FormField>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField name="name" label={t.name} hint={t.nameHint}>
          {(field) => <Input {...field} {...text("name")} autoComplete="off" />}
        </FormField>
        <FormField name="protocol" label={t.protocol}>
          {(field) => (
            <Select
              {...field}
              value={draft.protocol}
              onChange={(protocol) => set({ protocol })}
              choices={PROTOCOLS.map((name) => ({ value: name as string, label: name }))}
            />
          )}
        </FormField>
        <FormField name="base_url" label={t.baseUrl} className="sm:col-span-2">
          {(field) => (
            <Input
              {...field}
              {...text("baseUrl")}
              inputMode="url"
              placeholder="https://api.example.com/v1"
            />
          )}
        </FormField>
        {!needsNoKey && (
          <FormField
            name="api_keys"
            label={t.apiKey}
            hint={way === "address" ? t.apiKeyNone : t.apiKeyHint}
            className="sm:col-span-2"
          >
            {(field) => <SecretInput {...field} {...text("apiKey")} autoComplete="off" />}
          </FormField>
        )}
        <FormField name="models" label={t.model} hint={t.modelHint} className="sm:col-span-2">
          {(field) => <Input {...field} {...text("model")} autoComplete="off" spellCheck={false} />}
        </FormField>
        {!draft.isFree && (
          <>
            <FormField name="price_in" label={t.priceIn}>
              {(field) => (
                <Input {...field} {...text("priceIn")} inputMode="decimal" suffix="USD" />
              )}
            </FormField>
            <FormField name="price_out" label={t.priceOut}>
              {(field) => (
                <Input {...field} {...text("priceOut")} inputMode="decimal" suffix="USD" />
              )}
            </FormField>
          </>
        )}
      </div>
      <Switch
        checked={draft.isFree}
        onChange={(isFree) => set({ isFree })}
        label={t.free}
        hint={t.freeHint}
      />
      <div>
        <Button type="submit" kind="primary" busy={add.isPending}>
          {t.add}
        </Button>
      </div>
    </Form>
  );
}

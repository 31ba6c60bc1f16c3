import { type ReactNode, useId } from "react";
import { Card } from "../../components/card.tsx";
import { Input, TextArea } from "../../components/input.tsx";
import { KeyCombobox } from "../../components/key-combobox.tsx";
import { MultiModelCombobox } from "../../components/model-combobox.tsx";
import { useMessages } from "../../messages/index.ts";
import { readExtra, readNumber, type Settings } from "./request.ts";
import { ToolList } from "./tool-list.tsx";

const MOST_MODELS = 4;

export interface SettingsPanelProps {
  /** Public id of the key that pays. */
  readonly apiKey: string | undefined;
  readonly onKey: (id: string | undefined) => void;
  readonly models: readonly string[];
  readonly onModels: (models: readonly string[]) => void;
  readonly settings: Settings;
  readonly onSettings: (settings: Settings) => void;
}

export function SettingsPanel(props: SettingsPanelProps) {
  const { apiKey, onKey, models, onModels, settings, onSettings } = props;
  const t = useMessages("playground");
  const set = (patch: Partial<Settings>): void => onSettings({ ...settings, ...patch });
  return (
    <Card className="order-last lg:order-first">
      <div className="flex flex-col gap-4">
        <Field label={t.key} hint={t.keyHint}>
          {(id) => <KeyCombobox id={id} label={t.key} usable value={apiKey} onChange={onKey} />}
        </Field>
        <Field label={t.models} hint={t.modelsHint}>
          {(id) => (
            <MultiModelCombobox
              id={id}
              patterns={false}
              values={models}
              onChange={(next) => onModels(next.slice(0, MOST_MODELS))}
            />
          )}
        </Field>
        <Field label={t.system}>
          {(id) => (
            <TextArea
              id={id}
              rows={4}
              placeholder={t.systemHint}
              value={settings.system}
              onChange={(event) => set({ system: event.target.value })}
            />
          )}
        </Field>
        <Parameters settings={settings} onChange={set} />
        <ToolList tools={settings.tools} onChange={(tools) => set({ tools })} />
        <Field
          label={t.extra}
          hint={readExtra(settings.extra) === undefined ? t.extraWrong : t.extraHint}
        >
          {(id) => (
            <TextArea
              id={id}
              rows={3}
              spellCheck={false}
              className="font-mono text-xs"
              placeholder={'{"seed": 7}'}
              aria-invalid={readExtra(settings.extra) === undefined || undefined}
              value={settings.extra}
              onChange={(event) => set({ extra: event.target.value })}
            />
          )}
        </Field>
      </div>
    </Card>
  );
}

function Parameters({
  settings,
  onChange,
}: {
  readonly settings: Settings;
  readonly onChange: (patch: Partial<Settings>) => void;
}) {
  const t = useMessages("playground");
  const fields = [
    ["temperature", t.temperature],
    ["topP", t.topP],
    ["maxTokens", t.maxTokens],
  ] as const;
  return (
    <div className="grid grid-cols-3 gap-2">
      {fields.map(([name, label]) => (
        <Field key={name} label={label} isSmall>
          {(id) => (
            <Input
              id={id}
              inputMode="decimal"
              placeholder={t.unset}
              aria-invalid={Number.isNaN(readNumber(settings[name]) ?? 0) || undefined}
              value={settings[name]}
              onChange={(event) => onChange({ [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

function Field({
  label,
  hint,
  isSmall = false,
  children,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly isSmall?: boolean;
  readonly children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={isSmall ? "text-xs font-medium" : "text-sm font-medium"}>
        {label}
      </label>
      {children(id)}
      {hint !== undefined && <p className="text-xs text-faint">{hint}</p>}
    </div>
  );
}

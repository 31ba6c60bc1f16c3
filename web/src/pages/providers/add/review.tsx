import type { CheckReport } from "../../../api/contract.ts";
import type { ApiError } from "../../../api/error.ts";
import { Badge } from "../../../components/badge.tsx";
import { Form, FormField } from "../../../components/form-field.tsx";
import { Input } from "../../../components/input.tsx";
import { Select } from "../../../components/select.tsx";
import { useMessages } from "../../../messages/index.ts";
import { protocolTitle, PROTOCOL_TITLES } from "../protocols.ts";
import { CheckSteps } from "./check-steps.tsx";
import type { Draft } from "./draft.ts";
import { PickModels } from "./pick-models.tsx";

export interface ReviewProps {
  readonly id: string;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** Takes what the check found for this protocol. */
  readonly onProtocol: (protocol: string) => void;
  /** Undefined: it was not checked. */
  readonly report: CheckReport | undefined;
  readonly error: ApiError | null;
  readonly onSubmit: () => void;
}

/** The provider as it will be: its name, what it speaks, which models at what price. */
export function Review(props: ReviewProps) {
  const { id, draft, onChange, onProtocol, report, error, onSubmit } = props;
  const t = useMessages("providers");
  const found = report?.endpoints.map(({ protocol }) => protocol) ?? [];
  const quirks = Object.keys(draft.quirks ?? {});
  return (
    <Form id={id} error={error} onSubmit={onSubmit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField name="name" label={t.name} hint={t.nameHint}>
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              value={draft.name}
              onChange={(event) => onChange({ ...draft, name: event.target.value })}
            />
          )}
        </FormField>
        <FormField
          name="protocol"
          label={t.protocol}
          {...(found.length > 1 ? { hint: t.protocolHint } : {})}
        >
          {(field) => (
            <Select
              {...field}
              value={draft.protocol}
              onChange={onProtocol}
              choices={(found.length > 0 ? found : Object.keys(PROTOCOL_TITLES)).map((value) => ({
                value,
                label: protocolTitle(value),
              }))}
            />
          )}
        </FormField>
      </div>
      <FormField name="base_url" label={t.address}>
        {(field) => (
          <Input
            {...field}
            autoComplete="off"
            spellCheck={false}
            value={draft.baseUrl}
            onChange={(event) => onChange({ ...draft, baseUrl: event.target.value })}
          />
        )}
      </FormField>
      <PickModels
        name="models"
        models={draft.models}
        onChange={(models) => onChange({ ...draft, models })}
        error={error}
      />
      {quirks.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <span className="font-medium">{t.quirks}</span>
          {quirks.map((quirk) => (
            <Badge key={quirk} tone="warn">
              {quirk}
            </Badge>
          ))}
          <span className="w-full text-xs text-faint">{t.quirksFound}</span>
        </div>
      )}
      {report !== undefined && (
        <details className="rounded-lg border border-line px-3 py-2 text-sm">
          <summary className="cursor-pointer font-medium">{t.checkResult}</summary>
          <div className="pt-2">
            <CheckSteps steps={report.steps} />
          </div>
        </details>
      )}
    </Form>
  );
}

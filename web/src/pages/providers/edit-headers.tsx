import { useState } from "react";
import type { Provider } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Input, SecretInput } from "../../components/input.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";
import {
  draftHeaders,
  type HeaderDraft,
  isRepeated,
  withEmptyRow,
  writeHeaders,
} from "./header-draft.ts";

const FORM = "provider-headers";

export interface EditHeadersProps {
  readonly provider: Provider;
  readonly onClose: () => void;
}

export function EditHeaders({ provider, onClose }: EditHeadersProps) {
  const t = useMessages("providers");
  const general = useMessages("general");
  const [drafts, setDrafts] = useState<readonly HeaderDraft[]>(() => {
    const known = draftHeaders(provider);
    return known.length === 0 ? withEmptyRow(known) : known;
  });
  const change = useChange("PATCH /api/relay/providers/{name}", {
    invalidates: ["/api/relay/providers"],
  });
  const hasRepeated = drafts.some((_, place) => isRepeated(drafts, place));
  const submit = (): void => {
    if (hasRepeated) return;
    change.mutate(
      { params: { name: provider.name }, body: { headers: writeHeaders(drafts) } },
      {
        onSuccess: () => {
          toast(t.saved);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      keep
      onClose={onClose}
      title={t.editHeaders}
      description={t.headersHint}
      actions={
        <>
          <Button onClick={onClose}>{general.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            form={FORM}
            busy={change.isPending}
            disabled={hasRepeated}
          >
            {general.save}
          </Button>
        </>
      }
    >
      <Form id={FORM} error={change.error} onSubmit={submit} className="flex flex-col gap-3">
        {drafts.map((draft, place) => (
          <HeaderRow
            key={draft.row}
            draft={draft}
            number={place + 1}
            isRepeated={isRepeated(drafts, place)}
            onChange={(next) => setDrafts(drafts.with(place, next))}
            onRemove={() => setDrafts(drafts.toSpliced(place, 1))}
          />
        ))}
        <div>
          <Button
            kind="quiet"
            size="sm"
            icon="plus"
            onClick={() => setDrafts(withEmptyRow(drafts))}
          >
            {t.addHeader}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface HeaderRowProps {
  readonly draft: HeaderDraft;
  /** Counts from 1. */
  readonly number: number;
  readonly isRepeated: boolean;
  readonly onChange: (draft: HeaderDraft) => void;
  readonly onRemove: () => void;
}

function HeaderRow({ draft, number, isRepeated: isTwice, onChange, onRemove }: HeaderRowProps) {
  const t = useMessages("providers");
  const { name, value, isHidden } = draft;
  const Field = isHidden ? SecretInput : Input;
  return (
    <div>
      <FormField name={`headers.${name.trim()}`} label={t.headerNumber(number)}>
        {(field) => (
          <div className="flex flex-wrap gap-1">
            <span className="min-w-36 flex-1">
              <Input
                {...field}
                placeholder={t.headerName}
                autoComplete="off"
                spellCheck={false}
                value={name}
                onChange={(event) => onChange({ ...draft, name: event.target.value })}
              />
            </span>
            <span className="min-w-36 flex-2">
              <Field
                aria-label={t.headerValue(number)}
                aria-describedby={field["aria-describedby"]}
                placeholder={isHidden ? t.headerKept : t.headerValuePlaceholder}
                autoComplete="off"
                spellCheck={false}
                value={value}
                onChange={(event) => onChange({ ...draft, value: event.target.value })}
              />
            </span>
            <IconButton icon="x" label={t.removeHeader(number)} onClick={onRemove} />
          </div>
        )}
      </FormField>
      {isTwice && (
        <p role="alert" className="mt-1 text-xs text-bad">
          {t.headerTwice}
        </p>
      )}
    </div>
  );
}

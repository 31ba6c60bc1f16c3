import { type ReactNode, useState } from "react";
import type { Provider } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Input } from "../../components/input.tsx";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";
import { HealthBadge, Latency } from "./health-badge.tsx";
import { useMayEdit } from "./may-edit.ts";
import { protocolTitle } from "./protocols.ts";

const FORM = "provider-address";

export function ConnectionCard({ provider }: { readonly provider: Provider }) {
  const t = useMessages("providers");
  const general = useMessages("general");
  const mayEdit = useMayEdit(provider);
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Card
      title={t.connection}
      actions={
        !mayEdit ? undefined : (
          <Button size="sm" icon="pencil" onClick={() => setIsEditing(true)}>
            {general.edit}
          </Button>
        )
      }
    >
      <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-2 text-sm">
        <Fact name={t.health}>
          <HealthBadge health={provider.health} />
        </Fact>
        <Fact name={t.latency}>
          <Latency ms={provider.health.latency_ms} />
        </Fact>
        <Fact name={t.protocol}>{protocolTitle(provider.protocol)}</Fact>
        <Fact name={t.address}>
          <span className="font-mono text-xs wrap-anywhere">{provider.base_url}</span>
        </Fact>
        <Fact name={t.addedAt}>
          <Time at={provider.created_at} />
        </Fact>
      </dl>
      {isEditing && <EditAddress provider={provider} onClose={() => setIsEditing(false)} />}
    </Card>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function EditAddress({
  provider,
  onClose,
}: {
  readonly provider: Provider;
  readonly onClose: () => void;
}) {
  const t = useMessages("providers");
  const general = useMessages("general");
  const [url, setUrl] = useState(provider.base_url);
  const change = useChange("PATCH /api/relay/providers/{name}", {
    invalidates: ["/api/relay/providers"],
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.editAddress}
      size="sm"
      actions={
        <>
          <Button onClick={onClose}>{general.cancel}</Button>
          <Button kind="primary" type="submit" form={FORM} busy={change.isPending}>
            {general.save}
          </Button>
        </>
      }
    >
      <Form
        id={FORM}
        error={change.error}
        onSubmit={() =>
          change.mutate(
            { params: { name: provider.name }, body: { base_url: url.trim() } },
            {
              onSuccess: () => {
                toast(t.saved);
                onClose();
              },
            },
          )
        }
      >
        <FormField name="base_url" label={t.address} hint={t.addressHint}>
          {(field) => (
            <Input
              {...field}
              value={url}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </FormField>
      </Form>
    </Dialog>
  );
}

/** What is kept and for how long, to be changed. What is set here wins over parley.json until it is taken back. */

import { useState } from "react";
import type { Retention, RetentionPatch } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Input } from "../../components/input.tsx";
import { Switch } from "../../components/switch.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";
import { useAllowed } from "../../shell/allowed.tsx";

export function RetentionForm({ retention }: { readonly retention: Retention }) {
  const t = useMessages("settings").retention;
  const general = useMessages("general");
  const { configured, changed } = retention;
  const isOwner = useAllowed("owner");
  const mine = changed.filter((name) => isOwner || name !== "audit_days");
  const [requestDays, setRequestDays] = useState(String(retention.requests_days));
  const [auditDays, setAuditDays] = useState(String(retention.audit_days));
  const [bodies, setBodies] = useState(retention.bodies);
  const change = useChange("PATCH /api/settings/retention", {
    invalidates: ["/api/settings", "/api/audit"],
  });
  const patch: RetentionPatch = {
    ...(requestDays === String(retention.requests_days)
      ? {}
      : { requests_days: readDays(requestDays) }),
    ...(auditDays === String(retention.audit_days) ? {} : { audit_days: readDays(auditDays) }),
    ...(bodies === retention.bodies ? {} : { bodies }),
  };
  const send = (body: RetentionPatch): void =>
    change.mutate({ body }, { onSuccess: () => toast(t.saved) });
  return (
    <Form
      error={change.error}
      onSubmit={() => send(patch)}
      className="grid items-start gap-x-8 gap-y-4 sm:grid-cols-2"
    >
      <FormField
        name="requests_days"
        label={t.requests}
        hint={changed.includes("requests_days") ? t.configured(configured.requests_days) : t.soon}
      >
        {(field) => (
          <Input
            {...field}
            inputMode="numeric"
            suffix={t.daysUnit}
            value={requestDays}
            onChange={(event) => setRequestDays(event.target.value)}
          />
        )}
      </FormField>
      <FormField
        name="audit_days"
        label={t.audit}
        hint={
          !isOwner
            ? t.auditOwners
            : changed.includes("audit_days")
              ? t.configured(configured.audit_days)
              : undefined
        }
      >
        {(field) => (
          <Input
            {...field}
            inputMode="numeric"
            suffix={t.daysUnit}
            disabled={!isOwner}
            value={auditDays}
            onChange={(event) => setAuditDays(event.target.value)}
          />
        )}
      </FormField>
      <Switch
        checked={bodies}
        onChange={setBodies}
        label={t.storeBodies}
        hint={t.storeBodiesHint}
      />
      <p className="text-sm">
        <span className="font-medium">{t.ledger}</span>
        <span className="block text-xs text-faint">{t.forever}</span>
      </p>
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button
          type="submit"
          kind="primary"
          busy={change.isPending}
          disabled={Object.keys(patch).length === 0}
        >
          {general.save}
        </Button>
        {mine.length > 0 && (
          <Button
            onClick={() => send(Object.fromEntries(mine.map((name) => [name, null])))}
            disabled={change.isPending}
          >
            {t.takeBack}
          </Button>
        )}
      </div>
    </Form>
  );
}

/** What is no number is sent as it is, and the server says so. */
function readDays(text: string): number {
  const days = Number(text);
  return (text.trim() === "" || Number.isNaN(days) ? text : days) as number;
}

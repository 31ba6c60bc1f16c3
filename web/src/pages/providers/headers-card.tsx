import { useState } from "react";
import type { Provider } from "../../api/contract.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { useMessages } from "../../messages/index.ts";
import { EditHeaders } from "./edit-headers.tsx";
import { useMayEdit } from "./may-edit.ts";

/** What is sent with every call besides the key. Values that may be secret stay with the server. */
export function HeadersCard({ provider }: { readonly provider: Provider }) {
  const t = useMessages("providers");
  const general = useMessages("general");
  const mayEdit = useMayEdit(provider);
  const [isEditing, setIsEditing] = useState(false);
  const { headers } = provider;
  return (
    <Card
      title={t.headers}
      description={t.headersHint}
      actions={
        !mayEdit ? undefined : (
          <Button size="sm" icon="pencil" onClick={() => setIsEditing(true)}>
            {general.edit}
          </Button>
        )
      }
    >
      {headers.length === 0 ? (
        <p className="text-sm text-muted">{t.noHeaders}</p>
      ) : (
        <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-1.5 font-mono text-xs">
          {headers.map(({ name, value }) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 wrap-anywhere">
                {value ?? <span aria-label={t.headerHidden}>{"••••••••"}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {isEditing && <EditHeaders provider={provider} onClose={() => setIsEditing(false)} />}
    </Card>
  );
}

import { useState } from "react";
import type { Provider } from "../../api/contract.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { useMessages } from "../../messages/index.ts";
import { EditQuirks } from "./edit-quirks.tsx";
import { useMayEdit } from "./may-edit.ts";
import { quirkWords } from "./quirk-names.ts";

/** In what the vendor differs from the protocol it speaks. */
export function QuirksCard({ provider }: { readonly provider: Provider }) {
  const t = useMessages("providers");
  const general = useMessages("general");
  const mayEdit = useMayEdit(provider);
  const [isEditing, setIsEditing] = useState(false);
  const words = quirkWords(provider.quirks);
  return (
    <Card
      title={t.quirks}
      description={t.quirksHint}
      actions={
        !mayEdit ? undefined : (
          <Button size="sm" icon="pencil" onClick={() => setIsEditing(true)}>
            {general.edit}
          </Button>
        )
      }
    >
      {words.length === 0 ? (
        <p className="text-sm text-muted">{t.noQuirks}</p>
      ) : (
        <div className="flex flex-wrap gap-1.5">
          {words.map((word) => (
            <Badge key={word} tone="warn">
              {word}
            </Badge>
          ))}
        </div>
      )}
      {isEditing && <EditQuirks provider={provider} onClose={() => setIsEditing(false)} />}
    </Card>
  );
}

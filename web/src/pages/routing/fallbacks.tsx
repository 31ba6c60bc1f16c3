import { useState } from "react";
import type { Route } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { ModelCombobox } from "../../components/model-combobox.tsx";
import { ReorderList } from "../../components/reorder-list.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";
import { useAllowed } from "../../shell/allowed.tsx";

export interface FallbacksProps {
  readonly id: string;
  /** Undefined: nothing was set for this name yet. */
  readonly route: Route | undefined;
  /** What an alias has from its model. */
  readonly inherited: readonly string[];
}

/** What is tried, in order, when every target of the model has failed. */
export function Fallbacks({ id, route, inherited }: FallbacksProps) {
  const t = useMessages("routing");
  const general = useMessages("general");
  const before = route?.fallbacks ?? [];
  const [names, setNames] = useState<readonly string[]>(before);
  const options = { invalidates: ["/api/relay/models", "/api/relay/routes"] };
  const set = useChange("PUT /api/relay/routes/{name}", options);
  const remove = useChange("DELETE /api/relay/routes/{name}", options);
  const mayEdit = useAllowed("admin");
  const aliasOf = route?.alias_of ?? null;
  const isChanged = JSON.stringify(names) !== JSON.stringify(before);
  const onSuccess = (): void => toast(t.saved);
  const submit = (): void => {
    const params = { name: id };
    if (names.length === 0 && aliasOf === null) remove.mutate({ params }, { onSuccess });
    else {
      const body = { fallbacks: [...names], ...(aliasOf === null ? {} : { alias_of: aliasOf }) };
      set.mutate({ params, body }, { onSuccess });
    }
  };
  return (
    <section className="flex flex-col gap-2">
      <div>
        <h3 className="text-sm font-semibold">{t.fallbacks}</h3>
        <p className="text-xs text-muted">
          {inherited.length > 0 ? t.inherited(inherited.join(" → ")) : t.fallbacksHint}
        </p>
      </div>
      <Form error={set.error ?? remove.error} onSubmit={submit} className="flex flex-col gap-2">
        {names.length > 0 && (
          <ReorderList
            label={t.fallbacks}
            items={names}
            itemKey={(name) => name}
            itemName={(name) => name}
            onChange={setNames}
            disabled={!mayEdit}
          >
            {(name, index) => (
              <span className="flex items-center gap-2 text-sm">
                <span className="text-xs text-faint tabular-nums">{index + 1}</span>
                <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
                {route?.missing.includes(name) === true && (
                  <span className="text-xs text-bad">{t.missing}</span>
                )}
                {mayEdit && (
                  <IconButton
                    icon="x"
                    size="sm"
                    label={t.removeFallback(name)}
                    onClick={() => setNames(names.filter((other) => other !== name))}
                  />
                )}
              </span>
            )}
          </ReorderList>
        )}
        {mayEdit && (
          <FormField name="fallbacks" label={t.addFallback}>
            {(field) => (
              <ModelCombobox
                {...field}
                // Empty again after each choice.
                key={names.length}
                patterns={false}
                without={[id, ...(aliasOf === null ? [] : [aliasOf]), ...names]}
                value={null}
                placeholder={t.chooseModel}
                onChange={(name) => name !== null && setNames([...names, name])}
              />
            )}
          </FormField>
        )}
        {isChanged && (
          <div className="flex gap-2">
            <Button kind="primary" size="sm" type="submit" busy={set.isPending || remove.isPending}>
              {general.save}
            </Button>
            <Button size="sm" onClick={() => setNames(before)}>
              {general.cancel}
            </Button>
          </div>
        )}
      </Form>
    </section>
  );
}

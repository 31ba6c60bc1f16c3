import { useState } from "react";
import type { Model } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Form } from "../../components/form-field.tsx";
import { ReorderList } from "../../components/reorder-list.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";
import { useAllowed } from "../../shell/allowed.tsx";
import { type Place, placesOf, sharesOf, writePlaces } from "./places.ts";
import { TargetRow } from "./target-row.tsx";

export interface TargetsProps {
  readonly model: Model;
  /** The targets of an alias are those of its model, and are placed there. */
  readonly aliasOf: string | null;
}

/** Where the model is served: put in order by dragging, made equals by a switch, shared by weight. */
export function Targets({ model, aliasOf }: TargetsProps) {
  const t = useMessages("routing");
  const general = useMessages("general");
  const before = placesOf(model.targets);
  const [places, setPlaces] = useState<readonly Place[]>(before);
  const change = useChange("PUT /api/relay/models/{id}/targets", {
    invalidates: ["/api/relay/models"],
  });
  const mayEdit = useAllowed("admin");
  const isFixed = aliasOf !== null || model.targets.length < 2 || !mayEdit;
  const shares = sharesOf(places);
  const isChanged = JSON.stringify(places) !== JSON.stringify(before);
  const submit = (): void =>
    change.mutate(
      { params: { id: model.id }, body: writePlaces(places) },
      { onSuccess: () => toast(t.saved) },
    );
  return (
    <section className="flex flex-col gap-2">
      <div>
        <h3 className="text-sm font-semibold">{t.targets}</h3>
        <p className="text-xs text-muted">
          {aliasOf !== null
            ? t.targetsOfAlias(aliasOf)
            : model.targets.length < 2
              ? t.oneTarget
              : t.targetsHint}
        </p>
      </div>
      <Form error={change.error} onSubmit={submit} className="flex flex-col gap-2">
        <ReorderList
          label={t.targets}
          items={places}
          itemKey={({ target }) => `${target.provider} ${target.upstream_id}`}
          itemName={({ target }) => target.provider}
          disabled={isFixed}
          onChange={setPlaces}
        >
          {(place, index) => (
            <TargetRow
              place={place}
              number={index}
              share={shares[index] ?? 0}
              isFixed={isFixed}
              onChange={(next) => setPlaces(places.with(index, next))}
            />
          )}
        </ReorderList>
        {isChanged && (
          <div className="flex gap-2">
            <Button kind="primary" size="sm" type="submit" busy={change.isPending}>
              {general.save}
            </Button>
            <Button size="sm" onClick={() => setPlaces(before)}>
              {general.cancel}
            </Button>
          </div>
        )}
      </Form>
    </section>
  );
}

import { useState } from "react";
import type { Discovery, Provider } from "../../api/contract.ts";
import { useApi, useChange } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNote } from "../../components/error-note.tsx";
import { Form } from "../../components/form-field.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";
import { draftModel, type DraftModel, writeModel } from "./add/draft.ts";
import { PickModels } from "./add/pick-models.tsx";

const FORM = "add-models";

/** Asks the vendor what it has; what is chosen joins what is served already. */
export function AddModels({
  provider,
  onClose,
}: {
  readonly provider: Provider;
  readonly onClose: () => void;
}) {
  const t = useMessages("providers");
  const general = useMessages("general");
  const { name } = provider;
  const found = useApi("GET /api/relay/providers/{name}/discover", { params: { name } });
  const [edited, setEdited] = useState<readonly DraftModel[]>();
  const models = edited ?? (found.data ? draftsOf(found.data) : []);
  const change = useChange("PATCH /api/relay/providers/{name}", {
    invalidates: ["/api/relay/providers", "/api/relay/models"],
  });
  const chosen = models.filter(({ isChosen }) => isChosen);
  const submit = (): void =>
    change.mutate(
      {
        params: { name },
        body: { add_models: chosen.map((model) => writeModel(model)) },
      },
      {
        onSuccess: () => {
          toast(t.modelsAdded(chosen.length));
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      keep
      size="lg"
      onClose={onClose}
      title={t.addModels}
      description={t.addModelsHint(name)}
      actions={
        <>
          <Button onClick={onClose}>{general.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            form={FORM}
            busy={change.isPending}
            disabled={chosen.length === 0}
          >
            {general.add}
          </Button>
        </>
      }
    >
      {found.isPending && (
        <p role="status" className="mb-3 flex items-center gap-2 text-sm text-muted">
          <Spinner />
          {t.discovering}
        </p>
      )}
      {found.error && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} className="mb-3" />
      )}
      <Form id={FORM} error={change.error} onSubmit={submit}>
        <PickModels name="add_models" models={models} onChange={setEdited} error={change.error} />
      </Form>
    </Dialog>
  );
}

function draftsOf({ models }: Discovery): DraftModel[] {
  return models
    .filter(({ served }) => !served)
    .map(({ id, price }) =>
      draftModel(
        price === null
          ? { id }
          : { id, price_in: price.input_usd, price_out: price.output_usd, catalogue: true },
        false,
      ),
    );
}

import { useState } from "react";
import type { ApiError } from "../../../api/error.ts";
import { Button } from "../../../components/button.tsx";
import { FormField } from "../../../components/form-field.tsx";
import { Input } from "../../../components/input.tsx";
import { Pager } from "../../../components/table.tsx";
import { useMessages } from "../../../messages/index.ts";
import { useDraftPages } from "./draft-pages.ts";
import { draftModel, type DraftModel } from "./draft.ts";
import { ModelRow } from "./model-row.tsx";

const PAGE_SIZE = 20;

export interface PickModelsProps {
  /** Server's name of the field. */
  readonly name: string;
  readonly models: readonly DraftModel[];
  readonly onChange: (models: readonly DraftModel[]) => void;
  readonly error: ApiError | null;
}

/** Which of the vendor's models to serve, and what each costs. */
export function PickModels({ name, models, onChange, error }: PickModelsProps) {
  const t = useMessages("providers");
  const [search, setSearch] = useState("");
  const found = models.filter(({ id }) => id.toLowerCase().includes(search.trim().toLowerCase()));
  const pages = useDraftPages(found, PAGE_SIZE);
  const chosen = models.filter(({ isChosen }) => isChosen);
  const set = (changed: DraftModel): void =>
    onChange(models.map((model) => (model.id === changed.id ? changed : model)));
  const choose = (isChosen: boolean): void =>
    onChange(models.map((model) => (found.includes(model) ? { ...model, isChosen } : model)));
  return (
    <FormField name={name} label={t.modelsChosen(chosen.length)} hint={t.pricesHint}>
      {(field) => (
        <div id={field.id} className="rounded-lg border border-line">
          <div className="flex flex-wrap items-center gap-2 border-b border-line p-2">
            {models.length > 5 && (
              <>
                <div className="min-w-40 flex-1">
                  <Input
                    type="search"
                    icon="search"
                    aria-label={t.searchModels}
                    placeholder={t.searchModels}
                    value={search}
                    onChange={(event) => setSearch(event.target.value)}
                  />
                </div>
                <Button size="sm" kind="quiet" onClick={() => choose(true)}>
                  {t.chooseAll(found.length)}
                </Button>
                <Button size="sm" kind="quiet" onClick={() => choose(false)}>
                  {t.chooseNone}
                </Button>
              </>
            )}
            <AddModel
              taken={models.map(({ id }) => id)}
              onAdd={(id) => onChange([draftModel({ id }, true), ...models])}
            />
          </div>
          {models.length === 0 && (
            <p className="px-3 py-4 text-center text-sm text-muted">{t.noModelsFound}</p>
          )}
          <ul>
            {pages.rows.map((model) => {
              const path = `${name}[${chosen.indexOf(model)}]`;
              return (
                <ModelRow
                  key={model.id}
                  model={model}
                  path={path}
                  onChange={set}
                  problems={problemsOf(error, path)}
                />
              );
            })}
          </ul>
          <Pager
            pages={pages}
            pageSize={PAGE_SIZE}
            shown={pages.rows.length}
            total={found.length}
            order="name"
          />
        </div>
      )}
    </FormField>
  );
}

/** What the server says about the model that was sent at this place; its prices have fields of their own. */
function problemsOf(error: ApiError | null, path: string): readonly string[] {
  return (error?.problems ?? [])
    .filter(
      (problem) =>
        problem.path === path ||
        (problem.path.startsWith(`${path}.`) && !problem.path.startsWith(`${path}.price_`)),
    )
    .map(({ message }) => message);
}

function AddModel({
  taken,
  onAdd,
}: {
  readonly taken: readonly string[];
  readonly onAdd: (id: string) => void;
}) {
  const t = useMessages("providers");
  const [id, setId] = useState("");
  const isReady = id.trim() !== "" && !taken.includes(id.trim());
  const add = (): void => {
    if (!isReady) return;
    onAdd(id.trim());
    setId("");
  };
  return (
    <span className="flex min-w-52 flex-1 gap-1">
      <Input
        aria-label={t.modelName}
        placeholder={t.modelName}
        value={id}
        spellCheck={false}
        onChange={(event) => setId(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          add();
        }}
      />
      <Button icon="plus" disabled={!isReady} onClick={add}>
        {t.addModel}
      </Button>
    </span>
  );
}

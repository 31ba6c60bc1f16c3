import { useState } from "react";
import type { Provider, ProviderModel } from "../../api/contract.ts";
import { usePages } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PagedTable } from "../../components/paged-table.tsx";
import { SearchInput } from "../../components/search-input.tsx";
import { useMessages } from "../../messages/index.ts";
import { AddModels } from "./add-models.tsx";
import { EditPrice } from "./edit-price.tsx";
import { useMayEdit } from "./may-edit.ts";
import { useModelColumns } from "./model-columns.tsx";
import { RemoveModel } from "./remove-model.tsx";

const PAGE_SIZE = 25;
const REFRESH_MS = 5000;

export function ModelsCard({ provider }: { readonly provider: Provider }) {
  const t = useMessages("providers");
  const [search, setSearch] = useState("");
  const [isAdding, setIsAdding] = useState(false);
  const [pricing, setPricing] = useState<ProviderModel>();
  const [removing, setRemoving] = useState<ProviderModel>();
  const { name, model_count } = provider;
  const mayEdit = useMayEdit(provider);
  const pages = usePages(
    "GET /api/relay/providers/{name}/models",
    { search, limit: PAGE_SIZE },
    { params: { name }, refetchInterval: REFRESH_MS },
  );
  const actions = !mayEdit
    ? undefined
    : { onPrice: setPricing, onRemove: model_count > 1 ? setRemoving : undefined };
  return (
    <Card
      flush
      title={t.modelsOf(model_count)}
      description={t.pricesHint}
      actions={
        <span className="flex flex-wrap gap-2">
          {model_count > PAGE_SIZE && (
            <SearchInput label={t.searchModels} value={search} onChange={setSearch} />
          )}
          {mayEdit && (
            <Button size="sm" icon="plus" onClick={() => setIsAdding(true)}>
              {t.addModels}
            </Button>
          )}
        </span>
      }
    >
      <PagedTable
        label={t.models}
        columns={useModelColumns(actions)}
        pages={pages}
        rows={pages.data?.models}
        pageSize={PAGE_SIZE}
        order="name"
        rowKey={({ id }) => id}
        empty={<EmptyState icon="search" title={t.noMatch(search)} />}
      />
      {isAdding && <AddModels provider={provider} onClose={() => setIsAdding(false)} />}
      {pricing && (
        <EditPrice provider={provider} model={pricing} onClose={() => setPricing(undefined)} />
      )}
      <RemoveModel provider={provider} model={removing} onClose={() => setRemoving(undefined)} />
    </Card>
  );
}

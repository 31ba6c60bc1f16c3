import { useState } from "react";
import type { Provider, ProviderModel } from "../../api/contract.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Input } from "../../components/input.tsx";
import { useLocalPages } from "../../components/local-pages.ts";
import { Pager, Table } from "../../components/table.tsx";
import { useMessages } from "../../messages/index.ts";
import { AddModels } from "./add-models.tsx";
import { EditPrice } from "./edit-price.tsx";
import { useMayEdit } from "./may-edit.ts";
import { useModelColumns } from "./model-columns.tsx";
import { RemoveModel } from "./remove-model.tsx";

const PAGE_SIZE = 25;

export function ModelsCard({ provider }: { readonly provider: Provider }) {
  const t = useMessages("providers");
  const [search, setSearch] = useState("");
  const [isAdding, setIsAdding] = useState(false);
  const [pricing, setPricing] = useState<ProviderModel>();
  const [removing, setRemoving] = useState<ProviderModel>();
  const { models } = provider;
  const mayEdit = useMayEdit(provider);
  const found = models.filter(({ id, upstream_id }) =>
    `${id} ${upstream_id}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const pages = useLocalPages(found, PAGE_SIZE);
  const actions = !mayEdit
    ? undefined
    : { onPrice: setPricing, onRemove: models.length > 1 ? setRemoving : undefined };
  return (
    <Card
      flush
      title={t.modelsOf(models.length)}
      description={t.pricesHint}
      actions={
        <span className="flex flex-wrap gap-2">
          {models.length > PAGE_SIZE && (
            <Input
              type="search"
              icon="search"
              aria-label={t.searchModels}
              placeholder={t.searchModels}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
          {mayEdit && (
            <Button size="sm" icon="plus" onClick={() => setIsAdding(true)}>
              {t.addModels}
            </Button>
          )}
        </span>
      }
    >
      <Table
        label={t.models}
        columns={useModelColumns(actions)}
        rows={pages.rows}
        rowKey={({ id }) => id}
        empty={<EmptyState icon="search" title={t.noMatch(search)} />}
        footer={
          <Pager
            pages={pages}
            pageSize={PAGE_SIZE}
            shown={pages.rows.length}
            total={found.length}
          />
        }
      />
      {isAdding && <AddModels provider={provider} onClose={() => setIsAdding(false)} />}
      {pricing && (
        <EditPrice provider={provider} model={pricing} onClose={() => setPricing(undefined)} />
      )}
      <RemoveModel provider={provider} model={removing} onClose={() => setRemoving(undefined)} />
    </Card>
  );
}

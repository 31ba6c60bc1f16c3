import type { Paged } from "../api/query.ts";
import { Pager, type PagerProps, Table, type TableProps } from "./table.tsx";

export interface PagedTableProps<Row> extends Omit<
  TableProps<Row>,
  "rows" | "error" | "onRetry" | "isFetching" | "footer"
> {
  readonly pages: Paged<{ readonly total: number }>;
  /** What `pages` has to show; undefined: not there yet. */
  readonly rows: readonly Row[] | undefined;
  readonly pageSize: number;
  readonly order?: PagerProps["order"];
}

/** A table of what `usePages` brings, with the buttons that turn its pages. */
export function PagedTable<Row>({ pages, rows, pageSize, order, ...table }: PagedTableProps<Row>) {
  return (
    <Table
      {...table}
      rows={rows}
      error={pages.error}
      onRetry={pages.refetch}
      isFetching={pages.isFetching}
      footer={
        <Pager
          pages={pages}
          pageSize={pageSize}
          shown={rows?.length ?? 0}
          {...(order === undefined ? {} : { order })}
          {...(pages.data === undefined ? {} : { total: pages.data.total })}
        />
      }
    />
  );
}

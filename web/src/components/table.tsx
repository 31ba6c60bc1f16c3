/**
 * A table that knows its four states: loading, empty, failed, full. It shows one page; long lists are paged by the
 * server (`usePages`), so a table never holds more rows than a person can read.
 */

import type { ReactNode } from "react";
import type { ApiError } from "../api/error.ts";
import type { Paged } from "../api/query.ts";
import { useMessages } from "../messages/index.ts";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { ErrorNote } from "./error-note.tsx";
import { Skeleton } from "./skeleton.tsx";

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the end. */
  readonly align?: "start" | "end";
  /** Left out on screens narrower than this. */
  readonly from?: "sm" | "md" | "lg" | "xl";
  /** The header is read aloud but not shown: for columns of buttons. */
  readonly hideHeader?: boolean;
  readonly className?: string;
}

const FROM = {
  sm: "hidden sm:table-cell",
  md: "hidden md:table-cell",
  lg: "hidden lg:table-cell",
  xl: "hidden xl:table-cell",
} as const;

export interface TableProps<Row> {
  /** Names the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined: not there yet. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** Shown instead of the table when there is no row. Say what to do next. */
  readonly empty: ReactNode;
  readonly error?: ApiError | null;
  readonly onRetry?: () => void;
  /** Rows of an older answer are shown while a newer one is on its way. */
  readonly isFetching?: boolean;
  /** A click anywhere on the row. Give the keyboard a link or a button in one of the cells too. */
  readonly onRowClick?: (row: Row) => void;
  readonly isSelected?: (row: Row) => boolean;
  /** Dimmed: no longer in use. */
  readonly isFaded?: (row: Row) => boolean;
  /** Below the rows: usually `<Pager>`. */
  readonly footer?: ReactNode;
}

const SKELETON_ROWS = 5;

export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, empty, error, onRetry, isFetching = false, footer } = props;
  const t = useMessages("general");
  if (rows === undefined && error)
    return (
      <div className="p-4">
        <ErrorNote error={error} {...(onRetry ? { onRetry } : {})} />
      </div>
    );
  if (rows?.length === 0)
    return (
      <>
        {empty}
        {footer}
      </>
    );
  return (
    <>
      {error && <ErrorNote error={error} className="m-3" {...(onRetry ? { onRetry } : {})} />}
      <div className="overflow-x-auto">
        <table
          aria-label={label}
          aria-busy={rows === undefined || isFetching}
          className="w-full border-collapse text-sm"
        >
          <thead>
            <tr className="border-b border-line">
              {columns.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  className={classes(
                    "h-9 px-3 text-xs font-medium whitespace-nowrap text-faint first:pl-4 last:pr-4",
                    column.align === "end" ? "text-right" : "text-left",
                    column.from && FROM[column.from],
                  )}
                >
                  {column.hideHeader === true ? (
                    <span className="sr-only">{column.header}</span>
                  ) : (
                    column.header
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows === undefined ? (
              <SkeletonRows columns={columns} />
            ) : (
              <Rows {...props} rows={rows} />
            )}
          </tbody>
        </table>
        {rows === undefined && <p className="sr-only">{t.loading}</p>}
      </div>
      {footer}
    </>
  );
}

function Rows<Row>({
  columns,
  rows,
  rowKey,
  onRowClick,
  isSelected,
  isFaded,
}: TableProps<Row> & { readonly rows: readonly Row[] }) {
  return rows.map((row) => (
    <tr
      key={rowKey(row)}
      onClick={
        onRowClick &&
        ((event) => {
          // A button or a link in the row does its own work; a selection of text is not a click.
          if ((event.target as Element).closest("a, button, input, [role=menuitem]")) return;
          if (getSelection()?.isCollapsed === false) return;
          onRowClick(row);
        })
      }
      aria-selected={isSelected?.(row)}
      className={classes(
        "border-b border-line last:border-0",
        onRowClick && "cursor-pointer hover:bg-hover/60",
        isSelected?.(row) === true && "bg-accent-soft [&_.text-faint]:text-muted",
        isFaded?.(row) === true && "text-faint",
      )}
    >
      {columns.map((column) => (
        <td
          key={column.id}
          className={classes(
            "h-10 px-3 py-1.5 first:pl-4 last:pr-4",
            column.align === "end" && "text-right tabular-nums",
            column.from && FROM[column.from],
            column.className,
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  ));
}

function SkeletonRows<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
    <tr key={index} className="border-b border-line last:border-0">
      {columns.map((column) => (
        <td
          key={column.id}
          className={classes("h-10 px-3 first:pl-4 last:pr-4", column.from && FROM[column.from])}
        >
          <Skeleton
            className={classes("h-3.5", column.align === "end" ? "ml-auto w-12" : "w-24")}
          />
        </td>
      ))}
    </tr>
  ));
}

export interface PagerProps {
  readonly pages: Pick<Paged<unknown>, "page" | "older" | "newer" | "isFetching">;
  readonly pageSize: number;
  /** How many rows this page has. */
  readonly shown: number;
  /** How many there are in all, if somebody counted. */
  readonly total?: number;
  /** What comes after a page: what is older, or simply the next. Absent: `time`. */
  readonly order?: "time" | "name";
}

export function Pager({ pages, pageSize, shown, total, order = "time" }: PagerProps) {
  const t = useMessages("general");
  const isOnly = pages.page === 0 && pages.older === undefined;
  // While it is asked for again, one page stays one page.
  if (isOnly && (!pages.isFetching || (total !== undefined && total <= pageSize))) return null;
  const from = pages.page * pageSize + 1;
  const to = pages.page * pageSize + shown;
  return (
    <div className="flex items-center justify-between gap-4 border-t border-line px-4 py-2 text-xs text-muted">
      <span role="status" className="tabular-nums">
        {total === undefined ? t.rows(from, to) : t.rowsOf(from, to, total)}
      </span>
      <span className="flex gap-2">
        <Button
          size="sm"
          icon="chevron-left"
          disabled={pages.newer === undefined}
          onClick={pages.newer}
        >
          {order === "time" ? t.newer : t.previous}
        </Button>
        <Button size="sm" disabled={pages.older === undefined} onClick={pages.older}>
          {order === "time" ? t.older : t.next}
        </Button>
      </span>
    </div>
  );
}

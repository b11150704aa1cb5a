import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

export interface TableColumn<Row> {
  readonly key: string;
  readonly head: ReactNode;
  /** Also the label on a card; taken from `head` where that is text. */
  readonly label?: string;
  /** null, undefined and '' show the table's `missing`. `index` counts from 0 on this page. */
  readonly cell: (row: Row, index: number) => ReactNode;
  readonly align?: 'start' | 'end';
  /** On a card the cell stands alone, without its label, as for actions. */
  readonly bare?: boolean;
}

export interface TableProps<Row> {
  /** Said to screen readers; shown where `showCaption` is set. */
  caption: string;
  showCaption?: boolean;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  emptyText: string;
  /** The next step of an empty table, as a link to buy. */
  emptyAction?: ReactNode;
  missing?: string;
  loading?: boolean;
  loadingText?: string;
  /** How many grey rows stand in while loading. */
  skeletonRows?: number;
  error?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** What opens under a row; null keeps it shut. */
  expanded?: (row: Row, index: number) => ReactNode;
}

function labelOf<Row>(column: TableColumn<Row>): string | undefined {
  return column.label ?? (typeof column.head === 'string' ? column.head : undefined);
}

function Cell<Row>({
  column,
  row,
  index,
  missing,
}: {
  column: TableColumn<Row>;
  row: Row;
  index: number;
  missing: string;
}) {
  const content = column.cell(row, index);
  const absent = content === null || content === undefined || content === '';
  return (
    <td data-label={column.bare ? undefined : labelOf(column)} data-align={column.align}>
      {absent ? <span className="table-missing">{missing}</span> : content}
    </td>
  );
}

/** True while the frame is narrower than its table, so that the keyboard may scroll it; and until that is measured. */
function useOverflow(frame: RefObject<HTMLElement | null>): boolean {
  const [over, setOver] = useState(true);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setOver(element.scrollWidth > element.clientWidth));
    watch.observe(element);
    for (const child of element.children) watch.observe(child);
    return () => watch.disconnect();
  }, [frame]);
  return over;
}

/** A table on wide screens, a card a row below 640 px. Says what it has: nothing, not yet, or not at all. */
export function Table<Row>({
  caption,
  showCaption = false,
  columns,
  rows,
  rowKey,
  emptyText,
  emptyAction,
  missing = 'N/A',
  loading = false,
  loadingText = 'Loading...',
  skeletonRows = 5,
  error,
  onRetry,
  expanded,
}: TableProps<Row>) {
  const frame = useRef<HTMLElement>(null);
  const over = useOverflow(frame);
  if (error !== undefined) {
    return (
      <div className="table-frame">
        <EmptyState drawing="error" text={error} role="alert">
          {onRetry && (
            <Button look="secondary" size="sm" icon="retry" onClick={onRetry}>
              Try again
            </Button>
          )}
        </EmptyState>
      </div>
    );
  }
  const first = loading && rows.length === 0;
  const skeleton = Array.from({ length: skeletonRows }, (_, at) => `skeleton-${at}`);
  return (
    <section
      ref={frame}
      className="table-frame"
      aria-label={over ? caption : undefined}
      tabIndex={over ? 0 : undefined}
      aria-busy={loading || undefined}
      data-loading={loading || undefined}
    >
      <table className="table">
        <caption className={showCaption ? 'table-caption' : 'sr-only'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-align={column.align}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first &&
            skeleton.map((key) => (
              <tr key={key} className="table-skeleton">
                {columns.map((column) => (
                  <td key={column.key} data-label={column.bare ? undefined : labelOf(column)}>
                    <span className="skeleton" />
                  </td>
                ))}
              </tr>
            ))}
          {rows.map((row, index) => {
            const more = expanded?.(row, index);
            return (
              <Fragment key={rowKey(row, index)}>
                <tr data-open={more ? true : undefined}>
                  {columns.map((column) => (
                    <Cell key={column.key} column={column} row={row} index={index} missing={missing} />
                  ))}
                </tr>
                {more && (
                  <tr className="table-more">
                    <td colSpan={columns.length}>{more}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
      {first && (
        <p className="table-note" role="status">
          <span className="spinner" aria-hidden="true" /> {loadingText}
        </p>
      )}
      {!loading && rows.length === 0 && <EmptyState text={emptyText}>{emptyAction}</EmptyState>}
    </section>
  );
}

import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '@/lib/core/texts.ts';
import { EmptyState } from './EmptyState.tsx';
import { Icon } from './Icon.tsx';
import { LoadError } from './LoadError.tsx';

/**
 * Where a narrow screen shows a cell. A row has two lines: `title` and `badge`, below them each `line`. `details` open with
 * a tap. `actions` have a line of their own, `select` is before the title, `wide` shows only in a table.
 */
export type PhoneSlot = 'title' | 'badge' | 'line' | 'details' | 'actions' | 'select' | 'wide';

export interface TableColumn<Row> {
  readonly key: string;
  readonly head: ReactNode;
  /** Also the label within the details of a row; taken from `head` where that is text. */
  readonly label?: string;
  /** By default `details`. */
  readonly phone?: PhoneSlot;
  /** null, undefined and '' show the table's `missing`. `index` counts from 0 on this page. */
  readonly cell: (row: Row, index: number) => ReactNode;
  readonly align?: 'start' | 'end';
  /** The cell shows without its label, as for actions. */
  readonly bare?: boolean;
}

export interface TableProps<Row> {
  /** For screen readers; visible if `showCaption` is set. */
  caption: string;
  showCaption?: boolean;
  /** A line below the visible caption, about all rows. */
  captionNote?: string | null;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  /** What a row is about, as 'order PUR-123456': names the control that opens its details. */
  rowName: (row: Row) => string;
  emptyText: string;
  /** The next step of an empty table, as a link to buy. */
  emptyAction?: ReactNode;
  missing?: string;
  loading?: boolean;
  loadingText?: string;
  /** The number of grey placeholder rows during the first load. */
  skeletonRows?: number;
  error?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** More below a row; null for none. */
  expanded?: (row: Row, index: number) => ReactNode;
  /** Opens and closes what `expanded` shows, and with it the details of a row. */
  onToggle?: (row: Row) => void;
}

function labelOf<Row>(column: TableColumn<Row>): string | undefined {
  return column.label ?? (typeof column.head === 'string' ? column.head : undefined);
}

interface CellProps<Row> {
  column: TableColumn<Row>;
  row: Row;
  index: number;
  missing: string;
  /** Opens the details of the row, in the title's cell. */
  toggle: ReactNode;
}

function Cell<Row>({ column, row, index, missing, toggle }: CellProps<Row>) {
  const content = column.cell(row, index);
  const absent = content === null || content === undefined || content === '';
  const slot = column.phone ?? 'details';
  return (
    <td
      data-label={column.bare ? undefined : labelOf(column)}
      data-align={column.align}
      data-phone={slot}
      data-missing={absent || undefined}
    >
      {absent ? <span className="table-missing">{missing}</span> : content}
      {slot === 'title' && toggle}
    </td>
  );
}

interface RowToggleProps {
  /** What the row is about. */
  name: string;
  /** Whether the row is open; undefined where the row itself keeps that. */
  isOpen: boolean | undefined;
  onToggle: () => void;
}

/** Covers a narrow row, so that a tap anywhere opens it. Without a script, the browser's own `details` does. */
function RowToggle({ name, isOpen, onToggle }: RowToggleProps) {
  const icon = <Icon name="down" size={20} />;
  if (isOpen === undefined) {
    return (
      <details className="row-toggle">
        <summary aria-label={t('Details of {name}', { name })}>{icon}</summary>
      </details>
    );
  }
  return (
    <button
      type="button"
      className="row-toggle"
      aria-expanded={isOpen}
      aria-label={t('Details of {name}', { name })}
      onClick={onToggle}
    >
      {icon}
    </button>
  );
}

/** True while the frame is narrower than its table, so that the keyboard can scroll it. Also true until it is measured. */
export function useOverflow(frame: RefObject<HTMLElement | null>): boolean {
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

/** A table on wide screens, rows of two lines below 640 px. It says whether it is empty, loading or failed. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, showCaption = false, captionNote, columns, rows, emptyText, emptyAction, error, onRetry } = props;
  const { loading = false, loadingText = t('Loading...'), skeletonRows = 5 } = props;
  const frame = useRef<HTMLElement>(null);
  const over = useOverflow(frame);
  if (error !== undefined) return <TableError error={error} onRetry={onRetry} />;
  const isFirst = loading && rows.length === 0;
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
        <caption className={showCaption ? 'table-caption' : 'sr-only'}>
          <span>{caption}</span>
          {captionNote && <span className="table-caption-note">{captionNote}</span>}
        </caption>
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
          {isFirst && <SkeletonRows columns={columns} count={skeletonRows} />}
          <Rows {...props} />
        </tbody>
      </table>
      {isFirst && (
        <p className="table-note" role="status">
          <span className="spinner" aria-hidden="true" /> {loadingText}
        </p>
      )}
      {!loading && rows.length === 0 && <EmptyState text={emptyText}>{emptyAction}</EmptyState>}
    </section>
  );
}

function TableError({ error, onRetry }: { error: string; onRetry: (() => void) | undefined }) {
  return (
    <div className="table-frame">
      <LoadError text={error} onRetry={onRetry} />
    </div>
  );
}

function SkeletonRows<Row>({ columns, count }: { columns: readonly TableColumn<Row>[]; count: number }) {
  const keys = Array.from({ length: count }, (_, at) => `skeleton-${at}`);
  return keys.map((key) => (
    <tr key={key} className="table-skeleton">
      {columns.map((column) => (
        <td key={column.key} data-phone={column.phone ?? 'details'}>
          <span className="skeleton" />
        </td>
      ))}
    </tr>
  ));
}

function Rows<Row>(props: TableProps<Row>) {
  const { columns, rows, rowKey, rowName, missing = t('N/A'), expanded, onToggle } = props;
  const hasDetails = onToggle !== undefined || columns.some(({ phone = 'details' }) => phone === 'details');
  return rows.map((row, index) => {
    const more = expanded?.(row, index);
    const isOpen = onToggle && Boolean(more);
    const toggle = hasDetails && <RowToggle name={rowName(row)} isOpen={isOpen} onToggle={() => onToggle?.(row)} />;
    return (
      <Fragment key={rowKey(row, index)}>
        <tr data-open={more ? true : undefined}>
          {columns.map((column) => (
            <Cell key={column.key} column={column} row={row} index={index} missing={missing} toggle={toggle} />
          ))}
        </tr>
        {more && (
          <tr className="table-more">
            <td colSpan={columns.length}>{more}</td>
          </tr>
        )}
      </Fragment>
    );
  });
}

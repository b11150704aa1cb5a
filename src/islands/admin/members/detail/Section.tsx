import { type ReactNode, useEffect, useId, useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { countFigure } from '@/islands/ui/countText.ts';
import { LoadError } from '@/islands/ui/LoadError.tsx';
import { Pagination } from '@/islands/ui/Pagination.tsx';
import { Table, type TableColumn } from '@/islands/ui/Table.tsx';
import { useClampPage } from '@/islands/useClampPage.ts';
import { listAudit, TRAIL_FOUND_MAX } from '@/lib/audit-log/calls.ts';
import type { Call, OutputOf, SentOf } from '@/lib/core/contract.ts';
import type {
  listMemberPurchases,
  listMemberReferrals,
  listMemberSignIns,
  listMemberStock,
} from '@/lib/members/detail/calls.ts';
import { SECTION_ROWS } from '@/lib/members/detail/calls.ts';
import type { listMemberMails } from '@/lib/members/mails/calls.ts';

type SectionList =
  | typeof listMemberPurchases
  | typeof listMemberStock
  | typeof listMemberReferrals
  | typeof listMemberSignIns
  | typeof listMemberMails
  | typeof listAudit;
type RowOf<C extends SectionList> = OutputOf<C>['records'][number];

export interface SectionProps<C extends SectionList> {
  title: string;
  /** What the list comes to, as a balance. */
  sum?: ReactNode;
  /** What a reader should know of it. */
  note?: ReactNode;
  contract: C;
  memberId: string;
  /** The page that it was rendered with. */
  initial: OutputOf<C>;
  page: number;
  href: (page: number) => string;
  onPage: (page: number) => void;
  /** Goes to the last page, once an answer shows that there are fewer. */
  onClamp: (page: number) => void;
  columns: readonly TableColumn<RowOf<C>>[];
  rowKey: (row: RowOf<C>, index: number) => string;
  /** What a row is about. */
  rowName: (row: RowOf<C>) => string;
  emptyText: string;
  /** Rows that are settled a moment later: while there is one, the list is read again a few times. */
  isUnderWay?: (row: RowOf<C>) => boolean;
}

const LOOKS_MAX = 5;
const LOOK_MS = 2_000;

/** Reads the list again a few times while a row waits to be settled. */
function useLooks(waits: boolean, retry: () => void): void {
  const [looks, setLooks] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `retry` is another one each time
  useEffect(() => {
    if (!waits) setLooks(0);
    if (!waits || looks >= LOOKS_MAX) return;
    const timer = setTimeout(() => {
      setLooks(looks + 1);
      retry();
    }, LOOK_MS);
    return () => clearTimeout(timer);
  }, [waits, looks]);
}

/** One paged list of the member, or one line if it is empty. */
export function Section<C extends SectionList & Call>(props: SectionProps<C>) {
  const { title, sum, note, contract, memberId, initial, page, href, onPage, columns, rowKey, rowName, emptyText } =
    props;
  const id = useId();
  const isTrail = (contract as Call) === listAudit;
  const whose = isTrail ? { userId: memberId } : { id: memberId };
  const input = { ...whose, page, limit: SECTION_ROWS } as SentOf<C>;
  const { data, error, loading, retry } = useFetched<C>(contract, input, initial);
  const isBeyond = useClampPage(data, page, props.onClamp);
  const total = data?.total ?? initial.total;
  const rows = (data?.records ?? []) as readonly RowOf<C>[];
  const waits = props.isUnderWay !== undefined && rows.some(props.isUnderWay);
  useLooks(waits, retry);
  return (
    <section
      className="grid min-w-0 grid-cols-1 gap-3 sm:[&_:is(th,td)]:px-2.5 sm:[&_:is(th,td):first-child]:ps-4 sm:[&_:is(th,td):last-child]:pe-4"
      aria-labelledby={id}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="card-title" id={id}>
          {title}{' '}
          <span className="member-count ms-1 font-normal text-muted tabular-nums">
            {countFigure(total, isTrail ? TRAIL_FOUND_MAX : undefined)}
          </span>
        </h2>
        {sum && <p className="font-semibold">{sum}</p>}
      </div>
      {error !== null ? (
        <div className="card">
          <LoadError text={error} onRetry={retry} />
        </div>
      ) : total === 0 ? (
        <p className="card py-5 text-sm text-muted">{emptyText}</p>
      ) : (
        <Table<RowOf<C>>
          caption={title}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          rowName={rowName}
          missing="--"
          loading={loading || isBeyond}
          skeletonRows={SECTION_ROWS}
          emptyText="There is nothing on this page."
        />
      )}
      {note && total > 0 && <p className="text-xs text-muted">{note}</p>}
      <Pagination
        label={`Pages of ${title.toLowerCase()}`}
        page={page}
        lastPage={data?.lastPage ?? initial.lastPage}
        range={3}
        margins={1}
        href={href}
        onPage={onPage}
      />
    </section>
  );
}

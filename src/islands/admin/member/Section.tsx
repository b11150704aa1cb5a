import { type ReactNode, useEffect, useId, useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { Pagination } from '@/islands/ui/Pagination.tsx';
import { Table, type TableColumn } from '@/islands/ui/Table.tsx';
import { useLastPage } from '@/islands/useLastPage.ts';
import type { Contract, OutputOf, SentOf } from '@/lib/core/contract.ts';
import { groupIndian } from '@/lib/core/format.ts';
import { listAudit, TRAIL_FOUND_MAX } from '@/lib/members/audit-contract.ts';
import type { listMemberMails } from '@/lib/members/mails-contract.ts';
import {
  type listMemberPurchases,
  type listMemberReferrals,
  type listMemberSignIns,
  type listMemberStock,
  SECTION_ROWS,
} from '@/lib/members/view-contract.ts';

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
  columns: readonly TableColumn<RowOf<C>>[];
  rowKey: (row: RowOf<C>, index: number) => string;
  emptyText: string;
  /** Rows that are settled a moment later: while there is one, the list is read again a few times. */
  isUnderWay?: (row: RowOf<C>) => boolean;
}

const LOOKS_MAX = 5;
const LOOK_MS = 2_000;

/** One list of the member with its pages; where there is nothing, one line says so. */
export function Section<C extends SectionList & Contract>(it: SectionProps<C>) {
  const { title, sum, note, contract, memberId, initial, page, href, onPage, columns, rowKey, emptyText } = it;
  const id = useId();
  const whose = (contract as Contract) === listAudit ? { userId: memberId } : { id: memberId };
  const input = { ...whose, page, limit: SECTION_ROWS } as SentOf<C>;
  const { data, error, loading, retry } = useFetched<C>(contract, input, initial);
  const isBeyond = useLastPage(data, page, onPage);
  const total = data?.total ?? initial.total;
  const rows = (data?.records ?? []) as readonly RowOf<C>[];
  const [looks, setLooks] = useState(0);
  const waits = it.isUnderWay !== undefined && rows.some(it.isUnderWay);
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
  return (
    <section className="member-section" aria-labelledby={id}>
      <div className="member-section-head">
        <h2 className="card-title" id={id}>
          {title} <span className="member-count">{countText(total, contract)}</span>
        </h2>
        {sum && <p className="member-sum">{sum}</p>}
      </div>
      {error !== null ? (
        <div className="card">
          <EmptyState drawing="error" text={error} role="alert">
            <Button look="secondary" size="sm" icon="retry" onClick={retry}>
              Try again
            </Button>
          </EmptyState>
        </div>
      ) : total === 0 ? (
        <p className="card member-none">{emptyText}</p>
      ) : (
        <Table<RowOf<C>>
          caption={title}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          missing="--"
          loading={loading || isBeyond}
          skeletonRows={SECTION_ROWS}
          emptyText="There is nothing on this page."
        />
      )}
      {note && total > 0 && <p className="member-note">{note}</p>}
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

/** The trail is counted up to a bound. */
function countText(total: number, contract: Contract): string {
  const isCapped = contract === listAudit && total > TRAIL_FOUND_MAX;
  return isCapped ? `${groupIndian(String(TRAIL_FOUND_MAX))}+` : groupIndian(String(total));
}

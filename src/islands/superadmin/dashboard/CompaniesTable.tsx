import { Money } from '@/islands/ui/Figures.tsx';
import { PartsBar } from '@/islands/ui/PartsBar.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import { Table, type TableColumn } from '@/islands/ui/Table.tsx';
import { formatQuantity } from '@/lib/core/format.ts';
import { percentOf } from '@/lib/core/money.ts';
import { PATHS } from '@/lib/core/paths.ts';
import type { CompanyFigures } from '@/lib/stats/platform-contract.ts';

/** Counted no further than this: the list of the company has them all. */
const WAITING_COUNTED_MAX = 10_000;

const COLUMNS: readonly TableColumn<CompanyFigures>[] = [
  {
    key: 'company',
    head: 'Company',
    bare: true,
    cell: (it) => (
      <span className="company-name">
        {it.iconUrl ? <img src={it.iconUrl} alt="" width="32" height="32" /> : <span className="avatar avatar-sm" />}
        <span className="two-lines">
          <strong>{it.companyName}</strong>
          <span>
            {it.tokenName} ({it.tokenSymbol})
          </span>
        </span>
        {it.isPaused && <StatusBadge status="PAUSED" />}
      </span>
    ),
  },
  {
    key: 'members',
    head: 'Members',
    align: 'end',
    cell: (it) => (
      <span className="two-lines">
        <span>{formatQuantity(it.members)}</span>
        <span>{formatQuantity(it.verified)} verified</span>
      </span>
    ),
  },
  {
    key: 'pending',
    head: 'Pending',
    align: 'end',
    cell: (it) => (
      <span className="two-lines">
        <span>{formatQuantity(it.purchases.pending.total)}</span>
        <span data-warning={it.waitingLong > 0 || undefined}>
          {formatQuantity(it.waitingLong)}
          {it.waitingLong >= WAITING_COUNTED_MAX ? '+' : ''} over 24 h
        </span>
      </span>
    ),
  },
  {
    key: 'collected',
    head: 'Collected',
    align: 'end',
    cell: (it) => (
      <span className="two-lines">
        <Money value={it.collected.total} />
        <span>{formatQuantity(it.purchases.approved.total)} approved</span>
      </span>
    ),
  },
  {
    key: 'supply',
    head: 'Private supply',
    cell: (it) => {
      const sold = percentOf(BigInt(it.sold), BigInt(it.privateSupply));
      const words = `${sold}% sold, ${formatQuantity(it.remaining, it.tokenSymbol)} left`;
      return (
        <span className="supply-cell">
          <PartsBar
            label={words}
            parts={[
              { label: 'Sold', value: it.sold, tone: 1 },
              { label: 'Held', value: it.held, tone: 4 },
              { label: 'Remaining', value: it.remaining, tone: 3 },
            ]}
          />
          <span>{words}</span>
        </span>
      );
    },
  },
  {
    key: 'mails',
    head: 'Mails stuck',
    align: 'end',
    cell: (it) => <span data-warning={it.mailsStuck > 0 || undefined}>{formatQuantity(it.mailsStuck)}</span>,
  },
];

/** Every company on a line, with its private supply drawn as one bar. */
export function CompaniesTable({ companies }: { companies: readonly CompanyFigures[] }) {
  return (
    <Table
      caption="Companies"
      showCaption
      columns={COLUMNS}
      rows={companies}
      rowKey={(it) => it.id}
      emptyText="There is no company yet."
      emptyAction={
        <a className="link" href={PATHS.companyManage}>
          Add the first company
        </a>
      }
    />
  );
}

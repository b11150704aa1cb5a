import type { ReactNode } from 'react';
import { Money } from '@/islands/ui/Figures.tsx';
import { PartsBar } from '@/islands/ui/PartsBar.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import { Table, type TableColumn } from '@/islands/ui/Table.tsx';
import { formatQuantity } from '@/lib/core/format.ts';
import { percentOf } from '@/lib/core/money.ts';
import { PATHS } from '@/lib/core/paths.ts';
import type { CompanyFigures } from '@/lib/superadmin/dashboard/contract.ts';

/** Counted no further than this: the list of the company has them all. */
const WAITING_COUNTED_MAX = 10_000;

const WARNING = 'font-semibold text-warning';

/** A figure, and in small print under it what belongs to it. */
function TwoLines({ below, isWarning, children }: { below: string; isWarning?: boolean; children: ReactNode }) {
  return (
    <span className="inline-grid min-w-0 max-sm:inline-flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-1.5">
      {children}
      <span className={`text-xs whitespace-nowrap ${isWarning ? WARNING : 'text-muted'}`}>{below}</span>
    </span>
  );
}

const COLUMNS: readonly TableColumn<CompanyFigures>[] = [
  {
    key: 'company',
    phone: 'title',
    head: 'Company',
    bare: true,
    cell: (company) => (
      <span className="flex min-w-0 items-center gap-3 sm:min-w-45 lg:min-w-55">
        {company.iconUrl ? (
          <img src={company.iconUrl} alt="" width="32" height="32" />
        ) : (
          <span className="avatar avatar-sm" />
        )}
        <TwoLines below={`${company.tokenName} (${company.tokenSymbol})`}>
          <strong>{company.companyName}</strong>
        </TwoLines>
        {company.isMoved ? <StatusBadge status="MOVED" /> : company.isPaused && <StatusBadge status="PAUSED" />}
      </span>
    ),
  },
  {
    key: 'members',
    head: 'Members',
    align: 'end',
    cell: (company) => (
      <TwoLines below={`${formatQuantity(company.verified)} verified`}>
        <span>{formatQuantity(company.members)}</span>
      </TwoLines>
    ),
  },
  {
    key: 'pending',
    head: 'Pending',
    align: 'end',
    cell: (company) => (
      <TwoLines
        below={`${formatQuantity(company.waitingLong)}${company.waitingLong >= WAITING_COUNTED_MAX ? '+' : ''} over 24 h`}
        isWarning={company.waitingLong > 0}
      >
        <span>{formatQuantity(company.purchases.pending.total)}</span>
      </TwoLines>
    ),
  },
  {
    key: 'collected',
    phone: 'line',
    head: 'Collected',
    align: 'end',
    cell: (company) => (
      <TwoLines below={`${formatQuantity(company.purchases.approved.total)} approved`}>
        <Money value={company.collected.total} />
      </TwoLines>
    ),
  },
  {
    key: 'supply',
    head: 'Private supply',
    cell: (company) => {
      const sold = percentOf(BigInt(company.sold), BigInt(company.privateSupply));
      const text = `${sold}% sold, ${formatQuantity(company.remaining, company.tokenSymbol)} left`;
      return (
        <span className="grid max-w-60 min-w-30 gap-1.5 text-xs text-muted lg:min-w-40">
          <PartsBar
            label={text}
            parts={[
              { label: 'Sold', value: company.sold, tone: 1 },
              { label: 'Held', value: company.held, tone: 4 },
              { label: 'Remaining', value: company.remaining, tone: 3 },
            ]}
          />
          <span>{text}</span>
        </span>
      );
    },
  },
  {
    key: 'mails',
    head: 'Mails stuck',
    align: 'end',
    cell: (company) => (
      <span className={company.mailsStuck > 0 ? WARNING : undefined}>{formatQuantity(company.mailsStuck)}</span>
    ),
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
      rowKey={(company) => company.id}
      rowName={(company) => company.companyName}
      emptyText="There is no company yet."
      emptyAction={
        <a className="link" href={PATHS.companyManage}>
          Add the first company
        </a>
      }
    />
  );
}

import { Button, IconButton } from '@/islands/ui/Button.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import type { TableColumn } from '@/islands/ui/Table.tsx';
import { formatQuantity, formatRupees } from '@/lib/core/format.ts';
import { type PageRequest, serialNumber } from '@/lib/core/pagination.ts';
import type { CompanyRecord } from '@/lib/superadmin/companies/contract.ts';
import type { Question } from './CompanyConfirm.tsx';

export interface CompanyActions {
  readonly onEdit: (company: CompanyRecord) => void;
  readonly onBrand: (company: CompanyRecord) => void;
  readonly onQuestion: (question: Question, company: CompanyRecord) => void;
}

export function companyColumns(page: PageRequest, actions: CompanyActions): TableColumn<CompanyRecord>[] {
  return [
    { key: 'serial', head: 'Sl.No', cell: (_, index) => serialNumber(page, index) },
    {
      key: 'company',
      phone: 'title',
      head: 'Company',
      cell: (company) => (
        <a className="group inline-grid gap-0.5" href={`/superadmin/companymanage/${company.id}`}>
          <strong className="font-medium group-hover:underline">{company.companyName}</strong>
          <span className="text-xs wrap-anywhere text-muted max-sm:hidden">
            {company.hosts[0] ?? (company.isDefault ? "The deployment's own site" : 'No host name yet')}
          </span>
        </a>
      ),
    },
    {
      key: 'token',
      phone: 'line',
      head: 'Token',
      cell: (company) => (
        <span className="inline-grid gap-0.5 max-sm:inline-flex max-sm:items-baseline max-sm:gap-1.5">
          <strong className="font-medium max-sm:font-normal">{company.tokenName}</strong>
          <span className="num text-xs wrap-anywhere whitespace-nowrap text-muted max-sm:text-sm">
            {company.tokenSymbol} at {formatRupees(company.initialPrice)}
          </span>
        </span>
      ),
    },
    {
      key: 'supply',
      head: 'Private Supply',
      align: 'end',
      cell: (company) => <span className="num">{formatQuantity(company.privateSupply)}</span>,
    },
    {
      key: 'sale',
      phone: 'badge',
      head: 'Sale',
      cell: (company) =>
        company.movedAt ? (
          <StatusBadge status="MOVED" label="Moved to another cluster" />
        ) : company.pausedAt ? (
          <StatusBadge status="PAUSED" />
        ) : (
          <StatusBadge status="OPEN" tone="success" />
        ),
    },
    {
      key: 'date',
      head: 'Date',
      cell: (company) => <DateTime value={company.createdAt} show="iso" />,
    },
    {
      key: 'action',
      head: 'Action',
      bare: true,
      align: 'end',
      cell: (company) => !company.movedAt && <RowActions company={company} actions={actions} />,
    },
  ];
}

function RowActions({ company, actions }: { company: CompanyRecord; actions: CompanyActions }) {
  return (
    <div className="company-actions inline-flex flex-wrap justify-end sm:max-[1200px]:flex-col sm:max-[1200px]:items-end min-[1200px]:flex-nowrap">
      <span className="inline-flex items-center">
        {company.pausedAt ? (
          <Button
            look="secondary"
            size="sm"
            aria-label={`Resume: ${company.companyName}`}
            onClick={() => actions.onQuestion('resume', company)}
          >
            Resume
          </Button>
        ) : (
          <Button
            look="quiet"
            size="sm"
            aria-label={`Pause: ${company.companyName}`}
            onClick={() => actions.onQuestion('pause', company)}
          >
            Pause
          </Button>
        )}
        <Button
          look="quiet"
          size="sm"
          aria-label={`Brand: ${company.companyName}`}
          onClick={() => actions.onBrand(company)}
        >
          Brand
        </Button>
      </span>
      <span className="inline-flex items-center">
        <IconButton
          icon="users"
          label={`Invite an admin: ${company.companyName}`}
          onClick={() => actions.onQuestion('invite', company)}
        />
        <IconButton
          icon="lock"
          label={`Sign all admins out: ${company.companyName}`}
          onClick={() => actions.onQuestion('sign-out', company)}
        />
        <IconButton icon="edit" label={`Edit: ${company.companyName}`} onClick={() => actions.onEdit(company)} />
        <IconButton
          icon="delete"
          look="danger"
          label={`Delete: ${company.companyName}`}
          onClick={() => actions.onQuestion('delete', company)}
        />
      </span>
    </div>
  );
}

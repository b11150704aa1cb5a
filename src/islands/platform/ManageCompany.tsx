import { useEffect, useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { Button, IconButton } from '@/islands/ui/Button.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { Pagination } from '@/islands/ui/Pagination.tsx';
import { SearchBox } from '@/islands/ui/SearchBox.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import { Table, type TableColumn } from '@/islands/ui/Table.tsx';
import { useLastPage } from '@/islands/useLastPage.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { formatQuantity, formatRupees } from '@/lib/core/format.ts';
import { serialNumber } from '@/lib/core/page.ts';
import { type CompanyRecord, listCompanies } from '@/lib/platform/contract.ts';
import { BrandModal } from './BrandModal.tsx';
import { CompanyModal } from './CompanyModal.tsx';
import { CompanyQuestion, type Question } from './CompanyQuestion.tsx';
import { inputOf, pathOf, readView, type View } from './view.ts';

type Dialog =
  | { readonly kind: 'form'; readonly id: string | null }
  | { readonly kind: 'brand'; readonly id: string }
  | { readonly kind: 'question'; readonly id: string; readonly ask: Question };

export interface ManageCompanyProps {
  initial: OutputOf<typeof listCompanies>;
  view: View;
}

/** The companies of this deployment; search and page stand in the address. */
export function ManageCompany({ initial, view: first }: ManageCompanyProps) {
  const [view, setView] = useState(first);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const input = inputOf(view);
  const list = useFetched(listCompanies, input, initial);

  useEffect(() => {
    const back = (): void => setView(readView(new URLSearchParams(window.location.search)));
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, []);

  const isBeyond = useLastPage(list.data, view.page, (page) => {
    const next = { ...view, page };
    setView(next);
    history.replaceState(null, '', pathOf(next));
  });

  function show(next: View): void {
    setView(next);
    history.pushState(null, '', pathOf(next));
  }

  const rows = list.data?.records ?? [];
  const chosen = dialog?.id ? rows.find((it) => it.id === dialog.id) : undefined;
  const close = (): void => setDialog(null);
  const ask =
    (question: Question, { id }: CompanyRecord) =>
    () =>
      setDialog({ kind: 'question', id, ask: question });
  const add = (): void => setDialog({ kind: 'form', id: null });

  const columns: readonly TableColumn<CompanyRecord>[] = [
    { key: 'serial', head: 'Sl.No', cell: (_, index) => serialNumber(input, index) },
    {
      key: 'company',
      head: 'Company',
      cell: (it) => (
        <a className="company-name" href={`/superadmin/companymanage/${it.id}`}>
          <strong>{it.companyName}</strong>
          <span>{it.hosts[0] ?? (it.isDefault ? "The deployment's own site" : 'No host name yet')}</span>
        </a>
      ),
    },
    {
      key: 'token',
      head: 'Token',
      cell: (it) => (
        <span className="company-name">
          <strong>{it.tokenName}</strong>
          <span className="company-terms num">
            {it.tokenSymbol} at {formatRupees(it.initialPrice)}
          </span>
        </span>
      ),
    },
    {
      key: 'supply',
      head: 'Private Supply',
      align: 'end',
      cell: (it) => <span className="num">{formatQuantity(it.privateSupply)}</span>,
    },
    {
      key: 'sale',
      head: 'Sale',
      cell: (it) => (it.pausedAt ? <StatusBadge status="PAUSED" /> : <StatusBadge status="OPEN" tone="success" />),
    },
    {
      key: 'date',
      head: 'Date',
      cell: (it) => <DateTime value={it.createdAt} show="iso" />,
    },
    {
      key: 'action',
      head: 'Action',
      bare: true,
      align: 'end',
      cell: (it) => (
        <div className="company-actions">
          <span>
            {it.pausedAt ? (
              <Button look="secondary" size="sm" aria-label={`Resume: ${it.companyName}`} onClick={ask('resume', it)}>
                Resume
              </Button>
            ) : (
              <Button look="quiet" size="sm" aria-label={`Pause: ${it.companyName}`} onClick={ask('pause', it)}>
                Pause
              </Button>
            )}
            <Button
              look="quiet"
              size="sm"
              aria-label={`Brand: ${it.companyName}`}
              onClick={() => setDialog({ kind: 'brand', id: it.id })}
            >
              Brand
            </Button>
          </span>
          <span>
            <IconButton icon="users" label={`Invite an admin: ${it.companyName}`} onClick={ask('invite', it)} />
            <IconButton
              icon="edit"
              label={`Edit: ${it.companyName}`}
              onClick={() => setDialog({ kind: 'form', id: it.id })}
            />
            <IconButton icon="delete" look="danger" label={`Delete: ${it.companyName}`} onClick={ask('delete', it)} />
          </span>
        </div>
      ),
    },
  ];

  return (
    <div className="stack">
      <div className="page-head">
        <h1 className="page-title">Manage Company</h1>
        <div className="page-actions">
          <Button icon="add" onClick={add}>
            Add Company
          </Button>
        </div>
      </div>
      <div className="toolbar">
        <SearchBox
          label="Search companies"
          placeholder="Name, symbol, host or email"
          value={view.search}
          busy={list.loading}
          onSearch={(search) => show({ search, page: 1 })}
        />
      </div>
      <Table
        caption="Companies"
        columns={columns}
        rows={rows}
        rowKey={(it) => it.id}
        missing="--"
        loading={list.loading || isBeyond}
        loadingText="Loading companies..."
        error={list.error ?? undefined}
        onRetry={list.retry}
        emptyText={view.search === '' ? 'No company yet.' : 'No company matches this search.'}
      />
      <Pagination
        page={view.page}
        lastPage={list.data?.lastPage ?? 1}
        margins={1}
        href={(page) => pathOf({ ...view, page })}
        onPage={(page) => show({ ...view, page })}
      />
      {dialog?.kind === 'form' && (dialog.id === null || chosen) && (
        <CompanyModal company={chosen ?? null} onClose={close} />
      )}
      {dialog?.kind === 'brand' && chosen && <BrandModal company={chosen} onClose={close} />}
      {dialog?.kind === 'question' && chosen && <CompanyQuestion ask={dialog.ask} company={chosen} onClose={close} />}
    </div>
  );
}

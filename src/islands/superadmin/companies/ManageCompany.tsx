import { useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { ListScreen } from '@/islands/ui/ListScreen.tsx';
import { useListState } from '@/islands/ui/useListState.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { listCompanies } from '@/lib/superadmin/companies/calls.ts';
import { BrandModal } from './BrandModal.tsx';
import { CompanyConfirm, type Question } from './CompanyConfirm.tsx';
import { CompanyModal } from './CompanyModal.tsx';
import { companyColumns } from './columns.tsx';
import { COMPANY_ADDRESS, type CompanyQuery, inputOf } from './companyQuery.ts';

type Dialog =
  | { readonly kind: 'form'; readonly id: string | null }
  | { readonly kind: 'brand'; readonly id: string }
  | { readonly kind: 'question'; readonly id: string; readonly question: Question };

export interface ManageCompanyProps {
  initial: OutputOf<typeof listCompanies>;
  query: CompanyQuery;
}

/** The companies of this deployment. */
export function ManageCompany({ initial, query: given }: ManageCompanyProps) {
  const list = useListState(COMPANY_ADDRESS, given);
  const { query } = list;
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const input = inputOf(query);
  const fetched = useFetched(listCompanies, input, initial);
  const chosen = dialog?.id ? fetched.data?.records.find(({ id }) => id === dialog.id) : undefined;
  const close = (): void => setDialog(null);

  return (
    <div className="stack">
      <div className="page-head">
        <h1 className="page-title">Manage Company</h1>
        <div className="page-actions">
          <Button icon="add" onClick={() => setDialog({ kind: 'form', id: null })}>
            Add Company
          </Button>
        </div>
      </div>
      <ListScreen
        list={list}
        fetched={fetched}
        search={{
          label: 'Search companies',
          placeholder: 'Name, symbol, host or email',
          value: query.search,
          onSearch: (search) => list.type({ search }),
        }}
        caption="Companies"
        columns={companyColumns(input, {
          onEdit: ({ id }) => setDialog({ kind: 'form', id }),
          onBrand: ({ id }) => setDialog({ kind: 'brand', id }),
          onQuestion: (question, { id }) => setDialog({ kind: 'question', id, question }),
        })}
        rowKey={({ id }) => id}
        rowName={({ companyName }) => companyName}
        missing="--"
        loadingText="Loading companies..."
        emptyText={query.search === '' ? 'No company yet.' : 'No company matches this search.'}
      />
      {dialog?.kind === 'form' && (dialog.id === null || chosen) && (
        <CompanyModal company={chosen ?? null} onClose={close} />
      )}
      {dialog?.kind === 'brand' && chosen && <BrandModal company={chosen} onClose={close} />}
      {dialog?.kind === 'question' && chosen && (
        <CompanyConfirm question={dialog.question} company={chosen} onClose={close} />
      )}
    </div>
  );
}

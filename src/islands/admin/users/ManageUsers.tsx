import { useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { SearchBox } from '@/islands/ui/SearchBox.tsx';
import { Select } from '@/islands/ui/Select.tsx';
import { Table } from '@/islands/ui/Table.tsx';
import { useLastPage } from '@/islands/useLastPage.ts';
import { useLazy } from '@/islands/useLazy.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { groupIndian } from '@/lib/core/format.ts';
import { FOUND_MAX, listMembers, type MemberRow } from '@/lib/members/contract.ts';
import { ExportMenu } from '../exports/ExportMenu.tsx';
import { ListPages, useView } from '../list.tsx';
import { userColumns } from './columns.tsx';
import { filtersOf, inputOf, LEAVING_INPUT, pathOf, type View } from './view.ts';

export interface ManageUsersProps {
  view: View;
  initial: OutputOf<typeof listMembers>;
  /** Accounts that asked to be deleted, when the page was rendered. */
  leaving: OutputOf<typeof listMembers>;
  ownId: string;
}

type Open = { what: 'add' } | { what: 'edit' | 'approve' | 'delete'; member: MemberRow };

const STATUSES = [
  { value: 'waiting', label: 'Waiting For Verification' },
  { value: 'verified', label: 'Verified User' },
];

export function ManageUsers(given: ManageUsersProps) {
  const [view, show] = useView(given.view, pathOf);
  const [open, setOpen] = useState<Open | null>(null);
  const dialogs = useLazy('The form', async () => (await import('./UserDialog.tsx')).UserDialog);
  const input = inputOf(view);
  const { data, error, loading, retry } = useFetched(listMembers, input, given.initial);
  const leaving = useFetched(listMembers, LEAVING_INPUT, given.leaving);
  const isBeyond = useLastPage(data, view.page, (page) => show({ ...view, page }));
  const asked = leaving.data?.total ?? 0;

  async function ask(next: Open): Promise<void> {
    if (await dialogs.load()) setOpen(next);
  }

  const isFiltered = view.search !== '' || view.approval !== null || view.leaving;
  return (
    <div className="stack">
      <div className="page-head">
        <h1 className="page-title">Manage User</h1>
        <div className="page-actions">
          <ExportMenu what="members" filters={filtersOf(view)} />
          <Button icon="add" onClick={() => void ask({ what: 'add' })} busy={dialogs.loading}>
            Add User
          </Button>
        </div>
      </div>
      <div className="toolbar">
        <SearchBox
          label="Search users"
          placeholder="Name, email, mobile or code"
          value={view.search}
          onSearch={(search) => show({ ...view, page: 1, search })}
          busy={loading}
        />
        <Select
          label="Status"
          quietLabel
          placeholder="Select Status"
          options={STATUSES}
          value={view.approval ?? ''}
          onValue={(status) =>
            show({ ...view, page: 1, approval: status === 'waiting' || status === 'verified' ? status : null })
          }
        />
        {(asked > 0 || view.leaving) && (
          <button
            type="button"
            className="filter-pill"
            aria-pressed={view.leaving}
            onClick={() => show({ ...view, page: 1, leaving: !view.leaving })}
          >
            {groupIndian(String(asked))} asked to be deleted
            {view.leaving && <Icon name="close" size={16} />}
          </button>
        )}
        <p className="toolbar-count" role="status">
          {data && countText(data.total, view)}
        </p>
      </div>
      <div className="users">
        <Table
          caption="Users"
          columns={userColumns(input, {
            ownId: given.ownId,
            onApprove: (member) => void ask({ what: 'approve', member }),
            onEdit: (member) => void ask({ what: 'edit', member }),
            onDelete: (member) => void ask({ what: 'delete', member }),
          })}
          rows={data?.records ?? []}
          rowKey={(it) => it.id}
          missing="--"
          loading={loading || isBeyond}
          loadingText="Loading users..."
          error={error ?? undefined}
          onRetry={retry}
          emptyText={isFiltered ? 'No user matches this search and filter.' : 'There are no users yet.'}
        />
      </div>
      <ListPages view={view} lastPage={data?.lastPage} pathOf={pathOf} onView={show} />
      {open && dialogs.Part && <dialogs.Part open={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

function countText(total: number, { search, approval, leaving }: View): string {
  const isCapped = total > FOUND_MAX && search !== '' && !leaving;
  const figure = isCapped ? `${groupIndian(String(FOUND_MAX))}+` : groupIndian(String(total));
  if (approval === 'waiting') return `Waiting For Verification: ${figure}`;
  return `${figure} ${total === 1 ? 'user' : 'users'}`;
}

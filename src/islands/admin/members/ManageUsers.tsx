import { useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { refresh } from '@/islands/refresh.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { Checkbox } from '@/islands/ui/Checkbox.tsx';
import { countFigure, countText } from '@/islands/ui/countText.ts';
import { Icon } from '@/islands/ui/Icon.tsx';
import { ListScreen, type ListScreenProps } from '@/islands/ui/ListScreen.tsx';
import { Select } from '@/islands/ui/Select.tsx';
import { type ListState, useListState } from '@/islands/ui/useListState.ts';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { listMembers, SEARCH_COUNT_MAX } from '@/lib/members/calls.ts';
import type { MemberRow } from '@/lib/members/contract.ts';
import type { listAdminChanges } from '@/lib/members/proposals/calls.ts';
import { ExportMenu } from '../exports/ExportMenu.tsx';
import { KeysHelp } from '../lists/KeysHelp.tsx';
import { ListTools } from '../lists/ListTools.tsx';
import { SelectionBar } from '../lists/SelectionBar.tsx';
import { areAllSelected, selectColumn } from '../lists/selectColumn.tsx';
import { useSelection } from '../lists/useSelection.ts';
import { AdminChanges } from './AdminChanges.tsx';
import { userColumns } from './columns.tsx';
import { filterChips, filterValues, MEMBER_FIELDS, MEMBER_RANGES } from './memberFilters.ts';
import { filtersOf, inputOf, LEAVING_INPUT, MEMBER_ADDRESS, type MemberQuery } from './memberQuery.ts';
import { readWaiting } from './readWaiting.ts';
import type { UserDialogProps } from './UserDialog.tsx';

export interface ManageUsersProps {
  query: MemberQuery;
  initial: OutputOf<typeof listMembers>;
  /** Accounts with a deletion request, when the page was rendered. */
  leaving: OutputOf<typeof listMembers>;
  /** Changes of admins that waited when the page was rendered. */
  changes: OutputOf<typeof listAdminChanges>;
  ownId: string;
}

type Open = UserDialogProps['open'];

const STATUSES = [
  { value: 'waiting', label: 'Waiting For Verification' },
  { value: 'verified', label: 'Verified User' },
];

export function ManageUsers(given: ManageUsersProps) {
  const list = useListState(MEMBER_ADDRESS, given.query);
  const { query } = list;
  const [open, setOpen] = useState<Open | null>(null);
  const dialogs = useLazyComponent('The form', async () => (await import('./UserDialog.tsx')).UserDialog);
  const input = inputOf(query);
  const fetched = useFetched(listMembers, input, given.initial);

  async function openDialog(next: Open): Promise<void> {
    if (await dialogs.load()) setOpen(next);
  }

  const desk = useLazyComponent('The desk', async () => (await import('./VerifyDesk.tsx')).VerifyDesk);
  const [isVerifying, setVerifying] = useState(false);
  const isFiltered = query.search !== '' || query.approval !== null || query.leaving || isCapped(query);
  if (isVerifying && desk.Component) {
    return (
      <desk.Component
        query={query}
        onClose={() => {
          setVerifying(false);
          refresh(listMembers);
          requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-desk]')?.focus());
        }}
      />
    );
  }
  return (
    <div className="stack">
      <Head
        query={query}
        isDeskLoading={desk.loading}
        isFormLoading={dialogs.loading}
        onVerify={async () => setVerifying(await desk.load())}
        onOpen={(what) => void openDialog({ what })}
      />
      <AdminChanges initial={given.changes} />
      <MemberList
        list={list}
        fetched={fetched}
        search={{
          label: 'Search users',
          placeholder: 'Name, email, mobile or code',
          value: query.search,
          onSearch: (search) => list.type({ search }),
        }}
        filters={<Filters list={list} leaving={given.leaving} />}
        count={fetched.data && countOf(fetched.data.total, query)}
        caption="Users"
        columns={userColumns(input, {
          ownId: given.ownId,
          onApprove: (member) => void openDialog({ what: 'approve', member }),
          onEdit: (member) => void openDialog({ what: 'edit', member }),
          onDelete: (member) => void openDialog({ what: 'delete', member }),
        })}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        missing="--"
        loadingText="Loading users..."
        emptyText={isFiltered ? 'No user matches this search and filter.' : 'There are no users yet.'}
      />
      {open && dialogs.Component && <dialogs.Component open={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

interface HeadProps {
  query: MemberQuery;
  isDeskLoading: boolean;
  isFormLoading: boolean;
  onVerify: () => Promise<void>;
  onOpen: (what: 'add' | 'import') => void;
}

function Head({ query, isDeskLoading, isFormLoading, onVerify, onOpen }: HeadProps) {
  return (
    <div className="page-head">
      <h1 className="page-title">Manage User</h1>
      <div className="page-actions">
        <KeysHelp />
        <ExportMenu what="members" filters={filtersOf(query)} />
        <Button look="secondary" icon="upload" data-icon onClick={() => onOpen('import')}>
          <span className="max-sm:sr-only">Import</span>
        </Button>
        <Button look="secondary" icon="eye" busy={isDeskLoading} onClick={() => void onVerify()} data-desk>
          Verify one by one
        </Button>
        <Button icon="add" onClick={() => onOpen('add')} busy={isFormLoading}>
          Add User
        </Button>
      </div>
    </div>
  );
}

type MemberListProps = Omit<ListScreenProps<MemberQuery, MemberRow>, 'frame'>;

/** The list; those who wait can be selected and verified together. */
function MemberList(props: MemberListProps) {
  const { list, fetched } = props;
  const { query } = list;
  const selection = useSelection<MemberRow>();
  const [verifying, setVerifying] = useState<readonly MemberRow[]>([]);
  const dialog = useLazyComponent('The form', async () => (await import('./VerifyDialog.tsx')).VerifyDialog);
  const rows = fetched.data?.records ?? [];
  const canSelect = query.approval === 'waiting';
  const total = areAllSelected(rows, selection) ? (fetched.data?.total ?? 0) : 0;
  const columns = canSelect ? [selectColumn(rows, selection, ({ name }) => name), ...props.columns] : props.columns;
  const isAnySelected = canSelect && selection.rows.size > 0;
  return (
    <>
      <ListScreen
        {...props}
        columns={columns}
        frame={(table) => (
          <div className="users">
            {isAnySelected && (
              <SelectionBar
                selection={selection}
                total={total}
                first="the oldest"
                readPage={(page) => readWaiting(query, page)}
              >
                <Button
                  look="success"
                  size="sm"
                  busy={dialog.loading}
                  onClick={async () => (await dialog.load()) && setVerifying([...selection.rows.values()])}
                >
                  Verify selected
                </Button>
              </SelectionBar>
            )}
            {canSelect && rows.length > 1 && (
              <div className="mb-3 wide:hidden">
                <Checkbox
                  label="Select all on this page"
                  checked={areAllSelected(rows, selection)}
                  onChecked={(isOn) => selection.set(rows, isOn)}
                />
              </div>
            )}
            {table}
          </div>
        )}
      />
      {verifying.length > 0 && dialog.Component && (
        <dialog.Component
          members={verifying}
          onClose={(settled) => {
            setVerifying([]);
            selection.drop(settled);
            refresh(listMembers);
          }}
        />
      )}
    </>
  );
}

interface FiltersProps {
  list: ListState<MemberQuery>;
  leaving: OutputOf<typeof listMembers>;
}

function Filters({ list: { query, choose }, leaving }: FiltersProps) {
  const { data } = useFetched(listMembers, LEAVING_INPUT, leaving);
  const requests = data?.total ?? 0;
  return (
    <>
      <Select
        label="Status"
        quietLabel
        placeholder="Select Status"
        options={STATUSES}
        value={query.approval ?? ''}
        onValue={(status) => choose({ approval: status === 'waiting' || status === 'verified' ? status : null })}
      />
      <ListTools
        fields={MEMBER_FIELDS}
        ranges={MEMBER_RANGES}
        values={filterValues(query)}
        chips={filterChips(query)}
        onChange={(values) => choose(values)}
        views={{ list: 'users', address: MEMBER_ADDRESS, query }}
      />
      {(requests > 0 || query.leaving) && (
        <button
          type="button"
          className="filter-pill"
          aria-pressed={query.leaving}
          onClick={() => choose({ leaving: !query.leaving })}
        >
          {countFigure(requests)} {requests === 1 ? 'deletion request' : 'deletion requests'}
          {query.leaving && <Icon name="close" size={16} />}
        </button>
      )}
    </>
  );
}

/** Whether days or a role narrow the list, which is then counted up to a bound. */
const isCapped = ({ from, to, role, account }: MemberQuery): boolean =>
  [from, to, role, account].some((value) => value !== '');

function countOf(total: number, query: MemberQuery): string {
  const { search, approval, leaving } = query;
  const max = (search !== '' || isCapped(query)) && !leaving ? SEARCH_COUNT_MAX : undefined;
  if (approval === 'waiting') return `Waiting For Verification: ${countFigure(total, max)}`;
  return countText(total, 'user', 'users', max);
}

import { useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { countText } from '@/islands/ui/countText.ts';
import { DateField } from '@/islands/ui/DateField.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { ListScreen } from '@/islands/ui/ListScreen.tsx';
import { Select } from '@/islands/ui/Select.tsx';
import type { TableColumn } from '@/islands/ui/Table.tsx';
import { type ListState, useListState } from '@/islands/ui/useListState.ts';
import { AUDIT_ACTIONS } from '@/lib/audit/actions.rules.ts';
import { listAudit, TRAIL_FOUND_MAX } from '@/lib/audit-log/calls.ts';
import type { AuditRow } from '@/lib/audit-log/contract.ts';
import { AUDIT_GROUPS, type AuditGroup, actionsIn } from '@/lib/audit-log/rules.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { isDay } from '@/lib/core/list-url.ts';
import { AUDIT_ADDRESS, type AuditQuery, inputOf } from './auditQuery.ts';
import { EntryDetails } from './EntryDetails.tsx';
import { Sentence } from './Sentence.tsx';

export interface AuditTrailProps {
  query: AuditQuery;
  initial: OutputOf<typeof listAudit>;
}

const ACTION_OPTIONS = (Object.keys(AUDIT_GROUPS) as AuditGroup[]).flatMap((group) => {
  const { title } = AUDIT_GROUPS[group];
  const each = actionsIn(group).map((value) => ({
    value: value as string,
    label: AUDIT_ACTIONS[value].title as string,
    group: title,
  }));
  return [{ value: group as string, label: `${title}: all`, group: title as string }, ...each];
});

/** Entries are numbered when they are sealed, a second after they were written. */
const nameOf = ({ seq }: AuditRow): string => (seq === null ? 'the new entry' : `entry ${seq}`);

function columnsOf(open: ReadonlySet<string>, toggle: (hash: string) => void): TableColumn<AuditRow>[] {
  return [
    { key: 'time', phone: 'line', head: 'Date & Time', cell: (entry) => <DateTime value={entry.createdAt} /> },
    { key: 'what', phone: 'title', head: 'What happened', bare: true, cell: (entry) => <Sentence entry={entry} /> },
    {
      key: 'details',
      phone: 'wide',
      head: 'Details',
      align: 'end',
      bare: true,
      cell: (entry) => (
        <Button
          look="secondary"
          size="sm"
          aria-expanded={open.has(entry.hash)}
          aria-label={`${open.has(entry.hash) ? 'Hide details' : 'Details'} of ${nameOf(entry)}`}
          onClick={() => toggle(entry.hash)}
        >
          {open.has(entry.hash) ? 'Hide' : 'Details'}
        </Button>
      ),
    },
  ];
}

export function AuditTrail(given: AuditTrailProps) {
  const list = useListState(AUDIT_ADDRESS, given.query);
  const { query } = list;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const fetched = useFetched(listAudit, inputOf(query), given.initial);

  function toggle(hash: string): void {
    const next = new Set(open);
    if (!next.delete(hash)) next.add(hash);
    setOpen(next);
  }

  const isFiltered = query.search !== '' || query.action !== '' || query.from !== '' || query.to !== '';
  const { data } = fetched;
  return (
    <div className="stack">
      <div className="page-head">
        <h1 className="page-title">Audit</h1>
        <p className="toolbar-count" role="status">
          {data && countText(data.total, 'entry', 'entries', isFiltered ? TRAIL_FOUND_MAX : undefined)}
        </p>
      </div>
      <ListScreen
        list={list}
        fetched={fetched}
        toolbarClass="audit-filters"
        search={{
          label: 'Search the audit trail',
          placeholder: 'Person, order or action',
          value: query.search,
          onSearch: (search) => list.type({ search }),
        }}
        filters={<Filters list={list} />}
        frame={(table) => <div className="audit">{table}</div>}
        caption="Audit trail"
        columns={columnsOf(open, toggle)}
        rowKey={({ hash }) => hash}
        rowName={nameOf}
        missing="--"
        loadingText="Loading the audit trail..."
        expanded={(entry) => (open.has(entry.hash) ? <EntryDetails entry={entry} /> : null)}
        onToggle={({ hash }) => toggle(hash)}
        emptyText={isFiltered ? 'No entry matches this search and filter.' : 'Nothing is recorded yet.'}
      />
    </div>
  );
}

/** The days as typed, which may be half a day yet, are no part of the query. */
function Filters({ list: { query, choose, type } }: { list: ListState<AuditQuery> }) {
  const { from, to } = query;
  const [typed, setTyped] = useState({ from, to });
  const [inForce, setInForce] = useState({ from, to });
  // Back and Forward change the days as well.
  if (from !== inForce.from || to !== inForce.to) {
    setInForce({ from, to });
    setTyped({ from, to });
  }

  function setDay(name: 'from' | 'to', day: string): void {
    setTyped({ ...typed, [name]: day });
    if (day === '' || isDay(day)) type({ [name]: day });
  }

  const isReversed = from !== '' && to !== '' && from > to;
  return (
    <>
      <Select
        label="Action"
        quietLabel
        placeholder="All Actions"
        options={ACTION_OPTIONS}
        value={query.action}
        onValue={(action) => choose({ action })}
      />
      <DateField label="From" value={typed.from} onValue={(day) => setDay('from', day)} />
      <DateField
        label="To"
        value={typed.to}
        onValue={(day) => setDay('to', day)}
        error={isReversed ? 'The last day is before the first.' : undefined}
      />
    </>
  );
}

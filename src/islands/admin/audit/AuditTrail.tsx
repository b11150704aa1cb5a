import { useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { DateField } from '@/islands/ui/DateField.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { SearchBox } from '@/islands/ui/SearchBox.tsx';
import { Select } from '@/islands/ui/Select.tsx';
import { Table, type TableColumn } from '@/islands/ui/Table.tsx';
import { useLastPage } from '@/islands/useLastPage.ts';
import { AUDIT_ACTIONS } from '@/lib/audit/actions-rules.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { groupIndian } from '@/lib/core/format.ts';
import { type AuditRow, listAudit, TRAIL_FOUND_MAX } from '@/lib/members/audit-contract.ts';
import { AUDIT_GROUPS, type AuditGroup, actionsIn } from '@/lib/members/audit-rules.ts';
import { ListPages, useView } from '../list.tsx';
import { EntryDetails } from './EntryDetails.tsx';
import { Sentence } from './Sentence.tsx';
import { inputOf, isDay, pathOf, type View } from './view.ts';

export interface AuditTrailProps {
  view: View;
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

export function AuditTrail(given: AuditTrailProps) {
  const [view, show] = useView(given.view, pathOf);
  const [days, setDays] = useState({ from: given.view.from, to: given.view.to });
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { data, error, loading, retry } = useFetched(listAudit, inputOf(view), given.initial);
  const isBeyond = useLastPage(data, view.page, (page) => show({ ...view, page }));

  function setDay(name: 'from' | 'to', day: string): void {
    setDays({ ...days, [name]: day });
    if (day === '' || isDay(day)) show({ ...view, page: 1, [name]: day });
  }

  function toggle(seq: string): void {
    const next = new Set(open);
    if (!next.delete(seq)) next.add(seq);
    setOpen(next);
  }

  const columns: TableColumn<AuditRow>[] = [
    { key: 'time', head: 'Date & Time', cell: (it) => <DateTime value={it.createdAt} /> },
    { key: 'what', head: 'What happened', bare: true, cell: (it) => <Sentence it={it} /> },
    {
      key: 'details',
      head: 'Details',
      align: 'end',
      bare: true,
      cell: (it) => (
        <Button
          look="secondary"
          size="sm"
          aria-expanded={open.has(it.seq)}
          aria-label={`${open.has(it.seq) ? 'Hide details' : 'Details'} of entry ${it.seq}`}
          onClick={() => toggle(it.seq)}
        >
          {open.has(it.seq) ? 'Hide' : 'Details'}
        </Button>
      ),
    },
  ];
  const isFiltered = view.search !== '' || view.action !== '' || view.from !== '' || view.to !== '';
  const isTurned = view.from !== '' && view.to !== '' && view.from > view.to;
  const total = data?.total ?? 0;
  const figure =
    isFiltered && total > TRAIL_FOUND_MAX ? `${groupIndian(String(TRAIL_FOUND_MAX))}+` : groupIndian(String(total));
  return (
    <div className="stack">
      <div className="page-head">
        <h1 className="page-title">Audit</h1>
        <p className="toolbar-count" role="status">
          {data && `${figure} ${total === 1 ? 'entry' : 'entries'}`}
        </p>
      </div>
      <div className="toolbar audit-filters">
        <SearchBox
          label="Search the audit trail"
          placeholder="Person, order or action"
          value={view.search}
          onSearch={(search) => show({ ...view, page: 1, search })}
          busy={loading}
        />
        <Select
          label="Action"
          quietLabel
          placeholder="All Actions"
          options={ACTION_OPTIONS}
          value={view.action}
          onValue={(action) => show({ ...view, page: 1, action })}
        />
        <DateField label="From" value={days.from} onValue={(day) => setDay('from', day)} />
        <DateField
          label="To"
          value={days.to}
          onValue={(day) => setDay('to', day)}
          error={isTurned ? 'The last day is before the first.' : undefined}
        />
      </div>
      <div className="audit">
        <Table
          caption="Audit trail"
          columns={columns}
          rows={data?.records ?? []}
          rowKey={(it) => it.seq}
          missing="--"
          loading={loading || isBeyond}
          loadingText="Loading the audit trail..."
          error={error ?? undefined}
          onRetry={retry}
          expanded={(it) => (open.has(it.seq) ? <EntryDetails it={it} /> : null)}
          emptyText={isFiltered ? 'No entry matches this search and filter.' : 'Nothing is recorded yet.'}
        />
      </div>
      <ListPages view={view} lastPage={data?.lastPage} pathOf={pathOf} onView={show} />
    </div>
  );
}

import { useEffect, useRef } from 'react';
import { call } from '@/islands/api.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';
import { Refusal } from '@/islands/ui/Refusal.tsx';
import { Table, type TableColumn } from '@/islands/ui/Table.tsx';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { formatQuantity } from '@/lib/core/format.ts';
import { spacedMobile } from '@/lib/core/spaced-mobile.ts';
import { listMembers } from '@/lib/members/calls.ts';
import { importMembers } from '@/lib/members/import/calls.ts';
import type { MembersReading } from '@/lib/members/import/contract.ts';
import { formOf } from './form.ts';

export interface PreviewStepProps {
  file: File;
  reading: MembersReading;
  onBack: () => void;
  onClose: () => void;
}

const counted = (count: number, one: string, many: string): string =>
  `${formatQuantity(count)} ${count === 1 ? one : many}`;

/** What an import would do, and the button that does it. */
export function PreviewStep({ file, reading, onBack, onClose }: PreviewStepProps) {
  const { newMembers, preview, leftOut, unusedColumns } = reading;
  const submission = useSubmit({
    send: () => call(importMembers, formOf(file)),
    refreshes: [listMembers],
    onDone: onClose,
  });
  const { busy, refusal, submit } = submission;
  return (
    <Modal
      open
      size="lg"
      title="Import members"
      onClose={() => !busy && onClose()}
      footer={
        <>
          <Button look="secondary" onClick={onBack} disabled={busy}>
            Back
          </Button>
          {newMembers > 0 && (
            <Button busy={busy} busyText="Importing..." onClick={() => void submit()}>
              Import {counted(newMembers, 'member', 'members')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <Refusal text={refusal} />
        <Summary reading={reading} />
        {unusedColumns.length > 0 && <p className="wrap-anywhere">Not used: {unusedColumns.join(', ')}.</p>}
        {leftOut.length > 0 && <LeftOutTable reading={reading} />}
        {preview.length > 0 && (
          <Table
            caption={preview.length < newMembers ? `The first ${preview.length} new members` : 'New members'}
            showCaption
            columns={PERSON}
            rows={preview}
            rowKey={({ line }) => String(line)}
            rowName={({ line }) => `line ${line}`}
            emptyText=""
          />
        )}
      </div>
    </Modal>
  );
}

/** Takes the focus, because the form that had it is gone. */
function Summary({ reading: { newMembers, known, repeated, wrong } }: { reading: MembersReading }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const parts = [
    newMembers > 0 ? counted(newMembers, 'new member', 'new members') : 'No new members',
    ...(known > 0 ? [`${formatQuantity(known)} already ${known === 1 ? 'a member' : 'members'}`] : []),
    ...(repeated > 0 ? [`${formatQuantity(repeated)} repeated`] : []),
    ...(wrong > 0 ? [`${formatQuantity(wrong)} wrong`] : []),
  ];
  return (
    <p ref={ref} tabIndex={-1} role="status" className="font-medium">
      {parts.join(' · ')}
    </p>
  );
}

type Person = MembersReading['preview'][number];
type LeftOut = MembersReading['leftOut'][number];

/** Name and address; '' for what the line does not say. */
const who = ({ name, email }: Pick<Person, 'name' | 'email'>) => (
  <span className="grid wrap-anywhere">
    {name && <span>{name}</span>}
    {email && <span className="font-normal text-muted">{email}</span>}
  </span>
);

const PERSON: readonly TableColumn<Person>[] = [
  { key: 'line', head: 'Line', phone: 'badge', cell: ({ line }) => `Line ${line}` },
  { key: 'who', head: 'Member', phone: 'title', cell: who },
  {
    key: 'mobile',
    head: 'Mobile',
    phone: 'line',
    cell: ({ mobile }) => <span className="figure">{spacedMobile(mobile)}</span>,
  },
];

const LEFT_OUT: readonly TableColumn<LeftOut>[] = [
  { key: 'line', head: 'Line', phone: 'badge', cell: ({ line }) => `Line ${line}` },
  { key: 'who', head: 'Member', phone: 'title', cell: (row) => (row.name || row.email ? who(row) : null) },
  { key: 'reason', head: 'Why not imported', phone: 'line', cell: ({ reason }) => reason },
];

function LeftOutTable({ reading: { leftOut, known, repeated, wrong } }: { reading: MembersReading }) {
  const total = known + repeated + wrong;
  return (
    <Table
      caption={leftOut.length < total ? `Not imported: the first ${leftOut.length} of ${total} lines` : 'Not imported'}
      showCaption
      columns={LEFT_OUT}
      rows={leftOut}
      rowKey={(row) => String(row.line)}
      rowName={(row) => `line ${row.line}`}
      missing="--"
      emptyText=""
    />
  );
}

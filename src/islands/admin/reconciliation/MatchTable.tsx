import { useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { refresh } from '@/islands/refresh.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { countText } from '@/islands/ui/countText.ts';
import { Money } from '@/islands/ui/Figures.tsx';
import { ListScreen } from '@/islands/ui/ListScreen.tsx';
import type { TableColumn } from '@/islands/ui/Table.tsx';
import type { ListState } from '@/islands/ui/useListState.ts';
import { formatBankDay } from '@/lib/core/bank-days.ts';
import { PAGE_LIMIT_DEFAULT } from '@/lib/core/pagination.ts';
import { refundsPath } from '@/lib/core/paths.ts';
import { receivedText } from '@/lib/purchases/bank-state.rules.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { listMatches } from '@/lib/reconciliation/calls.ts';
import type { BankRowView, Bucket, Match } from '@/lib/reconciliation/contract.ts';
import { DecideDialog } from '../purchases/DecideDialog.tsx';
import { HistoryActions } from '../purchases/HistoryActions.tsx';
import { BUCKET_TEXTS } from './buckets.ts';
import { FIGURES } from './figures.ts';
import type { ReconciliationQuery } from './reconciliationQuery.ts';
import { UndoDialog } from './UndoDialog.tsx';

type Column = TableColumn<Match>;
type Part = BankRowView['allocations'][number];
type Open = { reverse: AdminTransaction } | { undo: BankRowView; part?: Part };

interface MatchTableProps {
  bucket: Bucket;
  list: ListState<ReconciliationQuery>;
}

/** Rows of a bucket as a table: exact matches to look at, and what is settled, each with the way back. */
export function MatchTable({ bucket, list }: MatchTableProps) {
  const { search, page } = list.query;
  const [open, setOpen] = useState<Open | null>(null);
  const fetched = useFetched(listMatches, { bucket, page, limit: PAGE_LIMIT_DEFAULT, search });
  const close = (): void => setOpen(null);
  return (
    <>
      <ListScreen
        list={list}
        fetched={fetched}
        search={{
          label: 'Search the bank rows',
          placeholder: 'Name, number or narration',
          value: search,
          onSearch: (text) => list.type({ search: text }),
        }}
        count={fetched.data && countText(fetched.data.total, 'row', 'rows')}
        caption={BUCKET_TEXTS[bucket].title}
        columns={columnsOf(bucket, setOpen)}
        rowKey={({ row, purchase }) => row?.id ?? purchase?.id ?? ''}
        rowName={({ row, purchase }) => row?.narration ?? purchase?.orderNumber ?? ''}
        missing="--"
        emptyText={search === '' ? BUCKET_TEXTS[bucket].empty : 'No bank row matches this search.'}
      />
      {open && 'reverse' in open && (
        <DecideDialog
          decision="reverse"
          purchase={open.reverse}
          onClose={close}
          onDecided={() => {
            close();
            refresh(listMatches, ...FIGURES);
          }}
        />
      )}
      {open && 'undo' in open && <UndoDialog row={open.undo} part={open.part} onClose={close} onUndone={close} />}
    </>
  );
}

const day: Column = {
  key: 'date',
  phone: 'line',
  head: 'Bank day',
  cell: ({ row }) => row && <span className="figure">{formatBankDay(row.date)}</span>,
};
const amount: Column = {
  key: 'amount',
  phone: 'title',
  head: 'Amount',
  align: 'end',
  cell: ({ row }) => row && <Money value={row.amount} />,
};
const narration: Column = {
  key: 'narration',
  phone: 'line',
  head: 'Narration',
  cell: ({ row }) => row && <span className="wrap-anywhere">{row.narration}</span>,
};
const purchase: Column = {
  key: 'purchase',
  head: 'Purchase',
  cell: ({ purchase: claim, label }) =>
    claim && (
      <span className="grid justify-items-start">
        <strong className="font-medium">{claim.orderNumber}</strong>
        <span className="text-muted">{claim.user.name}</span>
        {label !== null && <span className="text-sm text-warning">{label}</span>}
      </span>
    ),
};

function basisOf({ row, purchase: claim }: Match): string {
  if (claim?.status === 'PENDING') return `Part payment: ${receivedText(claim) ?? 'not approved yet'}`;
  if (claim?.status === 'REJECTED') return claim.rejectReason ? `Rejected: ${claim.rejectReason}` : 'Rejected';
  if (row?.assignedReason) return row.assignedReason;
  return claim === null ? 'Refund of a reversed order' : 'Exact match';
}

/** With the way to the refund where the bank has more than the purchase cost. */
function Basis({ match }: { match: Match }) {
  const { row, purchase: claim } = match;
  const others = row?.allocations.filter((it) => it.purchaseId !== claim?.id) ?? [];
  const hasRest = row !== null && row.rest !== '0.00' && row.allocations.length > 0;
  return (
    <span className="grid justify-items-start">
      {basisOf(match)}
      {others.map(({ purchaseId, orderNumber, amount }) => (
        <span key={purchaseId} className="text-sm text-muted">
          <Money value={amount} /> for {orderNumber}
        </span>
      ))}
      {row?.refunded != null && (
        <span className="text-sm text-muted">
          <Money value={row.refunded} /> refunded
        </span>
      )}
      {hasRest && (
        <span className="text-sm text-muted">
          <Money value={row.rest} /> open
        </span>
      )}
      {hasRest && claim?.status === 'APPROVED' && (
        <a className="link text-sm" href={refundsPath(claim.orderNumber)}>
          Overpaid<span className="sr-only">: refund of {claim.orderNumber}</span>
        </a>
      )}
    </span>
  );
}

/** The import marks what came back of a refund with its number. */
function Reason({ text }: { text: string }) {
  const number = /^Returned refund (RFD-\d{10})$/.exec(text)?.[1];
  if (number === undefined) return text;
  return (
    <a className="link" href={refundsPath(number)}>
      {text}
    </a>
  );
}

function UndoButton({ row, onOpen }: { row: BankRowView; onOpen: (open: Open) => void }) {
  return (
    <Button look="quiet" size="sm" onClick={() => onOpen({ undo: row })}>
      Undo<span className="sr-only"> the decision about {row.narration}</span>
    </Button>
  );
}

/** The way back of each part of the row: an approval is reversed, any other part is undone. */
function DecidedActions({ match, onOpen }: { match: Match; onOpen: (open: Open) => void }) {
  const { row, purchase: claim } = match;
  const parts = row?.allocations.filter(({ state }) => state !== 'APPROVED') ?? [];
  const isApproved = claim?.status === 'APPROVED';
  const isOneDecision = !isApproved && claim?.status !== 'REVERSED' && parts.length <= 1;
  return (
    <span className="flex flex-wrap items-center gap-1">
      {isApproved && <HistoryActions purchase={claim} onReverse={() => onOpen({ reverse: claim })} />}
      {row && claim && isOneDecision && <UndoButton row={row} onOpen={onOpen} />}
      {row && isApproved && row.notOursReason !== null && <UndoButton row={row} onOpen={onOpen} />}
      {row &&
        !isOneDecision &&
        parts.map((part) => (
          <Button key={part.purchaseId} look="quiet" size="sm" onClick={() => onOpen({ undo: row, part })}>
            Undo {part.orderNumber}
          </Button>
        ))}
    </span>
  );
}

function columnsOf(bucket: Bucket, onOpen: (open: Open) => void): Column[] {
  if (bucket === 'NOT_OURS') {
    return [
      day,
      amount,
      narration,
      { key: 'reason', head: 'Reason', cell: ({ row }) => row && <Reason text={row.notOursReason ?? ''} /> },
      {
        key: 'action',
        phone: 'actions',
        head: 'Action',
        bare: true,
        cell: ({ row }) => row && <UndoButton row={row} onOpen={onOpen} />,
      },
    ];
  }
  if (bucket !== 'DECIDED') return [day, amount, narration, purchase];
  return [
    day,
    amount,
    narration,
    purchase,
    { key: 'how', head: 'Basis', cell: (match) => <Basis match={match} /> },
    {
      key: 'action',
      phone: 'actions',
      head: 'Action',
      bare: true,
      cell: (match) => <DecidedActions match={match} onOpen={onOpen} />,
    },
  ];
}

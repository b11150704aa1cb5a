import { useState } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { CopyButton } from '@/islands/ui/CopyButton.tsx';
import { Money } from '@/islands/ui/Figures.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { formatBankDay } from '@/lib/core/bank-days.ts';
import { formatRupees } from '@/lib/core/format.ts';
import { refundsPath } from '@/lib/core/paths.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import type { BankRowView, Match } from '@/lib/reconciliation/contract.ts';
import { closestOf } from './difference.ts';
import { Marked } from './Marked.tsx';
import { UndoDialog } from './UndoDialog.tsx';

interface BankRowCardProps {
  match: Match;
  /** The number of the chosen claim, to compare with. */
  claimed: string | null;
  /** Up to which day the statement of the claim's account was read; null if that is not known. */
  readUntil: string | null;
  /** Called after the decision of the first admin was taken back. */
  onTakenBack: () => void;
}

const NOTHING = { title: 'No payment at the bank', text: 'No row of the statement has the number of this claim.' };
/** Texts about a claim without an open payment, by its state. */
const NO_ROW: Readonly<Partial<Record<AdminTransaction['bankState'], typeof NOTHING>>> = {
  CONFLICT: {
    title: 'The payment belongs to another order',
    text: 'The statement has a payment with the number of this claim, and another order has it: approved, or paid in part. Search for the number among the purchases, and compare both proofs.',
  },
  CHECKING: {
    title: 'The payment cannot pay for an order',
    text: 'The statement has a payment with the number of this claim. It was paid back, is marked as not ours, or is a settlement of an aggregator. Search for the number in ‘Not ours’ and ‘Decided’ before you reject the claim.',
  },
};

/** The payment as the bank wrote it; or that the bank has none. */
export function BankRowCard({ match, claimed, readUntil, onTakenBack }: BankRowCardProps) {
  const { row, difference, label, rivals } = match;
  if (!row) {
    const { title, text } = NO_ROW[match.purchase?.bankState ?? 'UNKNOWN'] ?? NOTHING;
    return (
      <section className="card grid content-start gap-2" aria-label="Bank row">
        <h3 className="card-title">{title}</h3>
        <p className="text-sm text-muted">
          {text}
          {readUntil !== null && ` The statement was read up to ${formatBankDay(readUntil)}.`}
        </p>
      </section>
    );
  }
  return (
    <section className="card grid content-start gap-4" aria-label="Bank row">
      <header className="grid gap-0.5">
        <p className="text-sm text-muted">
          At the bank on {formatBankDay(row.date)}
          {row.time && `, ${row.time}`}
        </p>
        <p className="text-xl font-semibold tracking-[-0.017em]">
          <Money value={row.amount} />
        </p>
        {difference !== null && !/^-?0\.00$/.test(difference) && (
          <p className="text-sm font-medium text-danger">{differenceText(difference)}</p>
        )}
        {label !== null && (
          <p className="flex gap-1.5 text-sm text-warning">
            <Icon name="info" size={16} className="mt-0.5" />
            {label}
          </p>
        )}
      </header>
      <RowUses row={row} onTakenBack={onTakenBack} />
      <RowFacts row={row} claimed={claimed} />
      {rivals.length > 0 && (
        <div className="grid gap-2">
          <h4 className="text-sm font-semibold">Other rows in the conflict</h4>
          <ul className="grid gap-2">
            {rivals.map((rival) => (
              <li key={rival.id} className="rounded-md bg-sunken px-3 py-2 text-sm">
                <span className="font-medium">
                  {formatBankDay(rival.date)} · <Money value={rival.amount} />
                </span>
                <span className="block wrap-anywhere text-muted">{rival.narration}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

const STATE_TEXTS = { APPROVED: 'approved', PART: 'part payment', WAITING: 'waits for a second admin' } as const;

/** The orders that a payment is used for, and its rest; nothing for a payment that is open as a whole. */
function RowUses({ row, onTakenBack }: { row: BankRowView; onTakenBack: () => void }) {
  const { allocations, refunded, rest } = row;
  const [waiting, setWaiting] = useState<BankRowView['allocations'][number] | null>(null);
  if (allocations.length === 0 && refunded === null) return null;
  return (
    <dl className="facts" aria-label="Uses of this payment">
      {allocations.map((part) => (
        <div key={part.purchaseId}>
          <dt>
            {part.orderNumber} <span className="text-muted">({STATE_TEXTS[part.state]})</span>
            {part.state === 'WAITING' && (
              <Button look="quiet" size="sm" onClick={() => setWaiting(part)}>
                Take back<span className="sr-only"> what one admin decided about {part.orderNumber}</span>
              </Button>
            )}
          </dt>
          <dd>
            <Money value={part.amount} />
          </dd>
        </div>
      ))}
      {refunded !== null && (
        <div>
          <dt>Refunded</dt>
          <dd>
            <Money value={refunded} />
          </dd>
        </div>
      )}
      <div data-total>
        <dt>Rest</dt>
        <dd>
          <Money value={rest} />
        </dd>
      </div>
      {rest !== '0.00' && allocations[0] && allocations.every(({ state }) => state !== 'WAITING') && (
        <div>
          <dt className="text-muted">For another order of this buyer, or</dt>
          <dd>
            <a className="link" href={refundsPath(allocations[0].orderNumber)}>
              Refund the rest
            </a>
          </dd>
        </div>
      )}
      {waiting && (
        <UndoDialog
          row={row}
          part={waiting}
          onClose={() => setWaiting(null)}
          onUndone={() => {
            setWaiting(null);
            onTakenBack();
          }}
        />
      )}
    </dl>
  );
}

function RowFacts({ row, claimed }: { row: BankRowView; claimed: string | null }) {
  const closest = claimed === null ? null : closestOf(claimed, row.references);
  return (
    <>
      <dl className="facts">
        {row.references.map((reference) => (
          <div key={reference}>
            <dt>Number</dt>
            <dd className="inline-flex items-center gap-1">
              <Marked text={reference} other={reference === closest ? claimed : null} />
              <CopyButton text={reference} what="Number" />
            </dd>
          </div>
        ))}
        {row.payerName && (
          <div>
            <dt>Payer</dt>
            <dd>{row.payerName}</dd>
          </div>
        )}
        {row.vpa && (
          <div>
            <dt>UPI ID</dt>
            <dd>{row.vpa}</dd>
          </div>
        )}
        <div>
          <dt>Account</dt>
          <dd>{row.account}</dd>
        </div>
      </dl>
      <p className="rounded-md bg-sunken px-3 py-2 font-mono text-xs wrap-anywhere" title="Narration">
        {row.narration}
      </p>
    </>
  );
}

/** '-180.00' is '₹180.00 less than due'. */
function differenceText(difference: string): string {
  const isLess = difference.startsWith('-');
  return `${formatRupees(difference.replace('-', ''))} ${isLess ? 'less' : 'more'} than due`;
}

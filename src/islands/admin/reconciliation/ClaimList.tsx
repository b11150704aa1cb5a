import type { ReactNode } from 'react';
import { DateTime, Money } from '@/islands/ui/Figures.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import { memberPath } from '@/lib/core/paths.ts';
import { spacedMobile } from '@/lib/core/spaced-mobile.ts';
import { receivedText } from '@/lib/purchases/bank-state.rules.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import type { BankRowView } from '@/lib/reconciliation/contract.ts';
import { FlagList } from '../purchases/FlagList.tsx';
import { FourEyesNote } from '../purchases/FourEyesNote.tsx';
import { BankMark } from '../purchases/Marks.tsx';
import type { ClaimChoice } from './claims.ts';
import { barOf, restBar } from './decisions.ts';
import { closestOf } from './difference.ts';
import { Marked } from './Marked.tsx';

interface ClaimListProps {
  claims: readonly ClaimChoice[];
  row: BankRowView | null;
  /** Index of the chosen claim. */
  chosen: number;
  onChoose: (index: number) => void;
  /** The search for another claim. */
  search: ReactNode;
  emptyText: string;
}

/** The claims that a payment may belong to, the best first; one is chosen, and its proof is shown next to them. */
export function ClaimList({ claims, row, chosen, onChoose, search, emptyText }: ClaimListProps) {
  return (
    <section className="grid min-w-0 content-start gap-3" aria-label="Claims">
      {claims.length === 0 && <p className="text-sm text-muted">{emptyText}</p>}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3" role="radiogroup" aria-label="Claim">
        {claims.map((claim, index) => (
          <ClaimCard
            key={claim.purchase.id}
            claim={claim}
            row={row}
            digit={claims.length > 1 && index < 9 ? index + 1 : null}
            isChosen={index === chosen}
            onChoose={() => onChoose(index)}
          />
        ))}
      </div>
      {search}
    </section>
  );
}

interface ClaimCardProps {
  claim: ClaimChoice;
  row: BankRowView | null;
  /** The key that chooses it. */
  digit: number | null;
  isChosen: boolean;
  onChoose: () => void;
}

const CARD =
  'block cursor-pointer rounded-lg border bg-surface px-4 py-3 has-[:checked]:border-brand has-[:checked]:bg-brand-soft/40 border-line has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-brand';

function ClaimCard({ claim, row, digit, isChosen, onChoose }: ClaimCardProps) {
  const { purchase } = claim;
  const reference = purchase.referenceNumber ?? purchase.transactionId;
  const isOtherAmount = row !== null && row.rest !== purchase.finalAmount && row.amount !== purchase.finalAmount;
  return (
    <div className="grid gap-2">
      <label className={CARD}>
        <input className="sr-only" type="radio" name="claim" checked={isChosen} onChange={onChoose} />
        <span className="grid gap-2 text-sm">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
            <span className="flex items-baseline gap-2">
              {digit !== null && <kbd className="key">{digit}</kbd>}
              <strong className="text-base">{purchase.orderNumber}</strong>
            </span>
            <strong className={`text-base ${isOtherAmount ? 'text-danger' : ''}`}>
              <Money value={purchase.finalAmount} />
            </strong>
          </span>
          <span className="flex flex-wrap justify-between gap-x-3">
            <span className="font-medium">{purchase.user.name}</span>
            <span className="figure text-muted">{spacedMobile(purchase.user.mobile)}</span>
          </span>
          <span className="flex flex-wrap justify-between gap-x-3">
            <span className="text-muted">Transaction No.</span>
            <span className="font-medium">
              {reference === null ? (
                '--'
              ) : (
                <Marked text={reference} other={row && closestOf(reference, row.references)} />
              )}
            </span>
          </span>
          <span className="flex flex-wrap justify-between gap-x-3">
            <span className="text-muted">Submitted</span>
            <DateTime value={purchase.createdAt} />
          </span>
          {purchase.received !== null && <span className="font-medium">{receivedText(purchase)}</span>}
          {purchase.received === null && <BankMark purchase={purchase} />}
          {purchase.status !== 'PENDING' && (
            <span>
              <StatusBadge status={purchase.status} />
            </span>
          )}
          <Reasons claim={claim} isBarred={claimRest(row, purchase) !== null} />
        </span>
      </label>
      {isChosen && (
        <>
          <RestNote row={row} purchase={purchase} />
          <FourEyesNote purchase={purchase} bar={barOf(row, purchase)} />
          <FlagList purchase={purchase} />
          {purchase.rejectReason && <p className="text-sm text-muted">Rejected: {purchase.rejectReason}</p>}
          <a className="link justify-self-start text-sm" href={memberPath(purchase.user.id)}>
            Page of {purchase.user.name}
          </a>
        </>
      )}
    </div>
  );
}

/** From here on several facts are equal. The next claim has at least one fact less. */
const STRONG_SCORE = 90;
const CLEAR_LEAD = 40;

/** How clearly a claim is proposed, in words of a person; null where the reasons say it. */
function strengthOf({ score, lead }: Pick<ClaimChoice, 'score' | 'lead'>): string | null {
  if (score === null) return null;
  if (lead === 0) return 'The next one fits as well';
  return score >= STRONG_SCORE && (lead ?? CLEAR_LEAD) >= CLEAR_LEAD ? 'Strong match' : null;
}

/** Why it is proposed, and how clearly. */
function Reasons({ claim, isBarred }: { claim: ClaimChoice; isBarred: boolean }) {
  const { reasons } = claim;
  const strength = isBarred ? null : strengthOf(claim);
  if (reasons.length === 0 && strength === null) return null;
  return (
    <span className="flex flex-wrap gap-1.5">
      {reasons.map((reason) => (
        <span key={reason} className="mark whitespace-normal">
          {reason}
        </span>
      ))}
      {strength !== null && <span className="text-xs/5 text-muted">{strength}</span>}
    </span>
  );
}

/** Why an open claim cannot have the rest of the payment; null if it can. */
const claimRest = (row: BankRowView | null, purchase: AdminTransaction): string | null =>
  purchase.status === 'PENDING' ? restBar(row, purchase) : null;

/** Names the order whose buyer has the rest of the payment, where this claim is of another buyer. */
function RestNote({ row, purchase }: { row: BankRowView | null; purchase: AdminTransaction }) {
  const text = claimRest(row, purchase);
  if (text === null) return null;
  return (
    <p className="notice text-sm" data-tone="warning">
      <Icon name="info" size={16} />
      <span>{text}</span>
    </p>
  );
}

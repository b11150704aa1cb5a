import { useEffect, useRef } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { Checkbox } from '@/islands/ui/Checkbox.tsx';
import { Refusal } from '@/islands/ui/Refusal.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import type { Bucket } from '@/lib/reconciliation/contract.ts';
import { TITLES } from '../purchases/DecideDialog.tsx';
import { reversalBar } from '../purchases/fourEyes.ts';
import { ReasonFields } from '../purchases/ReasonFields.tsx';
import { actsOf, isFullMatch, isOpenIn, type MatchAct, REASONS_OF } from './decisions.ts';
import { PaymentPlan } from './PaymentPlan.tsx';
import type { MatchReview } from './useMatchReview.ts';

interface MatchActionsProps {
  bucket: Bucket;
  review: MatchReview;
  claim: AdminTransaction | undefined;
  /** Why this admin cannot approve, null if they can. */
  bar: string | null;
  /** An approval is to be taken back. */
  onReverse: (purchase: AdminTransaction) => void;
  onNext: () => void;
}

const LABELS = {
  approve: { text: 'Approve', key: 'A', look: 'success' },
  reject: { text: 'Reject', key: 'R', look: 'danger' },
  notOurs: { text: 'Not ours', key: 'O', look: 'secondary' },
} as const satisfies Record<MatchAct, object>;

/** What an approval is in some buckets. */
const APPROVE_LABELS: Readonly<Partial<Record<Bucket, string>>> = { REOPEN: 'Reopen', ALREADY_USED: 'Link' };

const QUESTIONS: Readonly<Record<MatchAct, string>> = {
  approve: TITLES.approve,
  reject: TITLES.reject,
  notOurs: 'Mark this payment as not ours?',
};

/** What can be decided, the question before each decision, and the way on. */
export function MatchActions({ bucket, review, claim, bar, onReverse, onNext }: MatchActionsProps) {
  const { question } = review;
  if (question !== null) return <Question bucket={bucket} act={question} review={review} claim={claim} />;
  return (
    <div className="grid grid-cols-2 gap-2 *:px-2.5">
      {actsOf(bucket).map((act) => {
        const { text, key, look } = LABELS[act];
        if (act === 'reject' && claim?.status === 'APPROVED') {
          return (
            <Button key={act} look="danger" disabled={reversalBar(claim) !== null} onClick={() => onReverse(claim)}>
              Reverse
            </Button>
          );
        }
        const isUsed = act === 'notOurs' && (review.shortfall.row?.allocations.length ?? 0) > 0;
        const isOff =
          isUsed || (act !== 'notOurs' && (!claim || !isOpenIn(bucket, claim) || (act === 'approve' && bar !== null)));
        return (
          <Button
            key={act}
            look={look}
            disabled={isOff}
            title={act === 'approve' ? (bar ?? undefined) : undefined}
            onClick={() => review.ask(act)}
            aria-keyshortcuts={key}
          >
            {(act === 'approve' && APPROVE_LABELS[bucket]) || text} <kbd className="key">{key}</kbd>
          </Button>
        );
      })}
      <Button look="secondary" onClick={onNext} aria-keyshortcuts="N">
        Next <kbd className="key">N</kbd>
      </Button>
    </div>
  );
}

interface QuestionProps extends Pick<MatchActionsProps, 'bucket' | 'review' | 'claim'> {
  act: MatchAct;
}

function Question({ bucket, act, review, claim }: QuestionProps) {
  const { submission, form } = review;
  const frame = useRef<HTMLFormElement>(null);
  useEffect(() => frame.current?.querySelector<HTMLElement>('[data-focus]')?.focus(), []);
  const needsReason = act === 'notOurs' || (act === 'approve' && !isFullMatch(bucket));
  return (
    <form className="grid gap-3" ref={frame} noValidate onSubmit={submission.submit}>
      <p className="font-semibold">
        {act === 'approve' && bucket === 'ALREADY_USED' ? 'Link this payment to the purchase?' : QUESTIONS[act]}
        {claim && act !== 'notOurs' && (
          <span className="block text-sm font-normal text-muted">
            {claim.orderNumber} · {claim.user.name}
          </span>
        )}
      </p>
      <Refusal text={submission.refusal} />
      {act === 'approve' && claim?.status === 'PENDING' && review.shortfall.row && !isFullMatch(bucket) && (
        <PaymentPlan
          row={review.shortfall.row}
          claim={claim}
          acceptShortfall={review.shortfall.acceptShortfall}
          onAccept={review.shortfall.setAcceptShortfall}
          disabled={submission.busy}
        />
      )}
      {act === 'reject' && <ReasonFields {...form.field('reason')} withKeys disabled={submission.busy} />}
      {act !== 'reject' && needsReason && (
        <ReasonFields
          {...form.field('reason')}
          reasons={REASONS_OF[act]}
          hint="It is written to the audit trail."
          required
          withKeys
          disabled={submission.busy}
        />
      )}
      {act === 'notOurs' && <RuleFields review={review} />}
      <div className="flex flex-wrap gap-2 *:flex-auto *:px-2.5">
        <Button look="secondary" onClick={() => review.ask(null)} disabled={submission.busy} aria-keyshortcuts="Escape">
          Cancel <kbd className="key">Esc</kbd>
        </Button>
        <Button
          type="submit"
          look={act === 'reject' ? 'danger' : act === 'approve' ? 'success' : 'primary'}
          busy={submission.busy}
          aria-keyshortcuts="Enter"
          data-focus
        >
          Confirm <kbd className="key">↵</kbd>
        </Button>
      </div>
    </form>
  );
}

function RuleFields({ review: { isRule, setRule, form, submission } }: Pick<QuestionProps, 'review'>) {
  return (
    <div className="grid gap-3">
      <Checkbox
        label="Always for rows with this text"
        checked={isRule}
        disabled={submission.busy}
        onChecked={setRule}
      />
      {isRule && (
        <TextField
          {...form.field('ruleText')}
          label="Text of the narration"
          hint="Later rows that contain it are marked in the same way."
          maxLength={100}
          required
        />
      )}
    </div>
  );
}

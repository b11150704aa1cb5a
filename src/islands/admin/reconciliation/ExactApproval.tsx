import type { ReactNode } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { Checkbox } from '@/islands/ui/Checkbox.tsx';
import { Money } from '@/islands/ui/Figures.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';
import { Refusal } from '@/islands/ui/Refusal.tsx';
import { formatBankDay } from '@/lib/core/bank-days.ts';
import { formatQuantity, formatRupees } from '@/lib/core/format.ts';
import type { Match } from '@/lib/reconciliation/contract.ts';
import type { Summary } from './BucketList.tsx';
import { type ExactApproval as Approval, useExactApproval } from './useExactApproval.ts';

export interface ExactApprovalProps {
  summary: Summary;
  onClose: () => void;
}

/** All exact matches: ten of them are shown, one button approves, each has its result. */
export function ExactApproval({ summary, onClose }: ExactApprovalProps) {
  const exact = summary.approvable;
  const approval = useExactApproval(summary.buckets.find(({ bucket }) => bucket === 'EXACT')?.count ?? 0);
  const { phase, results, error } = approval;
  const count = formatQuantity(exact.count);
  const left = approval.withUnverified ? 0 : approval.unverifiedCount;
  return (
    <Modal
      open
      size="lg"
      onClose={() => (phase === 'running' ? approval.stop() : onClose())}
      title={
        phase === 'asking' ? `Approve ${count} exact ${exact.count === 1 ? 'match' : 'matches'}?` : 'Exact matches'
      }
      footer={
        phase === 'running' ? (
          <Button look="secondary" onClick={approval.stop}>
            Stop
          </Button>
        ) : phase === 'over' ? (
          <Button look="secondary" onClick={onClose} autoFocus>
            Close
          </Button>
        ) : (
          <>
            <Button look="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button
              look="success"
              onClick={() => void approval.run()}
              disabled={approval.sample === null || (left > 0 && left === exact.count)}
            >
              {left > 0 ? 'Approve the others' : `Approve ${count} (${formatRupees(exact.amount)})`}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        <Refusal text={error} />
        {phase === 'asking' ? (
          <>
            {approval.unverifiedCount > 0 && <Unverified approval={approval} />}
            <Sample sample={approval.sample} total={exact.count} />
          </>
        ) : (
          <Outcome approval={approval} />
        )}
        {phase === 'running' && results.length === 0 && (
          <progress className="bar" aria-label="Approving the exact matches" />
        )}
      </div>
    </Modal>
  );
}

const ROW = 'grid gap-x-4 gap-y-0.5 border-t border-line py-2 sm:grid-cols-[minmax(0,1fr)_auto]';

function Sample({ sample, total }: { sample: readonly Match[] | null; total: number }) {
  return (
    <>
      <p>
        For each of them number and amount agree with the bank’s, and the day fits. The payer fits, or the bank names
        nobody.
        {sample && sample.length < total && ` Here are ${sample.length} of them, chosen at random.`}
      </p>
      {sample === null ? (
        <p className="table-note" role="status">
          <span className="spinner" aria-hidden="true" /> Loading...
        </p>
      ) : (
        <ScrolledList label="Chosen at random">
          {sample.map(({ row, purchase, label }) => (
            <li key={row?.id} className={ROW}>
              <span className="grid min-w-0">
                <strong>
                  {purchase?.orderNumber} · {purchase?.user.name}
                </strong>
                <span className="wrap-anywhere text-muted tabular-nums">
                  {purchase?.referenceNumber} · {row && formatBankDay(row.date)} · {row?.narration}
                </span>
                {label !== null && <span className="text-warning">Not verified</span>}
              </span>
              <strong>{row && <Money value={row.amount} />}</strong>
            </li>
          ))}
        </ScrolledList>
      )}
    </>
  );
}

/** Strangers who see a payment can have an account that fits, so these are approved only on purpose. */
function Unverified({ approval: { unverifiedCount, withUnverified, setWithUnverified } }: { approval: Approval }) {
  const isOne = unverifiedCount === 1;
  return (
    <div className="grid gap-2 rounded-md bg-sunken px-3 py-2">
      <p className="text-sm">
        {isOne ? '1 of them is of an account' : `${formatQuantity(unverifiedCount)} of them are of accounts`} that
        nobody has verified. Anybody who sees a payment can claim it: look at the {isOne ? 'proof' : 'proofs'} on the
        purchase requests, or verify the {isOne ? 'member' : 'members'} first.
      </p>
      <Checkbox
        label={isOne ? 'Approve it, too' : 'Approve them, too'}
        checked={withUnverified}
        onChecked={setWithUnverified}
      />
    </div>
  );
}

function Outcome({ approval }: { approval: Approval }) {
  const { results, known, phase, approved, waiting, withUnverified, unverifiedCount } = approval;
  const failed = results.filter(({ ok }) => !ok);
  const done = results.filter(({ ok }) => ok);
  const isOver = phase === 'over';
  return (
    <>
      <p role="status" className="font-semibold">
        {isOver ? 'Finished: ' : ''}
        {[
          `${formatQuantity(approved)} approved`,
          waiting > 0 && `${formatQuantity(waiting)} waiting for a second admin`,
          failed.length > 0 && `${formatQuantity(failed.length)} not approved`,
          isOver && !withUnverified && unverifiedCount > 0 && `${formatQuantity(unverifiedCount)} left for a look`,
        ]
          .filter(Boolean)
          .join(', ')}
        .
      </p>
      <ScrolledList label="Result of each match">
        {[...failed, ...done].map(({ purchaseId, ok, message }) => {
          const purchase = known.get(purchaseId)?.purchase;
          return (
            <li key={purchaseId} className="flex items-center justify-between gap-4 border-t border-line py-2">
              <span className="grid min-w-0">
                <strong>{purchase?.orderNumber ?? 'Purchase'}</strong>
                {purchase && <span className="wrap-anywhere text-muted">{purchase.user.name}</span>}
              </span>
              <span className={`inline-flex max-w-[62%] gap-1.5 font-medium ${ok ? 'text-success' : 'text-danger'}`}>
                <Icon name={ok ? 'approved' : 'warning'} size={16} className="mt-0.5" />
                {message === '' ? (ok ? 'approved' : 'not approved') : message}
              </span>
            </li>
          );
        })}
      </ScrolledList>
    </>
  );
}

/** Takes the focus, so that the keyboard can scroll a list that has nothing else to focus. */
function ScrolledList({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing happens, and still the list has to be scrolled
    <section aria-label={label} tabIndex={0}>
      <ul className="text-sm">{children}</ul>
    </section>
  );
}

import { Button } from '@/islands/ui/Button.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';
import type { MemberRow } from '@/lib/members/contract.ts';
import { type BulkResult, useBulk } from '../lists/useBulk.ts';
import { verifyMember } from './verify.ts';

export interface VerifyDialogProps {
  members: readonly MemberRow[];
  /** With the ids of those about whom nothing is left to do. */
  onClose: (settled: readonly string[]) => void;
}

const isSettled = (result: BulkResult | undefined): boolean => result?.state === 'done' || result?.state === 'lost';

const countOf = (count: number): string => `${count} ${count === 1 ? 'member' : 'members'}`;

/** Many members, verified one after the other, with a result for each. */
export function VerifyDialog({ members, onClose }: VerifyDialogProps) {
  const bulk = useBulk();
  const { results, running } = bulk;
  const hasBegun = results.size > 0;
  const left = members.filter(({ id }) => !isSettled(results.get(id)));

  function close(): void {
    if (running) bulk.stop();
    else onClose(members.filter(({ id }) => isSettled(results.get(id))).map(({ id }) => id));
  }

  return (
    <Modal
      open
      onClose={close}
      title={hasBegun ? countOf(members.length) : 'Aye you sure, you want to Approve?'}
      footer={
        <>
          <Button look="secondary" onClick={close}>
            {running ? 'Stop' : hasBegun ? 'Close' : 'Cancel'}
          </Button>
          {!running && left.length > 0 && (
            <Button look="success" onClick={() => void bulk.run(left, verifyMember)}>
              {hasBegun ? `Try the other ${left.length}` : 'Confirm'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {hasBegun ? (
          <div className="grid gap-2 text-sm">
            <progress className="bar" max={members.length} value={members.length - left.length} aria-label="Progress" />
            <p role="status">
              {running
                ? `${members.length - left.length} of ${members.length}`
                : `Finished: ${members.length - left.length} settled, ${left.length} left.`}
            </p>
            {bulk.pausing && <p role="status">The server asked for a short pause. This continues automatically.</p>}
          </div>
        ) : (
          <p>
            {countOf(members.length)} will be verified, one after the other. A verification cannot be undone. Each
            member is notified by mail.
          </p>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
        <ul className="text-sm" aria-label="Result of each member" tabIndex={0}>
          {members.map((member) => (
            <li key={member.id} className="flex items-center justify-between gap-4 border-t border-line py-2">
              <span className="grid min-w-0">
                <strong className="wrap-anywhere">{member.name}</strong>
                <span className="wrap-anywhere text-muted">{member.referralCode}</span>
              </span>
              <ResultMark result={results.get(member.id)} isOver={hasBegun && !running} />
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}

function ResultMark({ result, isOver }: { result: BulkResult | undefined; isOver: boolean }) {
  if (!result) return isOver ? <span className="text-muted">not sent</span> : null;
  if (result.state === 'under way') return <span className="spinner" aria-hidden="true" />;
  const isDone = result.state === 'done';
  return (
    <span className={`inline-flex max-w-[62%] gap-1.5 font-medium ${isDone ? 'text-success' : 'text-danger'}`}>
      <Icon name={isDone ? 'approved' : 'warning'} size={16} className="mt-0.5" />
      {isDone ? 'verified' : result.message}
    </span>
  );
}

import { useState } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { Money } from '@/islands/ui/Figures.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';
import { isContradicted } from '@/lib/purchases/bank-filter.rules.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { type Bulk, type BulkResult, useBulk } from '../lists/useBulk.ts';
import { TITLES } from './DecideDialog.tsx';
import { type Decision, decide } from './decide.ts';
import { BankMark, FlagMark, hasFlagMark } from './Marks.tsx';
import { ReasonFields } from './ReasonFields.tsx';

export interface BulkDialogProps {
  decision: Decision;
  rows: readonly AdminTransaction[];
  /** With the ids of what this admin has nothing more to do with. */
  onClose: (decided: readonly string[]) => void;
}

const PARTICIPLES = { approve: 'approved', reject: 'rejected' } as const satisfies Record<Decision, string>;

const countOf = (bulk: Bulk, state: BulkResult['state']): number =>
  [...bulk.results.values()].filter((it) => it.state === state).length;

const plural = (count: number): string => `${count} ${count === 1 ? 'request' : 'requests'}`;

const isSettled = (state: BulkResult['state'] | undefined): boolean =>
  state === 'done' || state === 'first' || state === 'lost';

/** Rows that need another action come first. */
function rankOf(state: BulkResult['state'] | undefined): number {
  if (state === 'failed') return 0;
  if (state === 'lost') return 1;
  return state === undefined ? 2 : 3;
}

/** Many requests, one decision: asked once, sent one by one, with a result for each. */
export function BulkDialog({ decision, rows, onClose }: BulkDialogProps) {
  const bulk = useBulk();
  const [reason, setReason] = useState('');
  const begun = bulk.results.size > 0;
  const stateOf = (row: AdminTransaction) => bulk.results.get(row.id)?.state;
  const left = rows.filter((row) => !isSettled(stateOf(row)));

  function close(): void {
    if (bulk.running) bulk.stop();
    else onClose(rows.filter((row) => isSettled(stateOf(row))).map((row) => row.id));
  }

  return (
    <Modal
      open
      onClose={close}
      title={begun ? plural(rows.length) : TITLES[decision]}
      footer={
        bulk.running ? (
          <Button look="secondary" onClick={bulk.stop}>
            Stop
          </Button>
        ) : (
          <>
            <Button look="secondary" onClick={close}>
              {begun ? 'Close' : 'Cancel'}
            </Button>
            {left.length > 0 && (
              <Button
                look={decision === 'approve' ? 'success' : 'danger'}
                onClick={() => bulk.run(left, (row) => decide(decision, row, reason))}
              >
                {begun ? `${countOf(bulk, 'failed') > 0 ? 'Try' : 'Go on with'} the other ${left.length}` : 'Confirm'}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="grid gap-4">
        {begun ? (
          <Progress bulk={bulk} total={rows.length} word={PARTICIPLES[decision]} />
        ) : (
          <Announcement decision={decision} rows={rows} />
        )}
        {!begun && decision === 'reject' && <ReasonFields value={reason} onValue={setReason} />}
        <Results bulk={bulk} rows={rows} word={PARTICIPLES[decision]} />
      </div>
    </Modal>
  );
}

interface ProgressProps {
  bulk: Bulk;
  total: number;
  word: string;
}

function Progress({ bulk, total, word }: ProgressProps) {
  const sent = bulk.results.size;
  const count = (state: BulkResult['state']): number => countOf(bulk, state);
  const settled = sent - count('under way');
  const summary = [
    `${count('done')} ${word}`,
    count('first') > 0 && `${count('first')} for a second admin`,
    count('lost') > 0 && `${count('lost')} decided by others`,
    count('failed') > 0 && `${count('failed')} failed`,
    !bulk.running && total > sent && `${total - sent} not sent`,
  ].filter(Boolean);
  return (
    <div className="sticky -top-3 z-1 -mt-3 grid gap-2 bg-surface py-3 text-sm">
      <progress className="bar" max={total} value={settled} aria-label="Progress" />
      <p role="status">{bulk.running ? `${settled} of ${total}` : `Finished: ${summary.join(', ')}.`}</p>
      {bulk.pausing && <p role="status">The server asked for a short pause. This continues automatically.</p>}
    </div>
  );
}

/** What will happen, before it begins. */
function Announcement({ decision, rows }: Pick<BulkDialogProps, 'decision' | 'rows'>) {
  const grave = rows.filter((row) => hasFlagMark(row) || isContradicted(row)).length;
  return (
    <p>
      {plural(rows.length)} will be {PARTICIPLES[decision]}, one after the other.
      {decision === 'approve' &&
        grave > 0 &&
        ` ${grave} of them ${grave === 1 ? 'has' : 'have'} a flag that should be checked.`}
    </p>
  );
}

interface ResultsProps {
  bulk: Bulk;
  rows: readonly AdminTransaction[];
  word: string;
}

function Results({ bulk, rows, word }: ResultsProps) {
  const begun = bulk.results.size > 0;
  const isOver = begun && !bulk.running;
  const rank = (row: AdminTransaction): number => rankOf(bulk.results.get(row.id)?.state);
  const listed = isOver ? [...rows].sort((a, b) => rank(a) - rank(b)) : rows;
  return (
    <ul className="text-sm" aria-label="Result of each request">
      {listed.map((row) => (
        <li key={row.id} className="bulk-row flex items-center justify-between gap-4 border-t border-line py-2">
          <span className="grid min-w-0">
            <strong>{row.orderNumber}</strong>
            <span className="wrap-anywhere text-muted">{row.user.name}</span>
            {!begun && (
              <>
                <FlagMark purchase={row} />
                <BankMark purchase={row} />
              </>
            )}
          </span>
          <ResultMark result={bulk.results.get(row.id)} row={row} word={word} isOver={isOver} />
        </li>
      ))}
    </ul>
  );
}

interface ResultMarkProps {
  result: BulkResult | undefined;
  row: AdminTransaction;
  /** What is said of a row that went through. */
  word: string;
  isOver: boolean;
}

function ResultMark({ result, row, word, isOver }: ResultMarkProps) {
  if (!result) return isOver ? <span className="text-muted">not sent</span> : <Money value={row.finalAmount} />;
  if (result.state === 'under way') return <span className="spinner" aria-hidden="true" />;
  const done = result.state === 'done' || result.state === 'first';
  return (
    <span className={`inline-flex max-w-[62%] gap-1.5 font-medium ${done ? 'text-success' : 'text-danger'}`}>
      <Icon name={done ? 'approved' : 'warning'} size={16} className="mt-0.5" />
      {result.state === 'first' ? 'waits for a second admin' : done ? word : result.message}
    </span>
  );
}

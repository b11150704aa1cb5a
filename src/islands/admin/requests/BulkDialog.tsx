import { useState } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { Money } from '@/islands/ui/Figures.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { TITLES } from './DecideDialog.tsx';
import type { Decision } from './decide.ts';
import { FlagMark } from './Flags.tsx';
import { flagsOf } from './flags.ts';
import { ReasonFields } from './ReasonFields.tsx';
import { type BulkResult, useBulk } from './useBulk.ts';

export interface BulkDialogProps {
  decision: Decision;
  rows: readonly AdminTransaction[];
  /** With the ids of what this admin has nothing more to do with. */
  onClose: (decided: readonly string[]) => void;
}

const plural = (count: number): string => `${count} ${count === 1 ? 'request' : 'requests'}`;

/** Many requests, one decision: asked once, sent one by one, with a result for each. */
export function BulkDialog({ decision, rows, onClose }: BulkDialogProps) {
  const bulk = useBulk();
  const [reason, setReason] = useState('');
  const word = decision === 'approve' ? 'approved' : 'rejected';
  const all = [...bulk.results.values()];
  const count = (state: BulkResult['state']): number => all.filter((it) => it.state === state).length;
  const settled = all.length - count('under way');
  const left = rows.filter((row) => !/^(done|first|lost)$/.test(bulk.results.get(row.id)?.state ?? ''));
  const begun = all.length > 0;
  // What asks for something more stands first once it is over.
  const listed = begun && !bulk.running ? [...rows].sort((a, b) => placeOf(a) - placeOf(b)) : rows;
  function placeOf({ id }: AdminTransaction): number {
    const state = bulk.results.get(id)?.state;
    return state === undefined ? 2 : ['failed', 'lost'].includes(state) ? ['failed', 'lost'].indexOf(state) : 3;
  }
  const grave = rows.filter((row) => flagsOf(row).some((flag) => flag.isGrave)).length;

  function close(): void {
    if (bulk.running) bulk.stop();
    else onClose([...bulk.results].filter(([, { state }]) => /^(done|first|lost)$/.test(state)).map(([id]) => id));
  }

  const summary = [
    `${count('done')} ${word}`,
    count('first') > 0 && `${count('first')} for a second admin`,
    count('lost') > 0 && `${count('lost')} decided by others`,
    count('failed') > 0 && `${count('failed')} failed`,
    !bulk.running && rows.length > all.length && `${rows.length - all.length} not sent`,
  ].filter(Boolean);

  return (
    <Modal
      open
      onClose={close}
      title={begun ? `${plural(rows.length)}` : TITLES[decision]}
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
                onClick={() => bulk.run(decision, left, reason)}
              >
                {!begun ? 'Confirm' : `${count('failed') > 0 ? 'Try' : 'Go on with'} the other ${left.length}`}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="decide">
        {begun ? (
          <div className="bulk-progress">
            <progress className="bar" max={rows.length} value={settled} aria-label="Progress" />
            <p role="status">{bulk.running ? `${settled} of ${rows.length}` : `Finished: ${summary.join(', ')}.`}</p>
            {bulk.pausing && <p role="status">The server asks for a short pause. It goes on by itself.</p>}
          </div>
        ) : (
          <p>
            {plural(rows.length)} will be {word}, one after the other.
            {decision === 'approve' &&
              grave > 0 &&
              ` ${grave} of them ${grave === 1 ? 'has' : 'have'} a flag that should be checked.`}
          </p>
        )}
        {!begun && decision === 'reject' && <ReasonFields value={reason} onValue={setReason} />}
        <ul className="bulk-rows" aria-label="Result of each request">
          {listed.map((row) => (
            <li key={row.id} className="bulk-row">
              <span className="bulk-order">
                <strong>{row.orderNumber}</strong>
                <span>{row.user.name}</span>
                {!begun && <FlagMark purchase={row} />}
              </span>
              <ResultMark result={bulk.results.get(row.id)} row={row} word={word} isOver={begun && !bulk.running} />
            </li>
          ))}
        </ul>
      </div>
    </Modal>
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
    <span className="bulk-result" data-tone={done ? 'success' : 'danger'}>
      <Icon name={done ? 'approved' : 'warning'} size={16} />
      {result.state === 'first' ? 'waits for a second admin' : done ? word : result.message}
    </span>
  );
}

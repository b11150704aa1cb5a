import { refresh } from '@/islands/refresh.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { DecideDialog } from '../purchases/DecideDialog.tsx';
import { FIGURES } from './figures.ts';
import { UndoDialog } from './UndoDialog.tsx';
import { type MatchReview, sentenceOf } from './useMatchReview.ts';

interface LastDecisionProps {
  review: MatchReview;
  /** The dialog that takes it back is open. */
  isUndoing: boolean;
  onUndoing: (isUndoing: boolean) => void;
}

/** The latest decision and the way back: a mark is undone, an approval is reversed. */
export function LastDecision({ review, isUndoing, onUndoing }: LastDecisionProps) {
  const { undoable } = review;
  if (undoable === null) return null;
  const close = (): void => onUndoing(false);

  function undone(sentence: string): void {
    close();
    review.undone(sentence);
    refresh(...FIGURES);
  }

  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span>{sentenceOf(undoable)}</span>
        {!('row' in undoable && undoable.row === null) && (
          <Button look="quiet" size="sm" onClick={() => onUndoing(true)} aria-keyshortcuts="U">
            {'purchase' in undoable ? 'Reverse' : 'Undo'} <kbd className="key">U</kbd>
          </Button>
        )}
      </p>
      {isUndoing && 'purchase' in undoable && (
        <DecideDialog
          decision="reverse"
          purchase={{ ...undoable.purchase, status: 'APPROVED' }}
          onClose={close}
          onDecided={({ orderNumber }) => undone(`The approval of ${orderNumber} was reversed.`)}
        />
      )}
      {isUndoing && 'row' in undoable && undoable.row && (
        <UndoDialog row={undoable.row} onClose={close} onUndone={() => undone('The decision was undone.')} />
      )}
    </>
  );
}

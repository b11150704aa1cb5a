import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { Refusal } from '@/islands/ui/Refusal.tsx';
import type { Bound } from '@/islands/ui/useForm.ts';
import type { Submission } from '@/islands/ui/useSubmit.ts';
import { TITLES } from './DecideDialog.tsx';
import type { Decision } from './decide.ts';
import { ReasonFields } from './ReasonFields.tsx';

/** At the foot of the card, from edge to edge. */
const BAR =
  '-mx-4 -mb-4 grid gap-3 rounded-b-lg border-t border-line bg-surface px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] sm:-mx-6 sm:-mb-6 sm:px-6 sm:py-4';
const BUTTONS = 'flex flex-wrap gap-2 *:flex-auto *:px-2.5';

export interface DeskActionsProps {
  /** The open question, or null. */
  question: Decision | null;
  decision: Submission;
  reason: Bound;
  /** Why this admin can't approve it, null if they can. */
  bar: string | null;
  /** Set when the request waits no more. */
  decided: string | null;
  onAsk: (decision: Decision | null) => void;
  onNext: () => void;
}

/** The two decisions, the question before each, and the way on. */
export function DeskActions(props: DeskActionsProps) {
  const confirm = useRef<HTMLDivElement>(null);
  useFocusOn(confirm, props.question ?? (props.decided === null ? null : 'decided'));
  if (props.decided !== null) {
    return (
      <div className={`${BAR} sticky bottom-0`} ref={confirm}>
        <p className="notice" data-tone="warning" role="status">
          {props.decided}
        </p>
        <Button full onClick={props.onNext} data-focus>
          Next <kbd className="key">N</kbd>
        </Button>
      </div>
    );
  }
  if (props.question === null) {
    return (
      <div className={`${BAR} sticky bottom-0`}>
        <div className={BUTTONS}>
          <Button
            look="success"
            onClick={() => props.onAsk('approve')}
            disabled={props.bar !== null}
            title={props.bar ?? undefined}
            aria-keyshortcuts="A"
          >
            Approve <kbd className="key">A</kbd>
          </Button>
          <Button look="danger" onClick={() => props.onAsk('reject')} aria-keyshortcuts="R">
            Reject <kbd className="key">R</kbd>
          </Button>
          <Button look="secondary" onClick={props.onNext} aria-keyshortcuts="N">
            Next <kbd className="key">N</kbd>
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className={props.question === 'reject' ? BAR : `${BAR} sticky bottom-0`} ref={confirm}>
      <p className="font-semibold">{TITLES[props.question]}</p>
      <Refusal text={props.decision.refusal} />
      {props.question === 'reject' && (
        <ReasonFields {...props.reason} withKeys isCompact disabled={props.decision.busy} />
      )}
      <div className={BUTTONS}>
        <Button
          look="secondary"
          onClick={() => props.onAsk(null)}
          disabled={props.decision.busy}
          aria-keyshortcuts="Escape"
        >
          Cancel <kbd className="key">Esc</kbd>
        </Button>
        <Button
          look={props.question === 'approve' ? 'success' : 'danger'}
          onClick={props.decision.submit}
          busy={props.decision.busy}
          aria-keyshortcuts="Enter"
          data-focus
        >
          Confirm <kbd className="key">↵</kbd>
        </Button>
      </div>
    </div>
  );
}

/** The focus goes to what answers the question, so that Enter does. */
function useFocusOn(frame: RefObject<HTMLElement | null>, when: string | null): void {
  useEffect(() => {
    if (when === null) return;
    frame.current?.querySelector<HTMLElement>('[data-focus]')?.focus();
    // The claim is shorter now: the page moves back to show as much of it as fits.
    if (when === 'reject') frame.current?.scrollIntoView({ block: 'end' });
  }, [frame, when]);
}

import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { Refusal } from '@/islands/ui/Refusal.tsx';
import { TITLES } from './DecideDialog.tsx';
import type { Decision } from './decide.ts';
import { ReasonFields } from './ReasonFields.tsx';

export interface DeskActionsProps {
  /** What is asked; null while nothing is. */
  asked: Decision | null;
  busy: boolean;
  reason: string;
  failure: string | null;
  /** Why it can't be approved by who looks at it, null if it can. */
  bar: string | null;
  /** Set when the request waits no more. */
  decided: string | null;
  onAsk: (decision: Decision | null) => void;
  onReason: (reason: string) => void;
  onConfirm: () => void;
  onNext: () => void;
}

/** The two decisions, the question before each, and the way on. */
export function DeskActions(it: DeskActionsProps) {
  const confirm = useRef<HTMLDivElement>(null);
  useFocusOn(confirm, it.asked ?? (it.decided === null ? null : 'decided'));
  if (it.decided !== null) {
    return (
      <div className="desk-actions" ref={confirm}>
        <p className="notice" data-tone="warning" role="status">
          {it.decided}
        </p>
        <Button full onClick={it.onNext} data-focus>
          Next <kbd>N</kbd>
        </Button>
      </div>
    );
  }
  if (it.asked === null) {
    return (
      <div className="desk-actions">
        <div className="desk-buttons">
          <Button
            look="success"
            onClick={() => it.onAsk('approve')}
            disabled={it.bar !== null}
            title={it.bar ?? undefined}
            aria-keyshortcuts="A"
          >
            Approve <kbd>A</kbd>
          </Button>
          <Button look="danger" onClick={() => it.onAsk('reject')} aria-keyshortcuts="R">
            Reject <kbd>R</kbd>
          </Button>
          <Button look="secondary" onClick={it.onNext} aria-keyshortcuts="N">
            Next <kbd>N</kbd>
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="desk-actions" data-asked={it.asked} ref={confirm}>
      <p className="desk-question">{TITLES[it.asked]}</p>
      <Refusal text={it.failure} />
      {it.asked === 'reject' && <ReasonFields value={it.reason} onValue={it.onReason} withKeys disabled={it.busy} />}
      <div className="desk-buttons">
        <Button look="secondary" onClick={() => it.onAsk(null)} disabled={it.busy} aria-keyshortcuts="Escape">
          Cancel <kbd>Esc</kbd>
        </Button>
        <Button
          look={it.asked === 'approve' ? 'success' : 'danger'}
          onClick={it.onConfirm}
          busy={it.busy}
          aria-keyshortcuts="Enter"
          data-focus
        >
          Confirm <kbd>↵</kbd>
        </Button>
      </div>
    </div>
  );
}

/** The focus goes to what answers the question, so that Enter does. */
function useFocusOn(frame: RefObject<HTMLElement | null>, when: string | null): void {
  useEffect(() => {
    if (when !== null) frame.current?.querySelector<HTMLElement>('[data-focus]')?.focus();
  }, [frame, when]);
}

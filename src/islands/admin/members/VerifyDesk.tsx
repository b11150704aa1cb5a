import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { call } from '@/islands/api.ts';
import { useFetched } from '@/islands/data.ts';
import { refresh } from '@/islands/refresh.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { Refusal } from '@/islands/ui/Refusal.tsx';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { listMembers, updateMember } from '@/lib/members/calls.ts';
import type { MemberRow } from '@/lib/members/contract.ts';
import { getMember } from '@/lib/members/detail/calls.ts';
import { DeskEnd } from '../lists/DeskEnd.tsx';
import { DeskHead } from '../lists/DeskHead.tsx';
import { useQueue } from '../lists/useQueue.ts';
import { Claims } from './Claims.tsx';
import { AccountMarks } from './marks.tsx';
import type { MemberQuery } from './memberQuery.ts';
import { readWaiting } from './readWaiting.ts';

export interface VerifyDeskProps {
  query: MemberQuery;
  onClose: () => void;
}

const END_TEXTS = { done: 'Nobody waits for verification.', seen: 'You have seen every member who waits.' };
const waitingText = (count: number): string => (count === 1 ? '1 member waiting' : `${count} members waiting`);

/** One member at a time who waits for verification, the oldest first, decided by keys while the focus is inside. */
export function VerifyDesk({ query, onClose }: VerifyDeskProps) {
  const queue = useQueue<MemberRow>([], 0, (page) => readWaiting(query, page));
  const { current } = queue;
  const frame = useRef<HTMLElement>(null);
  const [isAsking, setAsking] = useState(false);
  const [announcement, setAnnouncement] = useState('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: each member takes the focus as they come
  useEffect(() => {
    setAsking(false);
    frame.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView({ block: 'start' });
  }, [current?.id]);

  function ask(next: boolean): void {
    setAsking(next);
    // The button that had the focus is gone.
    if (!next) frame.current?.focus({ preventScroll: true });
  }

  function press(event: KeyboardEvent): void {
    const { ctrlKey, metaKey, altKey, repeat, target } = event;
    if (ctrlKey || metaKey || altKey || repeat || (target instanceof Element && target.closest('dialog'))) return;
    const act = actionOf(event.key.toLowerCase());
    if (!act) return;
    event.preventDefault();
    act();
  }

  function actionOf(key: string): (() => void) | null {
    if (key === 'escape') return isAsking ? () => ask(false) : onClose;
    if (!current) return null;
    if (key === 'a') return () => ask(true);
    if (key === 'n') return () => queue.step(1);
    return key === 'p' && queue.position > 1 ? () => queue.step(-1) : null;
  }

  return (
    <section
      className="desk grid min-w-0 scroll-mt-[76px] gap-4 focus:outline-none"
      ref={frame}
      tabIndex={-1}
      aria-label="Verify members"
      onKeyDown={press}
    >
      <DeskHead waitingText={waitingText(queue.waiting)} announcement={announcement} onClose={onClose} />
      {current ? (
        <Candidate
          key={current.id}
          member={current}
          isAsking={isAsking}
          onAsk={ask}
          onNext={() => queue.step(1)}
          onVerified={() => {
            setAnnouncement(`${current.name} was verified.`);
            refresh(listMembers);
            queue.step(1, true);
          }}
        />
      ) : (
        <DeskEnd queue={queue} texts={END_TEXTS} onClose={onClose} />
      )}
    </section>
  );
}

interface CandidateProps {
  member: MemberRow;
  isAsking: boolean;
  onAsk: (isAsking: boolean) => void;
  onNext: () => void;
  onVerified: () => void;
}

/** Read as they come: another admin may have verified them, and their profile is not in the list. */
function Candidate({ member, isAsking, onAsk, onNext, onVerified }: CandidateProps) {
  const details = useFetched(getMember, { id: member.id });
  const { data } = details;
  const isOver = data !== undefined && (data.isApproved || data.erasedAt !== null);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg wrap-anywhere">{member.name}</h2>
        <AccountMarks member={member} />
      </div>
      <Claims details={details} />
      <Actions
        member={member}
        over={isOver ? overText(data.erasedAt !== null, member.name) : null}
        isAsking={isAsking}
        onAsk={onAsk}
        onNext={onNext}
        onVerified={onVerified}
      />
    </div>
  );
}

const overText = (isErased: boolean, name: string): string =>
  isErased ? 'This account was deleted.' : `${name} was verified by another admin.`;

/** The decision, the question before it, and the way on. */
function Actions({ member, over, isAsking, onAsk, onNext, onVerified }: CandidateProps & { over: string | null }) {
  const frame = useRef<HTMLDivElement>(null);
  const submission = useSubmit({
    send: () => call(updateMember, { id: member.id, isApproved: true }),
    onDone: onVerified,
  });
  useEffect(() => {
    if (isAsking || over !== null) frame.current?.querySelector<HTMLElement>('[data-focus]')?.focus();
  }, [isAsking, over]);
  return (
    <div ref={frame} className="card sticky bottom-0 grid gap-3 py-3">
      {over !== null && (
        <p className="notice" data-tone="warning" role="status">
          {over}
        </p>
      )}
      <Refusal text={submission.refusal} />
      {over === null && isAsking && (
        <p className="font-semibold">
          Aye you sure, you want to Approve?{' '}
          <span className="font-normal text-muted">
            A verification cannot be undone. The member is notified by mail.
          </span>
        </p>
      )}
      <div className="flex flex-wrap gap-2 *:flex-auto">
        {over === null && !isAsking && (
          <Button look="success" onClick={() => onAsk(true)} aria-keyshortcuts="A">
            Approve <kbd className="key">A</kbd>
          </Button>
        )}
        {over === null && isAsking ? (
          <>
            <Button look="secondary" onClick={() => onAsk(false)} disabled={submission.busy} aria-keyshortcuts="Escape">
              Cancel <kbd className="key">Esc</kbd>
            </Button>
            <Button
              look="success"
              onClick={submission.submit}
              busy={submission.busy}
              aria-keyshortcuts="Enter"
              data-focus
            >
              Confirm <kbd className="key">↵</kbd>
            </Button>
          </>
        ) : (
          <Button look="secondary" onClick={onNext} aria-keyshortcuts="N" data-focus>
            Next <kbd className="key">N</kbd>
          </Button>
        )}
      </div>
    </div>
  );
}

import { confirmMessage, listMessagesAsAdmin, refuseMessage, withdrawMessage } from '@/lib/messages/calls.ts';
import type { Message } from '@/lib/messages/contract.ts';
import { listTransactionsAsAdmin } from '@/lib/purchases/calls.ts';
import { call } from '../api.ts';
import { Button } from '../ui/Button.tsx';
import { DateTime } from '../ui/Figures.tsx';
import { Refusal } from '../ui/Refusal.tsx';
import { useSubmit } from '../ui/useSubmit.ts';

const ACTS = {
  confirm: { verb: 'Confirm and send', contract: confirmMessage },
  refuse: { verb: 'Refuse', contract: refuseMessage },
  withdraw: { verb: 'Withdraw', contract: withdrawMessage },
} as const;

/** Says of a message that it waits, for whom and until when, with what the reader can do. */
export function WaitingMessage({ waiting }: { waiting: NonNullable<Message['waiting']> }) {
  const acts = waiting.isMine ? (['withdraw'] as const) : (['confirm', 'refuse'] as const);
  return (
    <div className="grid gap-2 border-t border-line pt-2">
      <p className="text-warning">
        {waiting.isMine
          ? 'Another admin has to confirm it'
          : `${waiting.proposedBy} has written it. You can confirm it`}{' '}
        until <DateTime value={waiting.expiresAt} />. The buyer can’t read it yet.
      </p>
      <div className="flex flex-wrap gap-2">
        {acts.map((act) => (
          <ActButton key={act} id={waiting.id} act={act} />
        ))}
      </div>
    </div>
  );
}

function ActButton({ id, act }: { id: string; act: keyof typeof ACTS }) {
  const { verb, contract } = ACTS[act];
  const submission = useSubmit({
    send: () => call(contract, { id }),
    refreshes: [listMessagesAsAdmin, listTransactionsAsAdmin],
  });
  return (
    <div className="grid gap-2">
      <Refusal text={submission.refusal} />
      <Button
        size="sm"
        look={act === 'confirm' ? 'primary' : 'secondary'}
        busy={submission.busy}
        onClick={() => void submission.submit()}
      >
        {verb}
      </Button>
    </div>
  );
}

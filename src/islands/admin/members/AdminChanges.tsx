import { useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import type { Verb } from '@/lib/approvals/rules.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { listAdminChanges } from '@/lib/members/proposals/calls.ts';
import { ProposalFrame } from '../approvals/ProposalFrame.tsx';
import { AdminChangeList } from './AdminChangeList.tsx';

const TITLES = {
  add: 'A new admin waits for a second admin',
  update: 'A change of an account waits for a second admin',
  delete: 'The deletion of an account waits for a second admin',
  factors: 'The removal of second factors waits for a second admin',
} as const;

/** The changes of accounts that wait, above the list of users. */
export function AdminChanges({ initial }: { initial: OutputOf<typeof listAdminChanges> }) {
  const { data = initial } = useFetched(listAdminChanges, {}, initial);
  const [open, setOpen] = useState<{ id: string; verb: Verb } | null>(null);
  const dialogs = useLazyComponent('The form', async () => (await import('./AdminChangeDialog.tsx')).AdminChangeDialog);
  const change = data.proposals.find(({ id }) => id === open?.id);

  async function ask(id: string, verb: Verb): Promise<void> {
    if (await dialogs.load()) setOpen({ id, verb });
  }

  return (
    <>
      {data.proposals.map((proposal) => (
        <ProposalFrame
          key={proposal.id}
          proposal={proposal}
          title={TITLES[proposal.kind]}
          stale="The account was changed since. This can no longer be confirmed; please propose it again."
          advice="Ask the person themselves before you confirm."
          onDecide={(verb) => void ask(proposal.id, verb)}
        >
          <AdminChangeList change={proposal} />
        </ProposalFrame>
      ))}
      {open && change && dialogs.Component && (
        <dialogs.Component verb={open.verb} change={change} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

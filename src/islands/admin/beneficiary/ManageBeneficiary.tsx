import { useEffect, useState } from 'react';
import { call } from '@/islands/api.ts';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { useRefreshing } from '@/islands/useRefreshing.ts';
import {
  type AccountProposal,
  type AccountView,
  confirmBeneficiary,
  getBeneficiary,
  refuseBeneficiary,
  withdrawBeneficiary,
} from '@/lib/beneficiaries/contract.ts';
import { accountName } from '@/lib/beneficiaries/rules.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import type { Verb } from '@/lib/proposals/rules.ts';
import { ConfirmModal } from '../approval/ConfirmModal.tsx';
import { QUESTIONS, VERBS } from '../approval/ProposalFrame.tsx';
import { ExportMenu } from '../exports/ExportMenu.tsx';
import { useErrorToast } from '../list.tsx';
import { AccountModal } from './AccountModal.tsx';
import { AccountQuestion } from './AccountQuestion.tsx';
import { type AccountAct, AccountTable } from './AccountTable.tsx';
import { ChangeList } from './ChangeList.tsx';
import { PrimaryCards } from './PrimaryCards.tsx';
import { PROPOSAL_TITLES, ProposalCard } from './ProposalCard.tsx';

/** How often the accounts are read again while somebody looks at them, so that colleagues' changes show. */
const REFRESH_MS = 15_000;
const READS = [getBeneficiary];

type Dialog =
  | { readonly kind: 'form'; readonly id: string | null; readonly begin: 'bank' | 'upi' }
  | { readonly kind: 'question'; readonly id: string; readonly act: Exclude<AccountAct, 'edit'> }
  | { readonly kind: 'proposal'; readonly id: string; readonly verb: Verb };

/** The accounts that buyers pay to, and every way to change them. */
export function ManageBeneficiary({ initial }: { initial: OutputOf<typeof getBeneficiary> }) {
  const { data = initial, error } = useFetched(getBeneficiary, {}, initial);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { beneficiaries: accounts, proposals, needsTwoAdmins } = data;
  const primary = accounts.find((it) => it.isPrimary);

  useErrorToast(error);
  useRefreshing(READS, REFRESH_MS);

  const close = (): void => setDialog(null);
  const add = (): void => setDialog({ kind: 'form', id: null, begin: 'bank' });
  const act = (what: AccountAct, { id }: AccountView): void =>
    setDialog(what === 'edit' ? { kind: 'form', id, begin: 'bank' } : { kind: 'question', id, act: what });

  return (
    <div className="stack">
      <div className="page-head">
        <div>
          <h1 className="page-title">Manage Beneficiary</h1>
          <p className="page-lead">
            Where buyers pay to. Every change asks for your password and is told to every admin.
          </p>
        </div>
        <div className="page-actions">
          <ExportMenu what="changes" />
          <Button icon="add" onClick={add}>
            Add Beneficiary
          </Button>
        </div>
      </div>
      {proposals.map((it) => (
        <ProposalCard key={it.id} it={it} onDecide={(verb) => setDialog({ kind: 'proposal', id: it.id, verb })} />
      ))}
      {primary ? (
        <PrimaryCards account={primary} onEdit={(begin) => setDialog({ kind: 'form', id: primary.id, begin })} />
      ) : (
        <div className="card">
          <EmptyState
            text="Buyers have nowhere to pay to."
            hint="Without an active account they can only order by manual payment."
          >
            <Button onClick={add}>Add the first account</Button>
          </EmptyState>
        </div>
      )}
      {accounts.length > 0 && (
        <section className="stack-sm" aria-labelledby="all-accounts">
          <h2 className="card-title" id="all-accounts">
            All accounts
          </h2>
          <AccountTable accounts={accounts} onAct={act} />
        </section>
      )}
      {dialog && (
        <OpenDialog
          dialog={dialog}
          accounts={accounts}
          proposals={proposals}
          needsTwoAdmins={needsTwoAdmins}
          onClose={close}
        />
      )}
    </div>
  );
}

interface OpenDialogProps {
  dialog: Dialog;
  accounts: readonly AccountView[];
  proposals: readonly AccountProposal[];
  needsTwoAdmins: boolean;
  onClose: () => void;
}

/** The dialog over the accounts as they are now; what it is about may have gone meanwhile. */
function OpenDialog({ dialog, accounts, proposals, needsTwoAdmins, onClose }: OpenDialogProps) {
  const account = accounts.find((it) => it.id === dialog.id) ?? null;
  const proposal = proposals.find((it) => it.id === dialog.id) ?? null;
  const isGone = dialog.kind === 'proposal' ? !proposal : dialog.id !== null && !account;
  useEffect(() => {
    if (!isGone) return;
    onClose();
  }, [isGone, onClose]);
  if (isGone) return null;
  if (dialog.kind === 'form')
    return <AccountModal {...{ account, accounts, needsTwoAdmins, onClose }} begin={dialog.begin} />;
  if (dialog.kind === 'question')
    return account && <AccountQuestion {...{ account, accounts, needsTwoAdmins, onClose }} act={dialog.act} />;
  return proposal && <Decision verb={dialog.verb} it={proposal} onClose={onClose} />;
}

function Decision({ verb, it, onClose }: { verb: Verb; it: AccountProposal; onClose: () => void }) {
  const { id } = it;
  const send = (password: string) => {
    if (verb === 'confirm') return call(confirmBeneficiary, { id, password });
    return verb === 'refuse' ? call(refuseBeneficiary, { id }) : call(withdrawBeneficiary, { id });
  };
  return (
    <ConfirmModal
      reads={getBeneficiary}
      title={QUESTIONS[verb]}
      verb={VERBS[verb]}
      look={verb === 'refuse' ? 'danger' : 'primary'}
      withPassword={verb === 'confirm'}
      onSend={send}
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        {it.isMine ? 'Proposed by you.' : `Proposed by ${it.proposedBy}.`} {PROPOSAL_TITLES[it.kind]}.
      </p>
      {it.before && <p className="proposal-subject">{accountName(it.before)}</p>}
      <ChangeList before={it.before} after={it.after} />
      {verb === 'confirm' && (
        <p className="text-sm text-muted">It holds at once, and buyers are told of it for 24 hours.</p>
      )}
    </ConfirmModal>
  );
}

import { useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import { usePolling } from '@/islands/usePolling.ts';
import { getBeneficiary } from '@/lib/beneficiaries/calls.ts';
import type { AccountView } from '@/lib/beneficiaries/contract.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { ExportMenu } from '../exports/ExportMenu.tsx';
import { type AccountAct, AccountTable } from './AccountTable.tsx';
import type { BeneficiaryAsk } from './BeneficiaryDialog.tsx';
import { PrimaryCards } from './PrimaryCards.tsx';
import { ProposalCard } from './ProposalCard.tsx';

/** How often the accounts are read again while somebody looks at them, so that colleagues' changes show. */
const REFRESH_MS = 15_000;
const READS = [getBeneficiary];

/** The accounts that buyers pay to, and every way to change them. */
export function ManageBeneficiary({ initial }: { initial: OutputOf<typeof getBeneficiary> }) {
  const { data = initial } = useFetched(getBeneficiary, {}, initial);
  const [dialog, setDialog] = useState<BeneficiaryAsk | null>(null);
  const dialogs = useLazyComponent('The form', async () => (await import('./BeneficiaryDialog.tsx')).BeneficiaryDialog);
  const { beneficiaries: accounts, proposals, needsTwoAdmins } = data;
  const primary = accounts.find((account) => account.isPrimary);

  usePolling(READS, REFRESH_MS);

  const close = (): void => setDialog(null);
  async function ask(next: BeneficiaryAsk): Promise<void> {
    if (await dialogs.load()) setDialog(next);
  }
  const add = () => void ask({ kind: 'form', id: null, begin: 'bank' });
  const act = (what: AccountAct, { id }: AccountView) =>
    void ask(what === 'edit' ? { kind: 'form', id, begin: 'bank' } : { kind: 'question', id, act: what });

  return (
    <div className="stack">
      <div className="page-head">
        <div>
          <h1 className="page-title">Manage Beneficiary</h1>
          <p className="page-lead">Where buyers pay to. Every admin is notified of a change.</p>
        </div>
        <div className="page-actions">
          <ExportMenu what="changes" />
          <Button icon="add" onClick={add} busy={dialogs.loading}>
            Add Beneficiary
          </Button>
        </div>
      </div>
      {proposals.map((one) => (
        <ProposalCard
          key={one.id}
          proposal={one}
          onDecide={(verb) => void ask({ kind: 'proposal', id: one.id, verb })}
        />
      ))}
      {primary ? (
        <PrimaryCards account={primary} onEdit={(begin) => void ask({ kind: 'form', id: primary.id, begin })} />
      ) : (
        <NoAccount onAdd={add} />
      )}
      {accounts.length > 0 && (
        <section className="grid min-w-0 gap-3" aria-labelledby="all-accounts">
          <h2 className="card-title" id="all-accounts">
            All accounts
          </h2>
          <AccountTable accounts={accounts} onAct={act} />
        </section>
      )}
      {dialog && dialogs.Component && (
        <dialogs.Component
          ask={dialog}
          accounts={accounts}
          proposals={proposals}
          needsTwoAdmins={needsTwoAdmins}
          onClose={close}
        />
      )}
    </div>
  );
}

function NoAccount({ onAdd }: { onAdd: () => void }) {
  return (
    <div className="card">
      <EmptyState
        text="Buyers have nowhere to pay to."
        hint="Without an active account they can only order by manual payment."
      >
        <Button onClick={onAdd}>Add the first account</Button>
      </EmptyState>
    </div>
  );
}

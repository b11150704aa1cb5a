import { useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { useLazy } from '@/islands/useLazy.ts';
import { useRefreshing } from '@/islands/useRefreshing.ts';
import { type AccountView, getBeneficiary } from '@/lib/beneficiaries/contract.ts';
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
  const dialogs = useLazy('The form', async () => (await import('./BeneficiaryDialog.tsx')).BeneficiaryDialog);
  const { beneficiaries: accounts, proposals, needsTwoAdmins } = data;
  const primary = accounts.find((it) => it.isPrimary);

  useRefreshing(READS, REFRESH_MS);

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
          <p className="page-lead">
            Where buyers pay to. Every change asks for your password and is told to every admin.
          </p>
        </div>
        <div className="page-actions">
          <ExportMenu what="changes" />
          <Button icon="add" onClick={add} busy={dialogs.loading}>
            Add Beneficiary
          </Button>
        </div>
      </div>
      {proposals.map((it) => (
        <ProposalCard key={it.id} it={it} onDecide={(verb) => void ask({ kind: 'proposal', id: it.id, verb })} />
      ))}
      {primary ? (
        <PrimaryCards account={primary} onEdit={(begin) => void ask({ kind: 'form', id: primary.id, begin })} />
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
      {dialog && dialogs.Part && (
        <dialogs.Part
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

import { call } from '@/islands/api.ts';
import { ConfirmModal } from '@/islands/ui/ConfirmModal.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { TextArea } from '@/islands/ui/TextArea.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import type { Verb } from '@/lib/approvals/rules.ts';
import {
  changeLaunchAddress,
  collectAddresses,
  confirmLaunch,
  freezeLaunch,
  getLaunch,
  listLaunchHolders,
  makePack,
  refuseLaunch,
  type Step,
  stepBack,
  withdrawLaunch,
} from '@/lib/launch/calls.ts';
import type { Launch, LaunchHolder, LaunchProposal } from '@/lib/launch/contract.ts';
import { STEP_LABELS } from '@/lib/launch/labels.rules.ts';
import { DecisionDialog } from '../approvals/DecisionDialog.tsx';

/** What is asked: a step, the address of a member, or about what waits. */
export type LaunchAsk =
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'address'; readonly holder: LaunchHolder }
  | { readonly kind: 'proposal'; readonly verb: Verb; readonly proposal: LaunchProposal };

interface LaunchDialogProps {
  ask: LaunchAsk;
  launch: Launch;
  onClose: () => void;
}

const READS = [getLaunch, listLaunchHolders];

export function LaunchDialog({ ask, launch, onClose }: LaunchDialogProps) {
  if (ask.kind === 'address') return <AddressDialog holder={ask.holder} onClose={onClose} />;
  if (ask.kind === 'proposal') {
    const { id } = ask.proposal;
    return (
      <DecisionDialog
        verb={ask.verb}
        proposal={ask.proposal}
        sends={{
          confirm: () => call(confirmLaunch, { id }),
          refuse: () => call(refuseLaunch, { id }),
          withdraw: () => call(withdrawLaunch, { id }),
        }}
        refreshes={READS}
        onClose={onClose}
      >
        <p className="wrap-anywhere">
          {ask.proposal.step === null
            ? `The address of ${ask.proposal.member?.name ?? 'a member'} becomes ${ask.proposal.walletAddress ?? ''}.`
            : `'${STEP_LABELS[ask.proposal.step]}'.`}
        </p>
        {ask.proposal.step === 'pack' && <PackedToken launch={launch} />}
      </DecisionDialog>
    );
  }
  if (ask.step === 'back') return <BackDialog launch={launch} onClose={onClose} />;
  return <StepDialog step={ask.step} launch={launch} onClose={onClose} />;
}

/** The token of the pack: an admin alone sets it, so both who make the pack see it. */
function PackedToken({ launch: { tokenAddress, chainId } }: Pick<LaunchDialogProps, 'launch'>) {
  return (
    <p className="wrap-anywhere">
      Token <span className="font-mono text-sm">{tokenAddress ?? 'not set'}</span> on chain {chainId ?? 'not set'}.
      Please compare both with your own record: holders are paid in this token.
    </p>
  );
}

const STEP_TEXTS = {
  collect: {
    title: 'Collect wallet addresses?',
    contract: collectAddresses,
    text: 'Holders without an address see a notice on their dashboard. The sale goes on.',
  },
  freeze: {
    title: 'Freeze the sale and all addresses?',
    contract: freezeLaunch,
    text: 'Nobody can buy any more, no purchase can be approved or reversed, and members can no longer change their wallet address.',
  },
  pack: {
    title: 'Make the launch pack?',
    contract: makePack,
    text: 'The pack has the final amount of every holder. When it is ready there is no step back: stock and addresses stay as they are.',
  },
} as const;

const TWO_ADMINS = 'A second admin has to confirm it.';

function StepDialog({ step, launch, onClose }: Omit<LaunchDialogProps, 'ask'> & { step: keyof typeof STEP_TEXTS }) {
  const { title, contract, text } = STEP_TEXTS[step];
  return (
    <ConfirmModal
      title={title}
      verb={STEP_LABELS[step]}
      size="md"
      send={() => call(contract, { version: launch.version })}
      refreshes={READS}
      onClose={onClose}
    >
      <p>{text}</p>
      {step === 'pack' && <PackedToken launch={launch} />}
      {launch.needsTwoAdmins && <p className="text-sm text-muted">{TWO_ADMINS}</p>}
    </ConfirmModal>
  );
}

function BackDialog({ launch, onClose }: Omit<LaunchDialogProps, 'ask'>) {
  const form = useForm({ reason: '' });
  const reason = form.values.reason.trim();
  const submission = useSubmit({
    form,
    check: () => (reason === '' ? { reason: 'Please enter a reason.' } : null),
    send: () => call(stepBack, { reason, version: launch.version }),
    refreshes: READS,
    onDone: onClose,
  });
  return (
    <FormModal
      submission={submission}
      title="Go one step back?"
      verb="Go back"
      size="sm"
      className="grid gap-4"
      onClose={onClose}
    >
      <p>
        {launch.state === 'FROZEN'
          ? 'The sale opens again, and members can change their addresses.'
          : 'Members are no longer asked for wallet addresses.'}
      </p>
      <TextArea {...form.field('reason')} label="Reason" rows={3} maxLength={300} />
      {launch.needsTwoAdmins && <p className="text-sm text-muted">{TWO_ADMINS}</p>}
    </FormModal>
  );
}

function AddressDialog({ holder, onClose }: { holder: LaunchHolder; onClose: () => void }) {
  const form = useForm({ walletAddress: '', reason: '' });
  const walletAddress = form.values.walletAddress.trim();
  const reason = form.values.reason.trim();
  const submission = useSubmit({
    form,
    check: () => ({
      ...(!/^0x[0-9a-fA-F]{40}$/.test(walletAddress) && {
        walletAddress: 'Please enter a valid wallet address: 0x and 40 characters of 0-9 and a-f.',
      }),
      ...(reason === '' && { reason: 'Please enter a reason.' }),
    }),
    send: () => call(changeLaunchAddress, { userId: holder.id, walletAddress, reason }),
    refreshes: READS,
    onDone: onClose,
  });
  return (
    <FormModal
      submission={submission}
      title={`Change the address of ${holder.name}?`}
      verb="Propose"
      size="sm"
      className="grid gap-4"
      onClose={onClose}
    >
      <TextField
        {...form.field('walletAddress')}
        label="New wallet address"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
      />
      <TextArea {...form.field('reason')} label="Reason" hint="The member reads this." rows={3} maxLength={300} />
      <p className="text-sm text-muted">{TWO_ADMINS}</p>
    </FormModal>
  );
}

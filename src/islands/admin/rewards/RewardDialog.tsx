import { ReasonFields } from '@/islands/admin/purchases/ReasonFields.tsx';
import { call } from '@/islands/api.ts';
import { ConfirmModal } from '@/islands/ui/ConfirmModal.tsx';
import { Quantity } from '@/islands/ui/Figures.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { REWARD_REASONS, SHORT_REASON_MAX } from '@/lib/core/ready-sentences.ts';
import { SIGN_LABELS } from '@/lib/core/rewards.ts';
import { listRewardsAsAdmin, refuseReward, releaseReward } from '@/lib/rewards/calls.ts';
import type { RewardForAdmin } from '@/lib/rewards/contract.ts';

export interface OpenReward {
  readonly act: 'release' | 'refuse';
  readonly reward: RewardForAdmin;
}

interface DialogProps {
  reward: RewardForAdmin;
  symbol: string;
  onClose: () => void;
}

const LISTS = [listRewardsAsAdmin];

/** The dialogs of the screen. Loaded when one is opened. */
export function RewardDialog({ open, ...rest }: { open: OpenReward; symbol: string; onClose: () => void }) {
  return open.act === 'release' ? (
    <ReleaseDialog reward={open.reward} {...rest} />
  ) : (
    <RefuseDialog reward={open.reward} {...rest} />
  );
}

function Facts({ reward, symbol }: Omit<DialogProps, 'onClose'>) {
  const { quantity, referrer, buyer, orderNumber, signs } = reward;
  return (
    <>
      <p className="wrap-anywhere">
        <Quantity value={quantity} symbol={symbol} /> to {referrer.name} ({referrer.memberId}) for {orderNumber} of{' '}
        {buyer.name} ({buyer.memberId}).
      </p>
      {signs.length > 0 && (
        <p className="text-sm text-muted">On hold: {signs.map((sign) => SIGN_LABELS[sign]).join(', ')}.</p>
      )}
    </>
  );
}

function ReleaseDialog({ reward, symbol, onClose }: DialogProps) {
  const { id, orderNumber, firstRelease } = reward;
  return (
    <ConfirmModal
      title={`Release the reward of ${orderNumber}?`}
      verb="Release"
      size="md"
      send={() => call(releaseReward, { id })}
      refreshes={LISTS}
      onClose={onClose}
    >
      <Facts reward={reward} symbol={symbol} />
      {firstRelease && <p className="text-sm text-muted">{firstRelease.by} has released it as the first of two.</p>}
    </ConfirmModal>
  );
}

function RefuseDialog({ reward, symbol, onClose }: DialogProps) {
  const { firstRefusal } = reward;
  const form = useForm({ reason: '' });
  const reason = form.values.reason.trim();
  const submission = useSubmit({
    form,
    check: () => (reason === '' ? { reason: 'Please enter a reason.' } : null),
    send: () => call(refuseReward, { id: reward.id, reason }),
    refreshes: LISTS,
    onDone: onClose,
  });
  return (
    <FormModal
      submission={submission}
      title={`Refuse the reward of ${reward.orderNumber}?`}
      verb="Refuse"
      look="danger"
      size="md"
      className="grid gap-4"
      onClose={onClose}
    >
      <Facts reward={reward} symbol={symbol} />
      {firstRefusal && <p className="text-sm text-muted">{firstRefusal.by} has refused it as the first of two.</p>}
      <ReasonFields
        {...form.field('reason')}
        reasons={REWARD_REASONS}
        required
        hint="The referrer reads this. The tokens can be sold again."
        max={SHORT_REASON_MAX}
        disabled={submission.busy}
      />
    </FormModal>
  );
}

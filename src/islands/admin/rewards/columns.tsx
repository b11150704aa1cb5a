import { Button } from '@/islands/ui/Button.tsx';
import { DateTime, Quantity } from '@/islands/ui/Figures.tsx';
import { StatusBadge, type Tone } from '@/islands/ui/StatusBadge.tsx';
import type { TableColumn } from '@/islands/ui/Table.tsx';
import { memberPath } from '@/lib/core/paths.ts';
import { type RewardState, SIGN_LABELS } from '@/lib/core/rewards.ts';
import type { RewardForAdmin } from '@/lib/rewards/contract.ts';
import { REWARD_LABELS } from '@/lib/rewards/labels.rules.ts';
import type { OpenReward } from './RewardDialog.tsx';

const TONES: Readonly<Record<RewardState, Tone>> = {
  HELD: 'warning',
  CREDITED: 'success',
  REFUSED: 'neutral',
  REVERSED: 'neutral',
};

const LINK = 'font-medium underline-offset-3 hover:underline';

export function rewardColumns(symbol: string, onOpen: (open: OpenReward) => void): TableColumn<RewardForAdmin>[] {
  return [
    {
      key: 'referrer',
      phone: 'title',
      head: 'Referrer',
      cell: ({ referrer }) => (
        <a className={LINK} href={memberPath(referrer.id)}>
          {referrer.name}
        </a>
      ),
    },
    {
      key: 'quantity',
      phone: 'line',
      head: 'Reward',
      align: 'end',
      cell: ({ quantity }) => <Quantity value={quantity} symbol={symbol} />,
    },
    {
      key: 'state',
      phone: 'badge',
      head: 'State',
      cell: ({ state }) => <StatusBadge status={state} label={REWARD_LABELS[state]} tone={TONES[state]} />,
    },
    { key: 'why', head: 'Why', cell: (reward) => <Why reward={reward} /> },
    {
      key: 'buyer',
      head: 'From',
      cell: ({ buyer, orderNumber }) => (
        <span className="grid gap-0.5">
          <a className={LINK} href={memberPath(buyer.id)}>
            {buyer.name}
          </a>
          <span className="figure text-sm text-muted">{orderNumber}</span>
        </span>
      ),
    },
    {
      key: 'created',
      phone: 'line',
      head: 'Approved',
      cell: ({ createdAt }) => <DateTime value={createdAt} show="iso" />,
    },
    {
      key: 'action',
      phone: 'actions',
      head: 'Action',
      bare: true,
      cell: (reward) => <Actions reward={reward} onOpen={onOpen} />,
    },
  ];
}

const firstText = (first: RewardForAdmin['firstRelease'], act: string): string | null =>
  first && `${first.isMine ? 'You' : first.by} ${act} it first. A second admin has to do it too.`;

/** By which rule, why it waits, or what was decided by whom. */
function Why({ reward }: { reward: RewardForAdmin }) {
  const { rule, signs, heldUntil, state, firstRelease, firstRefusal, decidedBy, reason } = reward;
  const first = firstText(firstRelease, 'released') ?? firstText(firstRefusal, 'refused');
  return (
    <span className="grid gap-0.5">
      {signs.length > 0 && (
        <span className="first-letter:uppercase">{signs.map((sign) => SIGN_LABELS[sign]).join(', ')}</span>
      )}
      {state === 'HELD' && heldUntil !== null && (
        <span>
          Waits until <DateTime value={heldUntil} show="iso" />
        </span>
      )}
      {first && <span className="text-sm text-muted">{first}</span>}
      {decidedBy !== null && <span className="text-sm text-muted">{`by ${decidedBy}`}</span>}
      {reason !== '' && <span className="text-sm wrap-anywhere text-muted">{reason}</span>}
      <span className="figure text-sm text-muted">{`${rule.rewardPercent}%, rule version ${rule.version}`}</span>
    </span>
  );
}

function Actions({ reward, onOpen }: { reward: RewardForAdmin; onOpen: (open: OpenReward) => void }) {
  const { state, isOwn, firstRelease, firstRefusal, orderNumber } = reward;
  if (state !== 'HELD') return null;
  return (
    <span className="inline-flex items-center gap-2">
      {!isOwn && firstRelease?.isMine !== true && (
        <Button size="sm" onClick={() => onOpen({ act: 'release', reward })}>
          Release<span className="sr-only"> the reward of {orderNumber}</span>
        </Button>
      )}
      {firstRefusal?.isMine !== true && (
        <Button look="secondary" size="sm" onClick={() => onOpen({ act: 'refuse', reward })}>
          Refuse<span className="sr-only"> the reward of {orderNumber}</span>
        </Button>
      )}
    </span>
  );
}

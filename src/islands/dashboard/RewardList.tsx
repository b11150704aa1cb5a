import { useState } from 'react';
import type { RewardState } from '@/lib/core/rewards.ts';
import { SIGN_TEXTS } from '@/lib/core/rewards.ts';
import { type Label, t } from '@/lib/core/texts.ts';
import { listRewards } from '@/lib/rewards/calls.ts';
import type { Reward } from '@/lib/rewards/contract.ts';
import { useFetched } from '../data.ts';
import { DateTime, Quantity } from '../ui/Figures.tsx';
import { LoadError } from '../ui/LoadError.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { StatusBadge, type Tone } from '../ui/StatusBadge.tsx';

const ROWS = 5;

const STATES = {
  HELD: { label: 'On hold', tone: 'warning' },
  CREDITED: { label: 'Credited', tone: 'success' },
  REFUSED: { label: 'Refused', tone: 'neutral' },
  REVERSED: { label: 'Taken back', tone: 'neutral' },
} as const satisfies Readonly<Record<RewardState, { label: Label; tone: Tone }>>;

/** Each reward of the member with its state, and why it waits or was refused. */
export function RewardList({ symbol }: { symbol: string }) {
  const [page, setPage] = useState(1);
  const { data, error, retry } = useFetched(listRewards, { page, limit: ROWS });
  if (!data && error !== null) return <LoadError text={error} onRetry={retry} />;
  if (!data) return <p role="status">{t('Loading rewards...')}</p>;
  if (data.total === 0) return <p>{t('No rewards yet.')}</p>;
  return (
    <div className="grid gap-3">
      <ul className="grid gap-3">
        {data.records.map((reward) => (
          <Row key={reward.id} reward={reward} symbol={symbol} />
        ))}
      </ul>
      {data.lastPage > 1 && <Pagination page={page} lastPage={data.lastPage} onPage={setPage} margins={1} />}
    </div>
  );
}

function Row({ reward, symbol }: { reward: Reward; symbol: string }) {
  const { state, quantity, fromMemberId, createdAt, signs, heldUntil, reason, rule } = reward;
  const { label, tone } = STATES[state];
  return (
    <li className="grid gap-0.5 border-t border-line pt-3">
      <span className="flex flex-wrap items-center justify-between gap-2">
        <strong>
          <Quantity value={quantity} symbol={symbol} />
        </strong>
        <StatusBadge status={state} label={t(label)} tone={tone} />
      </span>
      <span className="text-sm text-muted">
        {t('For a purchase of {memberId}, {percent}% by version {version} of the rule', {
          memberId: fromMemberId,
          percent: rule.rewardPercent,
          version: rule.version,
        })}
        , <DateTime value={createdAt} show="day" />
      </span>
      {state === 'HELD' && signs.length > 0 && (
        <span className="text-sm">
          {signs.map((sign) => t(SIGN_TEXTS[sign])).join(' ')} {t('Our team is looking at it.')}
        </span>
      )}
      {state === 'HELD' && heldUntil !== null && (
        <span className="text-sm">
          {t('Credited from')} <DateTime value={heldUntil} show="day" />
        </span>
      )}
      {reason !== '' && <span className="text-sm wrap-anywhere">{reason}</span>}
    </li>
  );
}

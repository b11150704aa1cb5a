import { type ReactNode, useEffect, useState } from 'react';
import { t } from '@/lib/core/texts.ts';
import { getReferral } from '@/lib/referrals/calls.ts';
import type { ReferralFigures as Figures } from '@/lib/referrals/contract.ts';
import { useFetched } from '../data.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Quantity } from '../ui/Figures.tsx';
import { useRevealed } from '../ui/useRevealed.ts';
import { useLazyComponent } from '../useLazyComponent.ts';

export interface ReferralFiguresProps {
  initial: Figures;
  symbol: string;
  /** The site's own, without a trailing slash: a link is given away whole. */
  origin: string;
}

/** The member's own link with the ways to give it away, and what it has brought. */
export function ReferralFigures({ initial, symbol, origin }: ReferralFiguresProps) {
  const { data = initial } = useFetched(getReferral, {}, initial);
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare(typeof navigator.share === 'function'), []);
  const link = `${origin}${data.link}`;

  async function share(): Promise<void> {
    const text = t('Join me with my referral code {memberId}.', { memberId: data.memberId });
    // A closed share sheet is a change of mind, no failure.
    await navigator.share({ title: t('{symbol} pre-launch', { symbol }), text, url: link }).catch(() => undefined);
  }

  return (
    <section className="card grid min-w-0 content-start gap-3 sm:gap-5" aria-label={t('Invite friends')}>
      <div className="grid gap-1">
        <h2 className="card-title">{t('Invite friends')}</h2>
        <p className="text-sm text-muted">
          {t('You earn {percent}% of the tokens of every approved purchase of the members you bring.', {
            percent: data.rewardPercent,
          })}
        </p>
      </div>
      <div className="grid gap-2 max-sm:grid-cols-[1fr_auto]">
        <p className="col-span-full text-sm font-medium max-sm:sr-only">{t('Your link')}</p>
        <p className="rounded-md border border-line bg-sunken px-3 py-2.5 text-sm break-all max-sm:truncate">{link}</p>
        <div className="flex flex-wrap gap-2 max-sm:flex-col">
          <CopyButton word text={link} what={t('Referral link')} message={t('Referral link copied to clipboard!')} />
          {canShare && (
            <Button look="secondary" size="sm" icon="share" onClick={share}>
              {t('Share')}
            </Button>
          )}
        </div>
      </div>
      <dl className="stat-list mt-0 border-t border-line pt-4 max-sm:[&_dd]:text-lg sm:pt-5">
        <div>
          <dt>{t('Members referred')}</dt>
          <dd>{data.membersBrought}</dd>
        </div>
        <div>
          <dt>{t('Rewards earned')}</dt>
          <dd>
            <Quantity value={data.rewardsEarned} symbol={symbol} />
          </dd>
        </div>
      </dl>
      <EachReward symbol={symbol}>
        {data.rewardsHeld > 0 && (
          <p className="min-w-0 text-sm/5 text-muted">
            {t('Rewards waiting')} <Quantity value={data.rewardsHeld} symbol={symbol} />
          </p>
        )}
      </EachReward>
    </section>
  );
}

/** The list of rewards, which few look at. Closed, its button is next to what waits. */
function EachReward({ symbol, children }: { symbol: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const list = useLazyComponent('The list', async () => (await import('./RewardList.tsx')).RewardList);

  const revealed = useRevealed<HTMLDivElement>(isOpen);

  async function show(): Promise<void> {
    if (await list.load()) setOpen(true);
  }

  if (isOpen && list.Component)
    return (
      <div className="grid gap-3" ref={revealed} tabIndex={-1}>
        {children}
        <list.Component symbol={symbol} />
      </div>
    );
  return (
    <div className="flex items-center justify-between gap-4">
      {children}
      <span className="flex-none">
        <Button look="secondary" size="sm" onClick={() => void show()}>
          {t('See each reward')}
        </Button>
      </span>
    </div>
  );
}

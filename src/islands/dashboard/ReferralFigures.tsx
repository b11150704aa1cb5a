import { type ReactNode, useEffect, useState } from 'react';
import { t } from '@/lib/core/texts.ts';
import { getReferral } from '@/lib/referrals/calls.ts';
import type { ReferralFigures as Figures } from '@/lib/referrals/contract.ts';
import { useFetched } from '../data.ts';
import { Button, buttonClass, IconButton } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Quantity } from '../ui/Figures.tsx';
import { useLazyComponent } from '../useLazyComponent.ts';

export interface ReferralFiguresProps {
  initial: Figures;
  symbol: string;
  /** The site's own, without a trailing slash: a link is given away whole. */
  origin: string;
  /** Of the whole link. */
  qr: { readonly size: number; readonly d: string };
}

/** The member's own link with the ways to give it away, and what it has brought. */
export function ReferralFigures({ initial, symbol, origin, qr }: ReferralFiguresProps) {
  const { data = initial } = useFetched(getReferral, {}, initial);
  return (
    <section className="card grid min-w-0 content-start gap-3 sm:gap-5" aria-label={t('Invite friends')}>
      <div className="grid gap-1">
        <h2 className="card-title">{t('Invite friends')}</h2>
        <p className="text-sm text-muted">
          {t('You earn {percent}% of the tokens that your friends buy.', { percent: data.rewardPercent })}
        </p>
      </div>
      <InviteLink memberId={data.memberId} link={`${origin}${data.link}`} symbol={symbol} qr={qr} />
      <dl className="stat-list mt-0 border-t border-line pt-3 max-sm:[&_dd]:text-lg sm:pt-5">
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
      <Lists symbol={symbol}>
        {data.rewardsHeld > 0 && (
          <p className="min-w-0 text-sm/5 text-muted max-sm:basis-full sm:flex-1">
            {t('Rewards waiting')} <Quantity value={data.rewardsHeld} symbol={symbol} />
          </p>
        )}
      </Lists>
    </section>
  );
}

interface InviteLinkProps extends Pick<ReferralFiguresProps, 'symbol' | 'qr'> {
  memberId: string;
  /** Whole, with the site. */
  link: string;
}

/** The link, and every way to give it away. */
function InviteLink({ memberId, link, symbol, qr }: InviteLinkProps) {
  const [canShare, setCanShare] = useState(false);
  const [isQrOpen, setQrOpen] = useState(false);
  useEffect(() => setCanShare(typeof navigator.share === 'function'), []);

  const text = t('Join me with my referral code {memberId}.', { memberId });

  async function share(): Promise<void> {
    // A closed share sheet is a change of mind, no failure.
    await navigator.share({ title: t('{symbol} pre-launch', { symbol }), text, url: link }).catch(() => undefined);
  }

  return (
    <>
      <div className="grid gap-2">
        <p className="text-sm font-medium max-sm:sr-only">{t('Your link')}</p>
        {/* On a phone it would be cut off: there it is copied, sent or scanned. */}
        <p className="rounded-md border border-line bg-sunken px-3 py-2.5 text-sm break-all max-sm:sr-only">{link}</p>
        <div className="flex flex-wrap gap-2">
          <CopyButton word text={link} what={t('Referral link')} message={t('Referral link copied to clipboard!')} />
          <a
            className={buttonClass('secondary', 'sm')}
            href={`https://wa.me/?text=${encodeURIComponent(`${text} ${link}`)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            <span className="btn-face">WhatsApp</span>
          </a>
          {canShare && (
            <Button look="secondary" size="sm" icon="share" onClick={share}>
              {t('Share')}
            </Button>
          )}
          <IconButton
            icon="qr"
            label={t('QR code of your link')}
            aria-expanded={isQrOpen}
            onClick={() => setQrOpen(!isQrOpen)}
          />
        </div>
      </div>
      {isQrOpen && (
        <svg
          className="h-auto w-48 max-w-full justify-self-center rounded-lg border border-line sm:justify-self-start"
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label={t('QR code of your link')}
        >
          <rect width={qr.size} height={qr.size} fill="#fff" />
          <path d={qr.d} stroke="#000" fill="none" />
        </svg>
      )}
    </>
  );
}

/** The lists of members and rewards, which few look at. One is open at a time. */
function Lists({ symbol, children }: { symbol: string; children: ReactNode }) {
  const [open, setOpen] = useState<'members' | 'rewards' | null>(null);
  const members = useLazyComponent('The list', async () => (await import('./ReferredList.tsx')).ReferredList);
  const rewards = useLazyComponent('The list', async () => (await import('./RewardList.tsx')).RewardList);
  const buttons = [
    { list: 'members', text: t('See who joined'), load: members.load },
    { list: 'rewards', text: t('See each reward'), load: rewards.load },
  ] as const;

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2 sm:justify-end">
        {children}
        {buttons.map(({ list, text, load }) => (
          <Button
            key={list}
            look="secondary"
            size="sm"
            aria-expanded={open === list}
            onClick={async () => {
              if (open === list) setOpen(null);
              else if (await load()) setOpen(list);
            }}
          >
            {text}
          </Button>
        ))}
      </div>
      {open === 'members' && members.Component && <members.Component />}
      {open === 'rewards' && rewards.Component && <rewards.Component symbol={symbol} />}
    </div>
  );
}

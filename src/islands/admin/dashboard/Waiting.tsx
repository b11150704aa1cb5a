import type { ReactNode } from 'react';
import type { Fetched } from '@/islands/data.ts';
import { CopyButton } from '@/islands/ui/CopyButton.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import type { IconName } from '@/islands/ui/icons.ts';
import { LoadError } from '@/islands/ui/LoadError.tsx';
import { useServerNow } from '@/islands/useServerNow.ts';
import { formatFullDateTime, formatQuantity, formatRupees } from '@/lib/core/format.ts';
import { PATHS } from '@/lib/core/paths.ts';
import type { DashboardSummary } from '@/lib/dashboard/contract.ts';
import { ageText, WAITS_LONG_SECONDS } from '@/lib/dashboard/rules.ts';

/** On phones without a second frame, which would leave no room for the text; from the third on they have a title alone. */
const TILES =
  'wait-tiles mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,300px),1fr))] gap-3 max-sm:mt-1 max-sm:-mb-2 max-sm:gap-0 max-sm:[&>:nth-child(n+3)_.text-sm]:hidden';
const TILE =
  'wait-tile flex min-h-20 items-center gap-4 rounded-lg border border-line px-4 py-3 max-sm:gap-3 max-sm:rounded-none max-sm:border-0 max-sm:px-0 max-sm:not-first:border-t';

export interface WaitingProps {
  summary: Fetched<DashboardSummary>;
  renderedAtMs: number;
  /** For buyers; null while they would see example payment details. */
  registerUrl: string | null;
}

/** What waits for a decision, before everything else. */
export function Waiting({ summary, renderedAtMs, registerUrl }: WaitingProps) {
  const { data, error, loading, retry } = summary;
  return (
    <section className="card" aria-labelledby="waiting-title" aria-busy={loading || undefined}>
      <h2 className="card-title" id="waiting-title">
        Waiting for you
      </h2>
      {!data && error !== null && <LoadError text={error} onRetry={retry} />}
      {loading && (
        <div className={TILES} role="status" aria-label="Loading">
          <span className={TILE}>
            <span className="skeleton" />
          </span>
          <span className={TILE}>
            <span className="skeleton" />
          </span>
        </div>
      )}
      {data && <Tiles waiting={data.waiting} renderedAtMs={renderedAtMs} />}
      {data && registerUrl !== null && isFirstDay(data) && (
        <div className="notice mt-4 flex-wrap">
          <Icon name="info" />
          <p className="min-w-0 flex-1 basis-60">
            Your sale is open and nobody has joined yet. Give this address to your buyers:{' '}
            <strong className="break-all">{registerUrl}</strong>
          </p>
          <CopyButton word text={registerUrl} what="Address" message="Address copied to clipboard!" />
        </div>
      )}
    </section>
  );
}

/** Nobody but an admin, and nothing bought. */
function isFirstDay({ userActive, userInactive, userBlock, waiting, privateSupplyData }: DashboardSummary): boolean {
  const accounts = userActive + userInactive + userBlock;
  return accounts <= 1 && waiting.purchases === 0 && privateSupplyData.stockBalance === 0;
}

/** What one admin has begun and another has to finish, and refunds; shown only where there is any. */
const OTHERS = [
  {
    name: 'secondApprovals',
    path: `${PATHS.purchaseRequest}?waiting=second`,
    one: 'second approval',
    many: 'second approvals',
    text: 'One admin has approved. Another has to approve too.',
  },
  {
    name: 'reversals',
    path: `${PATHS.purchaseRequest}?tab=history&waiting=second`,
    one: 'reversal to agree to',
    many: 'reversals to agree to',
    text: 'One admin has asked for it. Another has to agree.',
  },
  {
    name: 'beneficiaryChanges',
    path: PATHS.beneficiary,
    one: 'beneficiary change to confirm',
    many: 'beneficiary changes to confirm',
    text: 'One admin has proposed it. Another has to confirm.',
  },
  {
    name: 'settingsChanges',
    path: PATHS.settings,
    one: 'settings change to confirm',
    many: 'settings changes to confirm',
    text: 'One admin has proposed it. Another has to confirm.',
  },
  {
    name: 'adminChanges',
    path: PATHS.userManage,
    one: 'change of an account to confirm',
    many: 'changes of accounts to confirm',
    text: 'One admin has proposed it. Another has to confirm.',
  },
  {
    name: 'refundsToApprove',
    path: `${PATHS.adminRefunds}?state=WAITING_FOR_APPROVAL`,
    one: 'refund to approve',
    many: 'refunds to approve',
    text: 'The member has entered an account.',
  },
  {
    name: 'refundsToPay',
    path: `${PATHS.adminRefunds}?state=APPROVED`,
    one: 'refund to pay',
    many: 'refunds to pay',
    text: 'Approved. Export them for the bank.',
  },
  {
    name: 'messagesToConfirm',
    path: PATHS.purchaseRequest,
    one: 'message to a buyer to confirm',
    many: 'messages to buyers to confirm',
    text: 'One admin has written it. Another has to confirm.',
  },
  {
    name: 'rewardsToReview',
    path: `${PATHS.adminRewards}?state=HELD`,
    one: 'referral reward to review',
    many: 'referral rewards to review',
    text: 'Referrer and buyer may be one person.',
  },
] as const satisfies readonly { name: keyof DashboardSummary['waiting']; [text: string]: string }[];

interface TileProps {
  icon: IconName;
  path: string;
  title: ReactNode;
  text: ReactNode;
  isUrgent?: boolean;
}

function Tile({ icon, path, title, text, isUrgent = false }: TileProps) {
  const tone = isUrgent ? 'bg-warning-soft text-warning' : 'bg-brand-soft text-brand-ink';
  return (
    <a className={`${TILE} [transition:border-color_140ms] hover:border-edge`} href={path}>
      <span className={`grid size-10 flex-none place-items-center rounded-full ${tone}`}>
        <Icon name={icon} />
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <strong className="flex flex-wrap items-center gap-x-2 gap-y-1">{title}</strong>
        <span className="text-sm text-muted tabular-nums">{text}</span>
      </span>
      <Icon name="right" className="text-muted" />
    </a>
  );
}

function Tiles({ waiting, renderedAtMs }: { waiting: DashboardSummary['waiting']; renderedAtMs: number }) {
  const nowMs = useServerNow(renderedAtMs);
  const { purchases, amount, oldestAt, membersToVerify } = waiting;
  const ageSeconds = oldestAt === null ? 0 : Math.max(0, (nowMs - new Date(oldestAt).getTime()) / 1000);
  const isLong = ageSeconds >= WAITS_LONG_SECONDS;
  return (
    <div className={TILES}>
      <Tile
        icon={purchases === 0 ? 'check' : 'pending'}
        path={PATHS.purchaseRequest}
        isUrgent={isLong}
        title={
          <>
            {purchases === 0
              ? 'No purchase to decide'
              : `${formatQuantity(purchases)} ${purchases === 1 ? 'purchase' : 'purchases'} to decide`}
            {isLong && (
              <span className="badge" data-tone="warning">
                <Icon name="pending" size={16} />
                Over 24 h
              </span>
            )}
          </>
        }
        text={
          oldestAt === null ? (
            'Every purchase request has been decided.'
          ) : (
            <>
              {formatRupees(amount)} in all. The oldest has waited{' '}
              <time className="figure" dateTime={oldestAt} title={formatFullDateTime(oldestAt)}>
                {ageText(ageSeconds)}
              </time>
              .
            </>
          )
        }
      />
      <Tile
        icon={membersToVerify === 0 ? 'check' : 'users'}
        path={membersToVerify === 0 ? PATHS.userManage : `${PATHS.userManage}?status=waiting`}
        title={
          membersToVerify === 0
            ? 'No member to verify'
            : `${formatQuantity(membersToVerify)} ${membersToVerify === 1 ? 'member' : 'members'} to verify`
        }
        text={membersToVerify === 0 ? 'Every member has been verified.' : 'Look at their details and verify them.'}
      />
      {OTHERS.map(({ name, path, one, many, text }) => {
        const count = waiting[name];
        if (count === 0) return null;
        const title = `${formatQuantity(count)} ${count === 1 ? one : many}`;
        const to = name === 'messagesToConfirm' ? waiting.messagesPath : path;
        return <Tile key={name} icon="approved" path={to} title={title} text={text} />;
      })}
    </div>
  );
}

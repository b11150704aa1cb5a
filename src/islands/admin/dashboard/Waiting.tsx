import type { Fetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { CopyButton } from '@/islands/ui/CopyButton.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import type { IconName } from '@/islands/ui/icons.ts';
import { useServerNow } from '@/islands/useServerNow.ts';
import { formatFullDateTime, formatQuantity, formatRupees } from '@/lib/core/format.ts';
import { PATHS } from '@/lib/core/paths.ts';
import type { DashboardSummary } from '@/lib/stats/contract.ts';
import { ageText, WAITS_LONG_SECONDS } from '@/lib/stats/rules.ts';

export interface WaitingProps {
  summary: Fetched<DashboardSummary>;
  renderedAtMs: number;
  registerUrl: string;
}

/** What waits for a decision, before everything else. */
export function Waiting({ summary, renderedAtMs, registerUrl }: WaitingProps) {
  const { data, error, loading, retry } = summary;
  return (
    <section className="card" aria-labelledby="waiting-title" aria-busy={loading || undefined}>
      <h2 className="card-title" id="waiting-title">
        Waiting for you
      </h2>
      {!data && error !== null && (
        <EmptyState drawing="error" text={error} role="alert">
          <Button look="secondary" size="sm" icon="retry" onClick={retry}>
            Try again
          </Button>
        </EmptyState>
      )}
      {loading && (
        <div className="wait-tiles" role="status" aria-label="Loading">
          <span className="wait-tile">
            <span className="skeleton" />
          </span>
          <span className="wait-tile">
            <span className="skeleton" />
          </span>
        </div>
      )}
      {data && <Tiles waiting={data.waiting} renderedAtMs={renderedAtMs} />}
      {data && isFirstDay(data) && (
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

/** What one admin has begun and another has to finish; shown only where there is any. */
const SECONDS = [
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
] as const satisfies readonly { name: keyof DashboardSummary['waiting']; [text: string]: string }[];

function Tile({ icon, path, title, text }: { icon: IconName; path: string; title: string; text: string }) {
  return (
    <a className="wait-tile" href={path}>
      <span className="wait-icon">
        <Icon name={icon} />
      </span>
      <span className="wait-text">
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
      <Icon name="right" className="wait-go" />
    </a>
  );
}

function Tiles({ waiting, renderedAtMs }: { waiting: DashboardSummary['waiting']; renderedAtMs: number }) {
  const nowMs = useServerNow(renderedAtMs);
  const { purchases, amount, oldestAt, membersToVerify } = waiting;
  const ageSeconds = oldestAt === null ? 0 : Math.max(0, (nowMs - new Date(oldestAt).getTime()) / 1000);
  const isLong = ageSeconds >= WAITS_LONG_SECONDS;
  return (
    <div className="wait-tiles">
      <a className="wait-tile" href={PATHS.purchaseRequest} data-tone={isLong ? 'warning' : undefined}>
        <span className="wait-icon">
          <Icon name={purchases === 0 ? 'check' : 'pending'} />
        </span>
        <span className="wait-text">
          <strong>
            {purchases === 0
              ? 'No purchase to decide'
              : `${formatQuantity(purchases)} ${purchases === 1 ? 'purchase' : 'purchases'} to decide`}
            {isLong && (
              <span className="badge" data-tone="warning">
                <Icon name="pending" size={16} />
                Over 24 h
              </span>
            )}
          </strong>
          {oldestAt === null ? (
            <span>Every purchase request has been decided.</span>
          ) : (
            <span>
              {formatRupees(amount)} in all. The oldest has waited{' '}
              <time className="figure" dateTime={oldestAt} title={formatFullDateTime(oldestAt)}>
                {ageText(ageSeconds)}
              </time>
              .
            </span>
          )}
        </span>
        <Icon name="right" className="wait-go" />
      </a>
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
      {SECONDS.map(({ name, path, one, many, text }) => {
        const count = waiting[name];
        if (count === 0) return null;
        const title = `${formatQuantity(count)} ${count === 1 ? one : many}`;
        return <Tile key={name} icon="users" path={path} title={title} text={text} />;
      })}
    </div>
  );
}

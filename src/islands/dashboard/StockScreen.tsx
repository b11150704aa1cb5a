import { type ReactNode, useEffect, useState } from 'react';
import { getProfile } from '@/lib/accounts/calls.ts';
import type { Profile } from '@/lib/accounts/contract.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { formatTimeLeft } from '@/lib/core/durations.ts';
import { formatQuantity, shortenMiddle } from '@/lib/core/format.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { t } from '@/lib/core/texts.ts';
import { getClaim } from '@/lib/launch/calls.ts';
import { listGlobalStock, listMyStock } from '@/lib/ledger/calls.ts';
import type { GlobalStockRow, MyStockRow } from '@/lib/ledger/contract.ts';
import { getProof } from '@/lib/ledger/proof/calls.ts';
import { CallError } from '../api.ts';
import { useFetched } from '../data.ts';
import { logFailure } from '../log.ts';
import { buttonClass } from '../ui/Button.tsx';
import { DateTime, Quantity } from '../ui/Figures.tsx';
import { Hash } from '../ui/Hash.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { TableColumn } from '../ui/Table.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { StockTable } from './StockTable.tsx';

export interface StockScreenProps {
  token: { readonly symbol: string; readonly iconUrl: string };
  profile: Profile;
  /** First pages, as the page was rendered with. */
  global: OutputOf<typeof listGlobalStock>;
  mine: OutputOf<typeof listMyStock>;
  /** The launch pack has the member's tokens. */
  hasClaim: boolean;
  /** When the page was rendered, in ms since the epoch: what is left then is what the server wrote. */
  renderedAtMs: number;
}

type TabId = 'globalStock' | 'myStock';

/** On error, keep showing the last figures (docs/product.md). */
function logProfileFailure(cause: unknown): void {
  const wasRefused = cause instanceof CallError && cause.status > 0;
  logFailure(wasRefused ? getProfile.failure : 'Error fetching user data', cause);
}

/** The time, updated every half minute: the time left shows minutes at most. */
function useNow(startMs: number): number {
  const [nowMs, setNowMs] = useState(startMs);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

function hashColumn(): TableColumn<{ readonly transactionHash: string }> {
  return {
    key: 'hash',
    head: t('Transaction Hash'),
    cell: (row) => <Hash value={row.transactionHash} what={t('transaction hash')} />,
  };
}

/** Quiet: it is the same in every row, and the caption says it once. */
function timeLeft(until: string | null, nowMs: number): ReactNode {
  return until === null ? null : <span className="figure text-muted">{formatTimeLeft(until, nowMs)}</span>;
}

/** When the rows unlock, where all do at the same time; null where no day is set. */
function unlockNote(rows: readonly { readonly unlocksAt: string | null }[], nowMs: number): string | null {
  const until = rows[0]?.unlocksAt ?? null;
  if (until === null || rows.some(({ unlocksAt }) => unlocksAt !== until)) return null;
  return Date.parse(until) > nowMs
    ? t('All unlock in {left}', { left: formatTimeLeft(until, nowMs) })
    : t('All are unlocked');
}

function globalColumns(nowMs: number): readonly TableColumn<GlobalStockRow>[] {
  return [
    {
      key: 'rank',
      phone: 'line',
      head: t('Stock Rank'),
      cell: (row) => (
        <span
          className="inline-flex items-center gap-1.5 max-sm:before:content-[attr(data-rank)]"
          data-rank={t('Rank')}
        >
          {row.rank}
          {row.isOwn && <span className="mark">{t('You')}</span>}
        </span>
      ),
    },
    { key: 'wallet', head: t('Wallet Address'), cell: (row) => row.walletAddress && <code>{row.walletAddress}</code> },
    {
      key: 'quantity',
      phone: 'title',
      head: t('Stock Qty.'),
      align: 'end',
      cell: (row) => <Quantity value={row.quantity} />,
    },
    hashColumn(),
    { key: 'date', phone: 'line', head: t('Date & time'), cell: (row) => <DateTime value={row.createdAt} /> },
    { key: 'left', head: t('Time Left'), cell: (row) => timeLeft(row.unlocksAt, nowMs) },
  ];
}

function myColumns(nowMs: number): readonly TableColumn<MyStockRow>[] {
  return [
    {
      key: 'member',
      phone: 'line',
      head: t('Member ID'),
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          {row.memberId}
          <span className="mark">{t(row.reward === null ? 'Purchase' : 'Reward')}</span>
        </span>
      ),
    },
    {
      key: 'quantity',
      phone: 'title',
      head: t('Stock Qty.'),
      align: 'end',
      cell: (row) => <Quantity value={row.quantity} />,
    },
    hashColumn(),
    { key: 'date', phone: 'line', head: t('Date & Time'), cell: (row) => <DateTime value={row.createdAt} /> },
    {
      key: 'reward',
      head: t('Reward'),
      align: 'end',
      // It repeats the quantity.
      cell: (row) =>
        row.reward && (
          <span className="text-muted">
            <Quantity value={row.reward} />
          </span>
        ),
    },
    { key: 'left', head: t('Time Left'), cell: (row) => timeLeft(row.unlocksAt, nowMs) },
  ];
}

export function StockScreen({ token, profile, global, mine, hasClaim, renderedAtMs }: StockScreenProps) {
  const { data: figures = profile } = useFetched(getProfile, {}, profile, logProfileFailure);
  const [selected, setSelected] = useState<TabId>('globalStock');
  const nowMs = useNow(renderedAtMs);
  return (
    <Tabs<TabId>
      label={t('Stock')}
      look="cards"
      selected={selected}
      onSelect={setSelected}
      items={[
        {
          id: 'globalStock',
          label: <StockCard title={t('Global Stock')} quantity={figures.globalStake} token={token} />,
          panel: (
            <StockTable
              key="globalStock"
              caption={t('Global Stock Details')}
              contract={listGlobalStock}
              initial={global}
              columns={globalColumns(nowMs)}
              rowKey={(row) => String(row.rank)}
              rowName={(row) => t('rank {rank}', { rank: row.rank })}
              note={(rows) => unlockNote(rows, nowMs)}
            />
          ),
        },
        {
          id: 'myStock',
          label: <StockCard title={t('My Stock')} quantity={figures.stockBalance} token={token} />,
          panel: (
            <div className="grid gap-4">
              <StockTable
                key="myStock"
                caption={t('My Stock Details')}
                contract={listMyStock}
                initial={mine}
                columns={myColumns(nowMs)}
                rowKey={(row) => row.transactionHash}
                rowName={(row) => t('entry {hash}', { hash: shortenMiddle(row.transactionHash, 6, 4) })}
                note={(rows) => unlockNote(rows, nowMs)}
              />
              {/* The answer is the file, so the link needs no script. */}
              <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <a className={buttonClass('secondary', 'sm')} href={getProof.path} download>
                  {t('Download proof')}
                </a>
                {hasClaim && (
                  <a className={buttonClass('secondary', 'sm')} href={getClaim.path} download>
                    {t('Download claim')}
                  </a>
                )}
                <a className="link inline-flex min-h-11 items-center text-sm" href={PATHS.ledger}>
                  {t('How to check it')}
                </a>
              </p>
            </div>
          ),
        },
      ]}
    />
  );
}

interface StockCardProps {
  title: string;
  quantity: number;
  token: { readonly symbol: string; readonly iconUrl: string };
}

function StockCard({ title, quantity, token }: StockCardProps) {
  return (
    <span className="flex items-start justify-between gap-4 max-sm:relative">
      <span className="grid min-w-0 gap-1">
        <span className="text-sm text-muted">{title}</span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-lg font-semibold tracking-tight break-all tabular-nums sm:text-xl">
            {quantity === 0 ? '0.0' : formatQuantity(quantity)}
          </span>
          <span className="text-sm font-medium text-muted">{token.symbol}</span>
        </span>
        <span className="stock-more mt-1 inline-flex sm:mt-2 items-center gap-1 text-sm font-medium text-brand-ink">
          {t('View More')}
          <Icon name="down" size={16} />
        </span>
      </span>
      <img className="max-sm:absolute max-sm:end-0 max-sm:top-0" src={token.iconUrl} alt="" width="40" height="40" />
    </span>
  );
}

import { type ReactNode, useEffect, useState } from 'react';
import type { OutputOf } from '@/lib/core/contract.ts';
import { formatQuantity, formatTimeLeft } from '@/lib/core/format.ts';
import { type GlobalStockRow, listGlobalStock, listMyStock, type MyStockRow } from '@/lib/ledger/contract.ts';
import { getProfile, type Profile } from '@/lib/users/contract.ts';
import { CallError } from '../api.ts';
import { useFetched } from '../data.ts';
import { logFailure } from '../log.ts';
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
  /** When the page was rendered, in ms since the epoch: what is left then is what the server wrote. */
  renderedAtMs: number;
}

type TabId = 'globalStock' | 'myStock';

/** Who only looks at stock is not disturbed by it: the figures of before stay (spec point 8). */
function logProfileFailure(cause: unknown): void {
  const wasRefused = cause instanceof CallError && cause.status > 0;
  logFailure(wasRefused ? getProfile.failure : 'Error fetching user data', cause);
}

/** The time, moved on every half minute: what is left is told in minutes at the closest. */
function useNow(startMs: number): number {
  const [nowMs, setNowMs] = useState(startMs);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

export function StockScreen({ token, profile, global, mine, renderedAtMs }: StockScreenProps) {
  const { data: figures = profile } = useFetched(getProfile, {}, profile, logProfileFailure);
  const [selected, setSelected] = useState<TabId>('globalStock');
  const nowMs = useNow(renderedAtMs);
  const timeLeft = (until: string | null): ReactNode =>
    until === null ? null : <span className="figure">{formatTimeLeft(until, nowMs)}</span>;

  const globalColumns: readonly TableColumn<GlobalStockRow>[] = [
    { key: 'rank', head: 'Stock Rank', cell: (row) => row.rank },
    { key: 'wallet', head: 'Wallet Address', cell: (row) => row.walletAddress && <code>{row.walletAddress}</code> },
    { key: 'quantity', head: 'Stock Qty.', align: 'end', cell: (row) => <Quantity value={row.quantity} /> },
    {
      key: 'hash',
      head: 'Transaction Hash',
      cell: (row) => <Hash value={row.transactionHash} what="transaction hash" />,
    },
    { key: 'date', head: 'Date & time', cell: (row) => <DateTime value={row.createdAt} /> },
    { key: 'left', head: 'Time Left', cell: (row) => timeLeft(row.unlocksAt) },
  ];
  const myColumns: readonly TableColumn<MyStockRow>[] = [
    { key: 'member', head: 'Member ID', cell: (row) => row.memberId },
    { key: 'quantity', head: 'Stock Qty.', align: 'end', cell: (row) => <Quantity value={row.quantity} /> },
    {
      key: 'hash',
      head: 'Transaction Hash',
      cell: (row) => <Hash value={row.transactionHash} what="transaction hash" />,
    },
    { key: 'date', head: 'Date & Time', cell: (row) => <DateTime value={row.createdAt} /> },
    { key: 'reward', head: 'Reward', align: 'end', cell: (row) => row.reward && <Quantity value={row.reward} /> },
    { key: 'left', head: 'Time Left', cell: (row) => timeLeft(row.unlocksAt) },
  ];

  return (
    <Tabs<TabId>
      label="Stock"
      look="cards"
      selected={selected}
      onSelect={setSelected}
      items={[
        {
          id: 'globalStock',
          label: <StockCard title="Global Stock" quantity={figures.globalStake} token={token} />,
          panel: (
            <StockTable
              key="globalStock"
              caption="Global Stock Details"
              contract={listGlobalStock}
              initial={global}
              columns={globalColumns}
              rowKey={(row) => String(row.rank)}
            />
          ),
        },
        {
          id: 'myStock',
          label: <StockCard title="My Stock" quantity={figures.stockBalance} token={token} />,
          panel: (
            <StockTable
              key="myStock"
              caption="My Stock Details"
              contract={listMyStock}
              initial={mine}
              columns={myColumns}
              rowKey={(row) => row.transactionHash}
            />
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
    <span className="flex items-start justify-between gap-4">
      <span className="grid min-w-0 gap-1">
        <span className="text-sm text-muted">{title}</span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-xl font-semibold tracking-tight break-all tabular-nums">
            {quantity === 0 ? '0.0' : formatQuantity(quantity)}
          </span>
          <span className="text-sm font-medium text-muted">{token.symbol}</span>
        </span>
        <span className="stock-more mt-2 inline-flex items-center gap-1 text-sm font-medium text-brand-ink">
          View More
          <Icon name="down" size={16} />
        </span>
      </span>
      <img src={token.iconUrl} alt="" width="40" height="40" />
    </span>
  );
}

import { useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { countText } from '@/islands/ui/countText.ts';
import { ListScreen } from '@/islands/ui/ListScreen.tsx';
import { Select } from '@/islands/ui/Select.tsx';
import { useListState } from '@/islands/ui/useListState.ts';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import { usePolling } from '@/islands/usePolling.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { REWARD_STATES } from '@/lib/core/rewards.ts';
import { listRewardsAsAdmin } from '@/lib/rewards/calls.ts';
import { REWARD_LABELS } from '@/lib/rewards/labels.rules.ts';
import { ExportMenu } from '../exports/ExportMenu.tsx';
import { rewardColumns } from './columns.tsx';
import type { OpenReward } from './RewardDialog.tsx';
import { REWARD_ADDRESS, type RewardQuery, rewardsInput } from './rewardQuery.ts';

export interface RewardScreenProps {
  query: RewardQuery;
  initial: OutputOf<typeof listRewardsAsAdmin>;
  symbol: string;
}

const REFRESH_MS = 15_000;
const POLLED = [listRewardsAsAdmin];
const STATES = REWARD_STATES.map((value) => ({ value, label: REWARD_LABELS[value] }));

/** The referral rewards; those on hold are released or refused here. */
export function RewardScreen({ query: given, initial, symbol }: RewardScreenProps) {
  const list = useListState(REWARD_ADDRESS, given);
  const { query } = list;
  const [open, setOpen] = useState<OpenReward | null>(null);
  const dialogs = useLazyComponent('The form', async () => (await import('./RewardDialog.tsx')).RewardDialog);
  const fetched = useFetched(listRewardsAsAdmin, rewardsInput(query), initial);
  usePolling(POLLED, REFRESH_MS);
  const isFiltered = query.search !== '' || query.state !== null;

  async function show(next: OpenReward): Promise<void> {
    if (await dialogs.load()) setOpen(next);
  }

  return (
    <div className="stack">
      <header className="page-head">
        <div>
          <h1 className="page-title">Referral rewards</h1>
          <p className="page-lead">
            Tokens for members who brought a buyer. A reward waits for you if both may be one person.
          </p>
        </div>
        <div className="page-actions">
          <ExportMenu what="rewards" filters={{ search: query.search, state: query.state ?? '' }} />
        </div>
      </header>
      <ListScreen
        list={list}
        fetched={fetched}
        search={{
          key: 'rewards',
          label: 'Search rewards',
          placeholder: 'Name or order',
          value: query.search,
          onSearch: (search: string) => list.type({ search }),
        }}
        filters={
          <Select
            label="State"
            quietLabel
            placeholder="All states"
            options={STATES}
            value={query.state ?? ''}
            onValue={(state) => list.choose({ state: REWARD_STATES.find((known) => known === state) ?? null })}
          />
        }
        count={fetched.data && countText(fetched.data.total, 'reward', 'rewards')}
        caption="Referral rewards"
        columns={rewardColumns(symbol, (next) => void show(next))}
        rowKey={({ id }) => id}
        rowName={({ orderNumber }) => orderNumber}
        missing="--"
        loadingText="Loading rewards..."
        emptyText={isFiltered ? 'No reward matches this search and filter.' : 'There are no referral rewards yet.'}
      />
      {open && dialogs.Component && <dialogs.Component open={open} symbol={symbol} onClose={() => setOpen(null)} />}
    </div>
  );
}

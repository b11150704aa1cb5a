import { useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import { usePolling } from '@/islands/usePolling.ts';
import { formatLongDay, formatQuantity } from '@/lib/core/format.ts';
import { getLaunch, listLaunchHolders } from '@/lib/launch/calls.ts';
import type { Launch, LaunchPack, LaunchProposal } from '@/lib/launch/contract.ts';
import { CHECK_LABELS, STATE_LABELS, STATE_TEXTS, STEP_LABELS } from '@/lib/launch/labels.rules.ts';
import { ProposalFrame } from '../approvals/ProposalFrame.tsx';
import { HolderList } from './HolderList.tsx';
import type { LaunchAsk } from './LaunchDialog.tsx';
import { LaunchSettings } from './LaunchSettings.tsx';
import { PackCard } from './PackCard.tsx';

const REFRESH_MS = 30_000;
/** While a pack is made. */
const PROGRESS_MS = 1_000;
const POLLED = [getLaunch, listLaunchHolders];

/** The way to the launch: its state and next steps, what has to be in order, and who has no wallet address. */
export function LaunchScreen({ initial, initialPack }: { initial: Launch; initialPack: LaunchPack | undefined }) {
  const { data: launch = initial } = useFetched(getLaunch, {}, initial);
  const [ask, setAsk] = useState<LaunchAsk | null>(null);
  const dialogs = useLazyComponent('The form', async () => (await import('./LaunchDialog.tsx')).LaunchDialog);
  usePolling(POLLED, launch.pack?.status === 'MAKING' ? PROGRESS_MS : REFRESH_MS);

  async function open(next: LaunchAsk): Promise<void> {
    if (await dialogs.load()) setAsk(next);
  }

  return (
    <div className="stack">
      <header className="page-head">
        <div>
          <h1 className="page-title">Launch</h1>
          <p className="page-lead">From the sale to the tokens in the members’ wallets.</p>
        </div>
      </header>
      {launch.proposals.map((proposal) => (
        <Waiting key={proposal.id} proposal={proposal} onAsk={(next) => void open(next)} />
      ))}
      <StateCard launch={launch} onAsk={(next) => void open(next)} />
      {launch.pack && <PackCard pack={launch.pack} initial={initialPack} />}
      <Checks launch={launch} />
      <LaunchSettings launch={launch} />
      <HolderList launch={launch} onChange={(holder) => void open({ kind: 'address', holder })} />
      {ask && dialogs.Component && <dialogs.Component ask={ask} launch={launch} onClose={() => setAsk(null)} />}
    </div>
  );
}

type OnAsk = (ask: LaunchAsk) => void;

function Waiting({ proposal, onAsk }: { proposal: LaunchProposal; onAsk: OnAsk }) {
  const { step, member, walletAddress, reason } = proposal;
  return (
    <ProposalFrame
      proposal={proposal}
      title={
        step === null ? 'A wallet address waits for a second admin' : `'${STEP_LABELS[step]}' waits for a second admin`
      }
      stale="The launch was changed since. This can no longer be confirmed; please propose it again."
      advice="This needs two admins. Ask the other admin in person before you confirm."
      onDecide={(verb) => onAsk({ kind: 'proposal', verb, proposal })}
    >
      {member !== null && (
        <p className="wrap-anywhere">
          {member.name}, {member.memberId}: <span className="figure">{walletAddress}</span>
        </p>
      )}
      {reason !== '' && <p className="wrap-anywhere">Reason: {reason}</p>}
    </ProposalFrame>
  );
}

function StateCard({ launch, onAsk }: { launch: Launch; onAsk: OnAsk }) {
  const { state, steps, holders, withoutAddress, total, freezeAt } = launch;
  const figures = [
    ['Holders', formatQuantity(holders)],
    ['Without address', formatQuantity(withoutAddress)],
    ['Tokens held', formatQuantity(total)],
    ['Freeze date', freezeAt === null ? 'Not set' : formatLongDay(freezeAt)],
  ] as const;
  return (
    <section className="card grid gap-4" aria-label="State">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="card-title">State</h2>
        <StatusBadge
          status={state}
          label={STATE_LABELS[state]}
          tone={state === 'SELLING' ? 'neutral' : state === 'PACKED' ? 'success' : 'warning'}
        />
      </div>
      <p>{STATE_TEXTS[state]}</p>
      <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        {figures.map(([label, value]) => (
          <div key={label} className="grid gap-0.5">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="figure font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {steps.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {steps.map((step) => (
            <Button
              key={step}
              look={step === 'back' ? 'secondary' : 'primary'}
              onClick={() => onAsk({ kind: 'step', step })}
            >
              {STEP_LABELS[step]}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}

const BLOCKS = { freeze: 'Needed for the freeze', pack: 'Needed for the pack' } as const;

function Checks({ launch }: { launch: Launch }) {
  return (
    <section className="card grid gap-4" aria-label="Checks">
      <h2 className="card-title">Checks</h2>
      <ul className="grid gap-3">
        {launch.checks.map(({ name, ok, detail, blocks }) => (
          <li key={name} className="flex gap-3">
            <Icon
              name={ok ? 'approved' : blocks === null ? 'info' : 'warning'}
              size={24}
              className={ok ? 'text-success' : blocks === null ? 'text-muted' : 'text-warning'}
            />
            <div className="min-w-0">
              <p className="font-semibold">
                {CHECK_LABELS[name]}
                <span className="sr-only">: {ok ? 'in order' : blocks === null ? 'for information' : 'open'}</span>
              </p>
              <p className="wrap-anywhere">{detail}</p>
              {!ok && blocks !== null && <p className="text-sm text-muted">{BLOCKS[blocks]}.</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

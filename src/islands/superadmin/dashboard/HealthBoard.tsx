import type { ReactNode } from 'react';
import { DateTime, Moment } from '@/islands/ui/Figures.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { StatusBadge, type Tone } from '@/islands/ui/StatusBadge.tsx';
import { useServerNow } from '@/islands/useServerNow.ts';
import { formatBytes, formatQuantity } from '@/lib/core/format.ts';
import { ageText } from '@/lib/dashboard/rules.ts';
import type { Health } from '@/lib/superadmin/dashboard/contract.ts';

type State = Health['mail']['state'];
const TONES: Record<State, Tone> = { good: 'success', warning: 'warning', bad: 'danger' };
const LABELS: Record<State, string> = { good: 'Healthy', warning: 'Check', bad: 'Failing' };

interface PartProps {
  title: string;
  state: State;
  word?: string;
  tone?: Tone;
  facts: readonly (readonly [label: string, value: ReactNode])[];
  children?: ReactNode;
}

/** On phones what is good shows its name and its word, the rest with a tap. */
function Part({ title, state, word, tone, facts, children }: PartProps) {
  return (
    <section className="group relative min-w-0 rounded-lg border border-line px-4 py-3" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 max-sm:pe-8">
        <h3 className="min-w-0 text-sm wrap-anywhere">{title}</h3>
        <StatusBadge status={state} tone={tone ?? TONES[state]} label={word ?? LABELS[state]} />
      </div>
      <details className="sm:hidden" open={state !== 'good'}>
        <summary
          className="absolute inset-0 flex cursor-pointer list-none items-start justify-end p-3.5 text-muted [&::-webkit-details-marker]:hidden"
          aria-label={`Details of ${title}`}
        >
          <Icon name="down" size={20} className="group-has-[[open]]:rotate-180" />
        </summary>
      </details>
      <dl className="facts mt-2 grid-cols-1 max-sm:group-not-has-[[open]]:hidden">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="whitespace-nowrap">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}

const VERIFIED = {
  ledger: { title: 'Stock ledger', counted: 'Entries', altered: 'Altered' },
  audit: { title: 'Audit trail', counted: 'Entries', altered: 'Altered' },
  files: { title: 'Uploaded files', counted: 'Files', altered: 'Missing' },
} as const;

/** How each part of the platform is, with the word and the figures behind it. */
export function HealthBoard({ health, renderedAtMs }: { health: Health; renderedAtMs: number }) {
  const nowMs = useServerNow(renderedAtMs);
  const ago = (at: string): ReactNode => (
    <Moment value={at}>{ageText(Math.max(0, (nowMs - new Date(at).getTime()) / 1000))} ago</Moment>
  );
  const { database, mail, nodes, verifications } = health;
  return (
    <section className="card" aria-labelledby="health-title">
      <h2 className="card-title" id="health-title">
        Health
      </h2>
      <div className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,272px),1fr))] gap-4">
        <Part
          title="Database"
          state={database.state}
          facts={[
            ['PostgreSQL', database.version],
            ['Round trip', `${formatQuantity(database.roundTripMs)} ms`],
            ['Size', database.sizeBytes === null ? 'Unknown' : formatBytes(database.sizeBytes)],
          ]}
        />
        <Part
          title="Mail"
          state={mail.state}
          facts={[
            ['Delivery', mail.way === 'smtp' ? 'Mail server' : 'Outbox folder'],
            ['Waiting', formatQuantity(mail.waiting)],
            ['Stuck', formatQuantity(mail.stuck)],
            ['Given up', formatQuantity(mail.failed)],
            ...(mail.oldestWaitingAt === null ? [] : [['Oldest', ago(mail.oldestWaitingAt)] as const]),
            ['Last sent', mail.lastSentAt === null ? 'Never' : ago(mail.lastSentAt)],
          ]}
        />
        {verifications.map((check) => (
          <Verification key={check.kind} check={check} />
        ))}
        {nodes.map((node) => (
          <Node key={node.name} node={node} ago={ago} />
        ))}
      </div>
    </section>
  );
}

function Verification({ check }: { check: Health['verifications'][number] }) {
  const { title, counted, altered } = VERIFIED[check.kind];
  return (
    <Part
      title={title}
      state={check.state}
      {...(check.state === 'good' && check.ranAt === null && { tone: 'neutral' as const })}
      word={
        check.fault !== null
          ? altered
          : check.ranAt === null
            ? 'Not yet'
            : check.state === 'good'
              ? 'Intact'
              : 'Overdue'
      }
      facts={[
        ['Verified', check.ranAt === null ? 'Never' : <DateTime key="at" value={check.ranAt} />],
        [counted, check.ranAt === null ? 'Not checked yet' : formatQuantity(check.entries)],
      ]}
    >
      {check.fault !== null && <p className="mt-2 text-sm text-danger wrap-anywhere">{check.fault}</p>}
    </Part>
  );
}

function Node({ node, ago }: { node: Health['nodes'][number]; ago: (at: string) => ReactNode }) {
  return (
    <Part
      title={node.name}
      state={node.state === 'good' ? node.disk.state : node.state}
      word={node.state !== 'good' ? 'Away' : node.disk.state === 'good' ? 'Serving' : 'Disk full'}
      facts={[
        ['Version', node.version],
        ['Last seen', ago(node.seenAt)],
        ['Started', <DateTime key="since" value={node.startedAt} />],
        [
          'Disk',
          node.disk.freeBytes === null || node.disk.totalBytes === null
            ? 'Unknown'
            : `${formatBytes(node.disk.freeBytes)} of ${formatBytes(node.disk.totalBytes)} free`,
        ],
      ]}
    />
  );
}

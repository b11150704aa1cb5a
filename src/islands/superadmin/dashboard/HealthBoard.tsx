import type { ReactNode } from 'react';
import { DateTime, Moment } from '@/islands/ui/Figures.tsx';
import { StatusBadge, type Tone } from '@/islands/ui/StatusBadge.tsx';
import { useServerNow } from '@/islands/useServerNow.ts';
import { formatBytes, formatQuantity } from '@/lib/core/format.ts';
import type { Health } from '@/lib/stats/platform-contract.ts';
import { ageText } from '@/lib/stats/rules.ts';

type State = Health['mail']['state'];
const TONES: Record<State, Tone> = { good: 'success', warning: 'warning', bad: 'danger' };
const WORDS: Record<State, string> = { good: 'Healthy', warning: 'Check', bad: 'Failing' };

interface PartProps {
  title: string;
  state: State;
  word?: string;
  tone?: Tone;
  facts: readonly (readonly [label: string, value: ReactNode])[];
  children?: ReactNode;
}

function Part({ title, state, word, tone, facts, children }: PartProps) {
  return (
    <section className="health-part" aria-label={title}>
      <div className="health-head">
        <h3>{title}</h3>
        <StatusBadge status={state} tone={tone ?? TONES[state]} label={word ?? WORDS[state]} />
      </div>
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}

const VERIFIED = { ledger: 'Stock ledger', audit: 'Audit trail' } as const;

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
      <div className="health">
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
        {verifications.map((it) => (
          <Part
            key={it.kind}
            title={VERIFIED[it.kind]}
            state={it.state}
            {...(it.state === 'good' && it.ranAt === null && { tone: 'neutral' as const })}
            word={
              it.fault !== null ? 'Altered' : it.ranAt === null ? 'Not yet' : it.state === 'good' ? 'Intact' : 'Overdue'
            }
            facts={[
              ['Verified', it.ranAt === null ? 'Never' : <DateTime key="at" value={it.ranAt} />],
              ['Entries', it.ranAt === null ? 'None yet' : formatQuantity(it.entries)],
            ]}
          >
            {it.fault !== null && <p className="health-fault">{it.fault}</p>}
          </Part>
        ))}
        {nodes.map((it) => (
          <Part
            key={it.name}
            title={it.name}
            state={it.state === 'good' ? it.disk.state : it.state}
            word={it.state !== 'good' ? 'Away' : it.disk.state === 'good' ? 'Serving' : 'Disk full'}
            facts={[
              ['Version', it.version],
              ['Last seen', ago(it.seenAt)],
              ['Started', <DateTime key="since" value={it.startedAt} />],
              [
                'Disk',
                it.disk.freeBytes === null || it.disk.totalBytes === null
                  ? 'Unknown'
                  : `${formatBytes(it.disk.freeBytes)} of ${formatBytes(it.disk.totalBytes)} free`,
              ],
            ]}
          />
        ))}
      </div>
    </section>
  );
}

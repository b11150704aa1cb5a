import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { toast } from '@/islands/toasts.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { StaleNotice } from '@/islands/ui/StaleNotice.tsx';
import { type ListState, useListState } from '@/islands/ui/useListState.ts';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import { usePolling } from '@/islands/usePolling.ts';
import { formatBankDay } from '@/lib/core/bank-days.ts';
import { formatQuantity, formatRupees } from '@/lib/core/format.ts';
import { getSummary } from '@/lib/reconciliation/calls.ts';
import type { Bucket } from '@/lib/reconciliation/contract.ts';
import { ExportMenu } from '../exports/ExportMenu.tsx';
import { KeysHelp } from '../lists/KeysHelp.tsx';
import { Balance } from './Balance.tsx';
import { BucketList, type Summary } from './BucketList.tsx';
import { BUCKET_ORDER, BUCKET_TEXTS } from './buckets.ts';
import { RECONCILIATION_ADDRESS, type ReconciliationQuery } from './reconciliationQuery.ts';
import { StatementDrop } from './StatementDrop.tsx';
import { HANDOVER_HASH, takeStatement } from './statementHandover.ts';
import { type Statement, useStatement } from './useStatement.ts';

export interface ReconciliationScreenProps {
  query: ReconciliationQuery;
  initial: Summary;
}

const POLLED = [getSummary];

/** A statement in, buckets out: the exact ones approved together, the rest decided one by one. */
export function ReconciliationScreen({ query: given, initial }: ReconciliationScreenProps) {
  const list = useListState(RECONCILIATION_ADDRESS, given);
  const { bucket } = list.query;
  const fetched = useFetched(getSummary, {}, initial);
  const summary = fetched.data ?? initial;
  const figures = useRef<HTMLElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [isApproving, setApproving] = useState(false);
  const statement = useStatement((newRows) =>
    setAnnouncement(`The statement was imported with ${newRows} new ${newRows === 1 ? 'row' : 'rows'}.`),
  );
  useHandover(statement);
  usePolling(POLLED);

  const parts = useParts();
  const { reading, file } = statement;
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once it is needed
  useEffect(() => {
    if (reading && !parts.reading.Component) void parts.reading.load();
    if (bucket && !parts.panel.Component) void parts.panel.load();
  }, [reading, bucket]);

  const hasRows = summary.accounts.some(({ readUntil }) => readUntil !== null);
  // A settlement file alone brings no figures.
  const isBegun = hasRows || announcement !== '';
  // With the figures, which the first import brings.
  useEffect(() => {
    if (announcement !== '' && hasRows) figures.current?.focus();
  }, [announcement, hasRows]);
  return (
    <div className="stack">
      <Head hasRows={hasRows} />
      <p className="sr-only" role="status">
        {announcement}
      </p>
      <StatementDrop statement={statement} isFirst={!hasRows} />
      {reading && file && parts.reading.Component && (
        <parts.reading.Component statement={statement} file={file} reading={reading} />
      )}
      <StaleNotice sources={[fetched]} />
      {hasRows ? (
        <Figures
          frame={figures}
          summary={summary}
          list={list}
          isLoading={parts.approval.loading}
          onApprove={async () => {
            if (await parts.approval.load()) setApproving(true);
          }}
        />
      ) : (
        !reading && <FirstSteps />
      )}
      {hasRows && bucket && parts.panel.Component && (
        <parts.panel.Component
          key={bucket}
          bucket={bucket}
          list={list}
          summary={summary}
          next={nextOpen(summary, bucket)}
        />
      )}
      {isBegun && <Imports parts={parts} />}
      {hasRows && <LazyCard title="Saved rules" part={parts.rules} />}
      {isApproving && parts.approval.Component && (
        <parts.approval.Component summary={summary} onClose={() => setApproving(false)} />
      )}
    </div>
  );
}

function Head({ hasRows }: { hasRows: boolean }) {
  return (
    <div className="page-head">
      <div>
        <h1 className="page-title">Reconciliation</h1>
        <p className="page-lead">Compare the claims of your buyers with the bank statement.</p>
      </div>
      {hasRows && (
        <div className="page-actions">
          <KeysHelp />
          <ExportMenu what="reconciliation" />
        </div>
      )}
    </div>
  );
}

/** What was imported so far. */
function Imports({ parts }: { parts: Parts }) {
  return (
    <>
      <LazyCard title="Settlements" part={parts.settlements} />
      <LazyCard title="Imported statements" part={parts.statements} />
    </>
  );
}

type Parts = ReturnType<typeof useParts>;

/** What a visit that only reads the figures does not need. */
function useParts() {
  const reading = useLazyComponent('The statement', async () => (await import('./ReadingCard.tsx')).ReadingCard);
  const panel = useLazyComponent('The list', async () => (await import('./BucketPanel.tsx')).BucketPanel);
  const statements = useLazyComponent('The list', async () => (await import('./StatementList.tsx')).StatementList);
  const settlements = useLazyComponent('The list', async () => (await import('./SettlementList.tsx')).SettlementList);
  const approval = useLazyComponent('The dialog', async () => (await import('./ExactApproval.tsx')).ExactApproval);
  const rules = useLazyComponent('The list', async () => (await import('./RuleList.tsx')).RuleList);
  return { reading, panel, statements, settlements, approval, rules };
}

/** Takes a file that was dropped on another page. */
function useHandover({ read }: Statement): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (location.hash !== HANDOVER_HASH) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    void takeStatement().then((file) => {
      if (file) return read(file);
      return toast.error('The file did not come along. Please choose it here.');
    });
  }, []);
}

/** The next bucket that waits for decisions, one by one. */
function nextOpen(summary: Summary, after: Bucket): Bucket | null {
  const counts = new Map(summary.buckets.map(({ bucket, count }) => [bucket, count]));
  const at = BUCKET_ORDER.indexOf(after);
  const others = [...BUCKET_ORDER.slice(at + 1), ...BUCKET_ORDER.slice(0, at)];
  return others.find((bucket) => BUCKET_TEXTS[bucket].view === 'decide' && (counts.get(bucket) ?? 0) > 0) ?? null;
}

interface FiguresProps extends FiguresHeadProps {
  frame: RefObject<HTMLElement | null>;
  list: ListState<ReconciliationQuery>;
}

/** What has become of the credits, and the groups to work through. */
function Figures({ frame, list, ...head }: FiguresProps) {
  const { summary } = head;
  return (
    <section className="card grid gap-5 focus:outline-none" ref={frame} tabIndex={-1} aria-labelledby="bank-title">
      <FiguresHead {...head} />
      <Balance summary={summary} />
      <BucketList
        summary={summary}
        selected={list.query.bucket}
        hrefOf={(to) => RECONCILIATION_ADDRESS.path({ bucket: to, search: '', page: 1 })}
        onSelect={(to) => list.choose({ bucket: to, search: '' })}
      />
    </section>
  );
}

interface FiguresHeadProps {
  summary: Summary;
  /** The dialog is on its way. */
  isLoading: boolean;
  onApprove: () => void;
}

/** Up to when the statements were read, and the one button that approves all exact matches. */
function FiguresHead({ summary, isLoading, onApprove }: FiguresHeadProps) {
  const exact = summary.approvable;
  const read = summary.accounts.filter(({ readUntil }) => readUntil !== null);
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="grid gap-0.5">
        <h2 className="card-title" id="bank-title">
          What the bank says
        </h2>
        <p className="text-sm text-muted">
          {read.map(({ account, readUntil }) => `${account} read up to ${formatBankDay(readUntil ?? '')}`).join(' · ')}
        </p>
      </div>
      {exact.count > 0 && (
        <Button onClick={onApprove} busy={isLoading}>
          Approve {formatQuantity(exact.count)} exact ({formatRupees(exact.amount)})
        </Button>
      )}
    </header>
  );
}

function FirstSteps() {
  return (
    <div className="card">
      <EmptyState
        text="No bank statement has been imported yet."
        hint="Download the statement of the account that your buyers pay to and drop it here. Exact matches are then approved together, and buyers see that their money has arrived."
      />
    </div>
  );
}

/** A list that loads when it is opened. */
function LazyCard({ title, part: { Component, load } }: { title: string; part: Parts['statements'] }) {
  return (
    <details
      className="card"
      onToggle={(event) => {
        if (event.currentTarget.open) void load();
      }}
    >
      <summary className="card-title font-semibold">{title}</summary>
      {Component && (
        <div className="mt-4">
          <Component />
        </div>
      )}
    </details>
  );
}

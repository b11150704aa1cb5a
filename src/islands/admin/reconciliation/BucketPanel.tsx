import { useEffect, useRef, useState } from 'react';
import type { ListState } from '@/islands/ui/useListState.ts';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import type { Bucket } from '@/lib/reconciliation/contract.ts';
import type { Summary } from './BucketList.tsx';
import { BUCKET_TEXTS } from './buckets.ts';
import { LinkAll } from './LinkAll.tsx';
import { MatchTable } from './MatchTable.tsx';
import type { ReconciliationQuery } from './reconciliationQuery.ts';

export interface BucketPanelProps {
  bucket: Bucket;
  list: ListState<ReconciliationQuery>;
  summary: Summary;
  /** The bucket to go on with; null when nothing is open. */
  next: Bucket | null;
}

/** What a bucket means and what to do, then its rows: one by one where each is a decision, else as a table. */
export function BucketPanel({ bucket, list, summary, next }: BucketPanelProps) {
  const { title, meaning, advice, view } = BUCKET_TEXTS[bucket];
  const head = useRef<HTMLHeadingElement>(null);
  const [linkings, setLinkings] = useState(0);
  const desk = useLazyComponent('The desk', async () => (await import('./MatchDesk.tsx')).MatchDesk);
  const settlements = useLazyComponent('The list', async () => (await import('./SettlementList.tsx')).SettlementList);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each bucket, which makes it again
  useEffect(() => {
    head.current?.focus({ preventScroll: true });
    head.current?.scrollIntoView({ block: 'start' });
    if (view === 'decide') void desk.load();
    if (view === 'settlements') void settlements.load();
  }, []);
  return (
    <section className="stack" aria-labelledby="bucket-title">
      <header className="grid gap-1">
        <h2 className="scroll-mt-[76px] text-lg focus:outline-none" id="bucket-title" ref={head} tabIndex={-1}>
          {title}
        </h2>
        <p className="text-sm text-muted">
          {meaning} {advice}
        </p>
      </header>
      {bucket === 'ALREADY_USED' && summary.links.count > 0 && (
        <LinkAll links={summary.links} onLinked={() => setLinkings((before) => before + 1)} />
      )}
      {(view === 'approve' || view === 'list') && <MatchTable bucket={bucket} list={list} />}
      {view === 'settlements' && settlements.Component && <settlements.Component />}
      {view === 'decide' && desk.Component && (
        <desk.Component
          key={linkings}
          bucket={bucket}
          total={summary.buckets.find((it) => it.bucket === bucket)?.count ?? 0}
          next={next}
          onBucket={(to) => list.choose({ bucket: to, search: '' })}
        />
      )}
    </section>
  );
}

/** The plans of the statements that a call makes, as the database would answer them for a company's own role. */
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { Db } from '@/lib/db/client.ts';

export interface Plan {
  readonly text: string;
  readonly plan: string;
}

/** @param how `EXPLAIN` alone, or with what it took */
export async function plansOf(
  db: Db,
  run: (db: Db) => Promise<unknown>,
  how: 'EXPLAIN' | 'EXPLAIN (ANALYZE)' = 'EXPLAIN',
): Promise<Plan[]> {
  const nodes: RootOperationNode[] = [];
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await run(db.withPlugin(watch));
  if (nodes.length === 0) throw new Error('nothing was asked');
  const plans: Plan[] = [];
  for (const node of nodes) {
    const { sql: text, parameters } = db.getExecutor().compileQuery(node, { queryId: 'plan' });
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
      CompiledQuery.raw(`${how} ${text}`, [...parameters]),
    );
    plans.push({ text, plan: rows.map((row) => row['QUERY PLAN']).join('\n') });
  }
  return plans;
}

/** The SQL of the epochs of a log. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { LogId } from '../sealing/store.ts';
import type { Epoch } from './rules.ts';

/** All epochs after the first of a log, in order. */
export function listEpochs(db: Db, { kind, scopeId }: LogId): Promise<(Epoch & { startedAt: Date })[]> {
  return db
    .selectFrom('log_epochs')
    .select(['id', 'note', 'started_at as startedAt'])
    .where('scope_id', '=', scopeId)
    .where('kind', '=', kind)
    .orderBy('number')
    .execute();
}

export async function insertEpoch(
  tx: Db,
  { kind, scopeId }: LogId,
  { id, note, number }: Epoch & { number: number },
): Promise<void> {
  await tx
    .insertInto('log_epochs')
    .values({ scope_id: scopeId, kind, number: BigInt(number), id, note })
    .execute();
}

/** The time of the transaction. */
export async function readTime(tx: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT now()`.execute(tx);
  return rows[0]?.now ?? new Date(0);
}

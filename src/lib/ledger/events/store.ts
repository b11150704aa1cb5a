/** The SQL of entries about a ledger as a whole. */
import { sql } from 'kysely';
import type { Jsonable } from '../../core/canonical.ts';
import type { Db } from '../../db/client.ts';
import type { EventContent, LedgerEvent } from '../rules.ts';

/** Takes the next number of the ledger, in the queue of all who change its supply. A company without a supply has no ledger. */
export async function appendEvent(
  tx: Db,
  content: Omit<EventContent, 'createdAt'> & { readonly hashOf: (content: EventContent) => string },
): Promise<void> {
  const { companyId, kind, detail, hashOf } = content;
  await sql`SELECT await_supply(${companyId})`.execute(tx);
  const { rows } = await sql<{ seq: bigint; now: Date }>`
    UPDATE supplies SET ledger_seq = ledger_seq + 1 WHERE company_id = ${companyId}
    RETURNING ledger_seq AS seq, date_trunc('milliseconds', now()) AS now`.execute(tx);
  const [row] = rows;
  if (!row) return;
  const createdAt = row.now.toISOString();
  const hash = hashOf({ companyId, kind, detail, createdAt });
  await tx
    .insertInto('ledger_events')
    .values({
      company_id: companyId,
      seq: row.seq,
      kind,
      detail: JSON.stringify(detail),
      created_at: createdAt,
      hash,
    })
    .execute();
}

/** Entries with numbers above `after`, in order. */
export async function listEventsAfter(db: Db, companyId: string, after: bigint, limit: number): Promise<LedgerEvent[]> {
  const rows = await db
    .selectFrom('ledger_events')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    companyId: row.company_id,
    seq: row.seq,
    kind: row.kind,
    detail: row.detail as Jsonable,
    createdAt: row.created_at.toISOString(),
    hash: row.hash,
  }));
}

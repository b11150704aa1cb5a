/** The SQL of the audit trail: entries that are only ever added, and one head a scope that says which is the last. */
import { sql } from 'kysely';
import { canonicalJson, type Jsonable } from '../core/canonical.ts';
import type { Db } from '../db/client.ts';
import { GENESIS_HASH, type Head } from './chain.ts';
import type { AuditContent } from './rules.ts';

/** An entry as it is kept. */
export interface SealedAudit extends AuditContent {
  readonly hash: string;
}

/**
 * Takes the next number of the scope and locks its head until the transaction ends. The time is taken under that lock,
 * so that it never runs backwards along the chain.
 */
export async function takeNext(tx: Db, scopeId: string): Promise<Head & { at: Date }> {
  const { seq, hash, at } = await tx
    .insertInto('audit_heads')
    .values({ scope_id: scopeId, seq: 1n, hash: GENESIS_HASH })
    .onConflict((c) => c.column('scope_id').doUpdateSet({ seq: sql<bigint>`audit_heads.seq + 1` }))
    .returning(['seq', 'hash', sql<Date>`date_trunc('milliseconds', clock_timestamp())`.as('at')])
    .executeTakeFirstOrThrow();
  return { seq: seq - 1n, hash, at };
}

/** Adds the entry and makes it the head. */
export async function append(tx: Db, entry: SealedAudit): Promise<void> {
  await tx
    .with('added', (q) =>
      q.insertInto('audit_entries').values({
        scope_id: entry.scopeId,
        seq: entry.seq,
        actor_kind: entry.actorKind,
        actor_id: entry.actorId,
        action: entry.action,
        subject_kind: entry.subjectKind,
        subject_id: entry.subjectId,
        before: jsonOf(entry.before),
        after: jsonOf(entry.after),
        created_at: entry.createdAt,
        prev_hash: entry.prevHash,
        hash: entry.hash,
      }),
    )
    .updateTable('audit_heads')
    .set({ hash: entry.hash })
    .where('scope_id', '=', entry.scopeId)
    .execute();
}

function jsonOf(value: Jsonable): string | null {
  return value === null || value === undefined ? null : canonicalJson(value);
}

/** Every scope that has a trail, and the head that is kept of it. */
export async function listHeads(db: Db): Promise<(Head & { scopeId: string })[]> {
  const heads = await db.selectFrom('audit_heads').select(['scope_id', 'seq', 'hash']).orderBy('scope_id').execute();
  return heads.map(({ scope_id, ...head }) => ({ scopeId: scope_id, ...head }));
}

/** Scopes with entries but without a head: somebody took it away. */
export async function listHeadless(db: Db): Promise<string[]> {
  const { rows } = await sql<{ scope_id: string }>`
    SELECT DISTINCT scope_id FROM audit_entries e
    WHERE NOT EXISTS (SELECT FROM audit_heads h WHERE h.scope_id = e.scope_id) ORDER BY scope_id`.execute(db);
  return rows.map((row) => row.scope_id);
}

const PAGE_ROWS = 5_000;

/** The whole trail of a scope in order, read in pages. */
export async function* readTrail(db: Db, scopeId: string): AsyncGenerator<SealedAudit> {
  let after = -9_223_372_036_854_775_808n;
  for (;;) {
    const rows = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('scope_id', '=', scopeId)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(PAGE_ROWS)
      .execute();
    for (const row of rows) {
      after = row.seq;
      yield {
        scopeId: row.scope_id,
        seq: row.seq,
        actorKind: row.actor_kind,
        actorId: row.actor_id,
        action: row.action,
        subjectKind: row.subject_kind,
        subjectId: row.subject_id,
        before: row.before as Jsonable,
        after: row.after as Jsonable,
        createdAt: row.created_at.toISOString(),
        prevHash: row.prev_hash,
        hash: row.hash,
      };
    }
    if (rows.length < PAGE_ROWS) return;
  }
}

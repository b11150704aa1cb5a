/** The SQL of the audit trail: entries that are only ever added, and one head a scope that says which is the last. */
import { type RawBuilder, sql } from 'kysely';
import { canonicalJson, type Jsonable } from '../core/canonical.ts';
import type { Db } from '../db/client.ts';
import { BEFORE_ALL, readByKey } from '../db/cursor.ts';
import { GENESIS_HASH, type Head, openText, UNSEALED } from './chain.ts';
import { type AuditContent, canonicalAudit } from './rules.ts';

/** An entry as it is kept. */
export interface SealedAudit extends AuditContent {
  readonly hash: string;
}

/**
 * The call that adds an entry and makes it the head: the database numbers, dates and seals it under the head's lock, over
 * the very text of `canonicalAudit`. The lock stays until the transaction ends.
 */
export function appendCall(entry: Omit<AuditContent, 'seq' | 'createdAt' | 'prevHash'>): RawBuilder<bigint> {
  const { start, middle } = openText(canonicalAudit({ ...entry, ...UNSEALED }), ['audit.1', entry.scopeId]);
  return sql`append_audit(${entry.scopeId}, ${GENESIS_HASH}, ${start}, ${middle}, ${entry.actorKind}, ${entry.actorId},
    ${entry.action}, ${entry.subjectKind}, ${entry.subjectId}, ${jsonOf(entry.before)}, ${jsonOf(entry.after)})`;
}

export async function append(tx: Db, call: RawBuilder<bigint>): Promise<void> {
  await sql`SELECT ${call}`.execute(tx);
}

/** The head of a trail, made when it is missing, locked until the transaction ends. */
export async function lockHead(tx: Db, scopeId: string): Promise<Head> {
  await tx
    .insertInto('audit_heads')
    .values({ scope_id: scopeId, hash: GENESIS_HASH })
    .onConflict((c) => c.doNothing())
    .execute();
  return tx
    .selectFrom('audit_heads')
    .select(['seq', 'hash'])
    .where('scope_id', '=', scopeId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Rows of one statement: a statement has at most 65 535 parameters, and an entry takes twelve. */
const APPEND_ROWS_MAX = 1_000;

/** Adds entries that are sealed already, each following the one before and the first the locked head. */
export async function appendSealed(tx: Db, scopeId: string, entries: readonly SealedAudit[]): Promise<void> {
  for (let from = 0; from < entries.length; from += APPEND_ROWS_MAX) {
    const rows = entries.slice(from, from + APPEND_ROWS_MAX).map((it) => ({
      scope_id: it.scopeId,
      seq: it.seq,
      actor_kind: it.actorKind,
      actor_id: it.actorId,
      action: it.action,
      subject_kind: it.subjectKind,
      subject_id: it.subjectId,
      before: jsonOf(it.before),
      after: jsonOf(it.after),
      created_at: it.createdAt,
      prev_hash: it.prevHash,
      hash: it.hash,
    }));
    await tx.insertInto('audit_entries').values(rows).execute();
  }
  const last = entries.at(-1);
  if (!last) return;
  await tx.updateTable('audit_heads').set({ seq: last.seq, hash: last.hash }).where('scope_id', '=', scopeId).execute();
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

/** The whole trail of a scope in order. */
export async function* readTrail(db: Db, scopeId: string): AsyncGenerator<SealedAudit> {
  const trail = db.selectFrom('audit_entries').selectAll().where('scope_id', '=', scopeId).orderBy('seq');
  const rows = readByKey(
    BEFORE_ALL,
    (after, limit) => trail.where('seq', '>', after).limit(limit).execute(),
    (row) => row.seq,
  );
  for await (const row of rows)
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

/**
 * The SQL by which admins read the audit trail. Names are joined as it is read: the entries hold none.
 *
 * Every way of looking ends in an index of the trail, in the order of the list, and stops at the cap. Of a few people and
 * orders each is looked up by itself; of many, the newest entries are looked through until the cap is full.
 */
import { type RawBuilder, sql } from 'kysely';
import { offsetOf, type PageRequest } from '../core/page.ts';
import type { SearchText } from '../core/search.ts';
import type { Db } from '../db/client.ts';
import { findUpTo, holds } from '../db/found.ts';
import type { ActorKind } from '../db/schema.ts';
import { TRAIL_FOUND_MAX } from './audit-contract.ts';

export interface TrailSearch {
  readonly words: readonly SearchText[];
  /** As typed: somebody erased is found by the whole member ID alone. */
  readonly text: string;
  /** Codes whose words hold the text. */
  readonly actions: readonly string[];
  readonly actorKind: ActorKind | null;
}

export interface TrailFilter extends PageRequest {
  readonly companyId: string;
  /** Null to look for nothing. */
  readonly search: TrailSearch | null;
  /** What this account did, and what was done to it and to its purchases. */
  readonly userId?: string | undefined;
  /** Only these codes. */
  readonly actions?: readonly string[] | undefined;
  /** 'YYYY-MM-DD', days of India, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface TrailRow {
  readonly seq: bigint;
  readonly actor_kind: ActorKind;
  readonly actor_id: string | null;
  readonly action: string;
  readonly subject_kind: string;
  readonly subject_id: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly created_at: Date;
  readonly hash: string;
}

/** Up to so many people, and as many purchases, are looked up one by one. */
const EACH_MAX = 2_000;
const HITS_MAX = TRAIL_FOUND_MAX + 1;
const NEWEST_FIRST = sql`ORDER BY e.created_at DESC, e.seq DESC`;

type Sql = RawBuilder<unknown>;

/** The one list that a statement reads from: the entries that fit, at most `HITS_MAX` of each way, the newest of them all. */
function hitsOf(ways: readonly Sql[]): Sql {
  return ways.length === 0
    ? sql`SELECT 0::bigint AS seq, now() AS created_at WHERE false`
    : sql.join(ways, sql` UNION `);
}

function boundsOf(it: TrailFilter): Sql {
  const parts = [sql`e.scope_id = ${it.companyId}`];
  if (it.actions !== undefined) parts.push(sql`e.action = ANY(${it.actions}::text[])`);
  if (it.from !== undefined) parts.push(sql`e.created_at >= (${it.from}::date)::timestamp AT TIME ZONE 'Asia/Kolkata'`);
  if (it.to !== undefined) parts.push(sql`e.created_at < (${it.to}::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'`);
  return sql.join(parts, sql` AND `);
}

/** The newest of each key, by the index of that column. */
function byKeys(keys: Sql, column: 'actor_id' | 'subject_id' | 'action' | 'actor_kind', bounds: Sql): Sql {
  return sql`(SELECT e.seq, e.created_at FROM (${keys}) AS keys (key) CROSS JOIN LATERAL (
    SELECT e.seq, e.created_at FROM audit_entries e WHERE ${bounds} AND e.${sql.ref(column)} = keys.key
    ${NEWEST_FIRST} LIMIT ${HITS_MAX}) e)`;
}

const idsOf = (ids: readonly string[]): Sql => sql`SELECT unnest(${ids}::uuid[])`;

const holding = (column: string, words: readonly SearchText[]): Sql =>
  sql.join(
    words.map((word) => holds(column, word)),
    sql` AND `,
  );

/** Whom and which purchases a search means; null where there are too many to be looked up one by one. */
async function meant(db: Db, companyId: string, it: TrailSearch) {
  const [people, orders] = await Promise.all([
    findUpTo(db, {
      table: 'users',
      as: 'u',
      listed: sql`u.company_id = ${companyId} AND u.deleted_at IS NULL`,
      fits: holding('u.search_text', it.words),
      foundMax: EACH_MAX,
    }),
    findUpTo(db, {
      table: 'purchases',
      as: 'p',
      listed: sql`p.company_id = ${companyId}`,
      fits: holding('p.search_text', it.words),
      foundMax: EACH_MAX,
    }),
  ]);
  if (people === null || orders === null) return null;
  const erased = await sql<{ id: string }>`
    SELECT id FROM users WHERE company_id = ${companyId} AND member_id = ${it.text.toUpperCase()}`.execute(db);
  return { people: [...new Set([...people, ...erased.rows.map(({ id }) => id)])], orders };
}

/** The newest entries, each asked whether it is about somebody who is meant: `OFFSET 0` keeps the database from listing all who are. */
function amongAll(it: TrailFilter, search: TrailSearch, bounds: Sql): Sql {
  const person = (id: 'actor_id' | 'subject_id'): Sql =>
    sql`EXISTS (SELECT FROM users u WHERE u.id = e.${sql.ref(id)} AND u.company_id = ${it.companyId}
      AND u.deleted_at IS NULL AND ${holding('u.search_text', search.words)} OFFSET 0)`;
  return sql`(SELECT e.seq, e.created_at FROM audit_entries e WHERE ${bounds} AND (
    ${person('actor_id')} OR (e.subject_kind = 'user' AND ${person('subject_id')})
    OR (e.subject_kind = 'purchase' AND EXISTS (SELECT FROM purchases p WHERE p.id = e.subject_id
      AND p.company_id = ${it.companyId} AND ${holding('p.search_text', search.words)} OFFSET 0)))
    ${NEWEST_FIRST} LIMIT ${HITS_MAX})`;
}

async function searched(db: Db, it: TrailFilter, search: TrailSearch): Promise<Sql> {
  const bounds = boundsOf(it);
  const few = await meant(db, it.companyId, search);
  const codes = search.actions.filter((code) => it.actions === undefined || it.actions.includes(code));
  return hitsOf([
    ...(few === null ? [amongAll(it, search, bounds)] : []),
    ...(few !== null && few.people.length > 0 ? [byKeys(idsOf(few.people), 'actor_id', bounds)] : []),
    ...(few !== null && few.people.length + few.orders.length > 0
      ? [byKeys(idsOf([...few.people, ...few.orders]), 'subject_id', bounds)]
      : []),
    ...(codes.length > 0 ? [byKeys(sql`SELECT unnest(${codes}::text[])`, 'action', bounds)] : []),
    ...(search.actorKind === null ? [] : [byActorKind(search.actorKind, bounds)]),
  ]);
}

function byActorKind(kind: ActorKind, bounds: Sql): Sql {
  return sql`(SELECT e.seq, e.created_at FROM audit_entries e WHERE ${bounds} AND e.actor_kind = ${sql.lit(kind)}
    ${NEWEST_FIRST} LIMIT ${HITS_MAX})`;
}

function ofAccount(it: TrailFilter, userId: string): Sql {
  const bounds = boundsOf(it);
  const own = sql`SELECT ${userId}::uuid`;
  const orders = sql`SELECT id FROM purchases WHERE company_id = ${it.companyId} AND user_id = ${userId}`;
  return hitsOf([byKeys(own, 'actor_id', bounds), byKeys(sql`${own} UNION ALL ${orders}`, 'subject_id', bounds)]);
}

function filtered(it: TrailFilter): Sql {
  if (it.actions !== undefined) return byKeys(sql`SELECT unnest(${it.actions}::text[])`, 'action', boundsOf(it));
  return sql`SELECT e.seq, e.created_at FROM audit_entries e WHERE ${boundsOf(it)} ${NEWEST_FIRST} LIMIT ${HITS_MAX}`;
}

const COLUMNS = sql`e.seq, e.actor_kind, e.actor_id, e.action, e.subject_kind, e.subject_id, e.before, e.after,
  e.created_at, e.hash`;

/** `total` is one above `TRAIL_FOUND_MAX` where more fit; of the whole trail it is exact. */
export async function listTrail(db: Db, it: TrailFilter): Promise<{ rows: TrailRow[]; total: number }> {
  const isWhole = it.search === null && [it.userId, it.actions, it.from, it.to].every((filter) => filter === undefined);
  if (isWhole) return listWhole(db, it);
  const hits =
    it.userId !== undefined
      ? ofAccount(it, it.userId)
      : it.search === null
        ? filtered(it)
        : await searched(db, it, it.search);
  // Where the page is empty, the count stands in a row that has nothing else.
  const { rows } = await sql<TrailRow & { found: bigint }>`
    WITH hits AS MATERIALIZED (${hits})
    SELECT found.found, e.* FROM (SELECT count(*) AS found FROM hits) AS found LEFT JOIN (
      SELECT ${COLUMNS} FROM (SELECT e.seq FROM hits e ${NEWEST_FIRST} LIMIT ${it.limit} OFFSET ${offsetOf(it)}) AS page
      JOIN audit_entries e ON e.scope_id = ${it.companyId} AND e.seq = page.seq
    ) AS e ON true ${NEWEST_FIRST}`.execute(db);
  return { rows: rows.filter((row) => row.seq !== null), total: Math.min(HITS_MAX, Number(rows[0]?.found ?? 0)) };
}

/** Its length is that of the chain. A page is read from whichever end is nearer: skipping costs by the row. */
async function listWhole(db: Db, it: TrailFilter): Promise<{ rows: TrailRow[]; total: number }> {
  const head = await db.selectFrom('audit_heads').select('seq').where('scope_id', '=', it.companyId).executeTakeFirst();
  const total = Number(head?.seq ?? 0);
  const before = offsetOf(it);
  const after = Math.max(0, total - before - it.limit);
  const take = Math.max(0, Math.min(it.limit, total - before));
  const page =
    after < before
      ? sql`ORDER BY e.created_at, e.seq LIMIT ${take} OFFSET ${after}`
      : sql`${NEWEST_FIRST} LIMIT ${take} OFFSET ${before}`;
  const { rows } = await sql<TrailRow>`
    SELECT ${COLUMNS} FROM (SELECT e.seq FROM audit_entries e WHERE e.scope_id = ${it.companyId} ${page}) AS page
    JOIN audit_entries e ON e.scope_id = ${it.companyId} AND e.seq = page.seq ${NEWEST_FIRST}`.execute(db);
  return { rows, total };
}

/** Whether it is an account of the company, also one that was erased. */
export async function isAccount(db: Db, companyId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Accounts by id, the erased ones too. */
export async function peopleOf(db: Db, companyId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('users')
    .select(['id', 'name', 'member_id', 'deleted_at'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute();
}

export async function ordersOf(db: Db, companyId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('purchases')
    .select(['id', 'order_number', 'status', 'user_id'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute();
}

export async function holdersOf(db: Db, companyId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('beneficiaries')
    .select(['id', 'holder_name'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute();
}

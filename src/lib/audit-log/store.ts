/**
 * Reads the audit trail for admins. Entries contain ids only; names are joined when they are read.
 *
 * Every query uses an index of the trail in list order and stops at `HITS_MAX`. If a search matches few people and orders,
 * each is looked up by its own index scan; if it matches many, the newest entries are scanned until the limit is reached.
 */
import { type RawBuilder, sql } from 'kysely';
import { nearerEnd, offsetOf, type PageRequest } from '../core/pagination.ts';
import type { SearchText } from '../core/search.ts';
import type { Db } from '../db/client.ts';
import type { ActorKind } from '../db/schema/schema.ts';
import { withinDays } from '../db/search/days.ts';
import { contains, findUpTo } from '../db/search/search.ts';
import { TRAIL_FOUND_MAX } from './calls.ts';

export interface TrailSearch {
  readonly terms: readonly SearchText[];
  /** As typed: an erased account is found only by its complete member ID. */
  readonly text: string;
  /** Codes whose title or sentence contains the text. */
  readonly actions: readonly string[];
  readonly actorKind: ActorKind | null;
}

export interface TrailFilter extends PageRequest {
  readonly companyId: string;
  /** Null for no search. */
  readonly search: TrailSearch | null;
  /** Only entries by this account, about it or about its purchases. */
  readonly userId?: string | undefined;
  /** Only these codes. */
  readonly actions?: readonly string[] | undefined;
  /** 'YYYY-MM-DD', days in Asia/Kolkata, both included. */
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
  /** Digests of changed rows, a part of the entry's hash. */
  readonly rows: unknown;
  readonly is_foreign: boolean;
  readonly created_at: Date;
  /** Null, as the hash, in entries that are no link of a chain. */
  readonly prev_hash: string | null;
  readonly hash: string | null;
  /** From 0; null for an entry that is not sealed yet. */
  readonly position: bigint | null;
}

/** Above this number of people or purchases the trail is scanned instead of looked up for each. */
const EACH_MAX = 2_000;
const HITS_MAX = TRAIL_FOUND_MAX + 1;
const NEWEST_FIRST = sql`ORDER BY e.created_at DESC, e.seq DESC`;

type Sql = RawBuilder<unknown>;

/** The union of several queries for hits, each of which returns its newest `HITS_MAX` entries. */
function unionOf(queries: readonly Sql[]): Sql {
  return queries.length === 0
    ? sql`SELECT 0::bigint AS seq, now() AS created_at WHERE false`
    : sql.join(queries, sql` UNION `);
}

function boundsOf(filter: TrailFilter): Sql {
  const parts = [sql`e.scope_id = ${filter.companyId}`];
  if (filter.actions !== undefined) parts.push(sql`e.action = ANY(${filter.actions}::text[])`);
  parts.push(...withinDays('e.created_at', filter));
  return sql.join(parts, sql` AND `);
}

/** The newest entries of each key, read by the index of that column. */
function byKeys(keys: Sql, column: 'actor_id' | 'subject_id' | 'action' | 'actor_kind', bounds: Sql): Sql {
  return sql`(SELECT e.seq, e.created_at FROM (${keys}) AS keys (key) CROSS JOIN LATERAL (
    SELECT e.seq, e.created_at FROM audit_entries e WHERE ${bounds} AND e.${sql.ref(column)} = keys.key
    ${NEWEST_FIRST} LIMIT ${HITS_MAX}) e)`;
}

const idsOf = (ids: readonly string[]): Sql => sql`SELECT unnest(${ids}::uuid[])`;

const matchesAll = (column: string, terms: readonly SearchText[]): Sql =>
  sql.join(
    terms.map((term) => contains(column, term)),
    sql` AND `,
  );

/** Ids of the people and purchases that match a search; null if there are more than `EACH_MAX` of either. */
async function matchingSubjects(db: Db, companyId: string, search: TrailSearch) {
  const [people, orders] = await Promise.all([
    findUpTo(db, {
      table: 'users',
      as: 'u',
      listed: sql`u.company_id = ${companyId} AND u.deleted_at IS NULL`,
      matches: matchesAll('u.search_text', search.terms),
      countMax: EACH_MAX,
    }),
    findUpTo(db, {
      table: 'purchases',
      as: 'p',
      listed: sql`p.company_id = ${companyId}`,
      matches: matchesAll('p.search_text', search.terms),
      countMax: EACH_MAX,
    }),
  ]);
  if (people === null || orders === null) return null;
  const erased = await sql<{ id: string }>`
    SELECT id FROM users WHERE company_id = ${companyId} AND member_id = ${search.text.toUpperCase()}`.execute(db);
  return { people: [...new Set([...people, ...erased.rows.map(({ id }) => id)])], orders };
}

/** Scans the newest entries and tests each. `OFFSET 0` prevents the planner from listing all matching people first. */
function scanNewest(filter: TrailFilter, search: TrailSearch, bounds: Sql): Sql {
  const person = (id: 'actor_id' | 'subject_id'): Sql =>
    sql`EXISTS (SELECT FROM users u WHERE u.id = e.${sql.ref(id)} AND u.company_id = ${filter.companyId}
      AND u.deleted_at IS NULL AND ${matchesAll('u.search_text', search.terms)} OFFSET 0)`;
  return sql`(SELECT e.seq, e.created_at FROM audit_entries e WHERE ${bounds} AND (
    ${person('actor_id')} OR (e.subject_kind = 'user' AND ${person('subject_id')})
    OR (e.subject_kind = 'purchase' AND EXISTS (SELECT FROM purchases p WHERE p.id = e.subject_id
      AND p.company_id = ${filter.companyId} AND ${matchesAll('p.search_text', search.terms)} OFFSET 0)))
    ${NEWEST_FIRST} LIMIT ${HITS_MAX})`;
}

async function searchHits(db: Db, filter: TrailFilter, search: TrailSearch): Promise<Sql> {
  const bounds = boundsOf(filter);
  const few = await matchingSubjects(db, filter.companyId, search);
  const codes = search.actions.filter((code) => filter.actions === undefined || filter.actions.includes(code));
  return unionOf([
    ...(few === null ? [scanNewest(filter, search, bounds)] : []),
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

function accountHits(filter: TrailFilter, userId: string): Sql {
  const bounds = boundsOf(filter);
  const own = sql`SELECT ${userId}::uuid`;
  const orders = sql`SELECT id FROM purchases WHERE company_id = ${filter.companyId} AND user_id = ${userId}`;
  return unionOf([byKeys(own, 'actor_id', bounds), byKeys(sql`${own} UNION ALL ${orders}`, 'subject_id', bounds)]);
}

function filterHits(filter: TrailFilter): Sql {
  if (filter.actions !== undefined)
    return byKeys(sql`SELECT unnest(${filter.actions}::text[])`, 'action', boundsOf(filter));
  return sql`SELECT e.seq, e.created_at FROM audit_entries e WHERE ${boundsOf(filter)} ${NEWEST_FIRST} LIMIT ${HITS_MAX}`;
}

const PLACED = sql`LEFT JOIN audit_order o ON o.scope_id = e.scope_id AND o.seq = e.seq`;

const COLUMNS = sql`e.seq, e.actor_kind, e.actor_id, e.action, e.subject_kind, e.subject_id, e.before, e.after, e.rows,
  e.created_at, e.prev_hash, e.hash, e.is_foreign, o.position`;

/** `total` is `TRAIL_FOUND_MAX` + 1 if more entries match; for the whole trail it is exact. */
export async function listTrail(db: Db, filter: TrailFilter): Promise<{ rows: TrailRow[]; total: number }> {
  const { companyId, search, userId, actions, from, to } = filter;
  const isWhole = search === null && [userId, actions, from, to].every((value) => value === undefined);
  if (isWhole) return listWhole(db, filter);
  const findHits = (): Sql | Promise<Sql> => (search === null ? filterHits(filter) : searchHits(db, filter, search));
  const hits = userId === undefined ? await findHits() : accountHits(filter, userId);
  // An empty page still has one row, which carries the count alone.
  const { rows } = await sql<TrailRow & { hit_count: bigint }>`
    WITH hits AS MATERIALIZED (${hits})
    SELECT counted.hit_count, e.* FROM (SELECT count(*) AS hit_count FROM hits) AS counted LEFT JOIN (
      SELECT ${COLUMNS} FROM (SELECT e.seq FROM hits e ${NEWEST_FIRST} LIMIT ${filter.limit} OFFSET ${offsetOf(filter)}) AS page
      JOIN audit_entries e ON e.scope_id = ${companyId} AND e.seq = page.seq ${PLACED}
    ) AS e ON true ${NEWEST_FIRST}`.execute(db);
  return { rows: rows.filter((row) => row.seq !== null), total: Math.min(HITS_MAX, Number(rows[0]?.hit_count ?? 0)) };
}

/** The log has the length of the trail, and the queue the rest. A page is read from the nearer end: each skipped row costs time. */
async function listWhole(db: Db, filter: TrailFilter): Promise<{ rows: TrailRow[]; total: number }> {
  const { companyId } = filter;
  const total = await countEntries(db, companyId);
  const { take, skip, isFromEnd } = nearerEnd(total, filter);
  const order = isFromEnd ? sql`ORDER BY e.created_at, e.seq` : NEWEST_FIRST;
  const { rows } = await sql<TrailRow>`
    SELECT ${COLUMNS} FROM (SELECT e.seq FROM audit_entries e WHERE e.scope_id = ${companyId} ${order} LIMIT ${take} OFFSET ${skip}) AS page
    JOIN audit_entries e ON e.scope_id = ${companyId} AND e.seq = page.seq ${PLACED} ${NEWEST_FIRST}`.execute(db);
  return { rows, total };
}

async function countEntries(db: Db, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT coalesce((SELECT max(size) FROM log_checkpoints WHERE scope_id = ${companyId} AND kind = 'audit'), 0)
      + (SELECT count(*) FROM audit_queue WHERE scope_id = ${companyId}) AS count`.execute(db);
  return Number(rows[0]?.count ?? 0n);
}

/** True for an account of the company, also an erased one. */
export async function isAccount(db: Db, companyId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Accounts by id, including erased ones. */
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

/** SQL for the list of accounts. */
import { type RawBuilder, sql } from 'kysely';
import { nearerEnd, type PageRequest } from '../../core/pagination.ts';
import type { SearchText } from '../../core/search.ts';
import type { Db } from '../../db/client.ts';
import type { AccountStatus, Role } from '../../db/schema/schema.ts';
import { type Days, withinDays } from '../../db/search/days.ts';
import { contains, pageOf, type SearchPage, searchPage } from '../../db/search/search.ts';
import { SEARCH_COUNT_MAX } from '../calls.ts';

/** The days are those of the registration. */
export interface MemberMatch extends Days {
  readonly companyId: string;
  readonly terms: readonly SearchText[];
  readonly isApproved?: boolean | undefined;
  readonly status?: AccountStatus | undefined;
  readonly deletionRequested?: boolean;
  readonly role?: Role | undefined;
}

export interface MemberFilter extends MemberMatch, PageRequest {
  readonly oldestFirst?: boolean;
}

const directionOf = ({ oldestFirst = false }: MemberFilter) => (oldestFirst ? 'asc' : 'desc');

/** The conditions of the filters, without the search; `u` is the account. An index has their rows in the order of the list. */
function filterCondition(match: MemberMatch): RawBuilder<boolean> {
  const parts = [sql`u.company_id = ${match.companyId} AND u.deleted_at IS NULL`];
  if (match.isApproved !== undefined) parts.push(sql`u.is_approved = ${match.isApproved}`);
  if (match.status !== undefined) parts.push(sql`u.status = ${match.status}`);
  if (match.deletionRequested) parts.push(sql`u.deletion_requested_at IS NOT NULL`);
  parts.push(...withinDays('u.created_at', match));
  return sql`${sql.join(parts, sql` AND `)}`;
}

/** Admins are few, and have their own index (migration 0311). */
function roleCondition({ companyId, role }: MemberMatch): RawBuilder<boolean> {
  if (role === undefined) return sql`true`;
  return sql`u.company_id = ${companyId} AND u.deleted_at IS NULL AND u.role = ${sql.lit(role)}`;
}

/** True for accounts that contain every search term. */
function searchCondition(terms: readonly SearchText[]): RawBuilder<boolean> {
  if (terms.length === 0) return sql`true`;
  return sql`${sql.join(
    terms.map((term) => contains('u.search_text', term)),
    sql` AND `,
  )}`;
}

/** The accounts that match the filters and the search. */
export function matching(db: Db, match: MemberMatch) {
  const query = db.selectFrom('users as u').where(filterCondition(match)).where(roleCondition(match));
  return match.terms.length === 0 ? query : query.where(searchCondition(match.terms));
}

export type MemberListRow = Awaited<ReturnType<typeof readRows>>[number];

/** `total` is one above `SEARCH_COUNT_MAX` if a search, a role or days match more; without them it is exact. */
export async function listMembers(db: Db, filter: MemberFilter): Promise<{ rows: MemberListRow[]; total: number }> {
  const { ids, total } = await findIds(db, filter);
  return { rows: await readRows(db, filter, ids), total };
}

async function findIds(db: Db, filter: MemberFilter): Promise<SearchPage> {
  if (filter.deletionRequested) return findDeletionRequests(db, filter);
  const { terms, role, from, to } = filter;
  if (terms.length === 0 && [role, from, to].every((it) => it === undefined)) return findWithoutSearch(db, filter);
  return searchPage(db, {
    table: 'users',
    as: 'u',
    listed: filterCondition(filter),
    matches: sql`${searchCondition(terms)} AND ${roleCondition(filter)}`,
    countMax: SEARCH_COUNT_MAX,
    oldestFirst: filter.oldestFirst ?? false,
    page: filter.page,
    limit: filter.limit,
  });
}

/** Deletion requests have their own index (migration 0003) and are few, so one query reads them all. */
async function findDeletionRequests(db: Db, filter: MemberFilter): Promise<SearchPage> {
  const rows = await matching(db, filter)
    .select('u.id')
    .orderBy('u.created_at', directionOf(filter))
    .orderBy('u.id', directionOf(filter))
    .execute();
  return pageOf(rows, filter);
}

/** Reads the exact count from `user_totals`, which triggers maintain: constant time for any number of accounts. */
async function countAll(db: Db, filter: MemberFilter): Promise<number> {
  let query = db
    .selectFrom('user_totals')
    .select(sql<bigint>`coalesce(sum(users), 0)::bigint`.as('users'))
    .where('company_id', '=', filter.companyId);
  if (filter.isApproved !== undefined) query = query.where('is_approved', '=', filter.isApproved);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  return Number((await query.executeTakeFirstOrThrow()).users);
}

/** Reads from the nearer end of the list, because OFFSET costs time for each skipped row. */
async function findWithoutSearch(db: Db, filter: MemberFilter): Promise<SearchPage> {
  const total = await countAll(db, filter);
  const { take, skip, isFromEnd } = nearerEnd(total, filter);
  const direction = isFromEnd === (directionOf(filter) === 'asc') ? 'desc' : 'asc';
  const rows = await matching(db, filter)
    .select('u.id')
    .orderBy('u.created_at', direction)
    .orderBy('u.id', direction)
    .limit(take)
    .offset(skip)
    .execute();
  return { ids: rows.map((row) => row.id), total };
}

function readRows(db: Db, filter: MemberFilter, ids: readonly string[]) {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.mobile', 'u.email', 'u.role', 'u.member_id', 'u.created_at', 'u.is_approved'])
    .select(['u.status', 'u.deletion_requested_at', 'u.updated_at'])
    .where('u.company_id', '=', filter.companyId)
    .where('u.id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .orderBy('u.created_at', directionOf(filter))
    .orderBy('u.id', directionOf(filter))
    .execute();
}

/** The SQL of the list of accounts. */
import { type RawBuilder, sql } from 'kysely';
import { nearerEnd, type PageRequest } from '../core/page.ts';
import type { SearchText } from '../core/search.ts';
import type { Db } from '../db/client.ts';
import { type Found, findPage, holds, pageOf } from '../db/found.ts';
import type { AccountStatus } from '../db/schema.ts';
import { FOUND_MAX } from './contract.ts';

export interface MemberMatch {
  readonly companyId: string;
  readonly words: readonly SearchText[];
  readonly isApproved?: boolean | undefined;
  readonly status?: AccountStatus | undefined;
  readonly deletionRequested?: boolean;
}

export type MemberFilter = MemberMatch & PageRequest;

/** The accounts of the list before the search, as `u`. */
function listed(it: MemberMatch): RawBuilder<boolean> {
  const parts = [sql`u.company_id = ${it.companyId} AND u.deleted_at IS NULL`];
  if (it.isApproved !== undefined) parts.push(sql`u.is_approved = ${it.isApproved}`);
  if (it.status !== undefined) parts.push(sql`u.status = ${it.status}`);
  if (it.deletionRequested) parts.push(sql`u.deletion_requested_at IS NOT NULL`);
  return sql`${sql.join(parts, sql` AND `)}`;
}

/** Which of them have every word. */
function fitting(words: readonly SearchText[]): RawBuilder<boolean> {
  return sql`${sql.join(
    words.map((word) => holds('u.search_text', word)),
    sql` AND `,
  )}`;
}

/** The accounts that fit, for whoever lists or exports them. */
export function matching(db: Db, it: MemberMatch) {
  const query = db.selectFrom('users as u').where(listed(it));
  return it.words.length === 0 ? query : query.where(fitting(it.words));
}

export type MemberListRow = Awaited<ReturnType<typeof readRows>>[number];

/** `total` is one above `FOUND_MAX` where a search finds more; without a search it is exact. */
export async function listMembers(db: Db, it: MemberFilter): Promise<{ rows: MemberListRow[]; total: number }> {
  const { ids, total } = await idsOf(db, it);
  return { rows: await readRows(db, it.companyId, ids), total };
}

async function idsOf(db: Db, it: MemberFilter): Promise<Found> {
  if (it.deletionRequested) return fewOf(db, it);
  if (it.words.length === 0) return allOf(db, it);
  const search = { table: 'users', as: 'u', listed: listed(it), fits: fitting(it.words), foundMax: FOUND_MAX } as const;
  return findPage(db, { ...search, page: it.page, limit: it.limit });
}

/** Who asked to be deleted has an index of his own (migration 0003): never many. */
async function fewOf(db: Db, it: MemberFilter): Promise<Found> {
  const rows = await matching(db, it).select('u.id').orderBy('u.created_at', 'desc').orderBy('u.id', 'desc').execute();
  return pageOf(rows, it);
}

/** Of the totals that are kept beside the rows: exact, and as quick for a million as for ten. */
async function countAll(db: Db, it: MemberFilter): Promise<number> {
  let query = db
    .selectFrom('user_totals')
    .select(sql<bigint>`coalesce(sum(users), 0)::bigint`.as('users'))
    .where('company_id', '=', it.companyId);
  if (it.isApproved !== undefined) query = query.where('is_approved', '=', it.isApproved);
  if (it.status !== undefined) query = query.where('status', '=', it.status);
  return Number((await query.executeTakeFirstOrThrow()).users);
}

/** From whichever end is nearer: skipping costs by the row. */
async function allOf(db: Db, it: MemberFilter): Promise<Found> {
  const total = await countAll(db, it);
  const { take, skip, isFromEnd } = nearerEnd(total, it);
  const direction = isFromEnd ? 'asc' : 'desc';
  const rows = await matching(db, it)
    .select('u.id')
    .orderBy('u.created_at', direction)
    .orderBy('u.id', direction)
    .limit(take)
    .offset(skip)
    .execute();
  return { ids: rows.map((row) => row.id), total };
}

function readRows(db: Db, companyId: string, ids: readonly string[]) {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.mobile', 'u.email', 'u.role', 'u.member_id', 'u.created_at', 'u.is_approved'])
    .select(['u.status', 'u.deletion_requested_at', 'u.updated_at'])
    .where('u.company_id', '=', companyId)
    .where('u.id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .orderBy('u.created_at', 'desc')
    .orderBy('u.id', 'desc')
    .execute();
}

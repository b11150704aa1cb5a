/** The SQL of the list of accounts. */
import { sql } from 'kysely';
import { offsetOf, type PageRequest } from '../core/page.ts';
import type { Db } from '../db/client.ts';
import type { AccountStatus } from '../db/schema.ts';
import { FOUND_MAX } from './contract.ts';
import type { SearchWord } from './search-rules.ts';

export interface MemberMatch {
  readonly companyId: string;
  readonly words: readonly SearchWord[];
  readonly isApproved?: boolean | undefined;
  readonly status?: AccountStatus | undefined;
  readonly deletionRequested?: boolean;
}

export type MemberFilter = MemberMatch & PageRequest;

/** The accounts that fit, for whoever lists or exports them. */
export function matching(db: Db, it: MemberMatch) {
  let query = db.selectFrom('users as u').where('u.company_id', '=', it.companyId).where('u.deleted_at', 'is', null);
  if (it.isApproved !== undefined) query = query.where('u.is_approved', '=', it.isApproved);
  if (it.status !== undefined) query = query.where('u.status', '=', it.status);
  if (it.deletionRequested) query = query.where('u.deletion_requested_at', 'is not', null);
  for (const { like, holds } of it.words) {
    query = query.where((eb) => eb.or(like.map((pattern) => eb('u.search_text', 'like', pattern))));
    if (holds !== undefined) query = query.where(sql<boolean>`strpos(u.search_text, ${holds}) > 0`);
  }
  return query;
}

export type MemberListRow = Awaited<ReturnType<typeof readRows>>[number];

export async function listMembers(db: Db, it: MemberFilter): Promise<{ rows: MemberListRow[]; total: number }> {
  if (it.words.length === 0 && !it.deletionRequested) {
    const total = await countAll(db, it);
    return { rows: await readRows(db, it, pageOfAll(db, it, total)), total };
  }
  const total = await countFound(db, it);
  return { rows: await readRows(db, it, total > FOUND_MAX ? pageOfMany(db, it) : pageOfFew(db, it)), total };
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

async function countFound(db: Db, it: MemberFilter): Promise<number> {
  const { found } = await db
    .selectFrom(
      matching(db, it)
        .select(sql`1`.as('one'))
        .limit(FOUND_MAX + 1)
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll<bigint>().as('found'))
    .executeTakeFirstOrThrow();
  return Number(found);
}

/** From whichever end is nearer: skipping costs by the row. */
function pageOfAll(db: Db, it: MemberFilter, total: number) {
  const before = offsetOf(it);
  const after = total - before - it.limit;
  const fromEnd = after < before;
  const direction = fromEnd ? 'asc' : 'desc';
  return matching(db, it)
    .select(['u.id', 'u.created_at'])
    .orderBy('u.created_at', direction)
    .orderBy('u.id', direction)
    .limit(fromEnd ? Math.max(0, Math.min(it.limit, total - before)) : it.limit)
    .offset(fromEnd ? Math.max(0, after) : before);
}

/** In the order of the index: so many fit that a page is soon full. */
function pageOfMany(db: Db, it: MemberFilter) {
  return matching(db, it)
    .select(['u.id', 'u.created_at'])
    .orderBy('u.created_at', 'desc')
    .orderBy('u.id', 'desc')
    .limit(it.limit)
    .offset(offsetOf(it));
}

/** All that fit, and then in order: looking for few in the order of the index would read all rows. */
function pageOfFew(db: Db, it: MemberFilter) {
  return db
    .with(
      (cte) => cte('hit').materialized(),
      () => matching(db, it).select(['u.id', 'u.created_at']),
    )
    .selectFrom('hit')
    .select(['hit.id', 'hit.created_at'])
    .orderBy('hit.created_at', 'desc')
    .orderBy('hit.id', 'desc')
    .limit(it.limit)
    .offset(offsetOf(it));
}

function readRows(db: Db, it: MemberFilter, page: ReturnType<typeof pageOfAll | typeof pageOfMany | typeof pageOfFew>) {
  return db
    .selectFrom(page.as('page'))
    .innerJoin('users as u', 'u.id', 'page.id')
    .select(['u.id', 'u.name', 'u.mobile', 'u.email', 'u.role', 'u.member_id', 'u.created_at', 'u.is_approved'])
    .select(['u.status', 'u.deletion_requested_at', 'u.updated_at'])
    .where('u.company_id', '=', it.companyId)
    .orderBy('u.created_at', 'desc')
    .orderBy('u.id', 'desc')
    .execute();
}

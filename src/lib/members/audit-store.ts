/** The SQL by which admins read the audit trail. Names are joined as it is read: the entries hold none. */
import { sql } from 'kysely';
import { offsetOf, type PageRequest } from '../core/page.ts';
import type { Db } from '../db/client.ts';
import type { ActorKind } from '../db/schema.ts';
import { TRAIL_FOUND_MAX } from './audit-contract.ts';
import { matching } from './list-store.ts';
import type { SearchWord } from './search-rules.ts';

export interface TrailSearch {
  readonly words: readonly SearchWord[];
  /** As typed, for member IDs and order numbers. */
  readonly text: string;
  readonly actions: readonly string[];
  readonly actorKind: ActorKind | null;
}

export interface TrailFilter extends PageRequest {
  readonly companyId: string;
  /** Null to look for nothing. */
  readonly search: TrailSearch | null;
  readonly action?: string | undefined;
  /** 'YYYY-MM-DD', days of India, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function fitting(db: Db, it: TrailFilter) {
  let query = db.selectFrom('audit_entries as e').where('e.scope_id', '=', it.companyId);
  if (it.action !== undefined) query = query.where('e.action', '=', it.action);
  if (it.from !== undefined)
    query = query.where('e.created_at', '>=', sql<Date>`(${it.from}::date)::timestamp AT TIME ZONE 'Asia/Kolkata'`);
  if (it.to !== undefined)
    query = query.where('e.created_at', '<', sql<Date>`(${it.to}::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'`);
  const { search } = it;
  if (search === null) return query;
  const people = matching(db, { companyId: it.companyId, words: search.words }).select('u.id');
  // Somebody erased has no search text any more, but keeps the member ID.
  const byMemberId = db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', it.companyId)
    .where('member_id', '=', search.text.toUpperCase());
  const orders = db
    .selectFrom('purchases')
    .select('id')
    .where('company_id', '=', it.companyId)
    .where('order_number', '=', search.text.toUpperCase());
  return query.where((eb) =>
    eb.or([
      eb('e.actor_id', 'in', people),
      eb('e.subject_id', 'in', people),
      eb('e.actor_id', 'in', byMemberId),
      eb('e.subject_id', 'in', byMemberId),
      eb('e.subject_id', 'in', orders),
      ...(search.actions.length > 0 ? [eb('e.action', 'in', search.actions)] : []),
      ...(search.actorKind !== null ? [eb('e.actor_kind', '=', search.actorKind)] : []),
    ]),
  );
}

/** Of the head while nothing is filtered: exact, and as quick for a million entries as for ten. */
async function countTrail(db: Db, it: TrailFilter): Promise<number> {
  if (it.search === null && it.action === undefined && it.from === undefined && it.to === undefined) {
    const head = await db
      .selectFrom('audit_heads')
      .select('seq')
      .where('scope_id', '=', it.companyId)
      .executeTakeFirst();
    return Number(head?.seq ?? 0);
  }
  const { found } = await db
    .selectFrom(
      fitting(db, it)
        .select(sql`1`.as('one'))
        .limit(TRAIL_FOUND_MAX + 1)
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll<bigint>().as('found'))
    .executeTakeFirstOrThrow();
  return Number(found);
}

export async function listTrail(db: Db, it: TrailFilter) {
  const total = await countTrail(db, it);
  const rows = await fitting(db, it)
    .select(['e.seq', 'e.actor_kind', 'e.actor_id', 'e.action', 'e.subject_kind', 'e.subject_id'])
    .select(['e.before', 'e.after', 'e.created_at', 'e.hash'])
    .orderBy('e.created_at', 'desc')
    .orderBy('e.seq', 'desc')
    .limit(it.limit)
    .offset(offsetOf(it))
    .execute();
  return { rows, total };
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
    .select(['id', 'order_number', 'status'])
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

/** The SQL of acts that need two admins. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { isHere } from '../db/moved.ts';
import type { ApprovalKind } from '../db/schema/schema.ts';
import type { ChangeKind, ClosedState, PurchaseAct } from './rules.ts';

/** A closed change of an account, of a wallet address or of a message keeps no personal data. */
const CLOSED_CHANGE = sql<string>`CASE WHEN kind LIKE 'admin.%' OR kind IN ('launch.address', 'message.send') THEN '{}' ELSE change END`;

const EXPIRED = { state: 'EXPIRED', change: CLOSED_CHANGE, decided_at: sql<Date>`now()` } as const;

/** Closes expired changes of a company, so that the same subject can have a new one, or of all companies. */
export async function expire(db: Db, companyId: string | null): Promise<void> {
  await db
    .updateTable('approvals')
    .set(EXPIRED)
    .$if(companyId !== null, (q) => q.where('company_id', '=', companyId ?? ''))
    .where('state', '=', 'OPEN')
    .where('expires_at', '<=', sql<Date>`now()`)
    .$if(companyId === null, (q) => q.where(isHere('company_id')))
    .execute();
}

/** Ends the open approval of a subject. @param exceptKind unless it is of this kind */
export async function expireSubject(
  tx: Db,
  companyId: string,
  subjectId: string,
  exceptKind: ApprovalKind | null = null,
): Promise<void> {
  await tx
    .updateTable('approvals')
    .set(EXPIRED)
    .where('company_id', '=', companyId)
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'OPEN')
    .$if(exceptKind !== null, (q) => q.where('kind', '<>', exceptKind ?? 'purchase.approve'))
    .execute();
}

/** How many changes of these kinds one admin has proposed that wait: an admin who proposes many stops nobody else. */
export async function countOpen(
  tx: Db,
  companyId: string,
  { proposedBy, kinds }: { readonly proposedBy: string; readonly kinds: readonly ChangeKind[] },
): Promise<number> {
  const { count } = await tx
    .selectFrom('approvals')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('company_id', '=', companyId)
    .where('proposed_by', '=', proposedBy)
    .where('state', '=', 'OPEN')
    .where('kind', 'in', kinds)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface NewApproval {
  readonly companyId: string;
  readonly kind: ApprovalKind;
  readonly subjectId: string | null;
  readonly baseVersion: number | null;
  readonly change: object;
  readonly proposedBy: string;
  /** Null: it does not expire. */
  readonly expiresInHours: number | null;
}

/** @returns the id, or null when another approval of this subject is open */
export async function insert(tx: Db, approval: NewApproval): Promise<string | null> {
  const row = await tx
    .insertInto('approvals')
    .values({
      company_id: approval.companyId,
      kind: approval.kind,
      subject_id: approval.subjectId,
      base_version: approval.baseVersion,
      change: JSON.stringify(approval.change),
      proposed_by: approval.proposedBy,
      expires_at:
        approval.expiresInHours === null ? null : sql<Date>`now() + make_interval(hours => ${approval.expiresInHours})`,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

function withProposer(db: Db, companyId: string) {
  return db
    .selectFrom('approvals as p')
    .leftJoin('users as u', (join) =>
      join.onRef('u.company_id', '=', 'p.company_id').onRef('u.id', '=', 'p.proposed_by'),
    )
    .select(['p.id', 'p.kind', 'p.subject_id', 'p.base_version', 'p.change', 'p.proposed_by', 'p.proposed_at'])
    .select(['p.expires_at', 'p.state', 'p.decided_by'])
    .select(sql<string>`coalesce(u.name, 'A former admin')`.as('proposed_by_name'))
    .select(
      sql<boolean>`coalesce(u.role = 'ADMIN' AND u.status = 'ACTIVE' AND u.deleted_at IS NULL, false)`.as(
        'is_proposer_active',
      ),
    )
    .select(sql<boolean>`coalesce(p.expires_at <= now(), false)`.as('is_expired'))
    .where('p.company_id', '=', companyId);
}

export type ApprovalRow = Awaited<ReturnType<typeof listOpenChanges>>[number];

/** Changes that can still be confirmed, the oldest first. */
export function listOpenChanges(db: Db, companyId: string, kinds: readonly ChangeKind[]) {
  return withProposer(db, companyId)
    .where('p.kind', 'in', kinds)
    .where('p.state', '=', 'OPEN')
    .where('p.expires_at', '>', sql<Date>`now()`)
    .orderBy('p.proposed_at')
    .orderBy('p.id')
    .execute();
}

/** The open approvals of these subjects whose first admin is still active. */
export function listOpenOf(db: Db, companyId: string, subjectIds: readonly string[]) {
  return db
    .selectFrom('approvals as p')
    .innerJoin('users as u', (join) =>
      join.onRef('u.company_id', '=', 'p.company_id').onRef('u.id', '=', 'p.proposed_by'),
    )
    .select(['p.kind', 'p.subject_id', 'p.change', 'p.proposed_by', 'p.proposed_at', 'u.name as proposed_by_name'])
    .where('p.company_id', '=', companyId)
    .where('p.state', '=', 'OPEN')
    .where('p.subject_id', '=', sql<string>`ANY(${subjectIds}::uuid[])`)
    .where('u.role', '=', 'ADMIN')
    .where('u.status', '=', 'ACTIVE')
    .execute();
}

/** The admin who decides. */
interface Decider {
  readonly id: string;
  /** How long an account must have been an admin to be seasoned. */
  readonly seasonedHours: number;
}

/**
 * Adds the facts that decide who can be the second admin (docs/contract.md, Two admins): the first admin may have made an
 * account that came later, or together with the actor be one person.
 */
function lockable(tx: Db, companyId: string, { id: actorId, seasonedHours }: Decider) {
  const others = sql`FROM users a WHERE a.company_id = p.company_id AND a.id <> p.proposed_by
    AND a.role = 'ADMIN' AND a.status = 'ACTIVE' AND NOT are_dependent(a, u)`;
  const actor = (isTrue: RawBuilder<unknown>) =>
    sql<boolean>`EXISTS (SELECT FROM users a WHERE a.company_id = p.company_id AND a.id = ${actorId} AND ${isTrue})`;
  return withProposer(tx, companyId)
    .select((eb) =>
      eb
        .selectFrom('users as d')
        .select('d.name')
        .whereRef('d.company_id', '=', 'p.company_id')
        .whereRef('d.id', '=', 'p.decided_by')
        .as('decided_by_name'),
    )
    .select(actor(sql`a.admin_since < p.proposed_at`).as('was_admin_before'))
    .select(actor(sql`NOT are_dependent(a, u)`).as('is_independent'))
    .select(actor(sql`a.admin_since <= now() - make_interval(hours => ${seasonedHours})`).as('is_seasoned'))
    .select(sql<boolean>`EXISTS (SELECT ${others})`.as('has_others'))
    .select(sql<boolean>`EXISTS (SELECT ${others} AND a.admin_since < p.proposed_at)`.as('has_earlier_others'))
    .forUpdate('p');
}

export type LockedRow = ApprovalRow & {
  readonly decided_by_name: string | null;
  readonly was_admin_before: boolean;
  readonly is_independent: boolean;
  readonly is_seasoned: boolean;
  readonly has_others: boolean;
  readonly has_earlier_others: boolean;
};

/** Locks a change, in any state, until the commit. */
export async function lockChange(
  tx: Db,
  companyId: string,
  id: string,
  kinds: readonly ChangeKind[],
  decider: Decider,
): Promise<LockedRow | null> {
  const row = await lockable(tx, companyId, decider)
    .where('p.id', '=', id)
    .where('p.kind', 'in', kinds)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks the waiting change that an admin proposed of the own account until the commit. */
export async function lockOwnChange(
  tx: Db,
  companyId: string,
  subjectId: string,
  kinds: readonly ChangeKind[],
): Promise<ApprovalRow | null> {
  const row = await withProposer(tx, companyId)
    .where('p.subject_id', '=', subjectId)
    .where('p.proposed_by', '=', subjectId)
    .where('p.kind', 'in', kinds)
    .where('p.state', '=', 'OPEN')
    .where('p.expires_at', '>', sql<Date>`now()`)
    .forUpdate('p')
    .executeTakeFirst();
  return row ?? null;
}

/** Locks the open approval of a subject until the commit. */
export async function lockOpen(
  tx: Db,
  companyId: string,
  kind: PurchaseAct,
  subjectId: string,
  decider: Decider,
): Promise<LockedRow | null> {
  const row = await lockable(tx, companyId, decider)
    .where('p.subject_id', '=', subjectId)
    .where('p.kind', '=', kind)
    .where('p.state', '=', 'OPEN')
    .executeTakeFirst();
  return row ?? null;
}

/** @param decidedBy null for an approval that nobody decided */
export async function close(
  tx: Db,
  companyId: string,
  id: string,
  state: ClosedState | 'EXPIRED',
  decidedBy: string | null,
): Promise<void> {
  await tx
    .updateTable('approvals')
    .set({ state, change: CLOSED_CHANGE, decided_by: decidedBy, decided_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .executeTakeFirstOrThrow();
}

/** Closes the open approval of a subject, as withdrawn if the first admin decides alone. @returns whether there was one */
export async function closeOpen(
  tx: Db,
  companyId: string,
  subjectId: string,
  state: ClosedState,
  decidedBy: string,
): Promise<boolean> {
  const result = await tx
    .updateTable('approvals')
    .set({
      state: sql<ClosedState>`CASE WHEN proposed_by = ${decidedBy} THEN 'WITHDRAWN' ELSE ${state} END`,
      decided_by: decidedBy,
      decided_at: sql<Date>`now()`,
    })
    .where('company_id', '=', companyId)
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'OPEN')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

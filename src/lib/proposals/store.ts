/** The SQL of changes that wait for a second admin. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { ProposalKind } from '../db/schema.ts';
import { type ClosedState, PROPOSAL_HOURS } from './rules.ts';

/** Closes what nobody confirmed in time, so that it stands in nobody's way. */
export async function expire(tx: Db, companyId: string): Promise<void> {
  await tx
    .updateTable('proposals')
    .set({ state: 'EXPIRED', decided_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('state', '=', 'OPEN')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
}

export async function countOpen(tx: Db, companyId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('proposals')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('company_id', '=', companyId)
    .where('state', '=', 'OPEN')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface NewProposal {
  readonly companyId: string;
  readonly kind: ProposalKind;
  readonly subjectId: string | null;
  readonly baseVersion: number | null;
  readonly change: object;
  readonly proposedBy: string;
}

/** @returns the id, or null when a change of this subject is open already */
export async function insert(tx: Db, it: NewProposal): Promise<string | null> {
  const row = await tx
    .insertInto('proposals')
    .values({
      company_id: it.companyId,
      kind: it.kind,
      subject_id: it.subjectId,
      base_version: it.baseVersion,
      change: JSON.stringify(it.change),
      proposed_by: it.proposedBy,
      expires_at: sql<Date>`now() + make_interval(hours => ${PROPOSAL_HOURS})`,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

function withProposer(db: Db, companyId: string) {
  return db
    .selectFrom('proposals as p')
    .leftJoin('users as u', (join) =>
      join.onRef('u.company_id', '=', 'p.company_id').onRef('u.id', '=', 'p.proposed_by'),
    )
    .select(['p.id', 'p.kind', 'p.subject_id', 'p.base_version', 'p.change', 'p.proposed_by', 'p.proposed_at'])
    .select(['p.expires_at', 'p.state', 'p.decided_by'])
    .select(sql<string>`coalesce(u.name, 'A former admin')`.as('proposed_by_name'))
    .select(
      sql<boolean>`coalesce(u.role = 'ADMIN' AND u.status = 'ACTIVE' AND u.deleted_at IS NULL, false)`.as('stands'),
    )
    .select(sql<boolean>`p.expires_at <= now()`.as('is_over'))
    .where('p.company_id', '=', companyId);
}

export type ProposalRow = Awaited<ReturnType<typeof listOpen>>[number];

/** What still can be confirmed, the oldest first. */
export function listOpen(db: Db, companyId: string, kinds: readonly ProposalKind[]) {
  return withProposer(db, companyId)
    .where('p.kind', 'in', kinds)
    .where('p.state', '=', 'OPEN')
    .where('p.expires_at', '>', sql<Date>`now()`)
    .orderBy('p.proposed_at')
    .orderBy('p.id')
    .execute();
}

/** Locked until the commit, in whatever state. @param actorId who decides */
export async function lock(
  tx: Db,
  companyId: string,
  id: string,
  kinds: readonly ProposalKind[],
  actorId: string,
): Promise<(ProposalRow & { decided_by_name: string | null; was_there: boolean }) | null> {
  const row = await withProposer(tx, companyId)
    .where('p.id', '=', id)
    .where('p.kind', 'in', kinds)
    .select((eb) =>
      eb
        .selectFrom('users as d')
        .select('d.name')
        .whereRef('d.company_id', '=', 'p.company_id')
        .whereRef('d.id', '=', 'p.decided_by')
        .as('decided_by_name'),
    )
    .select(
      sql<boolean>`EXISTS (SELECT FROM users a WHERE a.company_id = p.company_id AND a.id = ${actorId}
        AND a.admin_since < p.proposed_at)`.as('was_there'),
    )
    .forUpdate('p')
    .executeTakeFirst();
  return row ?? null;
}

export async function close(
  tx: Db,
  companyId: string,
  id: string,
  state: ClosedState,
  decidedBy: string,
): Promise<void> {
  await tx
    .updateTable('proposals')
    .set({ state, decided_by: decidedBy, decided_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .executeTakeFirstOrThrow();
}

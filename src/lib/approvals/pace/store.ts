/** The SQL of how fast one admin may propose changes. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ChangeKind } from '../rules.ts';

/** @returns the seconds until the admin may propose again; null if that is now */
export async function secondsToNext(
  tx: Db,
  companyId: string,
  of: { readonly proposedBy: string; readonly kinds: readonly ChangeKind[]; readonly max: number },
): Promise<number | null> {
  const row = await tx
    .selectFrom('approvals')
    .select(secondsUntil(sql`proposed_at + interval '1 hour'`).as('left'))
    .where('company_id', '=', companyId)
    .where('proposed_by', '=', of.proposedBy)
    .where('kind', 'in', of.kinds)
    .where('proposed_at', '>', sql<Date>`now() - interval '1 hour'`)
    .orderBy('proposed_at', 'desc')
    .offset(of.max - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.left ?? null;
}

const secondsUntil = (time: RawBuilder<unknown>) =>
  sql<number>`greatest(1, ceil(extract(epoch FROM ${time} - now())))::int`;

/**
 * A refusal by the subject itself, by an admin who has access from it, or by one who was blocked since, does not count: it would keep
 * out the others.
 * @returns the seconds of the admin's pause after a refused or withdrawn change of this account; null without one
 */
export async function secondsOfPause(
  tx: Db,
  companyId: string,
  of: {
    readonly subjectId: string;
    readonly proposedBy: string;
    readonly kinds: readonly ChangeKind[];
    readonly hours: number;
  },
): Promise<number | null> {
  const ends = sql`p.decided_at + make_interval(hours => ${of.hours})`;
  const row = await tx
    .selectFrom('approvals as p')
    .select(secondsUntil(ends).as('left'))
    .where('p.company_id', '=', companyId)
    .where('p.subject_id', '=', of.subjectId)
    .where('p.proposed_by', '=', of.proposedBy)
    .where('p.kind', 'in', of.kinds)
    .where('p.state', 'in', ['REFUSED', 'WITHDRAWN'])
    .where(sql<boolean>`${ends} > now()`)
    .where(
      sql<boolean>`NOT (p.state = 'REFUSED' AND EXISTS (SELECT FROM users d WHERE d.company_id = p.company_id
        AND d.id = p.decided_by AND (p.subject_id = ANY(d.id || d.sponsors) OR d.status <> 'ACTIVE' OR d.role <> 'ADMIN')))`,
    )
    .orderBy('p.decided_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.left ?? null;
}

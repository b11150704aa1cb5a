/** The SQL of the verifications: whose turn a run is, and what the last one found. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

export type VerificationKind = 'ledger' | 'audit';

/** Takes a run that is due. @returns whether it is ours; another node may have taken it this instant */
export async function claimRun(
  db: Db,
  kind: VerificationKind,
  due: { everySeconds: number; leaseSeconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO verifications AS v (kind, claimed_at) VALUES (${kind}, now())
    ON CONFLICT (kind) DO UPDATE SET claimed_at = now()
    WHERE (v.ran_at IS NULL OR v.ran_at < now() - make_interval(secs => ${due.everySeconds}))
      AND (v.claimed_at IS NULL OR v.claimed_at < now() - make_interval(secs => ${due.leaseSeconds}))
    RETURNING 1`.execute(db);
  return rows.length === 1;
}

/** @param found.fault the first thing that does not fit; null when all does */
export async function saveRun(
  db: Db,
  kind: VerificationKind,
  found: { entries: bigint; fault: string | null },
): Promise<void> {
  const row = { ...found, ran_at: sql<Date>`now()` };
  await db
    .insertInto('verifications')
    .values({ kind, ...row })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
    .execute();
}

export function listRuns(db: Db) {
  return db.selectFrom('verifications').select(['kind', 'ran_at', 'entries', 'fault']).execute();
}

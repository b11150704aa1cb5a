/** Which verification is due, and the result of the last one. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

export type VerificationKind = 'ledger' | 'audit';
type RunKind = VerificationKind | 'files' | 'backup';

/** Claims a run if it is due. @returns false if it is not due or another node has claimed it */
export async function claimRun(
  db: Db,
  kind: VerificationKind | 'files',
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

/** @param result.fault the first invalid entry, or the files that are missing; null if everything is right, and for a backup */
export async function saveRun(db: Db, kind: RunKind, result: { entries: bigint; fault: string | null }): Promise<void> {
  const row = { ...result, ran_at: sql<Date>`now()` };
  await db
    .insertInto('verifications')
    .values({ kind, ...row })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
    .execute();
}

export function listRuns(db: Db) {
  return db.selectFrom('verifications').select(['kind', 'ran_at', 'entries', 'fault']).execute();
}

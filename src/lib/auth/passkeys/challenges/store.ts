import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

/** @returns false if this challenge has been used before */
export async function insertUsed(
  tx: Db,
  { scopeId, hash, expiresAt }: { scopeId: string; hash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('used_passkey_challenges')
    .values({ scope_id: scopeId, challenge_hash: hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('scope_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** An expired challenge is refused without its row. The hour is for requests that were checked before it expired. */
export async function deleteExpiredChallenges(db: Db): Promise<void> {
  await db
    .deleteFrom('used_passkey_challenges')
    .where('expires_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
}

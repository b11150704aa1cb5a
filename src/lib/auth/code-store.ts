/** The SQL of codes. One row for a purpose, company and address: a new code takes the place of the old one. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { OtpPolicy, OtpPurpose } from './rules.ts';

export interface CodeKey {
  readonly purpose: OtpPurpose;
  /** The company, or `PLATFORM_ID`. */
  readonly scopeId: string;
  /** Lower-cased. */
  readonly address: string;
}

/** Seconds until this address may ask for another code; 0 when it may now. */
export async function secondsToWait(db: Db, key: CodeKey, resendSeconds: number): Promise<number> {
  const row = await db
    .selectFrom('codes')
    .select(
      sql<number>`ceil(extract(epoch FROM created_at + make_interval(secs => ${resendSeconds}) - now()))::int`.as(
        'left',
      ),
    )
    .where('purpose', '=', key.purpose)
    .where('scope_id', '=', key.scopeId)
    .where('address', '=', key.address)
    .executeTakeFirst();
  return Math.max(0, row?.left ?? 0);
}

/** @returns false when another code went out less than `resendSeconds` ago: of parallel requests one alone sends. */
export async function putCode(
  db: Db,
  key: CodeKey,
  codeHash: Buffer,
  { triesMax, ttlSeconds, resendSeconds }: Pick<OtpPolicy, 'triesMax' | 'ttlSeconds' | 'resendSeconds'>,
): Promise<boolean> {
  const row = await db
    .insertInto('codes')
    .values({
      purpose: key.purpose,
      scope_id: key.scopeId,
      address: key.address,
      code_hash: codeHash,
      tries_left: triesMax,
      expires_at: sql<Date>`now() + make_interval(secs => ${ttlSeconds})`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['purpose', 'scope_id', 'address'])
        .doUpdateSet((eb) => ({
          code_hash: eb.ref('excluded.code_hash'),
          tries_left: eb.ref('excluded.tries_left'),
          created_at: eb.ref('excluded.created_at'),
          expires_at: eb.ref('excluded.expires_at'),
          used_at: null,
        }))
        .where(sql<boolean>`codes.created_at <= now() - make_interval(secs => ${resendSeconds})`),
    )
    .returning('purpose')
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts a try, and gives what to compare with; null where no live code has a try left. */
export async function takeTry(db: Db, key: CodeKey): Promise<Buffer | null> {
  const row = await db
    .updateTable('codes')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('purpose', '=', key.purpose)
    .where('scope_id', '=', key.scopeId)
    .where('address', '=', key.address)
    .where('tries_left', '>', 0)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash ?? null;
}

/** Those that ran out so many hours ago: until then they count for who may ask again. */
export async function deleteOldCodes(db: Db, hours: number): Promise<void> {
  await db.deleteFrom('codes').where('expires_at', '<', sql<Date>`now() - make_interval(hours => ${hours})`).execute();
}

/** @returns true for one caller alone, and only while this very code is live. */
export async function markUsed(db: Db, key: CodeKey, codeHash: Buffer): Promise<boolean> {
  const result = await db
    .updateTable('codes')
    .set({ used_at: sql<Date>`now()` })
    .where('purpose', '=', key.purpose)
    .where('scope_id', '=', key.scopeId)
    .where('address', '=', key.address)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** SQL for one-time codes. There is one row for each purpose, company, address and challenge. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Schema } from '../../db/schema/schema.ts';
import type { OtpPolicy, OtpPurpose } from '../rules.ts';

export interface CodeKey {
  readonly purpose: OtpPurpose;
  /** The company, or `PLATFORM_ID`. */
  readonly scopeId: string;
  /** Lower-cased. */
  readonly address: string;
}

export interface NewCode {
  readonly challengeHash: Buffer;
  readonly networkHash: Buffer;
  readonly codeHash: Buffer;
  readonly fromKnownDevice: boolean;
}

/** Stores a code. It replaces the code of the same challenge and no other. */
export async function saveCode(
  tx: Db,
  { purpose, scopeId, address }: CodeKey,
  code: NewCode,
  { triesMax, ttlSeconds }: Pick<OtpPolicy, 'triesMax' | 'ttlSeconds'>,
): Promise<void> {
  await tx
    .insertInto('codes')
    .values({
      purpose,
      scope_id: scopeId,
      address,
      challenge_hash: code.challengeHash,
      network_hash: code.networkHash,
      code_hash: code.codeHash,
      from_known_device: code.fromKnownDevice,
      tries_left: triesMax,
      other_tries_left: triesMax,
      expires_at: sql<Date>`now() + make_interval(secs => ${ttlSeconds})`,
    })
    .onConflict((conflict) =>
      conflict.columns(['purpose', 'scope_id', 'address', 'challenge_hash']).doUpdateSet((eb) => ({
        network_hash: eb.ref('excluded.network_hash'),
        code_hash: eb.ref('excluded.code_hash'),
        from_known_device: eb.ref('excluded.from_known_device'),
        tries_left: eb.ref('excluded.tries_left'),
        other_tries_left: eb.ref('excluded.other_tries_left'),
        created_at: eb.ref('excluded.created_at'),
        expires_at: eb.ref('excluded.expires_at'),
        used_at: null,
      })),
    )
    .execute();
}

/** The part of a row that a try is compared with. */
export interface StoredCode {
  readonly challengeHash: Buffer;
  readonly codeHash: Buffer;
}

const STORED = ['challenge_hash as challengeHash', 'code_hash as codeHash'] as const;

function liveCodes(db: Db, { purpose, scopeId, address }: CodeKey) {
  return db
    .updateTable('codes')
    .where('purpose', '=', purpose)
    .where('scope_id', '=', scopeId)
    .where('address', '=', address)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`);
}

/** The challenges of valid codes, for a subquery that orders them. */
function newestCode(eb: ExpressionBuilder<Schema, 'codes'>, { purpose, scopeId, address }: CodeKey) {
  return eb
    .selectFrom('codes as newest')
    .select('newest.challenge_hash')
    .where('newest.purpose', '=', purpose)
    .where('newest.scope_id', '=', scopeId)
    .where('newest.address', '=', address)
    .where('newest.used_at', 'is', null)
    .where('newest.expires_at', '>', sql<Date>`now()`);
}

/**
 * Counts a try of the client that holds the challenge, on its newest code.
 * @param challengeHashes of the challenge, under the present and the previous secret
 * @param reserve tries that are not given to a browser that never signed in to the account
 * @returns null if no valid code of this challenge has tries left
 */
export async function countOwnTry(
  db: Db,
  key: CodeKey,
  challengeHashes: readonly Buffer[],
  reserve: number,
): Promise<StoredCode | null> {
  const row = await liveCodes(db, key)
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('challenge_hash', '=', (eb) =>
      newestCode(eb, key)
        .where('newest.challenge_hash', 'in', challengeHashes)
        .orderBy('newest.created_at', 'desc')
        .limit(1),
    )
    .where(sql<boolean>`tries_left > CASE WHEN from_known_device THEN 0 ELSE ${reserve}::int END`)
    .returning(STORED)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Counts a try of a client that holds no challenge of a valid code, on the newest code: of its own network, else of all.
 * @returns null if this code has no such tries left, or there is no valid code
 */
export async function countOtherTry(
  db: Db,
  key: CodeKey,
  networkHashes: readonly Buffer[],
): Promise<StoredCode | null> {
  const row = await liveCodes(db, key)
    .set((eb) => ({ other_tries_left: eb('other_tries_left', '-', 1) }))
    .where('challenge_hash', '=', (eb) =>
      newestCode(eb, key)
        .orderBy(sql<boolean>`newest.network_hash IN (${sql.join(networkHashes)})`, 'desc')
        .orderBy('newest.created_at', 'desc')
        .orderBy('newest.challenge_hash')
        .limit(1),
    )
    .where('other_tries_left', '>', 0)
    .returning(STORED)
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes codes that expired more than `hours` ago. */
export async function deleteOldCodes(db: Db, hours: number): Promise<void> {
  await db.deleteFrom('codes').where('expires_at', '<', sql<Date>`now() - make_interval(hours => ${hours})`).execute();
}

/**
 * Marks all codes of the address for this purpose as used.
 * @returns true for exactly one caller, and only while this code is valid
 */
export async function markUsed(tx: Db, key: CodeKey, { challengeHash, codeHash }: StoredCode): Promise<boolean> {
  const rows = await liveCodes(tx, key).set({ used_at: sql<Date>`now()` }).returning(STORED).execute();
  return rows.some((row) => row.challengeHash.equals(challengeHash) && row.codeHash.equals(codeHash));
}

/** The SQL of API keys. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { permit } from '../../db/permits.ts';

/** A revoked or expired key stays in the list so long. */
const LISTED_DAYS = 90;

const IS_REVOKED = sql<boolean>`k.revoked_at IS NOT NULL`.as('isRevoked');
const IS_EXPIRED = sql<boolean>`k.expires_at <= now()`.as('isExpired');
const IS_MAKER_ADMIN = sql<boolean>`u.role = 'ADMIN' AND u.status = 'ACTIVE' AND u.deleted_at IS NULL`.as(
  'isMakerAdmin',
);

const keysOf = (db: Db, companyId: string) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', (join) =>
      join.onRef('u.company_id', '=', 'k.company_id').onRef('u.id', '=', 'k.created_by'),
    )
    .where('k.company_id', '=', companyId)
    .select(['k.id', 'k.scopes', 'k.networks', IS_REVOKED, IS_EXPIRED, IS_MAKER_ADMIN]);

/** A key with the account that made it; null if the company has no such key. @param hash SHA-256 of the key */
export async function findKey(db: Db, companyId: string, hash: Buffer) {
  const row = await keysOf(db, companyId)
    .select(['k.hint', 'u.id as userId', 'u.role', 'u.email', 'u.name', 'u.member_id as memberId'])
    .select(['u.is_approved as isApproved', 'u.profile_image_id as profileImageId'])
    .select(sql<boolean>`coalesce(k.last_used_at < now() - interval '1 minute', true)`.as('isStale'))
    .where('k.hash', '=', hash)
    .executeTakeFirst();
  return row ?? null;
}

/** Records that a key was used, at most once a minute however many requests come together. */
export async function touchKey(db: Db, companyId: string, id: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`)
    .execute();
}

const listed = (db: Db, companyId: string) =>
  keysOf(db, companyId)
    .select(['k.name', 'k.hint', 'u.name as createdBy', 'k.created_at as createdAt'])
    .select(['k.expires_at as expiresAt', 'k.last_used_at as lastUsedAt']);

export type KeyRow = Awaited<ReturnType<typeof listKeys>>[number];

/** The newest first. */
export function listKeys(db: Db, companyId: string) {
  return listed(db, companyId)
    .where(sql<boolean>`coalesce(k.revoked_at, k.expires_at) > now() - make_interval(days => ${LISTED_DAYS})`)
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id')
    .execute();
}

/** Keys that are neither revoked nor expired. */
export async function countKeys(tx: Db, companyId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('company_id', '=', companyId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`expires_at > now()`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface KeyInsert {
  readonly companyId: string;
  readonly createdBy: string;
  readonly name: string;
  readonly hint: string;
  readonly hash: Buffer;
  readonly scopes: string[];
  readonly networks: string[];
  readonly days: number;
}

export async function insertKey(tx: Db, { companyId, createdBy, days, ...key }: KeyInsert): Promise<KeyRow> {
  await permit(tx, 'accounts');
  const { id } = await tx
    .insertInto('api_keys')
    .values({
      ...key,
      company_id: companyId,
      created_by: createdBy,
      expires_at: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return listed(tx, companyId).where('k.id', '=', id).executeTakeFirstOrThrow();
}

/** @returns name and hint of the key; null unless the company has it and it was not revoked before */
export async function revokeKey(tx: Db, companyId: string, id: string, by: string) {
  await permit(tx, 'accounts');
  const row = await tx
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`now()`, revoked_by: by })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['name', 'hint'])
    .executeTakeFirst();
  return row ?? null;
}

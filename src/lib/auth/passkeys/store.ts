/** SQL for passkeys: public keys of accounts. An account of a company, or a super admin (without a company), owns them. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { permit } from '../../db/permits.ts';
import { PLATFORM_ID, type Schema, scopeIdOf } from '../../db/schema/schema.ts';

export interface PasskeyOwner {
  /** Null for a super admin. */
  readonly companyId: string | null;
  readonly accountId: string;
}

export interface NewPasskey {
  readonly rpId: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
}

export interface StoredPasskey {
  readonly id: string;
  readonly scopeId: string;
  readonly accountId: string;
  readonly rpId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
}

const LISTED = ['id', 'name', 'rp_id', 'credential_id', 'transports', 'created_at', 'last_used_at'] as const;

const ownedBy =
  ({ companyId, accountId }: PasskeyOwner) =>
  (eb: ExpressionBuilder<Schema, 'passkeys'>) =>
    eb.and([
      eb('scope_id', '=', scopeIdOf(companyId)),
      eb(companyId === null ? 'super_admin_id' : 'user_id', '=', accountId),
    ]);

/** Oldest first. */
export function listPasskeysOf(db: Db, owner: PasskeyOwner) {
  return db.selectFrom('passkeys').select(LISTED).where(ownedBy(owner)).orderBy('created_at').orderBy('id').execute();
}

export type ListedPasskey = Awaited<ReturnType<typeof listPasskeysOf>>[number];

/** @returns null if the credential has been added before, by whichever account */
export async function insertPasskey(tx: Db, owner: PasskeyOwner, passkey: NewPasskey): Promise<ListedPasskey | null> {
  await permit(tx, 'accounts');
  const { companyId, accountId } = owner;
  const row = await tx
    .insertInto('passkeys')
    .values({
      scope_id: scopeIdOf(companyId),
      company_id: companyId,
      user_id: companyId === null ? null : accountId,
      super_admin_id: companyId === null ? accountId : null,
      rp_id: passkey.rpId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: BigInt(passkey.counter),
      transports: [...passkey.transports],
      name: passkey.name,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(LISTED)
    .executeTakeFirst();
  return row ?? null;
}

/** @param scopeId the company, or `PLATFORM_ID` */
export async function findByCredential(db: Db, scopeId: string, credentialId: Buffer): Promise<StoredPasskey | null> {
  const row = await db
    .selectFrom('passkeys')
    .select(['id', 'scope_id as scopeId', 'rp_id as rpId', 'public_key as publicKey', 'counter'])
    .select((eb) => eb.fn.coalesce('user_id', 'super_admin_id').as('accountId'))
    .where('scope_id', '=', scopeId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  if (!row?.accountId) return null;
  return { ...row, accountId: row.accountId, counter: Number(row.counter) };
}

/**
 * Records a use. An authenticator that does not count always sends 0; the counter of any other must rise.
 * @returns false if the passkey was removed, or the counter did not rise
 */
export async function markPasskeyUsed(
  tx: Db,
  { id, scopeId }: Pick<StoredPasskey, 'id' | 'scopeId'>,
  counter: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('passkeys')
    .set({ counter: BigInt(counter), last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('scope_id', '=', scopeId)
    .where((eb) =>
      eb.or([eb('counter', '<', BigInt(counter)), eb.and([eb('counter', '=', 0n), eb(eb.val(counter), '=', 0)])]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function renamePasskey(
  tx: Db,
  owner: PasskeyOwner,
  { id, name }: { id: string; name: string },
): Promise<ListedPasskey | null> {
  const row = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where(ownedBy(owner))
    .returning(LISTED)
    .executeTakeFirst();
  return row ?? null;
}

/** @returns the name of the removed passkey; null if the account has no such passkey */
export async function deletePasskey(tx: Db, owner: PasskeyOwner, id: string): Promise<string | null> {
  await permit(tx, 'accounts');
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where(ownedBy(owner))
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

/** @param rpId null where no host name has passkeys. @returns how many passkeys of super admins belong to another host name */
export async function countOfOtherHosts(db: Db, rpId: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('scope_id', '=', PLATFORM_ID)
    .where('rp_id', 'is distinct from', rpId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** SQL for second factors: authenticator apps and recovery codes of accounts and of super admins. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { permit } from '../../db/permits.ts';
import { scopeIdOf } from '../../db/schema/schema.ts';

/** An account of a company, or a super admin (without a company). */
export interface FactorOwner {
  readonly companyId: string | null;
  readonly accountId: string;
}

export function ownerColumns({ companyId, accountId }: FactorOwner) {
  return {
    scope_id: scopeIdOf(companyId),
    company_id: companyId,
    user_id: companyId === null ? null : accountId,
    super_admin_id: companyId === null ? accountId : null,
  };
}

const columnOf = ({ companyId }: FactorOwner) => (companyId === null ? 'super_admin_id' : 'user_id');

export interface FactorCounts {
  readonly passkeys: number;
  /** When the authenticator app was confirmed; null without one. */
  readonly totpSince: Date | null;
  /** Confirmed and unused. */
  readonly recoveryCodes: number;
}

export async function countFactors(db: Db, owner: FactorOwner): Promise<FactorCounts> {
  const column = columnOf(owner);
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('passkeys')
        .select((one) => one.fn.countAll<bigint>().as('count'))
        .where('scope_id', '=', scopeIdOf(owner.companyId))
        .where(column, '=', owner.accountId)
        .as('passkeys'),
      eb
        .selectFrom('totp_factors')
        .select('confirmed_at')
        .where('scope_id', '=', scopeIdOf(owner.companyId))
        .where(column, '=', owner.accountId)
        .as('totpSince'),
      eb
        .selectFrom('recovery_codes')
        .select((one) => one.fn.countAll<bigint>().as('count'))
        .where('scope_id', '=', scopeIdOf(owner.companyId))
        .where(column, '=', owner.accountId)
        .where('confirmed_at', 'is not', null)
        .where('used_at', 'is', null)
        .as('recoveryCodes'),
    ])
    .executeTakeFirstOrThrow();
  return {
    passkeys: Number(row.passkeys ?? 0),
    totpSince: row.totpSince,
    recoveryCodes: Number(row.recoveryCodes ?? 0),
  };
}

export interface StoredTotp {
  readonly id: string;
  readonly scopeId: string;
  readonly sealedSecret: Buffer;
  readonly confirmedAt: Date | null;
  readonly lastStep: number;
}

export async function findTotp(db: Db, owner: FactorOwner): Promise<StoredTotp | null> {
  const row = await db
    .selectFrom('totp_factors')
    .select([
      'id',
      'scope_id as scopeId',
      'sealed_secret as sealedSecret',
      'confirmed_at as confirmedAt',
      'last_step as lastStep',
    ])
    .where('scope_id', '=', scopeIdOf(owner.companyId))
    .where(columnOf(owner), '=', owner.accountId)
    .executeTakeFirst();
  return row ? { ...row, lastStep: Number(row.lastStep) } : null;
}

/** Takes the place of one that was never confirmed. */
export async function insertTotp(
  tx: Db,
  owner: FactorOwner,
  { id, sealedSecret }: { id: string; sealedSecret: Buffer },
): Promise<void> {
  await permit(tx, 'accounts');
  await tx
    .deleteFrom('totp_factors')
    .where('scope_id', '=', scopeIdOf(owner.companyId))
    .where(columnOf(owner), '=', owner.accountId)
    .where('confirmed_at', 'is', null)
    .execute();
  await tx
    .insertInto('totp_factors')
    .values({ id, sealed_secret: sealedSecret, ...ownerColumns(owner) })
    .execute();
}

/**
 * Notes the use of a code's time step, and that the app is confirmed.
 * @param sealedSecret under the present key
 * @returns false if the step, or a later one, was used, or the app was removed
 */
export async function useStep(
  tx: Db,
  { id, scopeId }: Pick<StoredTotp, 'id' | 'scopeId'>,
  { step, sealedSecret }: { step: number; sealedSecret: Buffer },
): Promise<boolean> {
  await permit(tx, 'accounts');
  const row = await tx
    .updateTable('totp_factors')
    .set({
      last_step: BigInt(step),
      sealed_secret: sealedSecret,
      confirmed_at: sql<Date>`coalesce(confirmed_at, now())`,
    })
    .where('id', '=', id)
    .where('scope_id', '=', scopeId)
    .where('last_step', '<', BigInt(step))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false if the account had no confirmed app */
export async function deleteTotp(tx: Db, owner: FactorOwner): Promise<boolean> {
  await permit(tx, 'accounts');
  const rows = await tx
    .deleteFrom('totp_factors')
    .where('scope_id', '=', scopeIdOf(owner.companyId))
    .where(columnOf(owner), '=', owner.accountId)
    .returning('confirmed_at')
    .execute();
  return rows.some((row) => row.confirmed_at !== null);
}

/** Replaces the set that waits for its confirmation. */
export async function insertRecoveryCodes(tx: Db, owner: FactorOwner, hashes: readonly Buffer[]): Promise<void> {
  await permit(tx, 'accounts');
  await tx
    .deleteFrom('recovery_codes')
    .where('scope_id', '=', scopeIdOf(owner.companyId))
    .where(columnOf(owner), '=', owner.accountId)
    .where('confirmed_at', 'is', null)
    .execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ code_hash: hash, ...ownerColumns(owner) })))
    .execute();
}

/** Confirms the set that has this code; the codes before it are deleted. @returns false if no waiting set has it */
export async function confirmRecoveryCodes(tx: Db, owner: FactorOwner, hash: Buffer): Promise<boolean> {
  await permit(tx, 'accounts');
  const column = columnOf(owner);
  const row = await tx
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('scope_id', '=', scopeIdOf(owner.companyId))
    .where(column, '=', owner.accountId)
    .where('code_hash', '=', hash)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return false;
  await tx
    .deleteFrom('recovery_codes')
    .where('scope_id', '=', scopeIdOf(owner.companyId))
    .where(column, '=', owner.accountId)
    .where('confirmed_at', 'is not', null)
    .execute();
  await tx
    .updateTable('recovery_codes')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('scope_id', '=', scopeIdOf(owner.companyId))
    .where(column, '=', owner.accountId)
    .execute();
  return true;
}

export async function hasRecoveryCode(db: Db, owner: FactorOwner, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('scope_id', '=', scopeIdOf(owner.companyId))
    .where(columnOf(owner), '=', owner.accountId)
    .where('code_hash', '=', hash)
    .where('confirmed_at', 'is not', null)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns true for exactly one caller */
export async function useRecoveryCode(tx: Db, owner: FactorOwner, hash: Buffer): Promise<boolean> {
  const row = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('scope_id', '=', scopeIdOf(owner.companyId))
    .where(columnOf(owner), '=', owner.accountId)
    .where('code_hash', '=', hash)
    .where('confirmed_at', 'is not', null)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the recovery codes of an account without a second factor: there is nothing left that they stand in for. */
export async function dropSpareCodes(tx: Db, owner: FactorOwner): Promise<void> {
  await permit(tx, 'accounts');
  const { passkeys, totpSince } = await countFactors(tx, owner);
  if (passkeys > 0 || totpSince !== null) return;
  await tx
    .deleteFrom('recovery_codes')
    .where('scope_id', '=', scopeIdOf(owner.companyId))
    .where(columnOf(owner), '=', owner.accountId)
    .execute();
}

/** Deletes the app, the recovery codes and the passkeys of an account. @returns how many of them were second factors */
export async function deleteFactors(tx: Db, owner: FactorOwner): Promise<number> {
  await permit(tx, 'accounts');
  const column = columnOf(owner);
  const { passkeys, totpSince } = await countFactors(tx, owner);
  for (const table of ['totp_factors', 'recovery_codes', 'passkeys'] as const)
    await tx
      .deleteFrom(table)
      .where('scope_id', '=', scopeIdOf(owner.companyId))
      .where(column, '=', owner.accountId)
      .execute();
  return passkeys + (totpSince === null ? 0 : 1);
}

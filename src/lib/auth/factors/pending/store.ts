/** SQL for sign-ins whose second step waits. */
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { permit } from '../../../db/permits.ts';
import { type SessionKind, scopeIdOf } from '../../../db/schema/schema.ts';
import { type FactorOwner, ownerColumns } from '../store.ts';

export async function insertPending(
  tx: Db,
  owner: FactorOwner & { readonly kind: SessionKind },
  { tokenHash, seconds, triesMax }: { tokenHash: Buffer; seconds: number; triesMax: number },
): Promise<void> {
  await permit(tx, 'accounts');
  await tx
    .insertInto('pending_sign_ins')
    .values({
      token_hash: tokenHash,
      kind: owner.kind,
      ...ownerColumns(owner),
      tries_left: triesMax,
      expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .execute();
}

export interface PendingRow extends FactorOwner {
  readonly kind: SessionKind;
}

const OWNER = ['kind', 'company_id', 'user_id', 'super_admin_id'] as const;

function pendingOf(
  row:
    | { kind: SessionKind; company_id: string | null; user_id: string | null; super_admin_id: string | null }
    | undefined,
): PendingRow | null {
  const accountId = row?.user_id ?? row?.super_admin_id;
  return row && accountId ? { kind: row.kind, companyId: row.company_id, accountId } : null;
}

/** @param companyId null for super admins. @returns null if it is unknown, of another company, expired or out of tries */
export async function findPending(db: Db, companyId: string | null, tokenHash: Buffer): Promise<PendingRow | null> {
  const row = await db
    .selectFrom('pending_sign_ins')
    .select(OWNER)
    .where('token_hash', '=', tokenHash)
    .where('scope_id', '=', scopeIdOf(companyId))
    .where('tries_left', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return pendingOf(row);
}

/** Counts a try, before the comparison. @returns null as `findPending` */
export async function countTry(db: Db, companyId: string | null, tokenHash: Buffer): Promise<PendingRow | null> {
  const row = await db
    .updateTable('pending_sign_ins')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('scope_id', '=', scopeIdOf(companyId))
    .where('tries_left', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(OWNER)
    .executeTakeFirst();
  return pendingOf(row);
}

/** @returns true for exactly one caller; false after the account's password has changed */
export async function deletePending(tx: Db, companyId: string | null, tokenHash: Buffer): Promise<boolean> {
  const row = await tx
    .deleteFrom('pending_sign_ins')
    .where('scope_id', '=', scopeIdOf(companyId))
    .where('token_hash', '=', tokenHash)
    .returning('token_hash')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deletePendingOf(tx: Db, { companyId, accountId }: FactorOwner): Promise<void> {
  await tx
    .deleteFrom('pending_sign_ins')
    .where('scope_id', '=', scopeIdOf(companyId))
    .where(companyId === null ? 'super_admin_id' : 'user_id', '=', accountId)
    .execute();
}

export async function deleteExpiredPending(db: Db): Promise<void> {
  await db.deleteFrom('pending_sign_ins').where('expires_at', '<', sql<Date>`now()`).execute();
}

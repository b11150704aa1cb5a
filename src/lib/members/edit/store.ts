/** SQL for changes of accounts by admins. */
import { sql } from 'kysely';
import type { Account } from '../../accounts/store.ts';
import { assert } from '../../core/errors.ts';
import type { Db } from '../../db/client.ts';
import { permit } from '../../db/permits.ts';
import { hasDue } from '../../refunds/store.ts';

/** Locks the account against changes and deletion until the commit. */
export async function lockMember(tx: Db, companyId: string, id: string): Promise<Account | null> {
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Whether the member holds stock that is frozen for the launch: their wallet address has to stay until the pack is made. */
export async function holdsFrozenStock(tx: Db, companyId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('stock_balances as b')
    .innerJoin('companies as c', 'c.id', 'b.company_id')
    .select('b.quantity')
    .where('b.company_id', '=', companyId)
    .where('b.user_id', '=', id)
    .where('b.quantity', '>', 0n)
    .where('c.launch_state', '=', 'FROZEN')
    .executeTakeFirst();
  return row !== undefined;
}

/** The value that an owner would lose with the account. */
export interface AccountValue {
  /** Tokens that no launch pack has paid out. */
  readonly hasStock: boolean;
  readonly hasPending: boolean;
  /** Money to pay back, with a refund or without one yet, a payment that no order has, or a reward that waits. */
  readonly isOwed: boolean;
}

export const hasValue = ({ hasStock, hasPending, isOwed }: AccountValue): boolean => hasStock || hasPending || isOwed;

/** Whether the purchase `p` names a payment, which the bank may show later: by a number, a picture or a file of its buyer. */
const NAMES_PAYMENT = sql`(p.receipt_id IS NOT NULL OR p.reference_number IS NOT NULL OR EXISTS (
  SELECT FROM purchase_messages m WHERE m.company_id = p.company_id AND m.purchase_id = p.id AND m.author_kind = 'member'
    AND m.file_id IS NOT NULL))`;

/**
 * Whether a change of the account needs two admins under a rule: it has value, or had some, or brought members, whose orders reward it. Else one admin reverses, rejects or imports
 * a forged statement first, and becomes the member then.
 */
export async function isProtected(db: Db, companyId: string, id: string): Promise<boolean> {
  if (hasValue(await readValue(db, companyId, id))) return true;
  const { rows } = await sql<{ had: boolean }>`
    SELECT EXISTS (SELECT FROM purchases p WHERE p.company_id = ${companyId} AND p.user_id = ${id}
        AND (p.status IN ('APPROVED', 'REVERSED') OR ${NAMES_PAYMENT}))
      OR EXISTS (SELECT FROM referral_rewards WHERE company_id = ${companyId} AND referrer_id = ${id})
      OR EXISTS (SELECT FROM users WHERE company_id = ${companyId} AND referrer_id = ${id}) AS had`.execute(db);
  return rows[0]?.had === true;
}

/**
 * Whether the account has a wallet address or a second factor. Its next reader would have them from the one before, who may be the
 * admin who changes the address.
 */
export async function hasSetUp(db: Db, companyId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM users WHERE company_id = ${companyId} AND id = ${id} AND wallet_address IS NOT NULL)
      OR EXISTS (SELECT FROM passkeys WHERE scope_id = ${companyId} AND user_id = ${id})
      OR EXISTS (SELECT FROM totp_factors WHERE scope_id = ${companyId} AND user_id = ${id} AND confirmed_at IS NOT NULL)
      AS has`.execute(db);
  return rows[0]?.has === true;
}

export async function readValue(db: Db, companyId: string, id: string): Promise<AccountValue> {
  const { rows } = await sql<AccountValue>`
    SELECT EXISTS (SELECT FROM stock_balances b JOIN companies c ON c.id = b.company_id
        WHERE b.company_id = ${companyId} AND b.user_id = ${id} AND b.quantity > 0 AND c.launch_state <> 'PACKED') AS "hasStock",
      EXISTS (SELECT FROM purchases WHERE company_id = ${companyId} AND user_id = ${id} AND status = 'PENDING') AS "hasPending",
      EXISTS (SELECT FROM refunds WHERE company_id = ${companyId} AND user_id = ${id} AND state NOT IN ('PAID', 'CANCELLED'))
        OR EXISTS (SELECT FROM referral_rewards WHERE company_id = ${companyId} AND referrer_id = ${id} AND state = 'HELD')
        OR EXISTS (SELECT FROM purchases p JOIN bank_row_references x ON x.company_id = p.company_id AND x.payment_number = p.reference_number
          JOIN bank_rows r ON r.company_id = x.company_id AND r.id = x.row_id
          WHERE p.company_id = ${companyId} AND p.user_id = ${id} AND p.status = 'REJECTED' AND r.side = 'CREDIT' AND r.not_ours_at IS NULL
            AND r.allocated_paise + r.refunded_paise < r.amount_paise)
        AS "isOwed"`.execute(db);
  const [value] = rows;
  assert(value, 'a query without a table has a row');
  return { ...value, isOwed: value.isOwed || (await hasDue(db, companyId, id)) };
}

/** Locks a member who holds tokens, also one whose account was deleted: two admins can still give them an address. */
export async function lockHolder(tx: Db, companyId: string, id: string): Promise<Account | null> {
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('deleted_at', 'is', null),
        sql<boolean>`EXISTS (SELECT FROM stock_balances b WHERE b.company_id = users.company_id AND b.user_id = users.id
          AND b.quantity > 0)`,
      ]),
    )
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes the wallet addresses of deleted accounts, once the pack has used them. */
export async function forgetErasedWallets(tx: Db, companyId: string): Promise<void> {
  await permit(tx, 'accounts');
  await tx
    .updateTable('users')
    .set({ wallet_address: null })
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is not', null)
    .where('wallet_address', 'is not', null)
    .execute();
}

/** @returns false if the account was already verified or does not exist */
export async function markVerified(tx: Db, companyId: string, id: string): Promise<boolean> {
  await permit(tx, 'accounts');
  const result = await tx
    .updateTable('users')
    .set({ is_approved: true, updated_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('is_approved', '=', false)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Counts the rows because of which an account cannot be removed completely. A reward that was never credited is one too. */
export async function countHistory(
  tx: Db,
  companyId: string,
  id: string,
): Promise<{ purchases: number; stockEntries: number }> {
  const { rows } = await sql<{ purchases: bigint; entries: bigint }>`
    SELECT
      (SELECT count(*) FROM purchases WHERE company_id = ${companyId} AND user_id = ${id}) AS purchases,
      (SELECT count(*) FROM stock_entries WHERE company_id = ${companyId} AND user_id = ${id})
        + (SELECT count(*) FROM referral_rewards WHERE company_id = ${companyId} AND referrer_id = ${id}) AS entries`.execute(
    tx,
  );
  return { purchases: Number(rows[0]?.purchases ?? 0), stockEntries: Number(rows[0]?.entries ?? 0) };
}

/** Deletes the row. Accounts that it referred stay, without a referrer. */
export async function removeMember(tx: Db, companyId: string, id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ referrer_id: null })
    .where('company_id', '=', companyId)
    .where('referrer_id', '=', id)
    .execute();
  await tx.deleteFrom('users').where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** The name of an erased account in its history. */
export const ERASED_NAME = 'Deleted member';

/**
 * Erases the personal data. The member ID stays, because receipts and the stock ledger refer to it.
 * @param keepsWallet the tokens of the account are still to be sent to it; `forgetErasedWallets` ends that
 */
export async function eraseMember(tx: Db, companyId: string, id: string, keepsWallet: boolean): Promise<void> {
  await permit(tx, 'accounts');
  await tx
    .updateTable('users')
    .set({
      // An address under .invalid (RFC 2606) gets no mail, and the real address can register again.
      email: `${id}@erased.invalid`,
      name: ERASED_NAME,
      mobile: '',
      role: 'USER',
      status: 'INACTIVE',
      password_hash: '',
      date_of_birth: null,
      pincode: null,
      gender: null,
      aadhaar_last4: null,
      aadhaar_hash: null,
      ...(!keepsWallet && { wallet_address: null }),
      profile_image_id: null,
      search_text: '',
      deletion_requested_at: null,
      deleted_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Deletes the views that an admin has kept. */
export async function deleteViews(tx: Db, companyId: string, id: string): Promise<void> {
  await tx.deleteFrom('saved_views').where('company_id', '=', companyId).where('user_id', '=', id).execute();
}

/** Deletes what is under the member's bell. */
export async function deleteNotifications(tx: Db, companyId: string, id: string): Promise<void> {
  await tx.deleteFrom('notifications').where('company_id', '=', companyId).where('user_id', '=', id).execute();
}

/** Erases the texts about the member's purchases. Files and corrections prove payments and stay. */
export async function eraseMessages(tx: Db, companyId: string, id: string): Promise<void> {
  await tx
    .updateTable('purchase_messages')
    .set({ body: '' })
    .where('company_id', '=', companyId)
    .where('purchase_id', 'in', (eb) =>
      eb.selectFrom('purchases').select('id').where('company_id', '=', companyId).where('user_id', '=', id),
    )
    .execute();
}

export async function markEmailChanged(tx: Db, companyId: string, id: string): Promise<void> {
  await permit(tx, 'accounts');
  await tx
    .updateTable('users')
    .set({ email_changed_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Deletes the codes that were sent to an address. */
export async function deleteCodes(tx: Db, companyId: string, address: string): Promise<void> {
  await tx.deleteFrom('codes').where('scope_id', '=', companyId).where('address', '=', address).execute();
}

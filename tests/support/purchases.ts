/** Submits and decides purchases over HTTP, and reads the result from the database. */

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { PurchaseAct } from '../../src/lib/approvals/rules.ts';
import type { Account, Home } from './accounts.ts';
import { bytesOf, png, pngChunk } from './media-files.ts';
import { type Answer, freshIp, type Site } from './site.ts';

export const PURCHASE = '/api/v1/user/package/purchase';
export const APPROVE = '/api/v1/admin/transaction/approve';
export const REJECT = '/api/v1/admin/transaction/reject';
export const REJECT_ALL = '/api/v1/admin/transaction/reject-all';
export const REVERSE = '/api/v1/admin/transaction/reverse';

let made = 0;
/** A UPI reference that is new in this run. */
export const freshReference = (): string => String(700_000_000_000 + process.pid * 10_000 + ++made);
/** An order number as the buy screen makes it. */
export const freshOrder = (): string => `PUR-${String(++made % 1_000_000).padStart(6, '0')}`;

/** Lets one member hold any part of the supply in any number of purchases: for tests of large sums and of load. */
export async function withoutCaps(site: Home): Promise<void> {
  await site.database.platform
    .updateTable('companies')
    .set({ held_share_bps: 0, held_share_unverified_bps: 0, unproven_share_bps: 0, open_purchases_max: 0 })
    .execute();
}

/** A small picture that is unique by its size in pixels. */
export function picture(): Uint8Array {
  const n = ++made;
  return png({
    width: 1 + (n % 5000),
    height: 1 + Math.floor(n / 5000),
    extra: [pngChunk('gAMA', [0, 0, n >> 8, n & 255])],
  });
}

export function fileForm(bytes: Uint8Array = picture(), name = 'proof.png', type = 'image/png'): FormData {
  const form = new FormData();
  form.append('medias', new File([bytesOf(bytes) as Uint8Array<ArrayBuffer>], name, { type }));
  return form;
}

/** @returns the id of the stored file */
export async function upload(site: Site, owner: Account, bytes?: Uint8Array): Promise<string> {
  const answer = await site.call('POST', '/api/v1/user/media/add', {
    body: fileForm(bytes),
    token: owner.token,
    ip: freshIp(),
  });
  expect(answer.body).toMatchObject({ status: true, message: 'File uploaded successfully' });
  return answer.body.data[0].id;
}

export function post(
  site: Site,
  path: string,
  who: Account,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return site.call('POST', path, { body, token: who.token, ip: freshIp(), headers });
}

/** 1000 rupees by hand: 4000 tokens at the seeded price. */
export const manual = (more: Record<string, unknown> = {}) => ({
  paymentMethod: 'MANUAL',
  amount: '1180.00',
  purchaseAmount: '1000',
  purchaseId: freshOrder(),
  ...more,
});

/** 1000 rupees by UPI, with a receipt of the member's own. */
export async function upi(site: Site, member: Account, more: Record<string, unknown> = {}) {
  return {
    ...manual(),
    paymentMethod: 'UPI',
    referenceNumber: freshReference(),
    receiptId: await upload(site, member),
    ...more,
  };
}

/** @returns the transaction of an accepted submission */
export async function submitted(site: Site, member: Account, body: unknown, headers: Record<string, string> = {}) {
  const answer = await post(site, PURCHASE, member, body, headers);
  expect(answer.body).toMatchObject({ status: true, message: 'Token purchase submitted successfully' });
  return answer.body.data;
}

/** How many answers came with each status. */
export function tally(answers: readonly Answer[]): Record<number, number> {
  const out: Record<number, number> = {};
  for (const { status } of answers) out[status] = (out[status] ?? 0) + 1;
  return out;
}

/** The sums that must always agree. */
export async function sums(home: Home, companyId: string) {
  const { rows } = await sql<{
    ledger: bigint;
    balances: bigint;
    credited: bigint;
    held: bigint;
    pending: bigint;
    unproven: bigint;
    unprovenHeld: bigint;
    rewards: bigint;
    entries: bigint;
    private: bigint;
    holders: bigint;
    counted: bigint;
  }>`
    SELECT
      (SELECT coalesce(sum(quantity), 0)::bigint FROM stock_entries WHERE company_id = c.id) AS ledger,
      (SELECT count(*) FROM stock_entries WHERE company_id = c.id) AS entries,
      (SELECT coalesce(sum(quantity), 0)::bigint FROM stock_balances WHERE company_id = c.id) AS balances,
      (SELECT coalesce(sum(quantity), 0)::bigint FROM purchases WHERE company_id = c.id AND status = 'PENDING'
        AND hold_ended_at IS NULL) AS pending,
      (SELECT coalesce(sum(quantity), 0)::bigint FROM purchases WHERE company_id = c.id AND status = 'PENDING'
        AND hold_ended_at IS NULL AND is_unproven) AS "unprovenHeld",
      s.held_unproven AS unproven,
      (SELECT coalesce(sum(quantity), 0)::bigint FROM referral_rewards WHERE company_id = c.id AND state = 'HELD') AS rewards,
      (SELECT count(*) FROM stock_balances WHERE company_id = c.id AND quantity > 0) AS holders,
      s.holders AS counted, s.credited, s.held, c.private_supply AS private
    FROM companies c JOIN supplies s ON s.company_id = c.id WHERE c.id = ${companyId}`.execute(home.database.platform);
  const row = rows[0];
  if (!row) throw new Error('the company has no supply');
  return row;
}

/** Sum of the ledger = balances = credited, what is held = what is pending or a waiting reward, and so for unproven holds, never more than there is, holders as counted. */
export async function expectSums(home: Home, companyId: string) {
  const it = await sums(home, companyId);
  expect(it.balances).toBe(it.ledger);
  expect(it.credited).toBe(it.ledger);
  expect(it.held).toBe(it.pending + it.rewards);
  expect(it.unproven).toBe(it.unprovenHeld);
  expect(it.counted).toBe(it.holders);
  expect(it.credited + it.held).toBeLessThanOrEqual(it.private);
  return it;
}

/**
 * Leaves `left` tokens to be sold; the public cell supply takes the difference. Of so few tokens the default caps would give
 * one member next to nothing, so all caps are off.
 */
export async function leaveTokens(home: Home, companyId: string, left: bigint): Promise<void> {
  const { credited, held } = await sums(home, companyId);
  await sql`UPDATE companies SET
      public_cell_supply = public_cell_supply + private_supply - ${credited + held + left},
      private_supply = ${credited + held + left}, held_share_bps = 0, held_share_unverified_bps = 0, unproven_share_bps = 0, open_purchases_max = 0
    WHERE id = ${companyId}`.execute(home.database.platform);
}

export async function purchaseRow(home: Home, id: string) {
  return home.database.platform.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** The last approval of a purchase by two admins: who agreed first, and what became of it. */
export async function approvalOf(home: Home, purchaseId: string, kind: PurchaseAct) {
  return home.database.platform
    .selectFrom('approvals')
    .select(['state', 'proposed_by', 'decided_by'])
    .where('subject_id', '=', purchaseId)
    .where('kind', '=', kind)
    .orderBy('proposed_at', 'desc')
    .executeTakeFirst();
}

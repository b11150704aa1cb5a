/** Makes refunds over HTTP, and reads them from the database. */
import { expect } from 'vitest';
import type { Account, Home } from './accounts.ts';
import { assign, type PlantedRow, plantPair } from './bank-rows.ts';
import { APPROVE, freshReference, manual, post, REVERSE, submitted } from './purchases.ts';
import { type Answer, freshIp, type Site } from './site.ts';
import { importDraft, makeAccount, readStatement, statementCsv, upiCredit } from './statements.ts';

export const REFUNDS = '/api/v1/admin/refunds';
export const OWN_REFUNDS = '/api/v1/user/refunds';

export const BANK_PAYEE = {
  kind: 'BANK',
  holderName: 'Asha Rao',
  accountNumber: '50100012344417',
  accountNumberAgain: '50100012344417',
  ifscCode: 'HDFC0000123',
} as const;
export const UPI_PAYEE = { kind: 'UPI', holderName: 'Asha Rao', upi: 'asha.rao@okaxis' } as const;

/** @returns the id of a purchase of ₹1,180.00 that was approved and reversed */
export async function reversed(site: Site, buyer: Account, admin: Account): Promise<string> {
  const { id } = await submitted(site, buyer, manual());
  expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
  expect((await post(site, REVERSE, admin, { id, reason: 'Wrong one of two' })).body.data.status).toBe('REVERSED');
  return id;
}

/** A purchase of ₹1,180.00 that was approved with a bank row. @param row what it says, by default ₹1,500.00 */
export async function approvedWithRow(site: Site, buyer: Account, admin: Account, row: Partial<PlantedRow> = {}) {
  const pair = await plantPair(site, buyer, await makeAccount(site, buyer.companyId), {
    amountPaise: 150_000n,
    ...row,
  });
  expect(
    (await assign(site, admin, { rowId: pair.rowId, purchaseId: pair.purchaseId, acceptShortfall: true })).status,
  ).toBe(200);
  return pair;
}

export const addRefund = (site: Site, admin: Account, purchaseId: string, more: object = {}): Promise<Answer> =>
  post(site, `${REFUNDS}/add`, admin, { id: purchaseId, ...more });

/** @returns the id of a refund of ₹1,180.00 that waits for the member's account */
export async function madeRefund(site: Site, buyer: Account, admin: Account): Promise<string> {
  const { status, body } = await addRefund(site, admin, await reversed(site, buyer, admin));
  expect([status, body.message]).toEqual([201, 'Refund created. The member is asked for their account.']);
  return body.data.id;
}

export const enterAccount = (site: Site, who: Account, id: string, payee: object = BANK_PAYEE): Promise<Answer> =>
  post(site, `${OWN_REFUNDS}/account`, who, { id, ...payee });

/** @returns the id of a refund whose account the member has entered */
export async function readyRefund(site: Site, buyer: Account, admin: Account, payee: object = BANK_PAYEE) {
  const id = await madeRefund(site, buyer, admin);
  expect((await enterAccount(site, buyer, id, payee)).status).toBe(200);
  return id;
}

export const approveRefund = (site: Site, admin: Account, id: string, payeeVersion = 1): Promise<Answer> =>
  post(site, `${REFUNDS}/approve`, admin, { id, payeeVersion });

/** @returns the id of a refund that is approved, and exported if so */
export async function approvedRefund(site: Site, buyer: Account, admin: Account, isExported: boolean): Promise<string> {
  const id = await readyRefund(site, buyer, admin);
  expect((await approveRefund(site, admin, id)).status).toBe(200);
  if (isExported) expect((await post(site, `${REFUNDS}/export`, admin, { ids: [id] })).status).toBe(200);
  return id;
}

/** Imports any statement, after rows of the bank were planted. */
export async function importAny(site: Site, admin: Account, accountId: string): Promise<void> {
  const csv = statementCsv([upiCredit(freshReference(), '1.00')]);
  const { body } = await readStatement(site, admin, csv, { beneficiaryId: accountId });
  expect((await importDraft(site, admin, body.data.draftId)).status).toBe(201);
}

/** `YYYY-MM-DD`. */
export const todayInIndia = (): string => new Date(Date.now() + 19_800_000).toISOString().slice(0, 10);

export const refundRow = (home: Home, id: string) =>
  home.database.platform.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A list of an admin, or of a member with their own path. */
export async function listOf(site: Site, who: Account, path: string) {
  const { status, body } = await site.call('GET', path, { token: who.token, ip: freshIp() });
  expect(status).toBe(200);
  return body.data;
}

/** A payment that the bank took back, or that an admin marked, pays for nothing: the queue says it as the reconciliation does. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { assign, plantPair, plantRow, undo } from '../support/bank-rows.ts';
import {
  APPROVE,
  freshReference,
  manual,
  post,
  purchaseRow,
  REJECT,
  submitted,
  withoutCaps,
} from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';
import { setBound } from '../support/sole-walk.ts';
import { importLines, makeAccount, upiCredit } from '../support/statements.ts';

let site: Site;
let accountId: string;
let admin: Account;
let buyer: Account;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  await withoutCaps(site);
  accountId = await makeAccount(site, await companyIdOf(site));
  [admin, buyer] = [await makeAdmin(site), await makeMember(site)];
});
afterAll(() => site?.remove());

const approve = (id: string) => post(site, APPROVE, admin, { id });
const BACK = 'The bank has taken the payment with this number back, so no purchase can be approved with it.';
const MARKED = /^The payment with this number is marked as not ours/;

it('a payment that the bank took back is not approved in the queue', async () => {
  const { purchaseId, reference } = await plantPair(site, buyer, accountId);
  await plantRow(site, buyer.companyId, accountId, { reference, side: 'DEBIT', narration: `UPI/DR/${reference}/x` });
  for (const bound of [null, 100n]) {
    await setBound(site, bound);
    const { status, body } = await approve(purchaseId);
    expect([status, body.message]).toEqual([409, BACK]);
  }
  await setBound(site, null);
  expect((await purchaseRow(site, purchaseId)).status).toBe('PENDING');
});

it('another credit with its number outweighs no return', async () => {
  const { purchaseId, reference } = await plantPair(site, buyer, accountId);
  await plantRow(site, buyer.companyId, accountId, { reference, side: 'DEBIT', narration: `UPI/DR/${reference}/x` });
  await plantRow(site, buyer.companyId, accountId, { reference, narration: `UPI/CR/${reference}/again` });
  await plantRow(site, buyer.companyId, accountId, {
    reference,
    amountPaise: 1n,
    narration: `UPI/CR/${reference}/one`,
  });
  const { status, body } = await approve(purchaseId);
  expect([status, body.message]).toEqual([409, BACK]);
});

it('neither is one that an admin marked as not ours, until the mark is undone', async () => {
  const { rowId, purchaseId } = await plantPair(site, buyer, accountId);
  expect((await assign(site, admin, { rowId, notOurs: true })).status).toBe(200);
  const refused = await approve(purchaseId);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(MARKED)]);
  expect((await undo(site, admin, rowId)).status).toBe(200);
  expect((await approve(purchaseId)).body.data.status).toBe('APPROVED');
});

it('one of two credits with the number is enough', async () => {
  const { rowId, purchaseId, reference } = await plantPair(site, buyer, accountId);
  expect((await assign(site, admin, { rowId, notOurs: true })).status).toBe(200);
  await plantRow(site, buyer.companyId, accountId, { reference });
  expect((await approve(purchaseId)).body.data.status).toBe('APPROVED');
});

it('a rejected order whose payment pays for another one says nothing of the bank', async () => {
  const payer = await makeMember(site, { name: 'Zubin Mistry', isApproved: true });
  const reference = freshReference();
  const { id } = await submitted(site, payer, manual({ referenceNumber: reference }));
  const other = (await submitted(site, buyer, manual({ referenceNumber: freshReference() }))).id;
  await importLines(site, admin, accountId, [upiCredit(reference, '708.00', undefined, 'ZUBIN MISTRY')]);
  const { id: rowId } = await site.database.platform
    .selectFrom('bank_rows')
    .select('id')
    .where('narration', 'like', `%${reference}%`)
    .executeTakeFirstOrThrow();
  expect((await assign(site, admin, { rowId, purchaseId: id })).body.data.outcome).toBe('PART');
  expect((await post(site, REJECT, admin, { id })).status).toBe(200);
  const state = async () => {
    const { body } = await site.call('GET', `/api/v1/admin/transaction/get?id=${id}`, { token: admin.token });
    return [body.data.bankState, body.data.bankSeenOn];
  };
  await expect.poll(async () => (await state())[0]).toBe('AMOUNT_DIFFERS');
  const given = await assign(site, admin, { rowId, purchaseId: other, acceptShortfall: true });
  expect(given.body.data.outcome).toBe('APPROVED');
  await expect.poll(state).toEqual(['UNKNOWN', null]);
});

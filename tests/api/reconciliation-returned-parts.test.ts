/** Payments that the bank took back, part payments and rests: one state on every screen, and no untrue sentence. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restBar } from '@/islands/admin/reconciliation/decisions.ts';
import { BANK_FILTERS } from '@/lib/purchases/calls.ts';
import type { Match } from '@/lib/reconciliation/contract.ts';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { assign, isInBucket, plantRow, undo } from '../support/bank-rows.ts';
import {
  APPROVE,
  expectSums,
  freshReference,
  manual,
  post,
  purchaseRow,
  REJECT,
  REVERSE,
  submitted,
  withoutCaps,
} from '../support/purchases.ts';
import { addRefund } from '../support/refunds.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';
import { importLines, makeAccount, RECONCILIATION, upiCredit } from '../support/statements.ts';

const PART = 70_800n;
const REST = 47_200n;

let site: Site;
let companyId: string;
let accountId: string;
let admin: Account;
let buyer: Account;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  await withoutCaps(site);
  accountId = await makeAccount(site, companyId);
  [admin, buyer] = [await makeAdmin(site), await makeMember(site)];
});
afterAll(() => site?.remove());

const row = (amountPaise: bigint, reference = freshReference()): Promise<string> =>
  plantRow(site, companyId, accountId, { reference, amountPaise });
const ownOrder = async (id: string) => {
  const path = '/api/v1/user/transaction/list?limit=100';
  const { body } = await site.call('GET', path, { token: buyer.token, ip: freshIp() });
  return body.data.records.find((it: { id: string }) => it.id === id);
};
/** The filters by the bank's word that have the order. */
const filtersWith = async (id: string): Promise<string[]> => {
  const names: string[] = [];
  for (const bank of BANK_FILTERS) {
    const path = `/api/v1/admin/transaction/list?${new URLSearchParams({ limit: '100', bank, status: 'ALL' })}`;
    const { body } = await site.call('GET', path, { token: admin.token });
    if (body.data.records.some((it: { id: string }) => it.id === id)) names.push(bank);
  }
  return names;
};

describe('a part payment that the bank took back', () => {
  it('pays nothing: the order is looked at, says nothing of it, and is not approved with it', async () => {
    const reference = freshReference();
    const { id } = await submitted(site, buyer, manual({ referenceNumber: reference }));
    const [one, two] = [await row(PART, reference), await row(REST)];
    await assign(site, admin, { rowId: one, purchaseId: id });
    const back = { ...upiCredit(reference, '-708.00'), narration: `UPI/REV/${reference}/ASHA RAO/HDFC` };
    expect((await importLines(site, admin, accountId, [back])).status).toBe(201);
    expect(await isInBucket(site, admin, 'REVERSED', one)).toBe(true);
    expect(await ownOrder(id)).toMatchObject({ received: null, bankState: 'CHECKING', status: 'PENDING' });
    expect(await filtersWith(id)).toEqual(['checking']);
    for (const answer of [
      await assign(site, admin, { rowId: two, purchaseId: id }),
      await post(site, APPROVE, admin, { id }),
    ])
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'The bank has taken a payment of this order back. Please undo that payment in the reconciliation first.',
      ]);
    expect((await purchaseRow(site, id)).status).toBe('PENDING');
    await expectSums(site, companyId);

    expect((await undo(site, admin, one)).status).toBe(200);
    const again = await assign(site, admin, { rowId: two, purchaseId: id });
    expect(again.body.data.outcome).toBe('PART');
    expect(await ownOrder(id)).toMatchObject({ received: '472.00', bankState: 'AMOUNT_DIFFERS' });
  });
});

describe('an approved payment that the bank took back', () => {
  it('is looked at on every screen, until the debit is gone', async () => {
    const reference = freshReference();
    const { id } = await submitted(site, buyer, manual({ referenceNumber: reference }));
    const whole = await row(118_000n, reference);
    expect((await assign(site, admin, { rowId: whole, purchaseId: id })).status).toBe(200);
    expect(await ownOrder(id)).toMatchObject({ status: 'APPROVED', bankState: 'SEEN' });
    const back = { ...upiCredit(reference, '-1180.00'), narration: `UPI/REV/${reference}/ASHA RAO/HDFC` };
    const imported = await importLines(site, admin, accountId, [back]);
    expect(imported.status).toBe(201);
    expect(await isInBucket(site, admin, 'REVERSED', whole)).toBe(true);
    await expect.poll(() => filtersWith(id)).toEqual(['checking']);
    expect(await ownOrder(id)).toMatchObject({ status: 'APPROVED', bankState: 'CHECKING' });
    await expectSums(site, companyId);
    const statementId = imported.body.data.statementId;
    const gone = await site.call('DELETE', `${RECONCILIATION}/statement/delete`, {
      token: admin.token,
      body: { id: statementId },
      ip: freshIp(),
    });
    expect(gone.status, gone.body.message).toBe(200);
    await expect.poll(() => filtersWith(id)).toEqual(['seen']);
    expect(await ownOrder(id)).toMatchObject({ status: 'APPROVED', bankState: 'SEEN' });
  });
});

describe('a stranger who claims the number of a part payment', () => {
  it('hides no rest, is looked at, and is checked no more once rejected', async () => {
    const reference = freshReference();
    const stranger = await makeMember(site, { name: 'Wolfgang Zuse' });
    const amounts = { purchaseAmount: '7654', amount: '9031.72' };
    const { id } = await submitted(site, buyer, manual({ ...amounts, referenceNumber: reference }));
    const [part, rest] = [await row(PART, reference), await row(903_172n - PART)];
    await assign(site, admin, { rowId: part, purchaseId: id });
    expect(await isInBucket(site, admin, 'SUGGESTED', rest)).toBe(true);
    const other = await submitted(site, stranger, manual({ ...amounts, referenceNumber: reference }));
    await expect.poll(() => filtersWith(other.id)).toEqual(['checking']);
    expect(await isInBucket(site, admin, 'SUGGESTED', rest)).toBe(true);
    const reason = 'The payment has not reached our account.';
    expect((await post(site, REJECT, admin, { id: other.id, reason })).status).toBe(200);
    await expect.poll(() => filtersWith(other.id)).toEqual(['none']);
    expect(await isInBucket(site, admin, 'SUGGESTED', rest)).toBe(true);
  });
});

describe('a second order of one payment', () => {
  it('reads what the first one leaves, not the whole row, until a refund takes it', async () => {
    const reference = freshReference();
    buyer = await makeMember(site, { name: 'Tulasi Kambadur', isApproved: true });
    const narration = `UPI/CR/${reference}/TULASI KAMBADUR/HDFC`;
    const rowId = await plantRow(site, companyId, accountId, { reference, amountPaise: 354_000n, narration });
    const order = () => submitted(site, buyer, manual({ referenceNumber: reference }));
    const [one, two] = [await order(), await order()];
    const bankOf = async ({ id }: { id: string }): Promise<unknown> => {
      const { bankState, bankAmount } = await ownOrder(id);
      return [bankState, bankAmount];
    };
    await expect.poll(() => bankOf(two)).toEqual(['CONFLICT', null]);
    await assign(site, admin, { rowId, purchaseId: one.id });
    await expect.poll(() => bankOf(two)).toEqual(['AMOUNT_DIFFERS', '2360.00']);
    expect(await bankOf(one)).toEqual(['SEEN', '1180.00']);
    await addRefund(site, admin, one.id);
    await expect.poll(() => bankOf(two)).toEqual(['CONFLICT', null]);
    await expectSums(site, companyId);
  });
});

describe('a part payment whose rest is at the bank', () => {
  const askForTwoAbove = (second_approver_above_paise: bigint | null) =>
    site.database.platform
      .updateTable('companies')
      .set({ second_approver_above_paise })
      .where('id', '=', companyId)
      .execute();
  afterAll(() => askForTwoAbove(null));

  it('shows the second admin the row with the claim that it was given to, though they share nothing', async () => {
    await askForTwoAbove(100_000n);
    const { id } = await submitted(site, buyer, manual());
    const narration = 'UPI/CR/GANGUBAI HANGAL/BARB';
    const rowId = await plantRow(site, companyId, accountId, { reference: freshReference(), narration });
    expect((await assign(site, admin, { rowId, purchaseId: id })).body.data.outcome).toBe('WAITING');
    const { body } = await site.call('GET', `${RECONCILIATION}/match/list?bucket=SUGGESTED&search=GANGUBAI`, {
      token: admin.token,
    });
    expect(body.data.records).toMatchObject([{ row: { id: rowId }, suggestions: [{ purchaseId: id }] }]);
    const shown = async (): Promise<unknown[]> => {
      const { bankState, bankSeenOn, bankAmount } = await ownOrder(id);
      return [bankState, bankSeenOn, bankAmount, ...(await filtersWith(id))];
    };
    await expect.poll(shown).toEqual(['SUGGESTED', null, null, 'checking']);
    await undo(site, admin, rowId);
    expect(await isInBucket(site, admin, 'WITHOUT_CLAIM', rowId)).toBe(true);
  });

  it('is checked while a row may be the rest, and no more while a second admin is waited for', async () => {
    await askForTwoAbove(100_000n);
    buyer = await makeMember(site, { name: 'Revati Deshprabhu', isApproved: true });
    const [first, rest] = [freshReference(), freshReference()];
    const { id } = await submitted(site, buyer, manual({ referenceNumber: first }));
    const stateOf = async (): Promise<unknown[]> => {
      const { bankState, bankAmount, received } = await ownOrder(id);
      return [bankState, bankAmount, received, ...(await filtersWith(id))];
    };
    const one = await plantRow(site, companyId, accountId, {
      reference: first,
      amountPaise: PART,
      narration: `UPI/CR/${first}/REVATI DESHPRABHU/HDFC`,
    });
    expect((await assign(site, admin, { rowId: one, purchaseId: id })).body.data.outcome).toBe('PART');
    await expect.poll(stateOf).toEqual(['AMOUNT_DIFFERS', '708.00', '708.00', 'differs']);
    await importLines(site, admin, accountId, [upiCredit(rest, '472.00', undefined, 'REVATI DESHPRABHU')]);
    await expect.poll(stateOf).toEqual(['SUGGESTED', '708.00', '708.00', 'checking']);
    const two = await site.database.platform
      .selectFrom('bank_row_references')
      .select('row_id as id')
      .where('reference', '=', rest)
      .executeTakeFirstOrThrow();
    expect((await assign(site, admin, { rowId: two.id, purchaseId: id })).body.data.outcome).toBe('WAITING');
    await expect.poll(stateOf).toEqual(['SUGGESTED', '708.00', '708.00', 'checking']);
    // The second admin reads what came before.
    const shown = await site.call('GET', `/api/v1/admin/transaction/get?id=${id}`, {
      token: admin.token,
      ip: freshIp(),
    });
    expect(shown.body.data).toMatchObject({ received: '708.00', parts: [{ rowId: one, amount: '708.00' }] });
    await undo(site, admin, two.id);
    await expect.poll(stateOf).toEqual(['SUGGESTED', '708.00', '708.00', 'checking']);
    await expectSums(site, companyId);
  });
});

it('names whose a rest is, and offers it to no other buyer who has its number', async () => {
  const reference = freshReference();
  const foreign = await submitted(site, await makeMember(site), manual({ referenceNumber: reference }));
  const rowId = await row(2n * (PART + REST), reference);
  const { id } = await submitted(site, buyer, manual({ referenceNumber: reference }));
  await assign(site, admin, { rowId, purchaseId: id });
  const { body } = await site.call('GET', `${RECONCILIATION}/match/list?bucket=CONFLICT&search=${reference}`, {
    token: admin.token,
  });
  const match: Match | undefined = body.data.records[0];
  const [rival] = match?.suggestions ?? [];
  if (!match?.row || !rival) throw new Error('the rest is in no conflict');
  expect(match.row).toMatchObject({ id: rowId, ownerId: buyer.id, allocations: [{ purchaseId: id }] });
  expect(rival.purchaseId).toBe(foreign.id);
  const refused = await assign(site, admin, { rowId, purchaseId: foreign.id });
  expect([refused.status, refused.body.message]).toEqual([409, restBar(match.row, rival.purchase)]);
});

it('leaves what a refund does not take for another order of the buyer, and nothing once it takes all', async () => {
  const rowId = await row(2n * (PART + REST));
  const order = async (): Promise<string> => (await submitted(site, buyer, manual())).id;
  const [one, two, three] = [await order(), await order(), await order()];
  await assign(site, admin, { rowId, purchaseId: one });
  expect((await addRefund(site, admin, one, { amount: '500.00' })).status).toBe(201);
  const part = await assign(site, admin, { rowId, purchaseId: two });
  expect([part.status, part.body.data.outcome]).toEqual([200, 'PART']);
  expect(await ownOrder(two)).toMatchObject({ received: '680.00', status: 'PENDING' });
  expect((await assign(site, admin, { rowId, purchaseId: three })).status).toBe(409);
  await expectSums(site, companyId);
});

it('pays back the row that nobody else names, where another order was approved for the number of the other one', async () => {
  const [named, own] = [freshReference(), freshReference()];
  const { id } = await submitted(site, buyer, manual());
  const rows = [await row(PART, named), await row(REST, own)];
  for (const rowId of rows) await assign(site, admin, { rowId, purchaseId: id });
  expect((await post(site, REVERSE, admin, { id, reason: 'Ordered by mistake' })).status).toBe(200);
  const other = await submitted(site, await makeMember(site), manual({ referenceNumber: named }));
  expect((await post(site, APPROVE, admin, { id: other.id })).status).toBe(200);
  expect((await addRefund(site, admin, id, { amount: '472.01' })).body.message).toBe(
    'Only ₹472.00 of this payment can be paid back.',
  );
  const { status, body } = await addRefund(site, admin, id);
  expect([status, body.data.amount]).toEqual([201, '472.00']);
  await expectSums(site, companyId);
});

it('never says that a payment is missing which was paid back, or is marked as not ours', async () => {
  buyer = await makeMember(site, { name: 'Sitara Devi' });
  const references = [freshReference(), freshReference()];
  const [back = '', marked = ''] = await Promise.all(references.map((it) => row(118_000n, it)));
  const { id } = await submitted(site, buyer, manual());
  await assign(site, admin, { rowId: back, purchaseId: id });
  expect((await post(site, REVERSE, admin, { id, reason: 'Ordered by mistake' })).status).toBe(200);
  expect((await addRefund(site, admin, id)).status).toBe(201);
  const mark = { rowId: marked, notOurs: true, reason: 'Payment by mistake, to be sent back.' };
  expect((await assign(site, admin, mark)).status).toBe(200);
  await importLines(site, admin, accountId, [upiCredit(freshReference(), '1.00')]);
  for (const referenceNumber of references) {
    const claim = await submitted(site, buyer, manual({ referenceNumber }));
    await expect.poll(() => filtersWith(claim.id)).toEqual(['checking']);
    expect(await ownOrder(claim.id)).toMatchObject({ bankState: 'CHECKING', bankAmount: null });
    const { body } = await site.call(
      'GET',
      `${RECONCILIATION}/match/list?bucket=NOT_AT_BANK&search=${referenceNumber}`,
      {
        token: admin.token,
      },
    );
    expect(body.data.records).toMatchObject([{ row: null, purchase: { id: claim.id } }]);
  }
  await expectSums(site, companyId);
});

/**
 * N2: a settlement file may be made up by the admin who imports it. It takes nobody's payment, and its lines are not slices of a large credit
 * below the bound of one admin (decision 0750).
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, seasonAdmins } from '../support/accounts.ts';
import { approveExact, approvePairs, assign, isInBucket } from '../support/bank-rows.ts';
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
import { paymentOf, razorpayCsv, settlementOf } from '../support/settlements.ts';
import { type Site, startSite } from '../support/site.ts';
import { setBound } from '../support/sole-walk.ts';
import {
  dayInIndia,
  forgetStatements,
  getJson,
  importDraft,
  importLines,
  makeAccount,
  readStatement,
} from '../support/statements.ts';

const BOUND = 300_000n;
const LINE = 118_000n;
let site: Site;
let accountId: string;
let attacker: Account;
let honest: Account;
let accomplice: Account;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  await withoutCaps(site);
  [attacker, honest] = [await makeAdmin(site), await makeAdmin(site)];
  await seasonAdmins(site, [attacker.id, honest.id]);
});
afterAll(() => site?.remove());
beforeEach(async () => {
  await forgetStatements(site);
  accountId = await makeAccount(site, await companyIdOf(site));
  accomplice = await makeMember(site, { name: 'Zed Accomplice', isApproved: true });
  await setBound(site, BOUND);
});

/** A credit of the bank that the honest admin imported. @returns its number */
async function credit(paise: bigint, payer: string): Promise<string> {
  const utr = `HDFCN5202${freshReference().slice(-7)}`;
  const narration = `NEFT CR-YESB0000001-${payer}-TRANSFER-${utr}`;
  await importLines(site, honest, accountId, [
    { day: dayInIndia(), narration, amount: `${paise / 100n}.00`, reference: utr },
  ]);
  return utr;
}

/** A settlement of that number and sum, of orders of the accomplice. */
async function inventedFile(utr: string, paise: bigint, count: number) {
  const settlement = { ...settlementOf(), utr };
  const lines = [];
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const rrn = freshReference();
    const order = await submitted(site, accomplice, manual({ referenceNumber: rrn }));
    ids.push(order.id);
    lines.push(paymentOf(settlement, { rrn, order: order.orderNumber, feePaise: 0n, taxPaise: 0n }));
  }
  const rest = paise - BigInt(count) * LINE;
  if (rest > 0n) lines.push(paymentOf(settlement, { feePaise: 0n, taxPaise: 0n, amountPaise: rest }));
  const file = razorpayCsv(lines);
  const bring = async (): Promise<void> => {
    const { body } = await readStatement(site, attacker, file, { beneficiaryId: accountId });
    expect(body.data.problems).toEqual([]);
    expect((await importDraft(site, attacker, body.data.draftId)).status).toBeLessThan(300);
  };
  await bring();
  return { ids, bring };
}

async function settlementState(utr: string): Promise<string> {
  const { body } = await getJson(site, honest, 'settlement/list', { limit: '100' });
  return body.data.records.find((it: { utr: string }) => it.utr === utr).state;
}
const lineOf = async (purchaseId: string) => {
  const { order_number: order } = await purchaseRow(site, purchaseId);
  return site.database.platform
    .selectFrom('bank_rows')
    .select('id')
    .where('beneficiary_id', '=', accountId)
    .where('narration', 'like', `%${order}%`)
    .executeTakeFirstOrThrow();
};
const statuses = async (ids: readonly string[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await purchaseRow(site, id)).status));

it('slices of a stranger’s credit: never exact, and worth the whole credit', async () => {
  const utr = await credit(5_000_000n, 'STRANGER KUMAR');
  const { ids } = await inventedFile(utr, 5_000_000n, 3);
  expect(await settlementState(utr)).toBe('CREDITED');
  await approveExact(site, attacker);
  for (const purchaseId of ids) {
    const { id: rowId } = await lineOf(purchaseId);
    expect(await isInBucket(site, attacker, 'PAYER_DIFFERS', rowId)).toBe(true);
    await approvePairs(site, attacker, [{ rowId, purchaseId }]);
    expect((await assign(site, attacker, { rowId, purchaseId })).body.data.outcome).toBe('WAITING');
  }
  expect(await statuses(ids)).toEqual(['PENDING', 'PENDING', 'PENDING']);
});

it('slices of the credit of an aggregator: the first one is worth all of it', async () => {
  const utr = await credit(5_000_000n, 'RAZORPAY SOFTWARE PVT LTD');
  const { ids } = await inventedFile(utr, 5_000_000n, 3);
  await approveExact(site, attacker);
  for (const id of ids) await post(site, APPROVE, attacker, { id });
  expect(await statuses(ids)).toEqual(['PENDING', 'PENDING', 'PENDING']);
});

it('a settlement below the bound counts whole with the first of its payments only', async () => {
  await setBound(site, 3n * LINE);
  const utr = await credit(2n * LINE, 'RAZORPAY SOFTWARE PVT LTD');
  const { ids } = await inventedFile(utr, 2n * LINE, 2);
  for (const purchaseId of ids)
    await approvePairs(site, honest, [{ rowId: (await lineOf(purchaseId)).id, purchaseId }]);
  expect(await statuses(ids)).toEqual(['APPROVED', 'APPROVED']);
});

it('a credit that a pending order names is nobody’s settlement, also where it comes first', async () => {
  const buyer = await makeMember(site, { name: 'Ravi Menon', isApproved: true });
  const utr = await credit(5n * LINE, 'RAVI MENON');
  const theirs = (
    await submitted(site, buyer, manual({ referenceNumber: utr, purchaseAmount: '5000', amount: '5900.00' }))
  ).id;
  const { ids, bring } = await inventedFile(utr, 5n * LINE, 5);
  expect(await settlementState(utr)).toBe('CLAIMED');
  for (const who of [attacker, honest]) await approveExact(site, who);
  expect(await statuses(ids)).toEqual(ids.map(() => 'PENDING'));
  await setBound(site, null);
  const { id: rowId } = await site.database.platform
    .selectFrom('bank_rows')
    .select('id')
    .where('beneficiary_id', '=', accountId)
    .where('narration', 'like', '%RAVI MENON%')
    .executeTakeFirstOrThrow();
  expect((await assign(site, honest, { rowId, purchaseId: theirs })).body.data.outcome).toBe('APPROVED');
  expect(await settlementState(utr)).toBe('USED');
  await bring();
  expect(await settlementState(utr)).toBe('USED');
});

it('once the order that named it is rejected, an import makes the credit a settlement', async () => {
  const utr = await credit(2n * LINE, 'RAZORPAY SOFTWARE PVT LTD');
  const wrong = (await submitted(site, await makeMember(site), manual({ referenceNumber: utr }))).id;
  const { bring } = await inventedFile(utr, 2n * LINE, 2);
  expect(await settlementState(utr)).toBe('CLAIMED');
  expect((await post(site, REJECT, honest, { id: wrong })).status).toBe(200);
  await bring();
  expect(await settlementState(utr)).toBe('CREDITED');
});

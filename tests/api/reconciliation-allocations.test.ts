/** n transfers, m orders: part payments, rests, shortfalls, and a second order of the same payment. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BANK_FILTERS } from '@/lib/purchases/calls.ts';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { expectAllocations, splitOf } from '../support/allocations.ts';
import { approveExact, approvePairs, assign, isInBucket, matchesOf, plantRow, undo } from '../support/bank-rows.ts';
import { takeExport } from '../support/exports.ts';
import {
  APPROVE,
  approvalOf,
  expectSums,
  freshReference,
  manual,
  PURCHASE,
  post,
  purchaseRow,
  REJECT,
  REVERSE,
  submitted,
  tally,
  withoutCaps,
} from '../support/purchases.ts';
import { addRefund, REFUNDS } from '../support/refunds.ts';
import { type Answer, freshIp, type Site, startSite, statusAndMessage } from '../support/site.ts';
import { importLines, makeAccount, upiCredit } from '../support/statements.ts';

const DUE = 118_000n;
const PART = 70_800n;
const REST = DUE - PART;

let site: Site;
let other: Site;
let companyId: string;
let accountId: string;
let admin: Account;
let second: Account;
let buyer: Account;
beforeAll(async () => {
  site = await startSite();
  other = await startSite({ databaseUrl: site.databaseUrl ?? '' });
  companyId = await companyIdOf(site);
  await withoutCaps(site);
  accountId = await makeAccount(site, companyId);
  [admin, second] = [await makeAdmin(site), await makeAdmin(site)];
  // Without a statement, no purchase has a bank state. A number next to those of the orders would be suggested for their rests.
  await importLines(site, admin, accountId, [upiCredit('512345678901', '5.00')]);
});
afterAll(async () => {
  await other?.remove();
  await site?.remove();
});

const askForTwoAbove = (bound: bigint | null) =>
  site.database.platform
    .updateTable('companies')
    .set({ second_approver_above_paise: bound })
    .where('id', '=', companyId)
    .execute();
beforeEach(async () => {
  await askForTwoAbove(null);
  buyer = await makeMember(site);
});

const row = (amountPaise: bigint, reference = freshReference()): Promise<string> =>
  plantRow(site, companyId, accountId, { reference, amountPaise });
const order = (reference = freshReference(), who = buyer): Promise<{ id: string; orderNumber: string }> =>
  submitted(site, who, manual({ referenceNumber: reference }));
const statusOf = async (id: string): Promise<string> => (await purchaseRow(site, id)).status;
const summary = async () =>
  (await site.call('GET', '/api/v1/admin/reconciliation/summary/get', { token: admin.token })).body.data;
const paise = (rupees: string): bigint => BigInt(rupees.replace('.', ''));
const ownOrder = async (id: string) => {
  const { body } = await site.call('GET', '/api/v1/user/transaction/list?limit=100', {
    token: buyer.token,
    ip: freshIp(),
  });
  return body.data.records.find((it: { id: string }) => it.id === id);
};
const requestsOf = async (query: Record<string, string>): Promise<string[]> => {
  const path = `/api/v1/admin/transaction/list?${new URLSearchParams({ limit: '100', ...query })}`;
  const { body } = await site.call('GET', path, { token: admin.token });
  return body.data.records.map((it: { id: string }) => it.id);
};
/** The filters by the bank's word that have the order. */
const filtersWith = async (id: string): Promise<string[]> => {
  const names: string[] = [];
  for (const bank of BANK_FILTERS) if ((await requestsOf({ bank, status: 'ALL' })).includes(id)) names.push(bank);
  return names;
};
const isFlagged = async (id: string): Promise<boolean> => (await requestsOf({ flag: 'bank' })).includes(id);
const linesOf = async (orderNumber: string) =>
  (await takeExport(site, admin, 'reconciliation', { format: 'csv' })).rows.filter((line) =>
    Object.values(line).includes(orderNumber),
  );

/** The sums by SQL, and the summary says the same. */
async function expectBalance(): Promise<void> {
  await expectAllocations(site, companyId);
  const [split, data] = [await splitOf(site, companyId), await summary()];
  expect(split.credits).toBe(split.allocated + split.notOurs + split.open);
  expect(paise(data.credits)).toBe(split.credits);
  expect(paise(data.approved) + paise(data.assigned) + paise(data.parts) + paise(data.refunds)).toBe(split.allocated);
  expect(paise(data.notOurs)).toBe(split.notOurs);
  expect(paise(data.open) + paise(data.rejected)).toBe(split.open);
  const buckets: { bucket: string; amount: string }[] = data.buckets;
  const sum = buckets.filter((it) => it.bucket !== 'NOT_AT_BANK').reduce((all, it) => all + paise(it.amount), 0n);
  expect(sum).toBe(split.credits);
  await expectSums(site, companyId);
}

describe('two transfers for one order', () => {
  it('are two part payments: the second approves the order', async () => {
    const reference = freshReference();
    const { id, orderNumber } = await order(reference);
    const one = await row(PART, reference);
    const first = await assign(site, admin, { rowId: one, purchaseId: id });
    expect([first.status, first.body.data.outcome, first.body.message]).toEqual([
      200,
      'PART',
      'Part payment recorded: ₹708.00 of ₹1,180.00 received, ₹472.00 remain due',
    ]);
    expect(await statusOf(id)).toBe('PENDING');
    expect(await ownOrder(id)).toMatchObject({
      received: '708.00',
      bankState: 'AMOUNT_DIFFERS',
      status: 'PENDING',
      referenceState: null,
    });
    expect(await isInBucket(site, admin, 'DECIDED', one)).toBe(true);
    await expect.poll(async () => [await filtersWith(id), await isFlagged(id)]).toEqual([['differs'], true]);
    await expectBalance();

    // The same call again says the same and adds nothing.
    expect((await assign(site, admin, { rowId: one, purchaseId: id })).body.data.outcome).toBe('PART');
    const last = await assign(site, admin, { rowId: await row(REST), purchaseId: id });
    expect(last.body).toMatchObject({
      message: `Purchase ${orderNumber} approved with this bank row`,
      data: { outcome: 'APPROVED' },
    });
    expect(await statusOf(id)).toBe('APPROVED');
    expect(await filtersWith(id)).toEqual(['seen']);
    expect(await ownOrder(id)).toMatchObject({ received: null, status: 'APPROVED' });
    const matches = await matchesOf(site, id);
    expect(matches.map((it) => [it.kind, it.amount_paise])).toEqual([
      ['PART', PART],
      ['ASSIGNED', REST],
    ]);
    const lines = (await linesOf(orderNumber)).map((line) =>
      Object.values(line).filter((cell) => /^(Part payment|Assigned|\d{3}\.00$)/.test(cell)),
    );
    // Rows of one day and line are in no order.
    expect(lines.sort()).toEqual([
      ['472.00', 'Assigned'],
      ['708.00', 'Part payment'],
    ]);
    await expectBalance();
  });

  it('a part never approves the whole order: not by the queue, not in bulk, only when the shortfall is accepted', async () => {
    const reference = freshReference();
    const { id } = await order(reference);
    const one = await row(PART, reference);
    await assign(site, admin, { rowId: one, purchaseId: id });
    expect(statusAndMessage(await post(site, APPROVE, admin, { id }))).toEqual([
      409,
      expect.stringMatching(/^Only ₹708.00 of ₹1,180.00 have been received/),
    ]);
    expect((await approvePairs(site, admin, [{ rowId: one, purchaseId: id }])).body.data.failed).toBe(1);
    // The rest with the same number and the sum that is due is looked at, too.
    const two = await row(REST, reference);
    expect((await approveExact(site, admin)).body.data.results.map((it: { rowId: string }) => it.rowId)).not.toContain(
      two,
    );
    expect(await statusOf(id)).toBe('PENDING');
    const accepted = await assign(site, admin, {
      rowId: one,
      purchaseId: id,
      acceptShortfall: true,
      reason: 'Tax deducted.',
    });
    expect(accepted.body.data.outcome).toBe('APPROVED');
    expect(await statusOf(id)).toBe('APPROVED');
    const [entry] = await site.database.platform
      .selectFrom('audit_entries')
      .select(['action', 'after'])
      .where('subject_id', '=', id)
      .where('action', '=', 'statement.assign')
      .execute();
    expect(entry?.after).toMatchObject({
      receivedPaise: String(PART),
      duePaise: String(DUE),
      reason: 'Tax deducted.',
    });
    // The money comes after all: it is linked to the order that is short.
    expect((await assign(site, admin, { rowId: two, purchaseId: id })).body.data.outcome).toBe('LINKED');
    expect((await purchaseRow(site, id)).allocated_paise).toBe(DUE);
    await expectBalance();
  });

  it('the parts of a rejected order are open, and pay another order of the same buyer', async () => {
    const [rejected, next] = [await order(), await order()];
    const rowIds = [await row(PART), await row(REST / 2n)];
    const { open } = await splitOf(site, companyId);
    for (const rowId of rowIds) await assign(site, admin, { rowId, purchaseId: rejected.id });
    await expectBalance();
    expect((await post(site, REJECT, admin, { id: rejected.id })).status).toBe(200);
    expect((await splitOf(site, companyId)).open).toBe(open);
    await expectBalance();
    for (const rowId of [...rowIds, await row(REST - REST / 2n)])
      expect((await assign(site, admin, { rowId, purchaseId: next.id })).status).toBeLessThan(300);
    expect(await statusOf(next.id)).toBe('APPROVED');
    await expectBalance();
  });

  it('an undone part payment, a rejection and a reversal leave nothing allocated', async () => {
    const [undone, rejected, reversed] = [await order(), await order(), await order()];
    for (const { id } of [undone, rejected, reversed])
      await assign(site, admin, { rowId: await row(PART), purchaseId: id });
    const [match] = await matchesOf(site, undone.id);
    expect((await undo(site, second, match?.row_id ?? '')).status).toBe(200);
    expect(await statusOf(undone.id)).toBe('PENDING');
    expect(await ownOrder(undone.id)).toMatchObject({ received: null });
    await post(site, REJECT, admin, { id: rejected.id });
    await assign(site, admin, { rowId: await row(REST), purchaseId: reversed.id });
    expect(await statusOf(reversed.id)).toBe('APPROVED');
    await post(site, REVERSE, admin, { id: reversed.id, reason: 'Wrong member' });
    for (const { id } of [undone, rejected, reversed]) {
      expect((await purchaseRow(site, id)).allocated_paise).toBe(0n);
      expect((await matchesOf(site, id)).every((it) => it.released_at !== null)).toBe(true);
    }
    await expectBalance();
    // Its refund is the sum of both rows, and each of them goes nowhere else meanwhile.
    const refund = await addRefund(site, admin, reversed.id);
    expect(refund.body.data).toMatchObject({ cause: 'REVERSAL', amount: '1180.00' });
    for (const { row_id: rowId } of await matchesOf(site, reversed.id))
      expect((await assign(site, admin, { rowId, purchaseId: undone.id })).body.message).toMatch(
        /pays this payment back/,
      );
    await expectBalance();
    await post(site, `${REFUNDS}/cancel`, admin, { id: refund.body.data.id, reason: 'Paid in cash' });
    await expectBalance();
  });

  it('with two admins, the last part is the first approval, and until then it is open in the sums', async () => {
    await askForTwoAbove(100_000n);
    const { id } = await order();
    const [one, two] = [await row(PART), await row(REST)];
    expect((await assign(site, admin, { rowId: one, purchaseId: id })).body.data.outcome).toBe('PART');
    expect((await assign(site, admin, { rowId: two, purchaseId: id })).body.data.outcome).toBe('WAITING');
    await expectBalance();
    expect((await undo(site, second, one)).body.message).toMatch(/waits for a second admin/);
    expect((await undo(site, second, two)).status).toBe(200);
    expect(await approvalOf(site, id, 'purchase.approve')).toMatchObject({ state: 'REFUSED' });
    // An admin whose assignment was taken back waits an hour with the row.
    expect((await assign(site, admin, { rowId: two, purchaseId: id })).body.message).toMatch(/took back/);
    expect((await assign(site, second, { rowId: two, purchaseId: id })).body.data.outcome).toBe('WAITING');
    expect((await post(other, APPROVE, admin, { id })).status).toBe(200);
    expect(await statusOf(id)).toBe('APPROVED');
    await expectBalance();
  });
});

describe('one transfer for two orders', () => {
  it('pays the second order of the same buyer, which may name the same number', async () => {
    const reference = freshReference();
    const rowId = await row(2n * DUE, reference);
    const one = await order(reference);
    const two = await order(reference);
    const third = await post(site, PURCHASE, buyer, manual({ referenceNumber: reference }));
    expect([third.status, third.body.reason]).toEqual([409, 'same_reference']);
    const stranger = await makeMember(site);
    const first = await assign(site, admin, { rowId, purchaseId: one.id });
    expect(first.body.message).toMatch(/₹1,180.00 of the bank row stay open$/);
    await expectBalance();
    expect((await post(site, PURCHASE, stranger, manual({ referenceNumber: reference }))).status).toBe(409);
    const foreign = await order(freshReference(), stranger);
    expect((await assign(site, admin, { rowId, purchaseId: foreign.id })).body.message).toMatch(
      new RegExp(`^The rest of this payment belongs to the buyer of ${one.orderNumber}`),
    );
    // Without its part of the row, the second order is not approved: the number is used.
    expect((await post(site, APPROVE, admin, { id: two.id })).body.reason).toBe('same_reference');
    expect((await ownOrder(two.id)).referenceState).toBeNull();
    expect((await assign(site, admin, { rowId, purchaseId: two.id })).body.data.outcome).toBe('APPROVED');
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['APPROVED', 'APPROVED']);
    expect(await isInBucket(site, admin, 'DECIDED', rowId)).toBe(true);
    expect((await post(site, PURCHASE, buyer, manual({ referenceNumber: reference }))).status).toBe(409);
    await expectBalance();
  });

  it('keeps the number from others after a reversal of the first order', async () => {
    const reference = freshReference();
    const rival = await order(reference, await makeMember(site));
    await post(site, REJECT, admin, { id: rival.id });
    const rowId = await row(2n * DUE, reference);
    const [one, two] = [await order(reference), await order(reference)];
    const pending = await post(site, PURCHASE, await makeMember(site), manual({ referenceNumber: reference }));
    for (const { id } of [one, two]) await assign(site, admin, { rowId, purchaseId: id });
    await post(site, REVERSE, admin, { id: one.id, reason: 'Ordered by mistake' });
    expect(await purchaseRow(site, two.id)).toMatchObject({ status: 'APPROVED', shares_reference: false });
    expect((await post(site, APPROVE, admin, { id: pending.body.data.id })).body.reason).toBe('same_reference');
    await expectBalance();
  });

  it('gives its rest back: the refund is the rest, and the rest goes nowhere else', async () => {
    const { id } = await order();
    const rowId = await row(150_000n);
    await assign(site, admin, { rowId, purchaseId: id });
    const answer = await addRefund(site, admin, id);
    expect(answer.body.data).toMatchObject({ cause: 'OVERPAID', amount: '320.00' });
    const next = await order();
    expect((await assign(site, admin, { rowId, purchaseId: next.id })).body.message).toMatch(/pays this payment back/);
    expect(await isInBucket(site, admin, 'DECIDED', rowId)).toBe(true);
    await expectBalance();
  });

  it('a rest is refunded or assigned when both happen together', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await order(), await order()];
      const rowId = await row(150_000n);
      await assign(site, admin, { rowId, purchaseId: one.id });
      const answers = await Promise.all([
        addRefund(site, admin, one.id),
        assign(other, second, { rowId, purchaseId: two.id }),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      await expectAllocations(site, companyId);
    }
    await expectBalance();
  });
});

it('16 assignments of one row at the same time never exceed it', async () => {
  const rowId = await row(5n * PART);
  const orders = await Promise.all(Array.from({ length: 16 }, () => order()));
  const answers = await Promise.all(
    orders.map(({ id }, nth) =>
      assign(nth % 2 ? site : other, nth % 3 ? admin : second, {
        rowId,
        purchaseId: id,
        acceptShortfall: nth % 4 === 0,
      }),
    ),
  );
  // 354,000 paise pay for three orders.
  expect(tally(answers)).toEqual({ 200: 3, 409: 13 });
  expect(
    (
      await site.database.platform
        .selectFrom('bank_rows')
        .select('allocated_paise')
        .where('id', '=', rowId)
        .executeTakeFirstOrThrow()
    ).allocated_paise,
  ).toBe(354_000n);
  await expectBalance();
});

it('16 rows at the same time never pay more than one order costs', async () => {
  const { id } = await order();
  const rows = await Promise.all(Array.from({ length: 16 }, () => row(30_000n)));
  const answers = await Promise.all(
    rows.map((rowId, nth) => assign(nth % 2 ? site : other, nth % 3 ? admin : second, { rowId, purchaseId: id })),
  );
  expect(tally(answers)).toEqual({ 200: 4, 409: 12 });
  expect(await purchaseRow(site, id)).toMatchObject({ status: 'APPROVED', allocated_paise: DUE });
  await expectBalance();
});

describe('raw SQL', () => {
  const insert = (rowId: string, purchaseId: string, amountPaise: bigint) =>
    sql`INSERT INTO bank_matches (company_id, row_id, purchase_id, kind, reason, matched_by, amount_paise)
      VALUES (${companyId}, ${rowId}, ${purchaseId}, 'PART', 'By hand', ${admin.id}, ${amountPaise})`.execute(
      site.database.platform,
    );

  it('cannot exceed a row or a purchase', async () => {
    const [one, two] = [await order(), await order()];
    const rowId = await row(100_000n);
    await insert(rowId, one.id, 60_000n);
    await expect(insert(rowId, two.id, 40_001n)).rejects.toThrow('bank_rows_used');
    await expect(insert(await row(500_000n), one.id, 58_001n)).rejects.toThrow('purchases_allocated');
    await expect(insert(rowId, two.id, 0n)).rejects.toThrow('bank_matches_amount');
    await expect(insert(rowId, one.id, 1n)).rejects.toThrow('bank_matches_pair');
    await expect(
      sql`UPDATE bank_matches SET amount_paise = 100001 WHERE row_id = ${rowId}`.execute(site.database.platform),
    ).rejects.toThrow('bank_rows_used');
    await expectAllocations(site, companyId);
  });

  it('16 writers at the same time do not exceed a row', async () => {
    const rowId = await row(100_000n);
    const orders = await Promise.all(Array.from({ length: 16 }, () => order()));
    const results = await Promise.allSettled(orders.map(({ id }) => insert(rowId, id, 30_000n)));
    expect(results.filter((it) => it.status === 'fulfilled')).toHaveLength(3);
    await expectAllocations(site, companyId);
  });
});

type Step = (draw: (n: number) => number) => Promise<Answer | undefined>;

it('a random walk keeps the sums', async () => {
  const rows: string[] = [];
  const orders: string[] = [];
  const buyers = [await makeMember(site), await makeMember(site)];
  const amounts = [PART, REST, DUE, 2n * DUE, 150_000n, 1n, 59_000n];
  const pick = <T>(list: readonly T[], draw: (n: number) => number): T =>
    list[draw(list.length)] ?? expect.fail('empty');
  const node = (draw: (n: number) => number): Site => (draw(2) ? site : other);
  const steps: Step[] = [
    async (draw) => void rows.push(await row(pick(amounts, draw))),
    async (draw) => void orders.push((await order(freshReference(), pick(buyers, draw))).id),
    ...Array.from(
      { length: 5 },
      (): Step => (draw) => {
        const pair = { rowId: pick(rows, draw), purchaseId: pick(orders, draw) };
        return assign(node(draw), admin, { ...pair, acceptShortfall: draw(4) === 0 });
      },
    ),
    (draw) => post(node(draw), APPROVE, second, { id: pick(orders, draw) }),
    (draw) => post(node(draw), REJECT, admin, { id: pick(orders, draw) }),
    (draw) => post(node(draw), REVERSE, admin, { id: pick(orders, draw), reason: 'Wrong member' }),
    (draw) => undo(node(draw), second, pick(rows, draw)),
    (draw) => assign(node(draw), second, { rowId: pick(rows, draw), notOurs: true }),
    (draw) => addRefund(node(draw), admin, pick(orders, draw)),
  ];
  let seed = 20261126;
  const draw = (n: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % n;
  };
  for (let n = 0; n < 6; n++) {
    await steps[0]?.(draw);
    await steps[1]?.(draw);
  }
  const statuses = new Set<number>();
  for (let n = 0; n < 60; n++) {
    // Two at the same time now and then.
    const answers = await Promise.all(Array.from({ length: 1 + draw(3) }, () => pick(steps, draw)(draw)));
    for (const answer of answers) if (answer) statuses.add(answer.status);
    await expectBalance();
  }
  expect([...statuses].every((status) => status < 500)).toBe(true);
  expect(statuses.size).toBeGreaterThan(1);
});

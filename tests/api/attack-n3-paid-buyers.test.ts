/** One admin keeps a buyer out whose payment is at the bank (docs/security.md, N3). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recountHolds } from '@/lib/purchases/holds/service.ts';
import { refreshStates } from '@/lib/reconciliation/states/service.ts';
import { type Account, companyIdOf, makeAdmin, makeMember, seasonAdmins } from '../support/accounts.ts';
import { assign, matchesOf, undo } from '../support/bank-rows.ts';
import {
  APPROVE,
  expectSums,
  freshReference,
  leaveTokens,
  manual,
  post,
  purchaseRow,
  REJECT,
  submitted,
  withoutCaps,
} from '../support/purchases.ts';
import { type Site, startSite, statusAndMessage } from '../support/site.ts';
import { setBound } from '../support/sole-walk.ts';
import { dayInIndia, forgetStatements, importLines, makeAccount, upiCredit } from '../support/statements.ts';

const TOKENS = 4000n;

let site: Site;
let companyId: string;
let accountId: string;
let dishonest: Account;
let honest: Account;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  companyId = await companyIdOf(site);
  await withoutCaps(site);
  accountId = await makeAccount(site, companyId);
  [dishonest, honest] = [await makeAdmin(site), await makeAdmin(site)];
  await seasonAdmins(site, [dishonest.id, honest.id]);
});
afterAll(() => site?.remove());
beforeEach(async () => {
  await forgetStatements(site);
  await setBound(site, 100n);
});

interface Order {
  readonly id: string;
  readonly reference: string;
  readonly name: string;
}

/** Makes a pending order, without a proof, of a new member whose name nobody else has. */
async function order(): Promise<Order> {
  const reference = freshReference();
  const name = `Buyer ${reference.replace(/[0-9]/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`;
  const member = await makeMember(site, { name });
  const { id } = await submitted(site, member, manual({ referenceNumber: reference, beneficiaryId: accountId }));
  return { id, reference, name };
}

/** @param note what the payer wrote */
async function importFor({ reference, name }: Order, note = 'ORDER'): Promise<void> {
  const credit = upiCredit(reference, '1180.00', dayInIndia(), name.toUpperCase());
  const line = { ...credit, narration: credit.narration.replace('ORDER', note) };
  expect((await importLines(site, honest, accountId, [line])).status).toBe(201);
  await refreshStates(site.database.company(companyId), companyId);
  await recountHolds(site.database);
}

async function rowOf({ reference }: Order) {
  const { platform } = site.database;
  const rows = platform.selectFrom('bank_rows as r').innerJoin('bank_row_references as n', 'n.row_id', 'r.id');
  const row = rows.select(['r.id', 'r.not_ours_at']).where('n.payment_number', '=', reference);
  return row.executeTakeFirstOrThrow();
}

describe('N3: one admin keeps a paid buyer out', () => {
  it('who rejects the order, whose tokens others hold then: it is opened again', async () => {
    await setBound(site, null);
    await leaveTokens(site, companyId, TOKENS);
    const paid = await order();
    expect((await post(site, REJECT, dishonest, { id: paid.id })).status).toBe(200);
    const other = await order();
    await importFor(paid);
    const { id: rowId } = await rowOf(paid);
    const answer = await assign(site, honest, { rowId, purchaseId: paid.id });
    expect([answer.status, answer.body.data?.outcome]).toEqual([200, 'APPROVED']);
    expect((await purchaseRow(site, other.id)).hold_ended_at).not.toBeNull();
    await expectSums(site, companyId);
    await leaveTokens(site, companyId, 100n * TOKENS);
  });

  it('who assigns the payment to an accomplice, and again once another admin took it back', async () => {
    const [paid, accomplice, second] = [await order(), await order(), await order()];
    await importFor(paid);
    const { id: rowId } = await rowOf(paid);
    const given = await assign(site, dishonest, { rowId, purchaseId: accomplice.id });
    expect([given.status, given.body.data.outcome]).toEqual([200, 'WAITING']);
    expect((await undo(site, honest, rowId)).status).toBe(200);
    for (const { id: purchaseId } of [accomplice, second]) {
      const again = await assign(site, dishonest, { rowId, purchaseId });
      expect(statusAndMessage(again)).toEqual([409, expect.stringMatching(/^Another admin took back what you had/)]);
    }
    const [match] = await matchesOf(site, accomplice.id);
    expect(match?.released_at).not.toBeNull();
    // Both admins approve the payment for its own order.
    for (const who of [dishonest, honest]) expect((await post(site, APPROVE, who, { id: paid.id })).status).toBe(200);
    expect((await purchaseRow(site, paid.id)).status).toBe('APPROVED');
  });

  it('who took back an own assignment gives the row elsewhere', async () => {
    const [paid, other] = [await order(), await order()];
    await importFor(paid);
    const { id: rowId } = await rowOf(paid);
    expect((await assign(site, honest, { rowId, purchaseId: other.id })).status).toBe(200);
    expect((await undo(site, honest, rowId)).status).toBe(200);
    expect((await assign(site, honest, { rowId, purchaseId: other.id })).status).toBe(200);
  });

  it('who saves a rule for the words of all payments: it marks no payment of an order', async () => {
    const [stranger, paid] = [await order(), await order()];
    expect((await post(site, REJECT, honest, { id: stranger.id })).status).toBe(200);
    await importFor(stranger, 'TOKENS');
    const { id: rowId } = await rowOf(stranger);
    expect((await assign(site, dishonest, { rowId, notOurs: true, ruleText: 'TOKENS' })).status).toBe(200);
    const unknown = { ...paid, reference: freshReference() };
    await importFor(paid, 'TOKENS');
    await importFor(unknown, 'TOKENS');
    expect((await rowOf(paid)).not_ours_at).toBeNull();
    expect((await rowOf(unknown)).not_ours_at).not.toBeNull();
    await setBound(site, null);
    expect((await post(site, APPROVE, honest, { id: paid.id })).body.data.status).toBe('APPROVED');
  });
});

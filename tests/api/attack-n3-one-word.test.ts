/** Holds that one admin's word alone backs keep half of the remaining tokens (docs/decisions/0757). */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recountHolds } from '@/lib/purchases/holds/service.ts';
import { refreshStates } from '@/lib/reconciliation/states/service.ts';
import { type Account, companyIdOf, makeAdmin, makeMember, seasonAdmins } from '../support/accounts.ts';
import { assign } from '../support/bank-rows.ts';
import { receiptOf } from '../support/order-forms.ts';
import {
  APPROVE,
  expectSums,
  freshReference,
  leaveTokens,
  manual,
  PURCHASE,
  post,
  purchaseRow,
  REJECT,
  tally,
  withoutCaps,
} from '../support/purchases.ts';
import { type Site, startSite, statusAndMessage } from '../support/site.ts';
import {
  dayInIndia,
  forgetStatements,
  importLines,
  makeAccount,
  RECONCILIATION,
  upiCredit,
} from '../support/statements.ts';

/** Tokens of `manual()`, 1000 rupees at the seeded price. */
const TOKENS = 4000n;
const SOLD_OUT = [409, 'All tokens of this sale are sold or on hold.'];

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

const change = (text: string) =>
  sql`UPDATE companies SET ${sql.raw(text)} WHERE id = ${companyId}`.execute(site.database.platform);

/** Leaves so many times the tokens of `manual()`, of which unproven orders hold a fifth at most. */
async function leave(orders: bigint): Promise<void> {
  await leaveTokens(site, companyId, orders * TOKENS);
  await change('unproven_share_bps = 2000');
}

/** Ends all holds, and leaves a private supply with `orders` times the tokens of `manual()`. */
beforeEach(async () => {
  await forgetStatements(site);
  const { platform } = site.database;
  await sql`UPDATE purchases SET status = 'REJECTED', decided_at = now(), decided_by = ${honest.id}, is_unproven = false
    WHERE company_id = ${companyId} AND status = 'PENDING'`.execute(platform);
  await sql`UPDATE supplies SET held = 0, held_unproven = 0 WHERE company_id = ${companyId}`.execute(platform);
  await change('two_admins_for_accounts = true, second_approver_above_paise = 1000000000');
  await leave(20n);
});

/** Names of their own: the comparison doubts credits of payers of whom there are several. */
const names = new Map<string, string>();
async function members(count: number, isApproved = false): Promise<Account[]> {
  const word = () => `N${[...randomBytes(8)].map((byte) => 'abcdefghijklmnop'[byte % 16]).join('')}`;
  const made = Array.from({ length: count }, async () => {
    const name = `${word()} ${word()}`;
    const member = await makeMember(site, { isApproved, name });
    names.set(member.id, name);
    return member;
  });
  return Promise.all(made);
}

interface Order {
  readonly id: string;
  readonly buyer: Account;
  readonly reference: string;
}
async function send(who: Account, reference = freshReference(), on = site, more = {}) {
  const payment = { paymentMethod: 'UPI', beneficiaryId: accountId, ...more };
  const receiptId = await receiptOf(site, who);
  return post(on, PURCHASE, who, manual({ ...payment, referenceNumber: reference, receiptId }));
}
async function order(who: Account): Promise<Order> {
  const reference = freshReference();
  const answer = await send(who, reference);
  expect(statusAndMessage(answer)).toEqual([200, 'Token purchase submitted successfully']);
  return { id: answer.body.data.id, buyer: who, reference };
}
const ordersOf = async (all: readonly Account[]): Promise<Order[]> => {
  const orders = [];
  for (const who of all) orders.push(await order(who));
  return orders;
};
const isHeld = async ({ id }: Order) => (await purchaseRow(site, id)).hold_ended_at === null;
const heldOf = async (orders: readonly Order[]) => (await Promise.all(orders.map(isHeld))).filter(Boolean).length;

/** Gives each member tokens that `approver` alone approved, of an order of their own. */
async function giveTokens(all: readonly Account[], approver: Account): Promise<void> {
  await leave(100n);
  for (const { id } of await ordersOf(all)) expect((await post(site, APPROVE, approver, { id })).status).toBe(200);
  await leave(20n);
}

/** Imports a credit for each order. @param amount rupees; less is a part */
async function importFor(orders: readonly Order[], importer: Account, amount = '1180.00'): Promise<void> {
  const lines = orders.map(({ reference, buyer }) => {
    const payer = names.get(buyer.id)?.toUpperCase() ?? '';
    const credit = upiCredit(reference, amount, dayInIndia(), payer);
    return { ...credit, narration: credit.narration.replace('ASHA@', `${payer.replace(' ', '.')}@`) };
  });
  expect((await importLines(site, importer, accountId, lines)).status).toBe(201);
  await refreshStates(site.database.company(companyId), companyId);
  await recountHolds(site.database);
}

async function rowOf(reference: string): Promise<string> {
  const rows = site.database.platform.selectFrom('bank_row_references').select('row_id');
  return (await rows.where('reference', '=', reference).executeTakeFirstOrThrow()).row_id;
}

/** Twenty orders of accomplices, which hold the whole sale. */
const ATTACKS = {
  'approved the first orders of its buyers': async () => {
    const accounts = await members(20, true);
    await giveTokens(accounts, dishonest);
    return ordersOf(accounts);
  },
  'imported a credit for each order': async () => {
    // As if each was at the bank before the next one came: the ceiling would let in a few at a time.
    await change('unproven_share_bps = 0');
    const orders = await ordersOf(await members(20));
    await importFor(orders, dishonest);
    await change('unproven_share_bps = 2000');
    return orders;
  },
  'approved the first orders, and has parts of one rupee in a statement of another admin': async () => {
    const accounts = await members(20, true);
    await giveTokens(accounts, dishonest);
    const orders = await ordersOf(accounts);
    await importFor(orders, honest, '1.00');
    for (const { id, reference } of orders)
      expect((await assign(site, dishonest, { rowId: await rowOf(reference), purchaseId: id })).status).toBe(200);
    await recountHolds(site.database);
    return orders;
  },
  'approved the first orders, next to tiny ones that another admin approved': async () => {
    const accounts = await members(20, true);
    await giveTokens(accounts, dishonest);
    await leave(100n);
    for (const who of accounts) {
      const order = manual({ amount: '11.80', purchaseAmount: '10', receiptId: await receiptOf(site, who) });
      const { body } = await post(site, PURCHASE, who, order);
      expect((await post(site, APPROVE, honest, { id: body.data.id })).status).toBe(200);
    }
    await leave(20n);
    return ordersOf(accounts);
  },
  'approved ten of the buyers, and assigned credits of another admin’s statement to ten more': async () => {
    const [known, others] = [await members(10, true), await members(10)];
    await giveTokens(known, dishonest);
    await change('unproven_share_bps = 0');
    const orders = await ordersOf([...known, ...others]);
    const references = others.map(() => freshReference());
    const credits = references.map((reference) => upiCredit(reference, '1180.00', dayInIndia(), reference));
    expect((await importLines(site, honest, accountId, credits)).status).toBe(201);
    await change('unproven_share_bps = 2000, second_approver_above_paise = 100');
    for (const [nth, reference] of references.entries()) {
      const answer = await assign(site, dishonest, { rowId: await rowOf(reference), purchaseId: orders[10 + nth]?.id });
      expect([answer.status, answer.body.data.outcome]).toEqual([200, 'WAITING']);
    }
    await change('second_approver_above_paise = 1000000000');
    await recountHolds(site.database);
    return orders;
  },
  'did both': async () => {
    const accounts = await members(20, true);
    await giveTokens(accounts, dishonest);
    const orders = await ordersOf(accounts);
    await importFor(orders, dishonest);
    return orders;
  },
} as const satisfies Record<string, () => Promise<Order[]>>;

describe('N3: one admin holds the sale with accomplices', () => {
  it.each(Object.keys(ATTACKS) as (keyof typeof ATTACKS)[])(
    'who %s: buyers with a proof have half of the remaining tokens',
    async (attack) => {
      const held = await ATTACKS[attack]();
      expect(await heldOf(held)).toBe(20);
      expect((await expectSums(site, companyId)).held).toBe(20n * TOKENS);
      // Two newcomers have the share of the unproven of the half that nobody else backs.
      const newcomers = await ordersOf(await members(2));
      expect([await heldOf(held), await heldOf(newcomers)]).toEqual([18, 2]);
      // Buyers whom another admin knows have the rest of the half.
      const known = await members(8, true);
      await giveTokens(known, honest);
      const [first, second] = [await ordersOf(known.slice(0, 4)), await ordersOf(known.slice(4))];
      expect([await heldOf(first), await heldOf(second)]).toEqual([4, 4]);
      expect(await heldOf(held)).toBeGreaterThanOrEqual(10);
      // The ten oldest stay: half of the remaining tokens.
      expect(await heldOf(held.slice(0, 10))).toBe(10);
      await expectSums(site, companyId);
    },
  );

  it('tokens of rewards have the word of who approved the order, and back ten times as many', async () => {
    const referrers = await members(10, true);
    const buyers = await Promise.all(referrers.map(({ id }) => makeMember(site, { isApproved: true, referrerId: id })));
    await giveTokens(buyers, dishonest);
    await leave(15n);
    const held = await ordersOf(buyers);
    const isProven = async (body: { data: { id: string } }) => !(await purchaseRow(site, body.data.id)).is_unproven;
    // 200 tokens of a reward back 2,000.
    const half = { amount: '590.00', purchaseAmount: '500' };
    for (const [nth, who] of referrers.entries()) {
      const { body } = await send(who, freshReference(), site, half);
      expect(await isProven(body)).toBe(true);
      if (nth > 0) continue;
      const beyond = await send(who, freshReference(), site, half);
      expect(await isProven(beyond.body)).toBe(false);
      expect((await post(site, REJECT, honest, { id: beyond.body.data.id })).status).toBe(200);
    }
    const newcomers = await ordersOf(await members(1));
    expect(await heldOf(newcomers)).toBe(1);
    expect(await heldOf(held)).toBe(10);
  });

  it('who is at the bank is approved, also after the hold has ended and others hold everything', async () => {
    const held = await ATTACKS['approved the first orders of its buyers']();
    await ordersOf(await members(2));
    const newcomers = [];
    for (const who of await members(4)) {
      newcomers.push(await order(who));
      await order((await members(1))[0] as Account);
    }
    expect(await heldOf(newcomers)).toBe(0);
    for (const { id } of newcomers) expect((await post(site, APPROVE, honest, { id })).status).toBe(200);
    expect(await heldOf(held.slice(0, 10))).toBe(10);
    await expectSums(site, companyId);
  });

  it('a deleted statement leaves no word', async () => {
    await change('unproven_share_bps = 0');
    const orders = await ordersOf(await members(20));
    await importFor(orders, dishonest);
    await change('unproven_share_bps = 2000');
    const { id } = await site.database.platform.selectFrom('bank_statements').select('id').executeTakeFirstOrThrow();
    const answer = await site.call('DELETE', `${RECONCILIATION}/statement/delete`, {
      token: dishonest.token,
      body: { id },
    });
    expect(statusAndMessage(answer)).toEqual([200, 'Statement deleted']);
    const newcomers = await ordersOf(await members(1));
    expect(await heldOf(newcomers)).toBe(1);
  });

  it('a newcomer ends the hold of another newcomer, not one more of the accomplices, beyond the share', async () => {
    const held = await ATTACKS['approved the first orders of its buyers']();
    const newcomers = await ordersOf(await members(5));
    expect(await heldOf(newcomers)).toBe(2);
    expect(await isHeld(newcomers[4] as Order)).toBe(true);
    expect(await heldOf(held)).toBe(18);
  });

  it('holds that two admins back stay: of tokens that two approved, and of credits that another one imported', async () => {
    const accounts = await members(20, true);
    await giveTokens(accounts.slice(0, 10), dishonest);
    await change('second_approver_above_paise = 100');
    await leave(100n);
    for (const { id } of await ordersOf(accounts.slice(10)))
      for (const [who, status] of [
        [dishonest, 200],
        [honest, 200],
      ] as const)
        expect((await post(site, APPROVE, who, { id })).status).toBe(status);
    await leave(20n);
    const held = await ordersOf(accounts);
    await importFor(held.slice(0, 10), honest);
    const [late] = (await members(1)) as [Account];
    expect(statusAndMessage(await send(late))).toEqual(SOLD_OUT);
    expect(await heldOf(held)).toBe(20);
  });

  it('holds of buyers whom three admins know stay, though none of them approved half of the tokens', async () => {
    const third = await makeAdmin(site);
    const accounts = await members(20, true);
    for (const approver of [dishonest, honest, third]) await giveTokens(accounts, approver);
    const held = await ordersOf(accounts);
    const [late] = (await members(1)) as [Account];
    expect(statusAndMessage(await send(late))).toEqual(SOLD_OUT);
    expect(await heldOf(held)).toBe(20);
  });

  it('without a proof nobody ends a hold of theirs', async () => {
    const held = await ATTACKS['approved the first orders of its buyers']();
    const [late] = (await members(1)) as [Account];
    expect(statusAndMessage(await post(site, PURCHASE, late, manual()))).toEqual(SOLD_OUT);
    expect(await heldOf(held)).toBe(20);
  });

  it('in a company that asks for no second admin their holds stay', async () => {
    await change('two_admins_for_accounts = false, second_approver_above_paise = NULL');
    const held = await ordersOf(await members(20, true));
    const [late] = (await members(1)) as [Account];
    expect(statusAndMessage(await send(late))).toEqual(SOLD_OUT);
    expect(await heldOf(held)).toBe(20);
  });

  it('twelve newcomers on two nodes, while accomplices come back: the sums stay exact', async () => {
    const accounts = await members(20, true);
    await giveTokens(accounts, dishonest);
    const held = await ordersOf(accounts);
    const node = await startSite({ databaseUrl: site.databaseUrl ?? '', env: { RATE_LIMITS: 'off' } });
    const honestBuyers = await members(12);
    for (const who of honestBuyers) await receiptOf(site, who);
    const newcomers = honestBuyers.map((who, nth) => send(who, freshReference(), nth % 2 === 0 ? node : site));
    const again = accounts.slice(0, 6).map((who, nth) => send(who, freshReference(), nth % 2 === 0 ? site : node));
    expect(tally(await Promise.all(newcomers))).toEqual({ 200: 12 });
    await Promise.all(again);
    await node.remove();
    expect(await heldOf(held.slice(0, 10))).toBe(10);
    await expectSums(site, companyId);
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recountHolds } from '@/lib/purchases/holds/service.ts';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { plantRow } from '../support/bank-rows.ts';
import { FORMS, type Form, PROVEN, receiptOf, submitAs } from '../support/order-forms.ts';
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
  submitted,
  tally,
} from '../support/purchases.ts';
import { freshIp, type Site, startSite, statusAndMessage } from '../support/site.ts';
import { randomFrom } from '../support/statements/plan.ts';

/** Tokens of `manual()`, 1000 rupees at the seeded price. */
const TOKENS = 4000n;
const REJECT_UNPROVEN = '/api/v1/admin/transaction/reject-unproven';
const PROOF_NEEDED =
  'Many orders without a proof of payment are waiting. Please send the proof of your payment with this order: a screenshot or a PDF.';

let site: Site;
let companyId: string;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  admin = await makeAdmin(site);
});
afterAll(() => site?.remove());

/** Rejects what is pending, and leaves a private supply with `orders` times the tokens of `manual()`. */
async function sale(orders: bigint, shareBps = 2_000): Promise<void> {
  for (const id of await pendingIds()) await post(site, REJECT, admin, { id });
  await leaveTokens(site, companyId, orders * TOKENS);
  await site.database.platform
    .updateTable('companies')
    .set({ unproven_share_bps: shareBps, hold_hours: 72 })
    .where('id', '=', companyId)
    .execute();
}
async function pendingIds(): Promise<string[]> {
  const rows = await site.database.platform
    .selectFrom('purchases')
    .select('id')
    .where('company_id', '=', companyId)
    .where('status', '=', 'PENDING')
    .execute();
  return rows.map(({ id }) => id);
}

/** What is neither sold nor reserved by proven holds, and what unproven holds reserve. */
async function room(): Promise<{ left: bigint; unproven: bigint }> {
  const { held, credited, private: supply } = await expectSums(site, companyId);
  const { held_unproven: unproven } = await site.database.platform
    .selectFrom('supplies')
    .select('held_unproven')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  return { left: supply - credited - held + unproven, unproven };
}
const ceiling = (left: bigint, shareBps = 2_000n): bigint => (left * shareBps + 9_999n) / 10_000n;

const members = (count: number, isApproved = false): Promise<Account[]> =>
  Promise.all(Array.from({ length: count }, () => makeMember(site, { isApproved })));
const submit = (who: Account, form: Form, on: Site = site) => submitAs(site, who, form, on);

describe('N3: a hundred free accounts hold the sale', () => {
  it.each([
    ['MANUAL', false],
    ['MANUAL', true],
    ['MANUAL with a reference', false],
    ['MANUAL with a reference', true],
  ] as const)(
    '%s, verified %s: a fifth is held at most, and each buyer with a proof gets through',
    async (form, isVerified) => {
      await sale(50n);
      const answers = await Promise.all((await members(100, isVerified)).map((who) => submit(who, form)));
      expect(tally(answers)).toEqual({ 200: 10, 409: 90 });
      expect(new Set(answers.filter((it) => it.status === 409).map((it) => it.body.message))).toEqual(
        new Set([PROOF_NEEDED]),
      );
      expect(await room()).toEqual({ left: 50n * TOKENS, unproven: 10n * TOKENS });
      // The forty orders outside the ceiling, and then those whose tokens the attackers hold.
      for (let nth = 0; nth < 50; nth++) {
        const [buyer] = await members(1, true);
        const answer = await submit(buyer as Account, PROVEN[nth % 3] as Form);
        expect(statusAndMessage(answer)).toEqual([200, 'Token purchase submitted successfully']);
      }
      expect(await room()).toEqual({ left: 0n, unproven: 0n });
      const [late] = await members(1, true);
      expect(statusAndMessage(await submit(late as Account, 'UPI'))).toEqual([
        409,
        'All tokens of this sale are sold or on hold.',
      ]);
    },
  );

  it.each(PROVEN)(
    'unverified, %s with a junk proof: a fifth at most, and a buyer with a proof gets through, verified or not',
    async (form) => {
      await sale(50n);
      const attackers = await members(100);
      const answers = await Promise.all(attackers.map((who) => submit(who, form)));
      // A proof is never refused, but takes the room of the youngest of its kind.
      expect(tally(answers)).toEqual({ 200: 100 });
      expect((await room()).unproven).toBe(10n * TOKENS);
      for (const isVerified of [false, true, false, true])
        for (const [who] of [await members(1, isVerified)]) {
          const answer = await submit(who as Account, form);
          expect(answer.status).toBe(200);
          expect((await purchaseRow(site, answer.body.data.id)).hold_ended_at).toBeNull();
        }
      expect((await room()).unproven).toBe(10n * TOKENS);
    },
  );

  it.each(PROVEN)(
    '%s with a junk proof, of accounts that one admin has just verified: a fifth at most',
    async (form) => {
      await sale(50n);
      const attackers = await members(60);
      const verify = (change: string) =>
        sql`UPDATE users SET ${sql.raw(change)} WHERE id = ANY (${attackers.map(({ id }) => id)}::uuid[])`.execute(
          site.database.platform,
        );
      await verify('is_approved = true');
      const answers = await Promise.all(attackers.map((who) => submit(who, form)));
      expect(tally(answers)).toEqual({ 200: 60 });
      await recountHolds(site.database);
      expect((await room()).unproven).toBe(10n * TOKENS);
      for (let nth = 0; nth < 40; nth++) {
        const [buyer] = await members(1, true);
        expect((await submit(buyer as Account, PROVEN[nth % 3] as Form)).status).toBe(200);
      }
      // A verification counts after a day.
      await verify(`verified_at = now() - interval '25 hours'`);
      await recountHolds(site.database);
      expect((await room()).unproven).toBe(0n);
    },
  );

  it.each(['second_approver_above_paise = 100000', 'two_admins_for_accounts = true'])(
    'of accounts that one admin verified long ago, with %s: a fifth at most, until they have tokens',
    async (rule) => {
      await sale(50n);
      const change = (text: string) =>
        sql`UPDATE companies SET ${sql.raw(text)} WHERE id = ${companyId}`.execute(site.database.platform);
      await change(rule);
      const attackers = await members(60, true);
      const answers = await Promise.all(attackers.map((who) => submit(who, 'UPI')));
      expect(tally(answers)).toEqual({ 200: 60 });
      expect((await room()).unproven).toBe(10n * TOKENS);
      for (let nth = 0; nth < 40; nth++) {
        const [buyer] = await members(1, nth % 2 === 0);
        const answer = await submit(buyer as Account, PROVEN[nth % 3] as Form);
        expect([answer.status, (await purchaseRow(site, answer.body.data.id)).hold_ended_at]).toEqual([200, null]);
      }
      await change('second_approver_above_paise = NULL, two_admins_for_accounts = false');
      await recountHolds(site.database);
      expect((await room()).unproven).toBeLessThan(10n * TOKENS);
    },
  );

  it('a hold of a verified buyer with tokens is proven, also where two admins are asked for', async () => {
    await sale(50n);
    const [buyer] = await members(1, true);
    const first = await submit(buyer as Account, 'UPI');
    expect((await post(site, APPROVE, admin, { id: first.body.data.id })).status).toBe(200);
    await sql`UPDATE companies SET two_admins_for_accounts = true WHERE id = ${companyId}`.execute(
      site.database.platform,
    );
    const [fresh] = await members(1, true);
    for (const [who, isUnproven] of [
      [buyer, false],
      [fresh, true],
    ] as const) {
      const { body } = await submit(who as Account, 'UPI');
      expect((await purchaseRow(site, body.data.id)).is_unproven).toBe(isUnproven);
    }
    await sql`UPDATE companies SET two_admins_for_accounts = false WHERE id = ${companyId}`.execute(
      site.database.platform,
    );
  });

  it('an order without a proof above what is left has the quantity left, and one below it the ceiling', async () => {
    await sale(10n);
    const [squatter, buyer, other] = [...(await members(2)), ...(await members(1, true))] as [
      Account,
      Account,
      Account,
    ];
    await submitted(site, squatter, manual());
    await submitted(site, squatter, manual());
    const order = async (who: Account, rupees: string, more: object = {}) =>
      statusAndMessage(await post(site, PURCHASE, who, manual({ amount: rupees, purchaseAmount: rupees, ...more })));
    const onlyLeft = (tokens: string) => [409, `Only ${tokens} tokens are left. Please enter a smaller amount.`];
    for (const who of [buyer, other]) {
      expect(await order(who, '8000')).toEqual([409, PROOF_NEEDED]);
      expect(await order(who, '8001')).toEqual(onlyLeft('32,000'));
      expect(await order(who, '10000')).toEqual(onlyLeft('32,000'));
    }
    // Proven orders take the rest, but for 400 tokens and then for none.
    await order(other, '7900', { receiptId: await receiptOf(site, other) });
    expect(await order(buyer, '100')).toEqual([409, PROOF_NEEDED]);
    expect(await order(buyer, '101')).toEqual(onlyLeft('400'));
    await order(other, '100', { receiptId: await receiptOf(site, other) });
    expect(await order(buyer, '100')).toEqual([409, 'All tokens of this sale are sold or on hold.']);
    expect(await room()).toEqual({ left: 2n * TOKENS, unproven: 2n * TOKENS });
  });

  it('one order with a proof takes the whole pool if it has to', async () => {
    await sale(5n);
    const [squatter, buyer] = (await members(2)) as [Account, Account];
    const hold = await submitted(site, squatter, manual());
    const answer = await post(site, PURCHASE, buyer, {
      ...manual({ receiptId: await receiptOf(site, buyer) }),
      amount: '5900.00',
      purchaseAmount: '5000',
    });
    expect(statusAndMessage(answer)).toEqual([200, 'Token purchase submitted successfully']);
    const row = await purchaseRow(site, hold.id);
    expect([row.status, row.hold_ended_at]).toEqual(['PENDING', expect.any(Date)]);
    expect(await room()).toEqual({ left: 5n * TOKENS, unproven: 5n * TOKENS });
  });

  it('ends more holds than one transaction may end', async () => {
    await sale(50n);
    const attackers = await members(4);
    const tiny = { amount: '11.80', purchaseAmount: '10' };
    for (let nth = 0; nth < 160; nth++) await submitted(site, attackers[nth % 4] as Account, manual(tiny));
    const [buyer] = (await members(1, true)) as [Account];
    const whole = { amount: '59000.00', purchaseAmount: '50000' };
    const answer = await post(site, PURCHASE, buyer, {
      ...manual({ receiptId: await receiptOf(site, buyer) }),
      ...whole,
    });
    expect(answer.status).toBe(200);
    expect(await room()).toEqual({ left: 0n, unproven: 0n });
  });

  it('ends the youngest holds without a proof first, then those of unverified members, and those of the buyer last', async () => {
    await sale(20n);
    const [bare, first, second, third] = (await members(4)) as [Account, Account, Account, Account];
    const ids = [
      (await submit(first, 'UPI')).body.data.id,
      (await submit(bare, 'MANUAL')).body.data.id,
      (await submit(second, 'UPI')).body.data.id,
      (await submit(bare, 'MANUAL')).body.data.id,
    ];
    const ended = async () =>
      (await Promise.all(ids.map((id: string) => purchaseRow(site, id))))
        .map((row) => (row.hold_ended_at ? 1 : 0))
        .join('');
    const steps = ['0001', '0101', '0111'];
    for (const [nth, who] of [third, third, second].entries()) {
      expect((await submit(who, 'BANK')).status).toBe(200);
      // The buyer's own hold of the last step ends only after the two of the third member.
      expect(await ended()).toBe(nth === 2 ? '0101' : steps[nth]);
    }
  });

  it('an ended hold stays pending and is approved while tokens are left', async () => {
    await sale(10n);
    const [squatter, other] = (await members(2)) as [Account, Account];
    const holds = [await submitted(site, squatter, manual()), await submitted(site, squatter, manual())];
    expect((await submit(other, 'UPI')).status).toBe(200);
    const [older, younger] = holds as [{ id: string }, { id: string }];
    expect((await purchaseRow(site, older.id)).hold_ended_at).toBeNull();
    expect((await purchaseRow(site, younger.id)).hold_ended_at).not.toBeNull();
    expect((await post(site, APPROVE, admin, { id: younger.id })).body.data.status).toBe('APPROVED');
    expect((await room()).unproven).toBe(2n * TOKENS);
    expect((await post(site, REJECT, admin, { id: older.id })).status).toBe(200);
    expect((await room()).unproven).toBe(TOKENS);
    expect((await submit(squatter, 'MANUAL')).status).toBe(409);
  });

  it('an order without a proof that the bank has gets through', async () => {
    await sale(5n);
    const [squatter, buyer] = (await members(2)) as [Account, Account];
    await submitted(site, squatter, manual());
    const account = await site.database.platform
      .selectFrom('beneficiaries')
      .select('id')
      .where('company_id', '=', companyId)
      .executeTakeFirst();
    if (!account) throw new Error('the company has no account');
    const reference = freshReference();
    const order = manual({ referenceNumber: reference });
    expect((await post(site, PURCHASE, buyer, order)).status).toBe(409);
    await plantRow(site, companyId, account.id, { reference, amountPaise: 100n });
    expect((await post(site, PURCHASE, buyer, order)).status).toBe(409);
    await plantRow(site, companyId, account.id, { reference });
    expect((await post(site, PURCHASE, buyer, order)).status).toBe(200);
  });
});

describe('N3: how long a hold lasts', () => {
  it('two hours without a proof, else the hours of the company', async () => {
    await sale(50n);
    const [who, verified] = [...(await members(1)), ...(await members(1, true))] as [Account, Account];
    const bare = await submitted(site, who, manual());
    const named = await submitted(site, verified, manual({ referenceNumber: freshReference() }));
    const proven = (await submit(who, 'MANUAL with a proof')).body.data;
    const paid = (await submit(verified, 'UPI')).body.data;
    const early = await submitted(site, who, manual());
    const all = [bare, named, proven, paid, early];
    for (const [{ id }, minutes] of all.map((it, nth) => [it, nth === 4 ? 115 : 125] as const))
      await sql`UPDATE purchases SET created_at = now() - make_interval(mins => ${minutes}) WHERE id = ${id}`.execute(
        site.database.platform,
      );
    const node = await startSite({ databaseUrl: site.databaseUrl ?? '' });
    const ends = async () =>
      (await Promise.all(all.map(({ id }) => purchaseRow(site, id)))).map((row) => row.hold_ended_at !== null);
    await expect.poll(ends).toEqual([true, true, false, false, false]);
    await node.remove();
    expect((await room()).unproven).toBe(2n * TOKENS);
  });

  it('housekeeping counts the holds of a member again who was verified a day ago', async () => {
    await sale(50n);
    const [who] = (await members(1)) as [Account];
    await submit(who, 'UPI');
    await submit(who, 'MANUAL');
    expect((await room()).unproven).toBe(2n * TOKENS);
    const users = site.database.platform.updateTable('users').where('id', '=', who.id);
    await users.set({ is_approved: true }).execute();
    await users.set({ verified_at: sql<Date>`verified_at - interval '24 hours'` }).execute();
    const node = await startSite({ databaseUrl: site.databaseUrl ?? '' });
    await expect.poll(async () => (await room()).unproven).toBe(TOKENS);
    await node.remove();
  });
});

describe('N3: the admins', () => {
  it('have one notice when half of the pool is taken', async () => {
    await sale(50n);
    await site.database.platform.deleteFrom('notifications').execute();
    const notices = async () => {
      const path = '/api/v1/admin/notifications/list';
      const { body } = await site.call('GET', path, { token: admin.token, ip: freshIp() });
      return body.data.records.filter((it: { kind: string }) => it.kind === 'holds-unproven').length;
    };
    const who = await members(6);
    for (const each of who.slice(0, 4)) await submit(each, 'MANUAL');
    expect(await notices()).toBe(0);
    for (const each of who.slice(4)) await submit(each, 'MANUAL');
    expect(await notices()).toBe(1);
  });

  it('reject all without a proof, and nothing else', async () => {
    await sale(50n);
    const [a, b, verified] = [...(await members(2)), ...(await members(1, true))] as [Account, Account, Account];
    for (const each of [a, b, a]) await submitted(site, each, manual());
    await submitted(site, verified, manual({ referenceNumber: freshReference() }));
    const proven = [(await submit(b, 'UPI')).body.data, (await submit(verified, 'MANUAL with a proof')).body.data];
    const count = async () =>
      (await site.call('GET', '/api/v1/admin/transaction/unproven/get', { token: admin.token, ip: freshIp() })).body
        .data;
    expect(await count()).toEqual({ count: 4, held: 20_000, heldMax: 39_200 });
    await sql`UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = ${admin.id}`.execute(
      site.database.platform,
    );
    expect((await post(site, REJECT_UNPROVEN, admin, {})).body.code).toBe('reauthentication_required');
    const answer = await post(site, REJECT_UNPROVEN, admin, {
      password: admin.password,
      reason: 'No payment has come.',
    });
    expect(answer.body).toMatchObject({ message: '4 purchases rejected', data: { rejected: 4, hasMore: false } });
    expect(await count()).toEqual({ count: 0, held: 4_000, heldMax: 39_200 });
    for (const { id } of proven) expect((await purchaseRow(site, id)).status).toBe('PENDING');
    expect((await room()).unproven).toBe(TOKENS);
  });
});

describe('N3: at the same time', () => {
  it('eighty orders without a proof on two nodes fill the pool exactly', async () => {
    await sale(100n);
    const node = await startSite({ databaseUrl: site.databaseUrl ?? '' });
    const answers = await Promise.all(
      (await members(80)).map((who, nth) => submit(who, 'MANUAL', nth % 2 === 0 ? site : node)),
    );
    await node.remove();
    expect(tally(answers)).toEqual({ 200: 20, 409: 60 });
    expect((await room()).unproven).toBe(20n * TOKENS);
  });

  it('buyers with a proof get through while others flood, admins decide and holds end', async () => {
    await sale(60n);
    const node = await startSite({ databaseUrl: site.databaseUrl ?? '' });
    const [flood, buyers] = [await members(40), [...(await members(15)), ...(await members(15, true))]];
    for (const buyer of buyers) await receiptOf(site, buyer);
    const held = [];
    for (const who of flood.slice(0, 10)) held.push((await submit(who, 'MANUAL')).body.data);
    const floods = flood.map((who, nth) => submit(who, 'MANUAL', nth % 2 === 0 ? site : node));
    const honest = buyers.map((who, nth) => submit(who, PROVEN[nth % 3] as Form, nth % 2 === 0 ? node : site));
    const decisions = held.map(({ id }, nth) => post(site, nth % 2 === 0 ? REJECT : APPROVE, admin, { id }));
    const [got] = await Promise.all([Promise.all(honest), Promise.all(floods), Promise.all(decisions)]);
    await node.remove();
    expect(tally(got)).toEqual({ 200: 30 });
    await room();
  });
});

describe('N3: random walks', () => {
  it.each([11, 22, 33])('seed %i: the pool stays exact, and no proof is refused while there is room', async (seed) => {
    const next = randomFrom(seed);
    await sale(24n);
    const people = [...(await members(4)), ...(await members(4, true))];
    for (const each of people) await receiptOf(site, each);
    for (let step = 0; step < 70; step++) {
      const nth = next(people.length);
      const who = people[nth] as Account;
      const act = next(10);
      const trail = `seed ${seed}, step ${step}, act ${act}`;
      if (act < 7) {
        const form = (Object.keys(FORMS) as Form[])[next(5)] as Form;
        const before = await room();
        const rupees = BigInt([250, 1000, 3000][next(3)] as number);
        const body = { ...(await FORMS[form](site, who)), purchaseAmount: `${rupees}`, amount: `${rupees}` };
        const { status } = await post(site, PURCHASE, who, body);
        const after = await room();
        const quantity = rupees * 4n;
        const isProven = (PROVEN as readonly string[]).includes(form);
        if (isProven) expect(status, trail).toBe(quantity <= before.left ? 200 : 409);
        else if (status === 200) expect(after.unproven, trail).toBeLessThanOrEqual(ceiling(after.left));
        else
          expect(
            before.unproven + quantity > ceiling(before.left) || quantity > before.left - before.unproven,
            trail,
          ).toBe(true);
        const largest = [ceiling(after.left), before.unproven, quantity].reduce((a, b) => (a > b ? a : b));
        if (status === 200) expect(after.unproven, trail).toBeLessThanOrEqual(largest);
      } else {
        const ids = await pendingIds();
        const id = ids[next(Math.max(ids.length, 1))];
        if (id) await post(site, act === 7 ? APPROVE : REJECT, admin, { id });
        await room();
      }
    }
  });
});

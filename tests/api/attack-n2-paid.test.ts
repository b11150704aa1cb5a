/** Payments by hand under the daily bound of one admin (docs/decisions/0620): 'paid' ends what the member waits for. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeMember, seasonAdmins } from '../support/accounts.ts';
import { freshReference, post, withoutCaps } from '../support/purchases.ts';
import { approveRefund, enterAccount, REFUNDS, readyRefund, refundRow } from '../support/refunds.ts';
import { type Site, startSite } from '../support/site.ts';
import { letDayPass, setBound } from '../support/sole-walk.ts';
import { dayInIndia, importLines, makeAccount } from '../support/statements.ts';

const AMOUNT = 118_000n;
const PAYMENT = { paidOn: dayInIndia(), bankReference: 'N123456' };
const REFUSED = /^You approved RFD-\d+ alone, and no other admin has exported it\./;

let site: Site;
let honest: Account;
let other: Account;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  await withoutCaps(site);
  [honest, other] = [await makeAdmin(site, { name: 'Leela Nair' }), await makeAdmin(site, { name: 'Ravi Menon' })];
});
afterAll(() => site?.remove());

const pay = (who: Account, id: string) => post(site, `${REFUNDS}/pay`, who, { id, ...PAYMENT });
const exportAll = (who: Account, ids: readonly string[]) => post(site, `${REFUNDS}/export`, who, { ids });

let buyer: Account;
let attacker: Account;
beforeEach(async () => {
  await setBound(site, null);
  [attacker, buyer] = [await makeAdmin(site, { name: 'Vikram Shah' }), await makeMember(site)];
  await seasonAdmins(site, [honest.id, other.id, attacker.id]);
});

/** A refund of ₹1,180 that honest people made. */
const ready = (): Promise<string> => readyRefund(site, buyer, honest);

/** Another account ends the approvals that a refund had. */
async function enterAgain(id: string): Promise<void> {
  await post(site, `${REFUNDS}/ask`, attacker, { id, reason: 'The bank could not pay into this account.' });
  expect((await enterAccount(site, buyer, id)).status).toBe(200);
}

const APPROVALS = {
  'by the payer alone': async (id: string) => void (await approveRefund(site, attacker, id)),
  'by another admin': async (id: string) => void (await approveRefund(site, honest, id)),
  'by two': async (id: string) => {
    await setBound(site, 100n);
    for (const who of [attacker, other]) await approveRefund(site, who, id);
  },
  'by two, and then by the payer alone': async (id: string) => {
    await APPROVALS['by two'](id);
    await setBound(site, null);
    await enterAgain(id);
    await approveRefund(site, attacker, id, 2);
  },
} as const satisfies Record<string, (id: string) => Promise<void>>;
type Approval = keyof typeof APPROVALS;
const EXPORTERS = ['nobody', 'the payer', 'another admin'] as const;
const DAYS = ['on the same day', 'on a later day'] as const;

const CASES = (Object.keys(APPROVALS) as Approval[]).flatMap((approved) =>
  EXPORTERS.flatMap((exporter) => DAYS.map((day) => [approved, exporter, day] as const)),
);

describe('P1: one admin alone ends what a member waits for only within the bound', () => {
  it.each(CASES)('approved %s, exported by %s, paid %s', async (approved, exporter, day) => {
    const id = await ready();
    await APPROVALS[approved](id);
    await setBound(site, null);
    if (exporter !== 'nobody') {
      const who = exporter === 'the payer' ? attacker : honest;
      expect((await exportAll(who, [id])).body.data.count).toBe(1);
    }
    if (day === 'on a later day') await letDayPass(site);
    await setBound(site, AMOUNT - 1n);
    const isAlone = approved.endsWith('the payer alone') && exporter !== 'another admin';
    const { status, body } = await pay(attacker, id);
    expect(status).toBe(isAlone ? 409 : 200);
    if (!isAlone) return;
    expect(body.message).toMatch(REFUSED);
    expect((await refundRow(site, id)).state).not.toBe('PAID');
    expect((await pay(other, id)).body.data.state).toBe('PAID');
  });

  it.each(EXPORTERS.slice(0, 2))('the payments of many days are one sum, exported by %s', async (exporter) => {
    const [ids, spare] = [[await ready(), await ready(), await ready()], await ready()];
    for (const id of ids) {
      await setBound(site, AMOUNT);
      expect((await approveRefund(site, attacker, id)).body.data.state).toBe('APPROVED');
      if (exporter === 'the payer') expect((await exportAll(attacker, [id])).body.data.count).toBe(1);
      await letDayPass(site);
    }
    const answers = await Promise.all(ids.map((id) => pay(attacker, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await approveRefund(site, attacker, spare)).body.data.state).toBe('WAITING_FOR_APPROVAL');
  });

  it('an approval and a payment of one day count once', async () => {
    const ids = [await ready(), await ready()];
    await setBound(site, 2n * AMOUNT);
    for (const id of ids) expect((await approveRefund(site, attacker, id)).body.data.state).toBe('APPROVED');
    for (const id of ids) expect((await pay(attacker, id)).body.data.state).toBe('PAID');
  });

  it('without a bound one admin does it as before', async () => {
    const id = await ready();
    await approveRefund(site, attacker, id);
    await letDayPass(site);
    expect((await pay(attacker, id)).body.data.state).toBe('PAID');
  });
});

describe('what one admin said was paid, another one opens again alone', () => {
  it.each([
    ['by hand', 'another one', 'WAITING_FOR_ACCOUNT'],
    ['by hand', 'the same one', 'PAID'],
    ['by a statement', 'another one', 'WAITING_FOR_ACCOUNT'],
    ['by a statement', 'the same one', 'PAID'],
  ] as const)('%s, and %s: %s', async (way, who, state) => {
    const id = await ready();
    await approveRefund(site, honest, id);
    await setBound(site, AMOUNT + 100n);
    if (way === 'by hand') expect((await pay(attacker, id)).status).toBe(200);
    else {
      const { reference } = await refundRow(site, id);
      const accountId = await makeAccount(site, buyer.companyId);
      const line = { day: dayInIndia(), amount: '-1180.00', narration: `NEFT ${reference}`, reference };
      expect((await importLines(site, attacker, accountId, [line])).status).toBe(201);
    }
    expect((await refundRow(site, id)).state).toBe('PAID');
    const answer = await post(site, `${REFUNDS}/reopen`, who === 'another one' ? honest : attacker, {
      id,
      reason: 'The bank could not pay into this account.',
    });
    expect(answer.body.data.state).toBe(state);
  });

  it('but not one that one admin marked and another one imported', async () => {
    const id = await ready();
    await approveRefund(site, honest, id);
    await setBound(site, AMOUNT + 100n);
    expect((await pay(attacker, id)).status).toBe(200);
    const { reference } = await refundRow(site, id);
    const line = { day: dayInIndia(), amount: '-1180.00', narration: `NEFT ${reference}`, reference };
    expect((await importLines(site, honest, await makeAccount(site, buyer.companyId), [line])).status).toBe(201);
    const answer = await post(site, `${REFUNDS}/reopen`, other, {
      id,
      reason: 'The bank could not pay into this account.',
    });
    expect(answer.body.data.state).toBe('PAID');
  });

  it('but not one whose debit came before a later day of payment', async () => {
    const id = await ready();
    await approveRefund(site, honest, id);
    await exportAll(honest, [id]);
    for (let day = 0; day < 3; day++) await letDayPass(site);
    await sql`UPDATE refunds SET created_at = created_at - interval '5 days' WHERE id = ${id}`.execute(
      site.database.platform,
    );
    await setBound(site, AMOUNT + 100n);
    const line = (day: number, amount: string, reference = freshReference()) => ({
      day: dayInIndia(day),
      amount,
      narration: `NEFT ${reference}`,
      reference,
    });
    // The bank's debit names no refund.
    const lines = [line(-4, '5.00'), line(-2, '-1180.00'), line(0, '5.00')];
    expect((await importLines(site, honest, await makeAccount(site, buyer.companyId), lines)).status).toBe(201);
    const paid = await post(site, `${REFUNDS}/pay`, attacker, { id, ...PAYMENT, paidOn: dayInIndia(-1) });
    expect(paid.status).toBe(200);
    const answer = await post(site, `${REFUNDS}/reopen`, attacker, {
      id,
      reason: 'The bank could not pay into this account.',
    });
    expect(answer.body.data.state).toBe('PAID');
  });

  it('but not one that a payout file has', async () => {
    const id = await ready();
    await approveRefund(site, honest, id);
    await setBound(site, AMOUNT + 100n);
    await exportAll(honest, [id]);
    expect((await pay(attacker, id)).status).toBe(200);
    const answer = await post(site, `${REFUNDS}/reopen`, honest, {
      id,
      reason: 'The bank could not pay into this account.',
    });
    expect(answer.body.data.state).toBe('PAID');
  });
});

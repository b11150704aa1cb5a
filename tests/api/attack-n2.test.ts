/** Attacks on the daily bound of one admin (docs/security.md, Findings closed). ATTACK_SEED repeats the walk. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, seasonAdmins } from '../support/accounts.ts';
import { assign, plantRow } from '../support/bank-rows.ts';
import {
  APPROVE,
  approvalOf,
  freshReference,
  manual,
  post,
  purchaseRow,
  REVERSE,
  submitted,
  withoutCaps,
} from '../support/purchases.ts';
import {
  addRefund,
  approvedRefund,
  approveRefund,
  enterAccount,
  listOf,
  REFUNDS,
  readyRefund,
  refundRow,
  UPI_PAYEE,
} from '../support/refunds.ts';
import { heldReward, release } from '../support/rewards.ts';
import { type Site, startSite } from '../support/site.ts';
import { letDayPass, setBound, soleWalk, soleWalks } from '../support/sole-walk.ts';
import { dayInIndia, forgetStatements, importLines, type Line, makeAccount } from '../support/statements.ts';

const REASON = { reason: 'The bank could not pay into this account.' };
const AMOUNT = 118_000n;

let site: Site;
let companyId: string;
let accountId: string;
let honest: Account;
let other: Account;
let attacker: Account;
let buyer: Account;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  companyId = await companyIdOf(site);
  await withoutCaps(site);
  [honest, other] = [await makeAdmin(site, { name: 'Leela Nair' }), await makeAdmin(site, { name: 'Ravi Menon' })];
});
afterAll(() => site?.remove());
beforeEach(async () => {
  await setBound(site, null);
  [attacker, buyer] = [await makeAdmin(site, { name: 'Vikram Shah' }), await makeMember(site)];
  await seasonAdmins(site, [honest.id, other.id, attacker.id]);
});

const act = (verb: string, who: Account, id: string, more: object = {}) =>
  post(site, `${REFUNDS}/${verb}`, who, { id, ...more });
const exportOf = (who: Account, id: string, more: object = {}) =>
  post(site, `${REFUNDS}/export`, who, { ids: [id], ...more });
const stateOf = async (id: string) => (await refundRow(site, id)).state;
const orderOf = async (rupees: number, reference = freshReference()): Promise<string> => {
  const body = { purchaseAmount: `${rupees}`, amount: (rupees * 1.18).toFixed(2), referenceNumber: reference };
  return (await submitted(site, buyer, manual(body))).id;
};
const approve = (who: Account, id: string) => post(site, APPROVE, who, { id });
const statusOf = async (id: string) => (await purchaseRow(site, id)).status;
const credit = (amountPaise: bigint, reference = freshReference()): Promise<string> =>
  plantRow(site, companyId, accountId, { reference, amountPaise, narration: `INB IMPS/${reference}/XX4417/COWL--` });
/** Worth of the events of an admin, in paise, by kind. */
const actsOf = async (who: Account) =>
  (
    await site.database.platform
      .selectFrom('sole_acts')
      .select(['kind', 'worth_paise'])
      .where('admin_id', '=', who.id)
      .orderBy('at')
      .execute()
  ).map((it) => `${it.kind} ${it.worth_paise}`);

/** Refunds of ₹1,180.00 that wait for approval, made by others. */
async function ready(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push(await readyRefund(site, buyer, honest));
  return ids;
}

describe('N2: the sum of a day is one sum', () => {
  const KINDS = ['purchase', 'refund', 'reward'] as const;
  /** Does the most that the bound of ₹1,200 leaves to one admin. */
  async function spend(kind: (typeof KINDS)[number]): Promise<void> {
    if (kind === 'purchase') expect((await approve(attacker, await orderOf(1_000))).body.data.status).toBe('APPROVED');
    else if (kind === 'refund')
      expect((await approveRefund(site, attacker, spare.refunds.pop() ?? '')).body.data.state).toBe('APPROVED');
    else expect((await release(site, attacker, spare.rewards.pop() ?? '')).body.data.state).toBe('CREDITED');
  }
  const spare: { refunds: string[]; rewards: string[] } = { refunds: [], rewards: [] };

  const CASES = KINDS.flatMap((first) => KINDS.map((then) => [first, then] as const));
  it.each(CASES)('a %s leaves no room for a %s', async (first, then) => {
    spare.refunds = await ready(2);
    spare.rewards = [(await heldReward(site, honest)).id, (await heldReward(site, honest)).id];
    // A reward is worth ₹50.
    const worth = (kind: string) => (kind === 'reward' ? 5_000n : AMOUNT);
    const larger = worth(first) > worth(then) ? worth(first) : worth(then);
    await setBound(site, larger + 2_000n);
    await spend(first);
    if (then === 'purchase') {
      const id = await orderOf(1_000);
      expect((await approve(attacker, id)).body.message).toContain('Your approvals today are above the limit');
      expect(await statusOf(id)).toBe('PENDING');
    } else if (then === 'refund') {
      const { body } = await approveRefund(site, attacker, spare.refunds.pop() ?? '');
      expect(body.message).toContain('Your approvals today are above the limit');
      expect(body.data.state).toBe('WAITING_FOR_APPROVAL');
    } else {
      const { body } = await release(site, attacker, spare.rewards.pop() ?? '');
      expect(body.message).toContain('Your approvals today are above the limit');
      expect(body.data.state).toBe('HELD');
    }
    expect(await actsOf(attacker)).toHaveLength(1);
  });

  it('is one sum also for acts that run together', async () => {
    const [refunds, orders] = [await ready(3), [await orderOf(1_000), await orderOf(1_000), await orderOf(1_000)]];
    await setBound(site, 2n * AMOUNT + 100n);
    const answers = await Promise.all([
      ...refunds.map((id) => approveRefund(site, attacker, id)),
      ...orders.map((id) => approve(attacker, id)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await actsOf(attacker)).toHaveLength(2);
  });

  it('counts what was done while no bound was set, and nothing that two admins did', async () => {
    const [first, next] = await ready(2);
    await approveRefund(site, attacker, first ?? '');
    await setBound(site, AMOUNT + 100n);
    expect((await approveRefund(site, attacker, next ?? '')).body.data.state).toBe('WAITING_FOR_APPROVAL');
    await setBound(site, 100n);
    const acts = await actsOf(other);
    expect((await approveRefund(site, other, next ?? '')).body.data.state).toBe('APPROVED');
    expect(await actsOf(attacker)).toEqual(['refund.approve 118000']);
    expect(await actsOf(other)).toEqual(acts);
  });

  it('is of events that no connection of the company changes or deletes', async () => {
    await approve(attacker, await orderOf(1_000));
    const db = site.database.company(companyId);
    for (const statement of [sql`UPDATE sole_acts SET worth_paise = 1`, sql`DELETE FROM sole_acts`])
      await expect(statement.execute(db)).rejects.toThrow(/permission denied/);
    for (const statement of [sql`UPDATE sole_acts SET worth_paise = 1`, sql`DELETE FROM sole_acts`])
      await expect(statement.execute(site.database.platform)).rejects.toThrow(/append-only/);
  });
});

describe('N2: nothing that is reset makes room', () => {
  const RESETS: readonly (readonly [string, (id: string) => Promise<unknown>])[] = [
    ['asking for another account', (id) => act('ask', attacker, id, REASON)],
    ['another account of the member', (id) => enterAccount(site, buyer, id, UPI_PAYEE)],
    ['cancelling and making it again', (id) => act('cancel', attacker, id, REASON)],
    ['an export and a reopening by two', (id) => exportedAndReopened(id)],
    ['a payment by hand and a reopening by two', (id) => paidAndReopened(id)],
  ];
  async function exportedAndReopened(id: string): Promise<void> {
    expect((await exportOf(attacker, id)).status).toBe(200);
    for (const who of [attacker, honest]) await act('reopen', who, id, REASON);
  }
  async function paidAndReopened(id: string): Promise<void> {
    await act('pay', attacker, id, { paidOn: dayInIndia(), bankReference: 'N123456' });
    for (const who of [attacker, honest]) await act('reopen', who, id, REASON);
  }

  it.each(RESETS)('%s', async (_, reset) => {
    const [id = ''] = await ready(1);
    await setBound(site, AMOUNT + 100n);
    expect((await approveRefund(site, attacker, id)).body.data.state).toBe('APPROVED');
    await reset(id);
    const { state, purchase_id: purchaseId } = await refundRow(site, id);
    const again = state === 'CANCELLED' ? (await addRefund(site, attacker, purchaseId)).body.data.id : id;
    await enterAccount(site, buyer, again);
    const { payee_version: version } = await refundRow(site, again);
    expect((await approveRefund(site, attacker, again, version)).body.data.state).toBe('WAITING_FOR_APPROVAL');
  });

  it('a reversal', async () => {
    const [first, next] = [await orderOf(1_000), await orderOf(1_000)];
    // The reversal counts too.
    await setBound(site, 2n * AMOUNT + 100n);
    expect((await approve(attacker, first)).body.data.status).toBe('APPROVED');
    expect((await post(site, REVERSE, attacker, { id: first, ...REASON })).body.data.status).toBe('REVERSED');
    expect((await approve(attacker, next)).body.data.status).toBe('PENDING');
  });

  it('an earlier approval by two admins does not hide a later one by one admin', async () => {
    const [id = '', next = ''] = await ready(2);
    await setBound(site, 100n);
    for (const who of [attacker, other]) await approveRefund(site, who, id);
    expect(await stateOf(id)).toBe('APPROVED');
    await act('ask', attacker, id, REASON);
    await enterAccount(site, buyer, id);
    await setBound(site, AMOUNT + 100n);
    expect((await approveRefund(site, attacker, id, 2)).body.data.state).toBe('APPROVED');
    expect((await approveRefund(site, attacker, next)).body.data.state).toBe('WAITING_FOR_APPROVAL');
  });
});

describe('N2: an exported payout is money spent', () => {
  const DAY = { before: dayInIndia(-1), today: dayInIndia(), after: dayInIndia(1) };
  const line = (day: string, amount = '5.00', reference = freshReference()): Line => ({
    day,
    amount,
    narration: `NEFT ${reference}`,
    reference,
  });
  /** A refund that was exported yesterday, so that statements of today are read beyond it. */
  async function exported(): Promise<string> {
    const id = await approvedRefund(site, buyer, attacker, true);
    await letDayPass(site);
    await setBound(site, 10n * AMOUNT);
    return id;
  }
  beforeEach(async () => {
    await forgetStatements(site);
    accountId = await makeAccount(site, companyId);
  });

  const CALLS = ['reopen', 'export'] as const;
  it.each(CALLS)(
    '%s: without a statement a second admin has to agree, and the first does not do it twice',
    async (verb) => {
      const id = await exported();
      const call = (who: Account) => (verb === 'reopen' ? act(verb, who, id, REASON) : exportOf(who, id, REASON));
      const first = await call(attacker);
      expect([first.status, first.body.message]).toEqual([200, expect.stringContaining('Request recorded.')]);
      if (verb === 'export') expect(first.body.data).toMatchObject({ content: '', count: 0, waiting: 1 });
      expect(await refundRow(site, id)).toMatchObject({ state: 'EXPORTED', exports: 1 });
      expect((await call(attacker)).body.reason).toBe('second_admin_needed');
      const [seen] = (await listOf(site, other, `${REFUNDS}/list?limit=100`)).records.filter(
        (it: { id: string }) => it.id === id,
      );
      expect(seen.request).toMatchObject({ act: verb, by: 'Vikram Shah', isMine: false });
      expect((await call(other)).status).toBe(200);
      const after = verb === 'reopen' ? { state: 'WAITING_FOR_ACCOUNT' } : { state: 'EXPORTED', exports: 2 };
      expect(await refundRow(site, id)).toMatchObject(after);
      const kind = verb === 'reopen' ? 'refund.reopen' : 'refund.repeat';
      expect(await approvalOf(site, id, kind)).toMatchObject({ state: 'CONFIRMED', decided_by: other.id });
    },
  );

  it('a request for the other one takes the place of an open one', async () => {
    const id = await exported();
    await act('reopen', attacker, id, REASON);
    expect((await exportOf(other, id, REASON)).body.data.waiting).toBe(1);
    expect((await approvalOf(site, id, 'refund.reopen'))?.state).toBe('EXPIRED');
    expect((await act('reopen', attacker, id, REASON)).body.data.state).toBe('EXPORTED');
  });

  /** Lines of a statement, and whether it proves that the payout did not leave. The balances run in all of them. */
  const STATEMENTS: readonly (readonly [string, readonly Line[], boolean])[] = [
    ['from the day to a later one', [line(DAY.before), line(DAY.today)], true],
    ['of the day alone', [line(DAY.before)], false],
    ['of later days alone', [line(DAY.today)], false],
    ['from earlier on', [line(dayInIndia(-3)), line(DAY.today)], true],
    ['with another debit', [line(DAY.before), line(DAY.today, '-20.00')], true],
    ['with a debit of the amount', [line(DAY.before), line(DAY.today, '-1180.00')], false],
    ['with a debit of the amount on the day', [line(DAY.before, '-1180.00'), line(DAY.today)], false],
    ['with a debit of the amount before the day', [line(dayInIndia(-2), '-1180.00'), line(DAY.today)], true],
  ];
  it.each(STATEMENTS)('a statement %s', async (_, lines, isProof) => {
    const id = await exported();
    expect((await importLines(site, honest, accountId, lines)).status).toBe(201);
    const answer = await act('reopen', attacker, id, REASON);
    expect(answer.body.data.state).toBe(isProof ? 'WAITING_FOR_ACCOUNT' : 'EXPORTED');
  });

  it('a statement with its debit ends a request: it is paid', async () => {
    const id = await exported();
    await act('reopen', attacker, id, REASON);
    const { reference } = await refundRow(site, id);
    await importLines(site, honest, accountId, [line(DAY.before), line(DAY.today, '-1180.00', reference)]);
    expect(await stateOf(id)).toBe('PAID');
    expect((await approvalOf(site, id, 'refund.reopen'))?.state).toBe('EXPIRED');
    expect((await act('reopen', other, id, REASON)).body.data.state).toBe('PAID');
  });

  it('each account in use has to be read', async () => {
    const id = await exported();
    const second = await makeAccount(site, companyId, '50100012349999');
    await importLines(site, honest, accountId, [line(DAY.before), line(DAY.today)]);
    await importLines(site, honest, second, [line(DAY.before)]);
    expect((await act('reopen', attacker, id, REASON)).body.data.state).toBe('EXPORTED');
  });

  it('is exported again alone after a proof, and counts for the bound', async () => {
    const id = await exported();
    await importLines(site, honest, accountId, [line(DAY.before), line(DAY.today)]);
    await setBound(site, AMOUNT + 100n);
    expect((await exportOf(attacker, id, REASON)).body.data.count).toBe(1);
    expect(await actsOf(attacker)).toContain('refund.export 118000');
    expect((await approve(attacker, await orderOf(1_000))).body.data.status).toBe('PENDING');
  });

  it('an export of what one approved alone on an earlier day counts, and is refused above the bound', async () => {
    const ids = [
      await approvedRefund(site, buyer, attacker, false),
      await approvedRefund(site, buyer, attacker, false),
    ];
    const [first = '', next = ''] = ids;
    expect(await stateOf(first)).toBe('APPROVED');
    await letDayPass(site);
    await setBound(site, AMOUNT + 100n);
    const { status, body } = await post(site, `${REFUNDS}/export`, attacker, { ids });
    expect([status, body.message]).toEqual([409, expect.stringContaining('Please have another admin export it')]);
    expect(await Promise.all(ids.map(stateOf))).toEqual(['APPROVED', 'APPROVED']);
    expect((await exportOf(attacker, first)).status).toBe(200);
    expect((await exportOf(attacker, next)).status).toBe(409);
    const acts = await actsOf(other);
    expect((await exportOf(other, next)).body.data.count).toBe(1);
    expect(await actsOf(other)).toEqual(acts);
  });

  it('a file of the day on which it was approved costs nothing more', async () => {
    const [id = ''] = await ready(1);
    await setBound(site, AMOUNT + 100n);
    await approveRefund(site, attacker, id);
    expect((await exportOf(attacker, id)).body.data.count).toBe(1);
    expect(await actsOf(attacker)).toEqual(['refund.approve 118000']);
  });

  it('without a bound one admin exports again and reopens as before', async () => {
    const id = await exported();
    await setBound(site, null);
    expect((await exportOf(attacker, id, REASON)).body.data.count).toBe(1);
    expect((await act('reopen', attacker, id, REASON)).body.data.state).toBe('WAITING_FOR_ACCOUNT');
  });
});

describe('N2: a credit counts whole', () => {
  beforeEach(async () => {
    accountId = await makeAccount(site, companyId);
  });

  it.each([
    ['the credit is the order', 106_200n, false],
    ['less than the bound', 110_000n, false],
    ['the bound', 120_000n, false],
    ['a paisa above it', 120_001n, true],
    ['a stranger’s ₹50,000', 5_000_000n, true],
  ] as const)('an order of ₹1,062 and %s', async (_, amountPaise, isWaiting) => {
    const [purchaseId, rowId] = [await orderOf(900), await credit(amountPaise)];
    await setBound(site, 120_000n);
    const { body } = await assign(site, attacker, { rowId, purchaseId });
    expect(body.data.outcome).toBe(isWaiting ? 'WAITING' : 'APPROVED');
    // Neither does the ordinary approval get around it.
    if (isWaiting) expect((await approve(attacker, purchaseId)).body.reason).toBe('second_admin_needed');
    expect(await statusOf(purchaseId)).toBe(isWaiting ? 'PENDING' : 'APPROVED');
    if (!isWaiting) expect(await actsOf(attacker)).toEqual([`purchase.approve ${amountPaise}`]);
    else expect((await assign(site, other, { rowId, purchaseId })).body.data.outcome).toBe('APPROVED');
  });

  it('two orders of one buyer share a credit, which counts once', async () => {
    const [first, next, rowId] = [await orderOf(900), await orderOf(900), await credit(220_000n)];
    await setBound(site, 220_000n + 106_200n);
    expect((await assign(site, attacker, { rowId, purchaseId: first })).body.data.outcome).toBe('APPROVED');
    expect((await assign(site, attacker, { rowId, purchaseId: next })).body.data.outcome).toBe('APPROVED');
    expect(await actsOf(attacker)).toEqual(['purchase.approve 220000', 'purchase.approve 106200']);
  });

  it('also when it is linked to an order that was approved before', async () => {
    const reference = freshReference();
    const purchaseId = await orderOf(900, reference);
    const rival = await orderOf(900);
    await setBound(site, 120_000n);
    expect((await approve(attacker, purchaseId)).body.data.status).toBe('APPROVED');
    const rowId = await credit(5_000_000n, reference);
    const link = (who: Account) => assign(site, who, { rowId, purchaseId });
    const first = await link(attacker);
    expect(first.body).toMatchObject({
      message: expect.stringContaining('The bank row is above the limit for one admin'),
      data: { outcome: 'WAITING' },
    });
    expect((await link(attacker)).body.reason).toBe('second_admin_needed');
    expect((await addRefund(site, attacker, purchaseId)).status).toBe(409);
    expect((await assign(site, other, { rowId, purchaseId: rival })).status).toBe(409);
    expect((await link(other)).body.data.outcome).toBe('LINKED');
    expect(await approvalOf(site, rowId, 'statement.link')).toMatchObject({ state: 'CONFIRMED', decided_by: other.id });
  });

  it('and a first approval of the order does not cover a stranger’s credit', async () => {
    const [purchaseId, rowId] = [await orderOf(900), await credit(5_000_000n)];
    await setBound(site, 100_000n);
    expect((await approve(honest, purchaseId)).body.data.status).toBe('PENDING');
    expect((await assign(site, attacker, { rowId, purchaseId })).body.data.outcome).toBe('WAITING');
    expect(await statusOf(purchaseId)).toBe('PENDING');
    expect((await approve(attacker, purchaseId)).body.reason).toBe('second_admin_needed');
    expect((await assign(site, honest, { rowId, purchaseId })).body.data.outcome).toBe('APPROVED');
    expect(await approvalOf(site, purchaseId, 'purchase.approve')).toMatchObject({
      proposed_by: attacker.id,
      decided_by: honest.id,
    });
  });

  it('and both admins agree to the same purchase', async () => {
    const reference = freshReference();
    const purchaseId = await orderOf(900, reference);
    await approve(honest, purchaseId);
    const rowId = await credit(5_000_000n, reference);
    const accomplices = await makeMember(site);
    const body = manual({ purchaseAmount: '900', amount: '1062.00' });
    const { id: theirs } = await submitted(site, accomplices, body);
    await approve(honest, theirs);
    // Their order has a part of its money, so that rows can be added to it.
    expect((await assign(site, honest, { rowId: await credit(1_000n), purchaseId: theirs })).status).toBeDefined();
    await setBound(site, 120_000n);
    expect((await assign(site, honest, { rowId, purchaseId })).body.data.outcome).toBe('WAITING');
    expect((await assign(site, attacker, { rowId, purchaseId: theirs })).body.data?.outcome).not.toBe('LINKED');
    expect((await assign(site, other, { rowId, purchaseId })).body.data.outcome).toBe('LINKED');
  });
});

describe('N2: one dishonest admin and an accomplice walk at random', () => {
  // Statements of the tests before would prove that payouts of this walk did not leave.
  beforeEach(() => forgetStatements(site));

  it('what one admin approves, releases and exports alone in a day stays within the bound', async () => {
    const seed = Number(process.env.ATTACK_SEED ?? Date.now() % 2_147_483_647);
    await fc.assert(
      fc.asyncProperty(soleWalks(120), (steps) => soleWalk(site, honest, steps)),
      { seed, numRuns: 12, endOnFailure: true },
    );
  });
});

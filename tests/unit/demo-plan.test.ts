/** The plan of the demonstration is the same every time and contains nothing impossible. */
import { describe, expect, test } from 'vitest';
import { readWalletAddress } from '../../src/lib/accounts/wallet.rules.ts';
import { SAMPLES } from '../../src/lib/cli/demo/files.ts';
import { type DemoPlan, LAUNCHING, MEMBERS, PURCHASES, planDemo, planLaunching } from '../../src/lib/cli/demo/plan.ts';
import { refundEvents, refundsOf } from '../../src/lib/cli/demo/refunds.ts';
import { detect } from '../../src/lib/media/formats/detect.ts';
import { strip } from '../../src/lib/media/formats/strip.ts';
import { normaliseReference, recogniseReference } from '../../src/lib/purchases/reference.rules.ts';

const SALE = {
  companyId: '6b1f0c4e-3c52-4f0a-9b60-0d8f5c0a7e11',
  symbol: 'COWL',
  priceMicros: 250_000n,
  feeBps: 1800,
  upiLimitPaise: 10_000_000n,
};
/** Minutes around midnight in India, a Sunday, the turn of a year, a financial year and a leap day. */
const STARTS = [
  '2026-11-21T07:33:00Z',
  '2026-11-21T18:29:00Z',
  '2026-11-21T18:31:00Z',
  '2026-11-22T06:00:00Z',
  '2026-12-31T18:30:00Z',
  '2027-04-01T01:00:00Z',
  '2028-02-29T12:00:00Z',
];

const linesOf = (plan: DemoPlan): string[] => [
  ...plan.people.map(({ id, name, email, mobile, memberId, status, verifiedAt, referrer }) =>
    [id, name, email, mobile, memberId, status, verifiedAt !== null, referrer?.id].join(),
  ),
  ...plan.orders
    .map((it) => [it.id, it.buyer.id, it.method, it.orderAmountPaise, it.decision?.status ?? 'PENDING'].join())
    .sort(),
];

test('people and orders do not depend on the day and hour of the start', () => {
  const [first, ...others] = STARTS.map((start) => linesOf(planDemo(SALE, Date.parse(start))));
  expect(first).toHaveLength(MEMBERS + PURCHASES);
  for (const other of others) {
    const differ = other.filter((line, index) => line !== first?.[index]);
    // The cases that waiting orders become depend on their age at that hour.
    expect(differ.length).toBeLessThanOrEqual(20);
  }
});

describe.each(STARTS)('started at %s', (start) => {
  const now = Date.parse(start);
  const plan = planDemo(SALE, now);

  test('all events are in a possible order and in the past', () => {
    for (const it of plan.people) {
      expect(it.joinedAt).toBeLessThan(now);
      for (const later of [it.verifiedAt, it.closedAt, it.deletionRequestedAt]) {
        if (later === null) continue;
        expect(later).toBeGreaterThan(it.joinedAt);
        expect(later).toBeLessThan(now);
      }
      if (it.referrer) expect(it.referrer.joinedAt).toBeLessThan(it.joinedAt);
      expect(plan.openedAt).toBeLessThan(it.joinedAt);
    }
    for (const it of plan.orders) {
      expect(it.createdAt).toBeGreaterThan(it.buyer.joinedAt);
      expect(it.createdAt).toBeLessThan(now);
      if (it.buyer.closedAt !== null) expect(it.createdAt).toBeLessThan(it.buyer.closedAt);
      if (!it.decision) continue;
      expect(it.decision.at).toBeGreaterThan(it.createdAt);
      expect(it.decision.at).toBeLessThan(now);
      expect(it.decision.reason === null).toBe(it.decision.status === 'APPROVED');
    }
  });

  test('waiting orders are at most a few days old', () => {
    const waiting = plan.orders.filter((it) => it.decision === null);
    expect(waiting.length).toBeGreaterThanOrEqual(30);
    expect(Math.min(...waiting.map((it) => it.createdAt))).toBeGreaterThan(now - 5 * 86_400_000);
  });

  test('email addresses, mobile numbers, member IDs and order numbers are unique', () => {
    const { people, orders } = plan;
    for (const of of [people.map((it) => it.email), people.map((it) => it.mobile), people.map((it) => it.memberId)])
      expect(new Set(of).size).toBe(MEMBERS);
    expect(new Set(orders.map((it) => it.orderNumber)).size).toBe(PURCHASES);
    for (const { email, walletAddress } of people) {
      expect(email).toMatch(/^[a-z_.]+\d{0,2}@example\.(com|org|net)$/);
      if (walletAddress !== null) expect(readWalletAddress(walletAddress)).toBe(walletAddress);
    }
  });

  test('a reference is approved once, and waits once for each member', () => {
    const approved = plan.orders.filter((it) => it.decision?.status === 'APPROVED' && it.reference !== null);
    expect(new Set(approved.map((it) => it.reference)).size).toBe(approved.length);
    const waiting = plan.orders.filter((it) => it.decision === null && it.reference !== null);
    expect(new Set(waiting.map((it) => `${it.buyer.id} ${it.reference}`)).size).toBe(waiting.length);
    for (const { reference } of plan.orders) {
      if (reference === null) continue;
      expect(normaliseReference(reference)).toBe(reference);
      expect(['UPI_IMPS', 'NEFT', 'RTGS']).toContain(recogniseReference(reference));
    }
  });

  test('UPI amounts stay within the limit, and only manual payments lack a reference or a proof', () => {
    for (const it of plan.orders) {
      if (it.method === 'UPI') expect(it.finalAmountPaise).toBeLessThanOrEqual(SALE.upiLimitPaise);
      if (it.method !== 'MANUAL') expect([it.reference, it.proof]).not.toContain(null);
      expect(it.quantity).toBeGreaterThan(0n);
    }
  });

  test('waiting orders cover every kind of warning', () => {
    const waiting = plan.orders.filter((it) => it.decision === null);
    const count = (fits: (it: (typeof waiting)[number]) => boolean): number => waiting.filter(fits).length;
    const others = ({ id, reference }: (typeof waiting)[number]) =>
      plan.orders.filter((other) => other.id !== id && other.reference === reference && reference !== null);
    expect(count((it) => others(it).some((other) => other.decision === null))).toBeGreaterThanOrEqual(6);
    expect(count((it) => others(it).some((other) => other.decision?.status === 'APPROVED'))).toBeGreaterThanOrEqual(1);
    expect(count((it) => it.sameFileAs !== null)).toBeGreaterThanOrEqual(1);
    expect(count((it) => it.claimedAmountPaise !== it.finalAmountPaise)).toBeGreaterThanOrEqual(3);
    expect(count((it) => it.buyer.verifiedAt === null)).toBeGreaterThanOrEqual(1);
    expect(count((it) => it.orderAgeSeconds > 900)).toBeGreaterThanOrEqual(1);
    expect(count((it) => it.createdAt - it.buyer.joinedAt < 86_400_000)).toBeGreaterThanOrEqual(1);
  });

  test('the guide has an order of each status and referred members', () => {
    const own = plan.orders.filter((it) => it.buyer === plan.guide).map((it) => it.decision?.status ?? 'PENDING');
    expect(new Set(own)).toEqual(new Set(['PENDING', 'APPROVED', 'REJECTED']));
    expect(plan.people.filter((it) => it.referrer === plan.guide).length).toBeGreaterThanOrEqual(5);
    expect(plan.guide).toMatchObject({ name: 'Ananya Iyer', email: 'ananya.iyer@example.com', status: 'ACTIVE' });
  });
});

test('refunds are in every state, follow their reversal, and are in the past; the guide’s waits for the account', () => {
  const now = Date.parse('2026-11-21T07:33:00Z');
  const plan = planDemo(SALE, now);
  const refunds = refundsOf(SALE.companyId, plan.orders);
  expect(new Set(refunds.map((it) => it.state)).size).toBe(6);
  expect(new Set(refunds.map((it) => it.number)).size).toBe(refunds.length);
  for (const refund of refunds) {
    expect(refund.at('WAITING_FOR_ACCOUNT')?.getTime()).toBeGreaterThan(refund.order.reversal?.at ?? now);
    expect(refund.order.reversal?.at).toBeGreaterThan(refund.order.decision?.at ?? now);
    for (const { at } of refundEvents(refund, ['a', 'b'])) expect(at.getTime()).toBeLessThan(now);
  }
  const own = refunds.filter((it) => it.order.buyer === plan.guide);
  expect(own.map((it) => it.state)).toEqual(['WAITING_FOR_ACCOUNT']);
});

test.each(STARTS)(
  'started at %s, the company near its launch has decided all, and only the guide has no address',
  (start) => {
    const now = Date.parse(start);
    const { people, orders, guide } = planLaunching(SALE, now);
    expect([people.length, orders.length]).toEqual([LAUNCHING.members, LAUNCHING.purchases]);
    for (const { createdAt, decision, buyer } of orders) {
      expect(decision?.at).toBeGreaterThan(createdAt);
      expect(decision?.at).toBeLessThan(now);
      expect(createdAt).toBeGreaterThan(buyer.joinedAt);
    }
    const bought = new Set(orders.filter((it) => it.decision?.status === 'APPROVED').map((it) => it.buyer));
    expect([...bought].filter((it) => it.walletAddress === null)).toEqual([guide]);
    expect(new Set(people.map((it) => it.walletAddress)).size).toBe(people.length);
  },
);

test.each([...SAMPLES.keys()])('the sample file %s is stored as it is', (name) => {
  const bytes = SAMPLES.get(name) ?? Buffer.of();
  expect(detect(bytes)).toMatchObject({ ok: true, extension: name.split('.')[1] });
  expect(strip(bytes)).toEqual({ ok: true, bytes: new Uint8Array(bytes) });
  expect(bytes.length).toBeLessThan(20_000);
});

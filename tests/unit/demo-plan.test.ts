/** The plan of the demonstration: the same every time, and nothing in it that could not have happened. */
import { describe, expect, test } from 'vitest';
import { type DemoPlan, MEMBERS, PURCHASES, planDemo } from '../../src/lib/demo/plan.ts';
import { drawPortrait } from '../../src/lib/demo/portraits.ts';
import { drawProof, type ProofKind } from '../../src/lib/demo/proofs.ts';
import { detect } from '../../src/lib/media/detect.ts';
import { strip } from '../../src/lib/media/strip.ts';
import { normaliseReference, recogniseReference } from '../../src/lib/purchases/reference.ts';
import { readWalletAddress } from '../../src/lib/users/wallet.ts';

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

const whoAndWhat = (plan: DemoPlan): string[] => [
  ...plan.people.map((it) =>
    [it.id, it.name, it.email, it.mobile, it.memberId, it.status, it.verifiedAt !== null, it.referrer?.id].join(),
  ),
  ...plan.orders
    .map((it) => [it.id, it.buyer.id, it.method, it.orderAmountPaise, it.decision?.status ?? 'PENDING'].join())
    .sort(),
];

test('whatever the day and hour, the same people do the same', () => {
  const [first, ...others] = STARTS.map((start) => whoAndWhat(planDemo(SALE, Date.parse(start))));
  expect(first).toHaveLength(MEMBERS + PURCHASES);
  for (const other of others) {
    const differ = other.filter((line, index) => line !== first?.[index]);
    // What is made of an order that waits depends on how old it is at that hour.
    expect(differ.length).toBeLessThanOrEqual(20);
  }
});

describe.each(STARTS)('started at %s', (start) => {
  const now = Date.parse(start);
  const plan = planDemo(SALE, now);

  test('nobody did anything before he could, and nothing is still to come', () => {
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

  test('what waits is a few days old at most', () => {
    const waiting = plan.orders.filter((it) => it.decision === null);
    expect(waiting.length).toBeGreaterThanOrEqual(30);
    expect(Math.min(...waiting.map((it) => it.createdAt))).toBeGreaterThan(now - 5 * 86_400_000);
  });

  test('names, addresses, numbers and order numbers are each somebody’s own', () => {
    const { people, orders } = plan;
    for (const of of [people.map((it) => it.email), people.map((it) => it.mobile), people.map((it) => it.memberId)])
      expect(new Set(of).size).toBe(MEMBERS);
    expect(new Set(orders.map((it) => it.orderNumber)).size).toBe(PURCHASES);
    for (const { email, walletAddress } of people) {
      expect(email).toMatch(/^[a-z_.]+\d{0,2}@example\.(com|org|net)$/);
      if (walletAddress !== null) expect(readWalletAddress(walletAddress)).toBe(walletAddress);
    }
  });

  test('a number is approved once, and once among what a member has waiting', () => {
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

  test('UPI stays below its limit, and only manual payments come without a number or a proof', () => {
    for (const it of plan.orders) {
      if (it.method === 'UPI') expect(it.finalAmountPaise).toBeLessThanOrEqual(SALE.upiLimitPaise);
      if (it.method !== 'MANUAL') expect([it.reference, it.proof]).not.toContain(null);
      expect(it.quantity).toBeGreaterThan(0n);
    }
  });

  test('an admin has something of each kind to look at twice', () => {
    const waiting = plan.orders.filter((it) => it.decision === null);
    const count = (fits: (it: (typeof waiting)[number]) => boolean): number => waiting.filter(fits).length;
    const others = (it: (typeof waiting)[number]) =>
      plan.orders.filter((other) => other.id !== it.id && other.reference === it.reference && it.reference !== null);
    expect(count((it) => others(it).some((other) => other.decision === null))).toBeGreaterThanOrEqual(6);
    expect(count((it) => others(it).some((other) => other.decision?.status === 'APPROVED'))).toBeGreaterThanOrEqual(1);
    expect(count((it) => it.sameFileAs !== null)).toBeGreaterThanOrEqual(1);
    expect(count((it) => it.claimedAmountPaise !== it.finalAmountPaise)).toBeGreaterThanOrEqual(3);
    expect(count((it) => it.buyer.verifiedAt === null)).toBeGreaterThanOrEqual(1);
    expect(count((it) => it.orderAgeSeconds > 900)).toBeGreaterThanOrEqual(1);
    expect(count((it) => it.createdAt - it.buyer.joinedAt < 86_400_000)).toBeGreaterThanOrEqual(1);
  });

  test('the guide has one of each', () => {
    const own = plan.orders.filter((it) => it.buyer === plan.guide).map((it) => it.decision?.status ?? 'PENDING');
    expect(new Set(own)).toEqual(new Set(['PENDING', 'APPROVED', 'REJECTED']));
    expect(plan.people.filter((it) => it.referrer === plan.guide).length).toBeGreaterThanOrEqual(5);
    expect(plan.guide).toMatchObject({ name: 'Ananya Iyer', email: 'ananya.iyer@example.com', status: 'ACTIVE' });
  });
});

describe('what is drawn', () => {
  const proof = (kind: ProofKind, look: number, amountPaise: bigint) =>
    drawProof({
      kind,
      look,
      amountPaise,
      payerName: 'Ananya (Iyer)',
      payerAccount: '4821',
      payeeName: 'Cowl Example Private Limited',
      payeeUpi: 'cowl@example',
      payeeAccount: '000000000000',
      payeeIfsc: 'EXAM0000001',
      bankName: 'Kaveri Sample Bank',
      reference: '632512345678',
      paidAt: new Date('2026-11-20T08:12:33Z'),
    });

  test.each(['upi-screen', 'bank-screen', 'cash-slip', 'bank-advice'] as const)(
    'a %s is a file that the site takes as it is, the same for the same payment and another for another',
    async (kind) => {
      const one = await proof(kind, 3, 118_000n);
      expect(detect(one.bytes)).toMatchObject({ ok: true, kind: one.kind, mime: one.mime });
      expect(strip(one.bytes)).toEqual({ ok: true, bytes: new Uint8Array(one.bytes) });
      expect((await proof(kind, 3, 118_000n)).bytes).toEqual(one.bytes);
      expect((await proof(kind, 3, 118_100n)).bytes).not.toEqual(one.bytes);
      expect(one.bytes.length).toBeLessThan(40_000);
    },
  );

  test('a portrait is one too', async () => {
    const bytes = await drawPortrait(5, 'female');
    expect(detect(bytes)).toMatchObject({ ok: true, kind: 'png', width: 192, height: 192 });
    expect(await drawPortrait(6, 'female')).not.toEqual(bytes);
  });
});

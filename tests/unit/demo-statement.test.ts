/** The files of the demonstration are read without a question, and have rows for each step of the reconciliation. */
import { expect, test } from 'vitest';
import { planDemo, statusOf } from '../../src/lib/cli/demo/plan.ts';
import { demoStatement } from '../../src/lib/cli/demo/statement.ts';
import { waysOf } from '../../src/lib/cli/demo/ways.ts';
import { formatIsoDay } from '../../src/lib/core/format.ts';
import { matchAll } from '../../src/lib/reconciliation/matching/all.rules.ts';
import { coveredBy } from '../../src/lib/reconciliation/matching/read.rules.ts';
import { readStatementFile } from '../../src/lib/reconciliation/statement/reading/service.ts';

const SALE = {
  companyId: '6b1f0c4e-3c52-4f0a-9b60-0d8f5c0a7e11',
  symbol: 'COWL',
  priceMicros: 250_000n,
  feeBps: 1800,
  upiLimitPaise: 10_000_000n,
};
const ACCOUNT = 'account';
const lettersOf = (name: string | null): string =>
  [...(name ?? '').toUpperCase().replace(/[^A-Z]/g, '')].sort().join('');

test.each(['2026-11-21T07:33:00Z', '2026-11-21T18:31:00Z', '2026-12-31T18:30:00Z', '2027-04-04T01:00:00Z'])(
  'for a start at %s',
  async (start) => {
    const now = Date.parse(start);
    const plan = planDemo(SALE, now);
    const { statement, settlement } = demoStatement(plan, now);
    const reading = await readStatementFile(new TextEncoder().encode(statement), {
      companyId: 'company',
      account: null,
    });
    expect(reading).toMatchObject({ question: null, problems: [], balanceCheck: 'RUNS', openingPaise: 50_000_000n });
    const rows = reading.rows.map((row) => ({
      ...row,
      id: String(row.line),
      beneficiaryId: ACCOUNT,
      spentOn: null,
      restPaise: row.amountPaise,
      ownerId: null,
      notOursReason: null,
      rejectedPurchaseId: null,
      rejectedAt: null,
      settlement: null,
      isSettlementCredit: false,
      payerMembers: plan.people
        .filter(({ name }) => lettersOf(name) === lettersOf(row.payerName))
        .map((person) => ({
          id: person.mobile,
          name: person.name,
          isVerified: person.verifiedAt !== null,
        })),
      hasTwin: reading.rows.some(
        (other) =>
          other !== row &&
          other.side === 'CREDIT' &&
          other.vpa !== null &&
          other.vpa === row.vpa &&
          other.amountPaise === row.amountPaise,
      ),
    }));
    const { settlementFile, ...settled } = await readStatementFile(new TextEncoder().encode(settlement), {
      companyId: 'company',
      account: null,
    });
    expect(settled).toMatchObject({ layout: 'Razorpay', question: null, problems: [] });
    expect(settlementFile).toMatchObject({ held: 0, settlements: [{ utr: expect.stringMatching(/^N\d{15}$/) }] });
    const [{ utr = null } = {}] = settlementFile?.settlements ?? [];
    const credits = rows.filter((row) => row.references.some(({ reference }) => reference === utr));
    expect(credits).toMatchObject([{ side: 'CREDIT', amountPaise: settlementFile?.netPaise }]);
    const waiting = new Set(plan.orders.filter((it) => statusOf(it) === 'PENDING').map((it) => it.reference));
    expect(settled.rows.length).toBeGreaterThan(1);
    for (const { references } of settled.rows) expect(references.some((it) => waiting.has(it.reference))).toBe(true);
    const claims = plan.orders.map((order) => ({
      purchaseId: order.id,
      orderNumber: order.orderNumber,
      status: statusOf(order),
      reference: order.reference,
      duePaise: order.finalAmountPaise,
      partPaise: 0n,
      feePaise: order.feePaise,
      submittedOn: formatIsoDay(order.createdAt),
      unchangedSince: null,
      beneficiaryId: ACCOUNT,
      buyerId: order.buyer.mobile,
      buyerName: order.buyer.name,
      isBuyerVerified: order.buyer.verifiedAt !== null,
      registeredOn: formatIsoDay(order.buyer.joinedAt),
      identityChangedOn: null,
      payerNames: [],
      buyerMobile: order.buyer.mobile,
      rowId: null,
      waitingRowId: null,
      isReturned: false,
    }));
    const newest =
      rows
        .map((row) => row.date)
        .sort()
        .at(-1) ?? '';
    const matches = matchAll(
      rows,
      claims,
      new Map([[ACCOUNT, { until: newest, covered: coveredBy([{ from: '2025-01-01', to: newest }]) }]]),
    );
    const outcomes = rows.flatMap((row) => matches.rows.get(row.id) ?? []);
    const buckets = outcomes.map((it) => it.bucket);
    expect(buckets.filter((it) => it === 'EXACT').length).toBeGreaterThan(10);
    expect([...matches.claims.values()].filter((it) => it.bankState === 'NOT_FOUND')).not.toHaveLength(0);

    const ways = waysOf(plan.orders);
    const orderOf = (way: string) => plan.orders.find((order) => ways.get(order) === way);
    const ofClaim = (way: string) => {
      const { id = '', reference } = orderOf(way) ?? {};
      const row = rows.find((candidate) =>
        candidate.references.some((known) => known.reference === reference && known.source !== 'NOTE'),
      );
      return {
        ...matches.rows.get(row?.id ?? ''),
        state: matches.claims.get(id)?.bankState,
        isOwn: outcomes.some((it) => it.purchaseId === id),
      };
    };
    const exact = { bucket: 'EXACT', state: 'SEEN', isOwn: true };
    expect(ofClaim('REVEREND')).toMatchObject(exact);
    expect(ofClaim('PHONE')).toMatchObject(exact);
    expect(ofClaim('TWICE')).toMatchObject(exact);
    expect(ofClaim('GIFTS')).toMatchObject({ bucket: 'PAYER_DIFFERS', label: 'OTHER_PAYER', state: 'CHECKING' });
    expect(ofClaim('FAMILY')).toMatchObject({ bucket: 'PAYER_DIFFERS', label: 'OTHER_PAYER', state: 'CHECKING' });
    expect(ofClaim('MEMBER')).toMatchObject({ bucket: 'PAYER_DIFFERS', label: 'OTHER_MEMBER', state: 'CHECKING' });
    expect(ofClaim('PARTS')).toMatchObject({ bucket: 'AMOUNT_DIFFERS', label: 'PART', state: 'AMOUNT_DIFFERS' });
    expect(ofClaim('DOUBLE')).toMatchObject({ bucket: 'AMOUNT_DIFFERS', label: 'PAID_TWICE' });
    expect(ofClaim('FEE_LEFT_OUT')).toMatchObject({ bucket: 'AMOUNT_DIFFERS', label: 'FEE_LEFT_OUT' });
    expect(ofClaim('MISSING')).toMatchObject({ state: 'NOT_FOUND' });
    for (const way of ['SWAPPED', 'PARTS', 'BY_ORDER'])
      expect(
        outcomes.map(({ suggestions: [best] }) => best?.purchaseId),
        way,
      ).toContain(orderOf(way)?.id);
    expect(outcomes).toContainEqual(expect.objectContaining({ bucket: 'WITHOUT_CLAIM', label: 'TWIN' }));
    const returned = rows.filter((row) => matches.rows.get(row.id)?.bucket === 'REVERSED').map((row) => row.narration);
    expect(returned).toContainEqual(expect.stringMatching(/^NEFT RETURN-/));
    expect(returned).toContainEqual(expect.stringMatching(/^UPI-/));
    expect(returned).toHaveLength(2);
    expect(buckets).toEqual(expect.arrayContaining(['CONFLICT', 'ALREADY_USED', 'WITHOUT_CLAIM']));
  },
);

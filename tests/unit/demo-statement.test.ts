/** The files of the demonstration are read without a question, and have rows for each step of the reconciliation. */
import { expect, test } from 'vitest';
import { planDemo, statusOf } from '../../src/lib/cli/demo/plan.ts';
import { demoStatement } from '../../src/lib/cli/demo/statement.ts';
import { formatIsoDay } from '../../src/lib/core/format.ts';
import { matchAll } from '../../src/lib/reconciliation/matching/all.rules.ts';
import { readStatementFile } from '../../src/lib/reconciliation/statement/reading/service.ts';

const SALE = {
  companyId: '6b1f0c4e-3c52-4f0a-9b60-0d8f5c0a7e11',
  symbol: 'COWL',
  priceMicros: 250_000n,
  feeBps: 1800,
  upiLimitPaise: 10_000_000n,
};
const ACCOUNT = 'account';

test.each(['2026-11-21T07:33:00Z', '2026-11-21T18:31:00Z', '2026-12-31T18:30:00Z', '2027-04-04T01:00:00Z'])(
  'for a start at %s',
  async (start) => {
    const now = Date.parse(start);
    const plan = planDemo(SALE, now);
    const { statement, settlement } = demoStatement(plan, now);
    const reading = await readStatementFile(new TextEncoder().encode(statement), { account: null });
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
      settlement: null,
      isSettlementCredit: false,
      payerMembers: [],
      hasTwin: false,
    }));
    const { settlementFile, ...settled } = await readStatementFile(new TextEncoder().encode(settlement), {
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
      beneficiaryId: ACCOUNT,
      buyerId: order.buyer.mobile,
      buyerName: order.buyer.name,
      isBuyerVerified: true,
      identityChangedOn: null,
      payerNames: [],
      buyerMobile: order.buyer.mobile,
      rowId: null,
    }));
    const newest =
      rows
        .map((row) => row.date)
        .sort()
        .at(-1) ?? '';
    const matches = matchAll(rows, claims, new Map([[ACCOUNT, newest]]));
    const buckets = [...matches.rows.values()].map((it) => it.bucket);
    expect(buckets.filter((it) => it === 'EXACT').length).toBeGreaterThan(5);
    expect(buckets).toEqual(
      expect.arrayContaining(['AMOUNT_DIFFERS', 'SUGGESTED', 'WITHOUT_CLAIM', 'ALREADY_USED', 'REVERSED']),
    );
    expect([...matches.claims.values()].map((it) => it.bankState)).toContain('NOT_FOUND');
  },
);

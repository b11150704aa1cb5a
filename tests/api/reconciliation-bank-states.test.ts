/**
 * What is stored about each purchase, and what is loaded for the comparison of a summary, agree with the pure rules over
 * everything, for rows and claims that share few numbers and so compete in every way.
 */
import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statesOf } from '@/lib/purchases/bank-filter.rules.ts';
import { BANK_FILTERS } from '@/lib/purchases/calls.ts';
import { listCompanyPurchases } from '@/lib/purchases/company-list/store.ts';
import { BANK_STATE } from '@/lib/purchases/filter/store.ts';
import { compare } from '@/lib/reconciliation/compare/service.ts';
import { matchAll } from '@/lib/reconciliation/matching/all.rules.ts';
import { NO_TOKENS } from '@/lib/reconciliation/matching/candidates.rules.ts';
import { coveredBy, type Period, type ReadAccount } from '@/lib/reconciliation/matching/read.rules.ts';
import { numbersOfRow } from '@/lib/reconciliation/matching/references.rules.ts';
import type { BankRow, Claim } from '@/lib/reconciliation/rules.ts';
import { RULES_VERSION } from '@/lib/reconciliation/states/rereading/rules.ts';
import { refreshStates } from '@/lib/reconciliation/states/service.ts';
import { makeCompany, makeMember } from '../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { makeAccount } from '../support/statements.ts';

let home: TestDatabase;
beforeAll(async () => {
  home = await testDatabase();
});
afterAll(() => home?.drop());

const ROUNDS = 4;
const CLAIMS = 120;
const ROWS = 110;
const NUMBERS = 45;
const SETTLEMENTS = 5;
const LINES = 50;
const MOBILE = '+919876543210';

/** A generator of whole numbers below `n` that repeats itself for a seed. */
function drawing(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
}

const referenceAt = (n: number): string =>
  n % 9 === 0 ? `0${51_000_000_000 + n}` : n % 11 === 0 ? `HDFCN${10_000_000_000 + n}` : String(632_112_000_000 + n);
const dayAt = (n: number): string => `2026-11-${String(n).padStart(2, '0')}`;

function claimsOf(draw: (n: number) => number, accounts: readonly string[]): Claim[] {
  const approved = new Set<string>();
  return Array.from({ length: CLAIMS }, (_, n): Claim => {
    const number = draw(30) === 0 ? null : draw(25) === 0 ? '919876543210' : referenceAt(draw(NUMBERS));
    // Earlier versions stored the number without its leading zero.
    const reference = number !== null && /^0\d{11}$/.test(number) && draw(2) === 0 ? number.slice(1) : number;
    const status = (['PENDING', 'PENDING', 'APPROVED', 'REJECTED', 'REVERSED'] as const)[draw(5)] ?? 'PENDING';
    const isTaken = status === 'APPROVED' && reference !== null && approved.has(reference);
    if (status === 'APPROVED' && reference !== null) approved.add(reference);
    return {
      purchaseId: randomUUID(),
      orderNumber: `PUR-${700_000 + n}`,
      status: isTaken ? 'REJECTED' : status,
      reference,
      duePaise: draw(3) === 0 ? 100_000n : 118_000n,
      partPaise: 0n,
      feePaise: 0n,
      submittedOn: dayAt(3 + draw(20)),
      unchangedSince: null,
      beneficiaryId: accounts[draw(3)] ?? null,
      buyerId: `buyer-${n}`,
      buyerName: 'Asha Rao',
      isBuyerVerified: true,
      isReturned: false,
      registeredOn: '2026-11-01',
      identityChangedOn: null,
      payerNames: [],
      buyerMobile: MOBILE,
      rowId: null,
      waitingRowId: null,
    };
  });
}

function rowsOf(draw: (n: number) => number, accounts: readonly string[]): BankRow[] {
  return Array.from({ length: ROWS }, (_, n): BankRow => {
    const references = [referenceAt(draw(NUMBERS)), ...(draw(8) === 0 ? [referenceAt(draw(NUMBERS))] : [])];
    const side = draw(9) === 0 ? 'DEBIT' : 'CREDIT';
    const row = {
      id: randomUUID(),
      beneficiaryId: accounts[draw(2)] ?? '',
      line: n + 1,
      date: dayAt(1 + draw(28)),
      time: null,
      valueDate: null,
      side,
      amountPaise: draw(3) === 0 ? 100_000n : 118_000n,
      ownerId: null,
      balancePaise: null,
      transactionId: null,
      narration: `${draw(15) === 0 ? 'UPI-REV' : 'UPI'}-${references.join('-')}`,
      references: [...new Set(references)].map((reference) => ({ reference, source: 'NARRATION' as const })),
      payerName: null,
      vpa: null,
      spentOn: null,
      notOursReason: side === 'CREDIT' && draw(12) === 0 ? 'Own transfer' : null,
      rejectedPurchaseId: null,
      rejectedAt: null,
      settlement: null,
      isSettlementCredit: false,
      payerMembers: [],
      hasTwin: false,
    } as const;
    return { ...row, restPaise: row.amountPaise };
  });
}

/** A settlement of an aggregator: the bank has it on a day, or not yet. */
interface Settlement {
  readonly id: string;
  readonly reference: string;
  readonly creditedOn: string | null;
}

const settlementsOf = (draw: (n: number) => number): Settlement[] =>
  Array.from({ length: SETTLEMENTS }, (_, n) => ({
    id: randomUUID(),
    reference: `setl_${n}`,
    creditedOn: draw(3) === 0 ? null : dayAt(10 + draw(15)),
  }));

/** Lines by number, by order and by phone, refunds of them, adjustments, and the credits of those that the bank has. */
function settledRowsOf(
  draw: (n: number) => number,
  settlements: readonly Settlement[],
  [account = '']: readonly string[],
): BankRow[] {
  const row = (row: Pick<BankRow, 'date' | 'amountPaise' | 'narration' | 'references' | 'settlement'>): BankRow => ({
    id: randomUUID(),
    beneficiaryId: account,
    line: 1,
    time: null,
    valueDate: null,
    side: 'CREDIT',
    balancePaise: null,
    transactionId: null,
    payerName: null,
    vpa: null,
    spentOn: null,
    notOursReason: null,
    rejectedPurchaseId: null,
    rejectedAt: null,
    isSettlementCredit: false,
    restPaise: row.amountPaise,
    ownerId: null,
    payerMembers: [],
    hasTwin: false,
    ...row,
  });
  const lines = Array.from({ length: LINES }, (_, n): BankRow => {
    const { reference, creditedOn } = settlements[draw(SETTLEMENTS)] ?? expect.fail('no settlement');
    const kind = (['PAYMENT', 'PAYMENT', 'PAYMENT', 'REFUND', 'ADJUSTMENT'] as const)[draw(5)] ?? 'PAYMENT';
    const of = (source: 'REFERENCE' | 'ORDER' | 'PAYMENT_ID', text: string) => ({ source, reference: text });
    const payment = [
      ...(draw(2) === 0 ? [of('REFERENCE', referenceAt(draw(NUMBERS)))] : []),
      ...(draw(2) === 0 ? [of('ORDER', `PUR-${700_000 + draw(CLAIMS)}`)] : []),
      of('PAYMENT_ID', `pay_${n}`),
    ];
    const references = { PAYMENT: payment, REFUND: [of('PAYMENT_ID', `pay_${draw(LINES)}`)], ADJUSTMENT: [] }[kind];
    const line = row({
      date: dayAt(1 + draw(28)),
      amountPaise: draw(3) === 0 ? 100_000n : 118_000n,
      narration: `Razorpay · pay_${n}${draw(2) === 0 ? ' · 9876543210' : ''} · ${reference}`,
      references,
      settlement: {
        provider: 'Razorpay',
        reference,
        kind,
        creditedOn,
        credit: creditedOn === null ? null : { narration: creditText(reference), payerName: null },
      },
    });
    return kind === 'REFUND' ? { ...line, side: 'DEBIT' } : line;
  });
  const credits = settlements.flatMap(({ creditedOn, reference }) =>
    creditedOn === null
      ? []
      : [
          {
            ...row({
              date: creditedOn,
              amountPaise: 500_000n,
              narration: creditText(reference),
              references: [],
              settlement: null,
            }),
            isSettlementCredit: true,
          },
        ],
  );
  return [...lines, ...credits];
}

/** Some credits are of the aggregator, some of somebody else. */
const creditText = (reference: string): string =>
  `NEFT CR-${/[02468]$/.test(reference) ? 'RAZORPAY SOFTWARE' : 'RAVI MENON'}-${reference}`;

/** A row that a purchase can be approved with. */
function canBeSpent({ side, notOursReason, isSettlementCredit, settlement }: BankRow): boolean {
  if (side === 'DEBIT' || notOursReason !== null || isSettlementCredit) return false;
  return settlement === null || (settlement.kind === 'PAYMENT' && settlement.creditedOn !== null);
}

/** Spends some rows on approved purchases. */
function spend(draw: (n: number) => number, rows: readonly BankRow[], claims: readonly Claim[]): [BankRow[], Claim[]] {
  const spentOn = new Map<string, string>();
  for (const claim of claims) {
    // A larger row would have a rest.
    const free = rows.filter((row) => canBeSpent(row) && !spentOn.has(row.id) && row.amountPaise <= claim.duePaise);
    const row = free.find((it) => it.references.some(({ reference }) => reference === claim.reference)) ?? free[0];
    if (claim.status === 'APPROVED' && row && draw(2) === 0) spentOn.set(row.id, claim.purchaseId);
  }
  const rowOf = new Map([...spentOn].map(([rowId, purchaseId]) => [purchaseId, rowId]));
  return [
    rows.map((row) => ({ ...row, spentOn: spentOn.get(row.id) ?? null })),
    claims.map((claim) => ({ ...claim, rowId: rowOf.get(claim.purchaseId) ?? null })),
  ];
}

async function store(
  companyId: string,
  adminId: string,
  rows: readonly BankRow[],
  claims: readonly Claim[],
  settlements: readonly Settlement[],
) {
  const db = home.database.platform;
  for (const { id, reference } of settlements)
    await sql`INSERT INTO settlements (company_id, id, beneficiary_id, provider, reference, utr)
      VALUES (${companyId}, ${id}, ${rows.find((row) => row.settlement !== null)?.beneficiaryId}, 'Razorpay', ${reference}, ${reference})`.execute(
      db,
    );
  const settlementId = (reference: string | undefined): string | null =>
    settlements.find((it) => it.reference === reference)?.id ?? null;
  for (const claim of claims) {
    const buyer = await makeMember(home, { companyId, mobile: MOBILE, isApproved: true });
    const isOpen = claim.status === 'PENDING';
    const beneficiary = claim.beneficiaryId === null ? null : JSON.stringify({ id: claim.beneficiaryId });
    await sql`
      INSERT INTO purchases (id, company_id, user_id, order_number, payment_method, order_amount_paise, price_micros, quantity,
        fee_bps, fee_paise, final_amount_paise, claimed_amount_paise, reference_number, beneficiary, status, content_hash,
        created_at, decided_at, reversed_at, reversed_by, reversal_reason)
      VALUES (${claim.purchaseId}, ${companyId}, ${buyer.id}, ${claim.orderNumber}, 'UPI', ${claim.duePaise}, 1000000, 1,
        0, 0, ${claim.duePaise}, ${claim.duePaise}, ${claim.reference}, ${beneficiary}::jsonb, ${claim.status}, 'x',
        ${`${claim.submittedOn}T12:00:00+05:30`}, ${isOpen ? null : new Date()},
        ${claim.status === 'REVERSED' ? new Date() : null}, ${claim.status === 'REVERSED' ? adminId : null},
        ${claim.status === 'REVERSED' ? 'Charged back' : null})`.execute(db);
  }
  for (const row of rows) {
    const identity = createHash('sha256').update(row.id).digest('hex');
    await sql`
      INSERT INTO bank_rows (company_id, id, beneficiary_id, identity, line, bank_date, side, amount_paise, narration,
        not_ours_reason, not_ours_at, settlement_id, settlement_kind, charge_fee_paise, charge_tax_paise, settles_id)
      VALUES (${companyId}, ${row.id}, ${row.beneficiaryId}, ${identity}, ${row.line}, ${row.date}, ${row.side},
        ${row.amountPaise}, ${row.narration}, ${row.notOursReason}, ${row.notOursReason && new Date()},
        ${settlementId(row.settlement?.reference)}, ${row.settlement?.kind ?? null}, ${row.settlement && 0n},
        ${row.settlement && 0n}, ${row.isSettlementCredit ? settlementId(row.narration.split('-').at(-1)) : null})`.execute(
      db,
    );
    const numbers = numbersOfRow(row);
    for (const { reference, source } of row.references) {
      const number = numbers.find((it) => it === reference || it === `0${reference}`) ?? null;
      await sql`INSERT INTO bank_row_references VALUES (${companyId}, ${row.id}, ${reference}, ${source}, ${number})`.execute(
        db,
      );
    }
    if (row.spentOn !== null)
      await sql`INSERT INTO bank_matches (company_id, row_id, purchase_id, kind, reason, matched_by)
        VALUES (${companyId}, ${row.id}, ${row.spentOn}, 'ASSIGNED', 'By phone', ${adminId})`.execute(db);
  }
  for (const [accountId, periods] of periodsOf(rows))
    for (const { from, to } of periods)
      await sql`INSERT INTO bank_statements (company_id, beneficiary_id, draft_id, layout, file_name, sha256, period_from, period_to,
          rows, new_rows, credits_paise, debits_paise, balance_check, imported_by)
        VALUES (${companyId}, ${accountId}, ${randomUUID()}, '', '', ${'a'.repeat(64)}, ${from}, ${to},
          1, 1, 0, 0, 'NONE', ${adminId})`.execute(db);
}

/** The statements of each account: of the second one, days between them were not read. */
function periodsOf(rows: readonly BankRow[]): Map<string, Period[]> {
  const accountIds = [...new Set(rows.map(({ beneficiaryId }) => beneficiaryId))].sort();
  const gap = [
    { from: '2026-11-02', to: '2026-11-08' },
    { from: '2026-11-16', to: '2026-11-30' },
  ];
  return new Map(accountIds.map((id, nth) => [id, nth === 0 ? [{ from: '2026-11-01', to: '2026-11-30' }] : gap]));
}

/** The database counts what is in these. */
const SETTLED: ReadonlySet<string> = new Set(['DECIDED', 'NOT_OURS', 'SETTLEMENT']);

test.each(Array.from({ length: ROUNDS }, (_, n) => n + 1))('round %i', async (seed) => {
  const draw = drawing(seed * 7919);
  const companyId = await makeCompany(home);
  const admin = await makeMember(home, { companyId });
  const accounts = [
    await makeAccount(home, companyId, `5010000000${seed}1`),
    await makeAccount(home, companyId, `5010000000${seed}2`),
  ];
  const settlements = settlementsOf(draw);
  const all = [...rowsOf(draw, accounts), ...settledRowsOf(draw, settlements, accounts)];
  const [rows, claims] = spend(draw, all, claimsOf(draw, accounts));
  await store(companyId, admin.id, rows, claims, settlements);

  const read = new Map<string, ReadAccount>();
  const periods = periodsOf(rows);
  for (const { beneficiaryId: id, date, settlement } of rows)
    if (settlement === null && (read.get(id)?.until ?? '') < date)
      read.set(id, { until: date, covered: coveredBy(periods.get(id) ?? []) });
  // All buyers have one phone number.
  const other = { id: 'other', name: '', mobile: MOBILE, isVerified: true };
  const expected = matchAll(rows, claims, read, NO_TOKENS, [other]);

  // The rows are stored as they were read; the narrations alone do not say all of it.
  await sql`INSERT INTO bank_state_runs (company_id, started, rules_version) VALUES (${companyId}, 0, ${RULES_VERSION})`.execute(
    home.database.platform,
  );
  await refreshStates(home.database.company(companyId), companyId);
  const { rows: stored } = await sql<{ id: string; state: string }>`
    SELECT p.id, purchase_bank_state(p) ->> 'state' AS state FROM purchases p`.execute(
    home.database.company(companyId),
  );
  const states = new Map(stored.map((it) => [it.id, it.state]));
  const compared = await compare(home.database.company(companyId), companyId);
  expect(compared.bankRows.length).toBeGreaterThan(30);
  // The filters of the list, which use no function, divide it by the same value.
  for (const filter of BANK_FILTERS) {
    const { rows: listed } = await listCompanyPurchases(home.database.company(companyId), {
      companyId,
      search: null,
      bankStates: statesOf(filter),
      page: 1,
      limit: CLAIMS,
      sortedBy: 'created_at',
      isAscending: true,
    });
    const inStates = stored.filter(({ state }) => statesOf(filter).some((it) => it === state));
    expect(listed.map(({ id }) => id).sort()).toEqual(inStates.map(({ id }) => id).sort());
  }
  const inExport = await sql<{
    id: string;
    state: string;
  }>`SELECT p.id, ${BANK_STATE} AS state FROM purchases p`.execute(home.database.company(companyId));
  expect(new Map(inExport.rows.map((it) => [it.id, it.state]))).toEqual(states);
  // One value: what the comparison says is what is stored, and what every list reads.
  for (const [id, { bankState }] of compared.claims) expect([id, states.get(id)]).toEqual([id, bankState]);
  expect(new Set([...compared.claims.values()].map((it) => it.bankState)).size).toBeGreaterThan(3);
  const left = await sql`SELECT FROM bank_changes WHERE company_id = ${companyId}`.execute(home.database.platform);
  expect(left.rows).toEqual([]);
  for (const [id, outcome] of compared.rows)
    if (SETTLED.has(outcome.bucket)) expect(outcome.bucket).toBe(expected.rows.get(id)?.bucket);
    else expect(outcome, id).toEqual(expected.rows.get(id));
  const open = rows.filter((row) => {
    const bucket = expected.rows.get(row.id)?.bucket;
    return bucket !== undefined && !SETTLED.has(bucket);
  });
  expect(open.filter((row) => !compared.rows.has(row.id))).toEqual([]);
  for (const claim of claims)
    if (claim.status === 'PENDING')
      expect(compared.claims.get(claim.purchaseId)).toEqual(expected.claims.get(claim.purchaseId));
  const ofBank = rows.filter((row) => row.side === 'CREDIT' && row.settlement === null);
  const credits = ofBank.reduce((sum, row) => sum + row.amountPaise, 0n);
  expect(compared.totals.creditsPaise).toBe(credits);
  const decided = rows.filter((row) => expected.rows.get(row.id)?.bucket === 'DECIDED');
  expect(compared.totals.decided.count).toBe(decided.length);
});

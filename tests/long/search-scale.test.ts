/** For any number of purchases: a search of admins returns exactly what a scan of all rows would. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '@/lib/db/client.ts';
import type { PurchaseStatus } from '@/lib/db/schema/schema.ts';
import { statesOf } from '@/lib/purchases/bank-filter.rules.ts';
import { type BankState, SEARCH_COUNT_MAX } from '@/lib/purchases/calls.ts';
import { type CompanyPage, listCompanyPurchases } from '@/lib/purchases/company-list/store.ts';
import { searchText } from '@/lib/purchases/list/search.rules.ts';
import { makeCompany } from '../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { plansOf } from '../support/plans.ts';
import { makeAccount } from '../support/statements.ts';

/** Enough for the table to be sampled (plan.ts). */
const PURCHASES = 160_000;
/** Rows of one statement, which has to end within the program's limit of 30 s. */
const AT_ONCE = 20_000;

interface Row {
  readonly id: string;
  readonly at: number;
  readonly status: PurchaseStatus;
  readonly text: string;
  readonly method: string;
  readonly paise: bigint;
  readonly bankState: BankState;
}

let home: TestDatabase;
let companyId: string;
let all: Row[];

async function fill(company: string, count: number): Promise<void> {
  const db = home.database.platform;
  await sql`
    INSERT INTO users (company_id, email, name, mobile, member_id, password_hash)
    SELECT ${company}, 'm' || n || '@example.com', 'Member ' || n, '+919876543210', 'M' || n, '-'
    FROM generate_series(1, 10) AS n`.execute(db);
  for (let from = 1; from <= count; from += AT_ONCE)
    await fillPart(db, company, count, from, Math.min(count, from + AT_ONCE - 1));
}

async function fillPart(db: Db, company: string, count: number, from: number, to: number): Promise<void> {
  // Three of each time, so that the id decides; 'early' only among the oldest.
  await sql`
    INSERT INTO purchases (company_id, user_id, order_number, payment_method, order_amount_paise, price_micros, quantity,
      fee_bps, fee_paise, final_amount_paise, claimed_amount_paise, content_hash, status, decided_at, created_at, search_text)
    SELECT ${company}, u.id, 'PUR-' || n, CASE WHEN n % 4000 = 1 THEN 'CRYPTO' WHEN n % 3 = 0 THEN 'UPI' ELSE 'MANUAL' END,
      100000 + n % 977 * 100, 250000, 4000, 1800, 18000, 118000 + n % 977 * 100, 118000, repeat('-', 64),
      (ARRAY['PENDING','APPROVED','APPROVED','REJECTED'])[1 + n % 4], CASE WHEN n % 4 <> 0 THEN now() END,
      now() - n / 3 * interval '1 minute',
      concat_ws(' ', 'pur-' || n, lpad((n::bigint * 982451653 % 1000000000000)::text, 12, '0'),
        CASE WHEN n % 3 = 0 THEN 'common' END, CASE WHEN n % 300 = 0 THEN 'seldom' END,
        CASE WHEN n > ${count}::int * 0.7 AND n % 2 = 0 THEN 'early' END,
        CASE WHEN n <= ${SEARCH_COUNT_MAX}::int THEN 'brimful' END, CASE WHEN n <= ${SEARCH_COUNT_MAX}::int + 1 THEN 'overfull' END,
        CASE WHEN n % 20000 = 0 THEN '100%_\\x' END, CASE WHEN n % 999 = 0 THEN 'asha.rao' || n || '@example.com' END)
    FROM generate_series(${from}::int, ${to}::int) AS n
    JOIN (SELECT row_number() OVER (ORDER BY id) AS nth, id FROM users WHERE company_id = ${company}) AS u ON u.nth = 1 + n % 10`.execute(
    db,
  );
}

/** A third of the purchases is at the bank, a few are in conflict, and every twentieth is not found; the rest has no state. */
async function fillStates(company: string): Promise<void> {
  const db = home.database.platform;
  const accountId = await makeAccount(home, company);
  const { rows } = await sql<{ id: string }>`SELECT id FROM users WHERE company_id = ${company} LIMIT 1`.execute(db);
  await sql`
    INSERT INTO bank_statements (company_id, beneficiary_id, draft_id, layout, file_name, sha256, period_from, period_to,
      rows, new_rows, credits_paise, debits_paise, balance_check, imported_by)
    VALUES (${company}, ${accountId}, gen_random_uuid(), '', '', ${'a'.repeat(64)}, '2026-11-01', '2026-11-30', 1, 1, 0, 0, 'NONE',
      ${rows[0]?.id})`.execute(db);
  await sql`
    INSERT INTO bank_claim_states (company_id, purchase_id, state, is_disclosed)
    SELECT company_id, id, CASE WHEN n % 4001 = 0 THEN 'CONFLICT' WHEN n % 3 = 0 THEN 'SEEN' ELSE 'NOT_FOUND' END, false
    FROM (SELECT company_id, id, substr(order_number, 5)::int AS n FROM purchases WHERE company_id = ${company}) p
    WHERE n % 4001 = 0 OR n % 3 = 0 OR n % 20 = 0`.execute(db);
}

beforeAll(async () => {
  home = await testDatabase();
  companyId = await makeCompany(home);
  await fill(companyId, PURCHASES);
  await fillStates(companyId);
  await fill(await makeCompany(home), 3_000);
  await sql`VACUUM ANALYZE`.execute(home.database.platform);
  const rows = await home.database.platform
    .selectFrom('purchases')
    .leftJoin('bank_claim_states as c', (join) =>
      join.onRef('c.company_id', '=', 'purchases.company_id').onRef('c.purchase_id', '=', 'purchases.id'),
    )
    .select(['c.state', 'id', 'created_at', 'status', 'search_text', 'payment_method', 'final_amount_paise'])
    .where('purchases.company_id', '=', companyId)
    .execute();
  all = rows
    .map((row) => ({
      id: row.id,
      at: row.created_at.getTime(),
      status: row.status,
      text: row.search_text,
      method: row.payment_method,
      paise: row.final_amount_paise,
      bankState: row.state ?? ('UNKNOWN' as const),
    }))
    .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
}, 120_000);
afterAll(() => home?.drop());

interface Query {
  readonly search?: string;
  readonly status?: PurchaseStatus;
  readonly page?: number;
  readonly limit?: number;
  readonly oldestFirst?: boolean;
}

async function list(
  { search = '', status, page = 1, limit = 10, oldestFirst = false }: Query,
  db: Db = home.database.company(companyId),
) {
  const { rows, total } = await listCompanyPurchases(db, {
    companyId,
    page,
    limit,
    search: searchText(search, 'all'),
    sortedBy: 'created_at',
    isAscending: oldestFirst,
    ...(status && { status }),
  });
  return { ids: rows.map((row) => row.id), total };
}

function expected({ search = '', status, page = 1, limit = 10, oldestFirst = false }: Query) {
  const fits = all.filter((row) => (!status || row.status === status) && row.text.includes(search.toLowerCase()));
  if (oldestFirst) fits.reverse();
  const total = search === '' ? fits.length : Math.min(SEARCH_COUNT_MAX + 1, fits.length);
  return { ids: fits.slice((page - 1) * limit, page * limit).map((row) => row.id), total };
}

const SEARCHES = [
  ...['common', 'COMMON', 'seldom', 'early', 'brimful', 'overfull', 'nowhere', 'pur-', 'pur-4321', 'pur-43210'],
  ...[
    '982451653000',
    '4516',
    '100%',
    '100%_\\',
    '%_\\x',
    '0%1',
    'asha.rao1998@',
    'asha.rao1998@example.com',
    '@example.com',
  ],
];

describe('a search', () => {
  it.each(SEARCHES)('%j returns the matches in order, and counts them up to the cap', async (search) => {
    const shapes: Query[] = [
      {},
      { page: 2, limit: 25 },
      { page: 7 },
      { page: SEARCH_COUNT_MAX / 10 },
      { page: 9_999 },
      { status: 'PENDING', oldestFirst: true },
      { status: 'REJECTED' },
      { status: 'REVERSED' },
    ];
    for (const shape of shapes)
      expect([shape, await list({ search, ...shape })]).toEqual([shape, expected({ search, ...shape })]);
  });

  it('in pages is complete, without duplicates', async () => {
    for (const shape of [{ search: 'seldom' }, { search: 'early', status: 'APPROVED' as const }]) {
      const seen: string[] = [];
      for (let page = 1; page <= 10; page++) seen.push(...(await list({ ...shape, page, limit: 100 })).ids);
      expect(seen).toEqual(expected({ ...shape, limit: 1_000 }).ids);
      expect(new Set(seen).size).toBe(seen.length);
    }
  });

  it('finds a reference in the form that a bank statement prints', async () => {
    const { ids } = await list({
      search: String(982_451_653 * 777)
        .padStart(12, '0')
        .replace(/(....)(?=.)/g, '$1-'),
    });
    expect(ids).toEqual(all.filter((row) => row.text.startsWith('pur-777 ')).map((row) => row.id));
  });

  it('of one or two characters matches the beginnings of the terms', async () => {
    const fits = all.filter((row) => / 10/.test(row.text));
    expect((await list({ search: '10' })).ids).toEqual(fits.slice(0, 10).map((row) => row.id));
    expect((await list({ search: '%' })).total).toBe(0);
  });
});

describe('without a search', () => {
  const statuses = [undefined, 'PENDING', 'APPROVED', 'REJECTED', 'REVERSED'] as const;
  it.each(statuses)('of status %s every page is right, from either end, and the count is exact', async (status) => {
    const last = Math.max(1, Math.ceil(expected({ ...(status && { status }) }).total / 10));
    for (const page of [1, 2, last >> 1 || 1, last - 1 || 1, last, last + 1])
      for (const oldestFirst of [false, true]) {
        const shape = { ...(status && { status }), page, oldestFirst };
        expect([shape, await list(shape)]).toEqual([shape, expected(shape)]);
      }
  });
});

interface Narrowed {
  readonly search?: string;
  readonly status?: PurchaseStatus;
  readonly page?: number;
  readonly filter?: Partial<Pick<CompanyPage, 'from' | 'to' | 'method' | 'minPaise' | 'maxPaise' | 'bankStates'>>;
  readonly byAmount?: boolean;
  readonly isAscending?: boolean;
}

async function narrowed(
  { search = '', status, page = 1, filter = {}, byAmount = false, isAscending = false }: Narrowed,
  db: Db = home.database.company(companyId),
) {
  const sortedBy = byAmount ? 'final_amount_paise' : 'created_at';
  const text = searchText(search, 'all');
  const given = { companyId, page, limit: 10, search: text, sortedBy, isAscending, status, ...filter } as const;
  const { rows, total } = await listCompanyPurchases(db, given);
  return { ids: rows.map((row) => row.id), total };
}

const IST_MS = 19_800_000;
const dayOf = (at: number): string => new Date(at + IST_MS).toISOString().slice(0, 10);

function expectedNarrowed({
  search = '',
  status,
  page = 1,
  filter = {},
  byAmount = false,
  isAscending = false,
}: Narrowed) {
  const { from = '', to = '9999', method, minPaise = 0n, maxPaise = 10n ** 15n, bankStates } = filter;
  const fits = all.filter(
    (row) =>
      (!status || row.status === status) &&
      row.text.includes(search) &&
      dayOf(row.at) >= from &&
      dayOf(row.at) <= to &&
      (!method || row.method === method) &&
      (!bankStates || bankStates.includes(row.bankState)) &&
      row.paise >= minPaise &&
      row.paise <= maxPaise,
  );
  if (byAmount) fits.sort((a, b) => Number(b.paise - a.paise) || (a.id < b.id ? 1 : -1));
  if (isAscending) fits.reverse();
  return {
    ids: fits.slice((page - 1) * 10, page * 10).map((row) => row.id),
    total: Math.min(SEARCH_COUNT_MAX + 1, fits.length),
  };
}

/** The day that so many days ago was, of the 37 on which the rows are. */
const daysAgo = (days: number): string => dayOf(Date.now() - days * 86_400_000);

const FILTERS: NonNullable<Narrowed['filter']>[] = [
  { from: daysAgo(3) },
  { to: daysAgo(30) },
  { from: daysAgo(20), to: daysAgo(20) },
  { from: daysAgo(2), to: daysAgo(9) },
  { method: 'UPI' },
  { method: 'CRYPTO' },
  { method: 'BANK' },
  { minPaise: 215_000n },
  { minPaise: 215_500n, maxPaise: 215_600n },
  { maxPaise: 118_000n },
  { method: 'CRYPTO', from: daysAgo(10), minPaise: 150_000n },
  { bankStates: statesOf('seen') },
  { bankStates: statesOf('differs') },
  { bankStates: statesOf('missing') },
  { bankStates: statesOf('checking') },
  { bankStates: statesOf('none') },
  { bankStates: statesOf('checking'), method: 'UPI', from: daysAgo(30) },
  { method: 'UPI', from: daysAgo(12), to: daysAgo(5), maxPaise: 119_000n },
];

describe('a filter', () => {
  it.each(FILTERS)('%o returns the rows in either order, and counts them up to the cap', async (filter) => {
    const shapes: Narrowed[] = [
      {},
      { page: 3 },
      { status: 'PENDING', isAscending: true },
      { status: 'APPROVED', page: 2 },
      { status: 'APPROVED', byAmount: true },
      { status: 'APPROVED', byAmount: true, isAscending: true, page: 2 },
      { status: 'REJECTED', search: 'seldom' },
      { status: 'REJECTED', search: 'common', byAmount: true },
    ];
    for (const shape of shapes)
      expect([shape, await narrowed({ filter, ...shape })]).toEqual([shape, expectedNarrowed({ filter, ...shape })]);
  });

  it.each<[Narrowed, RegExp]>([
    [{ status: 'PENDING', filter: { from: daysAgo(3) } }, /using purchases_list/],
    [{ status: 'APPROVED', filter: { from: daysAgo(20), to: daysAgo(20) } }, /using purchases_list/],
    [{ status: 'APPROVED', filter: { method: 'CRYPTO' } }, /Index Only Scan using purchases_(list|amount)/],
    [{ status: 'APPROVED', filter: { minPaise: 215_600n } }, /purchases_(list|amount)/],
    [{ status: 'PENDING', filter: { bankStates: statesOf('checking') } }, /using bank_claim_states_state/],
    [{ status: 'PENDING', filter: { bankStates: statesOf('differs') } }, /using bank_claim_states_state/],
    [{ status: 'APPROVED', filter: { bankStates: statesOf('seen') } }, /using purchases_list/],
    [{ status: 'PENDING', filter: { bankStates: statesOf('none') } }, /using purchases_list/],
    [{ status: 'APPROVED', byAmount: true }, /using purchases_amount/],
    [{ status: 'APPROVED', byAmount: true, filter: { minPaise: 215_000n } }, /using purchases_amount/],
  ])('of %o reads an index', async (query, index) => {
    const explained = await plansOf(home.database.company(companyId), (db) => narrowed(query, db));
    const plans = explained.map(({ plan }) => plan).join('\n');
    expect(plans).toMatch(index);
    expect(plans).not.toMatch(/Seq Scan on purchases/);
  });
});

describe('the plan', () => {
  it.each<[Query, RegExp]>([
    [{}, /using purchases_time/],
    [{ page: PURCHASES / 10 }, /Backward using purchases_time/],
    [{ status: 'PENDING', oldestFirst: true }, /Backward using purchases_list/],
    [{ search: 'common' }, /using purchases_time/],
    [{ search: 'common', status: 'REJECTED' }, /using purchases_list/],
    [{ search: 'seldom' }, /on purchases_search/],
    [{ search: '982451653777' }, /on purchases_search/],
    [{ search: 'nowhere' }, /on purchases_search/],
  ])('of %j reads an index and sorts no list', async (query, index) => {
    const explained = await plansOf(home.database.company(companyId), (db) => list(query, db));
    const plans = explained.map(({ plan }) => plan).join('\n');
    expect(plans).toMatch(index);
    expect(plans).not.toMatch(/Seq Scan on purchases/);
  });
});

/** However many purchases a company has: what its admins search is what an honest reading of all rows would find. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '@/lib/db/client.ts';
import type { PurchaseStatus } from '@/lib/db/schema.ts';
import { listCompanyPurchases } from '@/lib/purchases/company-list-store.ts';
import { FOUND_MAX } from '@/lib/purchases/contract.ts';
import { searchText } from '@/lib/purchases/search-rules.ts';
import { makeCompany } from '../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { plansOf } from '../support/plans.ts';

/** Enough for the table to be sampled (found-rules.ts). */
const PURCHASES = 160_000;
/** So many in one statement, which the program's bound of 30 s holds for too. */
const AT_ONCE = 20_000;

interface Row {
  readonly id: string;
  readonly at: number;
  readonly status: PurchaseStatus;
  readonly text: string;
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
    SELECT ${company}, u.id, 'PUR-' || n, 'MANUAL', 100000, 250000, 4000, 1800, 18000, 118000, 118000, repeat('-', 64),
      (ARRAY['PENDING','APPROVED','APPROVED','REJECTED'])[1 + n % 4], CASE WHEN n % 4 <> 0 THEN now() END,
      now() - n / 3 * interval '1 minute',
      concat_ws(' ', 'pur-' || n, lpad((n::bigint * 982451653 % 1000000000000)::text, 12, '0'),
        CASE WHEN n % 3 = 0 THEN 'common' END, CASE WHEN n % 300 = 0 THEN 'seldom' END,
        CASE WHEN n > ${count}::int * 0.7 AND n % 2 = 0 THEN 'early' END,
        CASE WHEN n <= ${FOUND_MAX}::int THEN 'brimful' END, CASE WHEN n <= ${FOUND_MAX}::int + 1 THEN 'overfull' END,
        CASE WHEN n % 20000 = 0 THEN '100%_\\x' END, CASE WHEN n % 999 = 0 THEN 'asha.rao' || n || '@example.com' END)
    FROM generate_series(${from}::int, ${to}::int) AS n
    JOIN (SELECT row_number() OVER (ORDER BY id) AS nth, id FROM users WHERE company_id = ${company}) AS u ON u.nth = 1 + n % 10`.execute(
    db,
  );
}

beforeAll(async () => {
  home = await testDatabase();
  companyId = await makeCompany(home);
  await fill(companyId, PURCHASES);
  await fill(await makeCompany(home), 3_000);
  await sql`VACUUM ANALYZE`.execute(home.database.platform);
  const rows = await home.database.platform
    .selectFrom('purchases')
    .select(['id', 'created_at', 'status', 'search_text'])
    .where('company_id', '=', companyId)
    .execute();
  all = rows
    .map((row) => ({ id: row.id, at: row.created_at.getTime(), status: row.status, text: row.search_text }))
    .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
}, 120_000);
afterAll(() => home?.drop());

interface Asked {
  readonly search?: string;
  readonly status?: PurchaseStatus;
  readonly page?: number;
  readonly limit?: number;
  readonly oldestFirst?: boolean;
}

async function list(
  { search = '', status, page = 1, limit = 10, oldestFirst = false }: Asked,
  db: Db = home.database.company(companyId),
) {
  const { rows, total } = await listCompanyPurchases(db, {
    companyId,
    page,
    limit,
    search: searchText(search, 'all'),
    oldestFirst,
    ...(status && { status }),
  });
  return { ids: rows.map((row) => row.id), total };
}

function expected({ search = '', status, page = 1, limit = 10, oldestFirst = false }: Asked) {
  const fits = all.filter((row) => (!status || row.status === status) && row.text.includes(search.toLowerCase()));
  if (oldestFirst) fits.reverse();
  const total = search === '' ? fits.length : Math.min(FOUND_MAX + 1, fits.length);
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
  it.each(SEARCHES)('%j finds what is there, in order, and counts it up to the cap', async (search) => {
    const shapes: Asked[] = [
      {},
      { page: 2, limit: 25 },
      { page: 7 },
      { page: FOUND_MAX / 10 },
      { page: 9_999 },
      { status: 'PENDING', oldestFirst: true },
      { status: 'REJECTED' },
      { status: 'REVERSED' },
    ];
    for (const shape of shapes)
      expect([shape, await list({ search, ...shape })]).toEqual([shape, expected({ search, ...shape })]);
  });

  it('in pages is complete, and has nothing twice', async () => {
    for (const shape of [{ search: 'seldom' }, { search: 'early', status: 'APPROVED' as const }]) {
      const seen: string[] = [];
      for (let page = 1; page <= 10; page++) seen.push(...(await list({ ...shape, page, limit: 100 })).ids);
      expect(seen).toEqual(expected({ ...shape, limit: 1_000 }).ids);
      expect(new Set(seen).size).toBe(seen.length);
    }
  });

  it('finds a reference as a statement prints it', async () => {
    const { ids } = await list({
      search: String(982_451_653 * 777)
        .padStart(12, '0')
        .replace(/(....)(?=.)/g, '$1-'),
    });
    expect(ids).toEqual(all.filter((row) => row.text.startsWith('pur-777 ')).map((row) => row.id));
  });

  it('of one or two characters finds where a word begins', async () => {
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

describe('the plan', () => {
  it.each<[Asked, RegExp]>([
    [{}, /using purchases_time/],
    [{ page: PURCHASES / 10 }, /Backward using purchases_time/],
    [{ status: 'PENDING', oldestFirst: true }, /Backward using purchases_list/],
    [{ search: 'common' }, /using purchases_time/],
    [{ search: 'common', status: 'REJECTED' }, /using purchases_list/],
    [{ search: 'seldom' }, /on purchases_search/],
    [{ search: '982451653777' }, /on purchases_search/],
    [{ search: 'nowhere' }, /on purchases_search/],
  ])('of %j is read by an index, and sorts no list', async (asked, index) => {
    const found = await plansOf(home.database.company(companyId), (db) => list(asked, db));
    const plans = found.map(({ plan }) => plan).join('\n');
    expect(plans).toMatch(index);
    expect(plans).not.toMatch(/Seq Scan on purchases/);
  });
});

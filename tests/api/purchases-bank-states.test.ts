/**
 * One truth for a claim: every call that shows a bank state shows the same, the filters divide the list by it, and 'Without flags'
 * leaves out what the bank contradicts. The checks do not know the cases: they compare each purchase with what the database says.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BANK_TITLES, contradictingStates, isContradicted, statesOf } from '@/lib/purchases/bank-filter.rules.ts';
import { BANK_FILTERS, BANK_STATES, type BankFilter, type BankState, PURCHASE_FLAGS } from '@/lib/purchases/calls.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { BUCKETS } from '@/lib/reconciliation/contract.ts';
import { refreshStates } from '@/lib/reconciliation/states/service.ts';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { assign } from '../support/bank-rows.ts';
import { takeExport } from '../support/exports.ts';
import { makeKey } from '../support/integrations.ts';
import {
  APPROVE,
  freshReference,
  post,
  purchaseRow,
  REJECT,
  REVERSE,
  submitted,
  upi,
  withoutCaps,
} from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';
import { dayInIndia, getJson, importLines, type Line, makeAccount } from '../support/statements.ts';

let site: Site;
let admin: Account;
let companyId: string;
let accountId: string;
const buyers: Account[] = [];
/** What `purchase_bank_state` says of each purchase, by its id. */
let truth: ReadonlyMap<string, { readonly state: BankState; readonly isDisclosed: boolean; readonly status: string }>;

const LIST = '/api/v1/admin/transaction/list';

let made = 0;
/** A purchase with its own sum. Its buyer's account is old and verified, so that it has no other flag. */
async function claim(name: string, referenceNumber: string, days = 0) {
  const buyer = await makeMember(site, { name, isApproved: true });
  buyers.push(buyer);
  const db = site.database.platform;
  await db
    .updateTable('users')
    .set({ created_at: new Date('2025-01-01') })
    .where('id', '=', buyer.id)
    .execute();
  const rupees = 1_000 + ++made;
  const due = ((rupees * 118) / 100).toFixed(2);
  const body = await upi(site, buyer, {
    referenceNumber,
    beneficiaryId: accountId,
    purchaseAmount: String(rupees),
    amount: due,
  });
  const { id } = await submitted(site, buyer, body);
  if (days !== 0)
    await sql`UPDATE purchases SET created_at = created_at + ${days} * interval '1 day' WHERE id = ${id}`.execute(db);
  return { id: String(id), reference: referenceNumber, due };
}

const credit = (number: string, payer: string, amount: string, note = 'x'): Line => ({
  day: dayInIndia(),
  narration: `UPI/CR/${number}/${payer}/HDFC/payer@okhdfc/${note}`,
  amount,
});
const swapped = (number: string): string => `${number.slice(0, 10)}${number[11]}${number[10]}`;

/** Claims in every state and status, by real submissions, imports and decisions. */
async function makeClaims(): Promise<void> {
  // Two digits apart from every other fresh number, also with its neighbours swapped.
  const unequal = (): string => `85${freshReference().slice(2, 10)}47`;
  const lines: Line[] = [];
  const paid = async (name: string, payer = name.toUpperCase(), more = 0) => {
    const it = await claim(name, unequal().replace(/47$/, String(10 + made)));
    lines.push(credit(it.reference, payer, (Number(it.due) + more).toFixed(2)));
    return it;
  };
  await paid('Asha Rao');
  await paid('Meera Iyer');
  await paid('Farhan Qureshi', 'FARHAN QURESHI', -100);
  await paid('Leela Nair', 'LEELA NAIR', 250);
  await paid('Ravi Menon', 'WOLFGANG XI');
  await claim('Zoya Khan', freshReference(), -3);
  await claim('Arun Das', freshReference(), -2);
  await claim('Kiran Bedi', freshReference());
  const similar = await claim('Thomas Mathew', unequal());
  lines.push(credit(swapped(similar.reference), 'THOMAS MATHEW', similar.due));
  const contested = await claim('Sunita Pillai', freshReference());
  lines.push(credit(contested.reference, 'SUNITA PILLAI', contested.due, 'a'));
  lines.push(credit(contested.reference, 'SUNITA PILLAI', contested.due, 'b'));
  const taken = await paid('Kavita Subramaniam');
  await claim('Wolfgang Xi', taken.reference);
  const approved = await paid('Deepak Chopra');
  const reversed = await paid('Nisha Patel');
  const rejected = await claim('Vijay Kumar', freshReference(), -4);
  const part = await claim('Gita Joshi', freshReference());
  lines.push(credit(freshReference(), 'SOMEBODY ELSE', '500.00'));
  expect((await importLines(site, admin, accountId, lines)).status).toBe(201);
  for (const { id } of [approved, reversed]) expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
  await post(site, REVERSE, admin, { id: reversed.id, reason: 'Charged back' });
  await post(site, REJECT, admin, { id: rejected.id, reason: 'No proof.' });
  const { rows } = await sql<{ id: string }>`SELECT id FROM bank_rows WHERE amount_paise = 50000`.execute(
    site.database.platform,
  );
  expect((await assign(site, admin, { rowId: rows[0]?.id, purchaseId: part.id })).status).toBe(200);
  await refreshStates(site.database.company(companyId), companyId);
}

beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  await withoutCaps(site);
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  companyId = await companyIdOf(site);
  accountId = await makeAccount(site, companyId);
  await makeClaims();
  const { rows } = await sql<{ id: string; status: string; bank: { state: BankState; isDisclosed: boolean } }>`
    SELECT p.id, p.status, purchase_bank_state(p) AS bank FROM purchases p`.execute(site.database.company(companyId));
  truth = new Map(rows.map(({ id, status, bank }) => [id, { ...bank, status }]));
});
afterAll(() => site?.remove());

async function list(query: Record<string, string> = {}, token = admin.token) {
  const { status, text, body } = await site.call('GET', `${LIST}?${new URLSearchParams({ limit: '100', ...query })}`, {
    token,
    ip: freshIp(),
  });
  if (status !== 200) throw new Error(text);
  expect(body.data.total).toBe(body.data.records.length);
  return body.data.records as AdminTransaction[];
}

const stateOf = (id: string): BankState => truth.get(id)?.state ?? expect.fail(`an unknown purchase ${id}`);
const sameAsTruth = (records: readonly AdminTransaction[]): void => {
  expect(records.map((it) => [it.orderNumber, it.bankState])).toEqual(
    records.map((it) => [it.orderNumber, stateOf(it.id)]),
  );
};
const idsOf = (records: readonly AdminTransaction[]): string[] => records.map(({ id }) => id).sort();
const STATUSES = ['ALL', 'PENDING', 'APPROVED', 'REJECTED', 'REVERSED'] as const;

describe('one truth for a claim', () => {
  it('has every state', () => {
    expect(new Set([...truth.values()].map(({ state }) => state))).toEqual(new Set(BANK_STATES));
    expect([...truth.values()].some(({ isDisclosed, state }) => !isDisclosed && state !== 'UNKNOWN')).toBe(true);
  });

  it('is the same in the list, in the record, and for an API key', async () => {
    const all = await list();
    expect(idsOf(all)).toEqual([...truth.keys()].sort());
    sameAsTruth(all);
    for (const { id } of all) {
      const { body } = await site.call('GET', `/api/v1/admin/transaction/get?id=${id}`, { token: admin.token });
      expect([id, body.data.bankState]).toEqual([id, stateOf(id)]);
    }
    const { key } = await makeKey(site, admin, { scopes: ['read:purchases'] });
    sameAsTruth(await list({}, `Bearer ${key}`));
  });

  it('is the same in each bucket, with every claim that is proposed there', async () => {
    const shown: AdminTransaction[] = [];
    const missing: string[] = [];
    for (const bucket of BUCKETS) {
      const { body } = await getJson(site, admin, 'match/list', { bucket, limit: '100' });
      for (const { purchase, suggestions } of body.data.records) {
        if (bucket === 'NOT_AT_BANK') missing.push(purchase.id);
        shown.push(
          ...(purchase ? [purchase] : []),
          ...suggestions.map((it: { purchase: AdminTransaction }) => it.purchase),
        );
      }
    }
    expect(new Set(shown.map(({ bankState }) => bankState)).size).toBeGreaterThan(4);
    sameAsTruth(shown);
    const expected = (await list({ status: 'PENDING' })).filter((it) => it.bankState === 'NOT_FOUND');
    expect(missing.sort()).toEqual(idsOf(expected));
  });

  it('is the same for the buyer, or withheld', async () => {
    let shown = 0;
    for (const { token } of buyers) {
      const { body } = await site.call('GET', '/api/v1/user/transaction/list?limit=100', { token });
      for (const { id, bankState } of body.data.records) {
        const isWithheld = !truth.get(id)?.isDisclosed && ['SEEN', 'AMOUNT_DIFFERS', 'CONFLICT'].includes(stateOf(id));
        expect([id, bankState]).toEqual([id, isWithheld ? 'CHECKING' : stateOf(id)]);
        shown++;
      }
    }
    expect(shown).toBe(truth.size);
  });

  it('is a column of the export', async () => {
    const { rows } = await takeExport(site, admin, 'purchases', { format: 'csv' });
    const byOrder = new Map(rows.map((row) => [row['Order #'], row['Bank statement']]));
    for (const { id, orderNumber } of await list()) {
      const filter = BANK_FILTERS.find((it) => statesOf(it).includes(stateOf(id))) ?? 'none';
      expect([orderNumber, byOrder.get(orderNumber)]).toEqual([orderNumber, BANK_TITLES[filter]]);
    }
  });
});

describe('the filters by bank state', () => {
  it.each(STATUSES)('divide the list of status %s', async (status) => {
    const all = await list({ status });
    const parts = new Map<BankFilter, AdminTransaction[]>();
    for (const bank of BANK_FILTERS) parts.set(bank, await list({ status, bank }));
    for (const [bank, records] of parts) {
      sameAsTruth(records);
      expect(idsOf(records)).toEqual(idsOf(all.filter(({ id }) => statesOf(bank).includes(stateOf(id)))));
    }
    expect([...parts.values()].flatMap(idsOf).sort()).toEqual(idsOf(all));
  });

  it('combine with a search, an order, an amount and each flag', async () => {
    for (const bank of BANK_FILTERS) {
      const records = await list({ bank, status: 'PENDING' });
      const [first] = records;
      expect(idsOf(await list({ bank, status: 'PENDING', sort: 'highest' }))).toEqual(idsOf(records));
      if (first) {
        expect(idsOf(await list({ bank, search: first.orderNumber }))).toEqual([first.id]);
        expect(idsOf(await list({ bank, finalAmount: first.finalAmount }))).toEqual([first.id]);
      }
      for (const flag of PURCHASE_FLAGS) {
        const ids = new Set(idsOf(records));
        const expected = (await list({ flag })).filter(({ id }) => ids.has(id));
        expect([bank, flag, idsOf(await list({ bank, flag, status: 'PENDING' }))]).toEqual([
          bank,
          flag,
          idsOf(expected),
        ]);
      }
    }
  });

  it('narrow the export to the rows of the list', async () => {
    for (const bank of BANK_FILTERS) {
      const { rows } = await takeExport(site, admin, 'purchases', { format: 'csv', bank });
      const expected = (await list({ bank })).map(({ orderNumber }) => orderNumber);
      expect([bank, rows.map((row) => row['Order #']).sort()]).toEqual([bank, expected.sort()]);
    }
  });

  it('refuse every other value', async () => {
    for (const bank of ['SEEN', 'constructor', 'seen,differs']) {
      const { status } = await site.call('GET', `${LIST}?${new URLSearchParams({ bank })}`, { token: admin.token });
      expect([bank, status]).toEqual([bank, 422]);
    }
  });
});

describe('the flag of the bank', () => {
  it('has exactly the requests that the bank contradicts, and no other flag does not have them', async () => {
    const all = await list({ status: 'PENDING' });
    const contradicted = idsOf(all.filter(isContradicted));
    expect(contradicted.length).toBeGreaterThan(contradictingStates().length);
    expect(idsOf(await list({ flag: 'bank' }))).toEqual(contradicted);
    const without = await list({ flag: 'none' });
    expect(without.length).toBeGreaterThan(1);
    expect(without.filter(isContradicted)).toEqual([]);
    const { rows } = await takeExport(site, admin, 'purchases', { format: 'csv', flag: 'none' });
    expect(rows.map((row) => row['Order #']).sort()).toEqual(without.map(({ orderNumber }) => orderNumber).sort());
  });

  it('and the others, with the view without flags, have every request', async () => {
    const flagged = new Set<string>();
    for (const flag of PURCHASE_FLAGS) for (const id of idsOf(await list({ flag }))) flagged.add(id);
    expect([...flagged].sort()).toEqual(idsOf(await list({ status: 'PENDING' })));
  });
});

describe('an approval', () => {
  it('is refused when the bank contradicts what the admin saw, and only then', async () => {
    const all = await list({ status: 'PENDING' });
    for (const { id, bankState, received } of all.filter((it) => contradictingStates().includes(it.bankState)))
      for (const seen of ['UNKNOWN', 'SEEN']) {
        const { status, body } = await post(site, APPROVE, admin, { id, bankState: seen });
        // A part of the money never approves an order, whatever the admin saw.
        const reason = received === null ? 'outdated' : undefined;
        expect([bankState, status, body.reason]).toEqual([bankState, 409, reason]);
        expect((await purchaseRow(site, id)).status).toBe('PENDING');
      }
    const [seen] = await list({ status: 'PENDING', bank: 'seen', flag: 'none' });
    const [differs] = (await list({ status: 'PENDING', bank: 'differs' })).filter((it) => it.received === null);
    expect((await post(site, APPROVE, admin, { id: seen?.id, bankState: 'UNKNOWN' })).status).toBe(200);
    expect((await post(site, APPROVE, admin, { id: differs?.id, bankState: 'AMOUNT_DIFFERS' })).status).toBe(200);
  });
});

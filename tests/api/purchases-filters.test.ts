/** Filters and orders of the company's purchases: of the list, and of its export. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { APPROVE, freshReference, manual, post, submitted, upi, upload, withoutCaps } from '../support/purchases.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
let verified: Account;
const made: Record<string, string> = {};

beforeAll(async () => {
  site = await startSite();
  await withoutCaps(site);
  admin = await makeAdmin(site);
  verified = await makeMember(site);
  const db = site.database.platform;
  await db
    .updateTable('users')
    .set({ is_approved: true, created_at: new Date('2025-01-01') })
    .where('id', '=', verified.id)
    .execute();
  const other = await makeMember(site);
  await db
    .updateTable('users')
    .set({ is_approved: true, created_at: new Date('2025-01-01') })
    .where('id', '=', other.id)
    .execute();
  const newcomer = await makeMember(site);
  const submit = async (name: string, who: Account, body: unknown): Promise<void> => {
    made[name] = (await submitted(site, who, body)).id;
  };
  const shared = freshReference();
  const proof = await upload(site, verified);
  await submit('small', verified, manual({ purchaseAmount: '100', amount: '118' }));
  await submit('large', verified, manual({ purchaseAmount: '9000', amount: '10620' }));
  await submit('wrong', verified, manual({ purchaseAmount: '500', amount: '500' }));
  await submit('first', verified, await upi(site, verified, { referenceNumber: shared, receiptId: proof }));
  await submit('rival', other, await upi(site, other, { referenceNumber: shared }));
  await submit('copy', verified, await upi(site, verified, { receiptId: proof }));
  await submit('late', verified, manual({ orderAgeSeconds: 5_000 }));
  await submit('ended', verified, manual());
  await submit('asked', verified, manual());
  await submit('fresh', newcomer, manual({ purchaseAmount: '200', amount: '236' }));
  const names = Object.keys(made);
  // A day apart, at a minute before midnight in India: 1 November and the days after.
  for (const [at, name] of names.entries())
    await db
      .updateTable('purchases')
      .set({ created_at: new Date(Date.UTC(2026, 10, 1 + at, 18, 29)) })
      .where('id', '=', made[name] ?? '')
      .execute();
  await db
    .updateTable('users')
    .set({ created_at: new Date(Date.UTC(2026, 10, 10, 18, 0)) })
    .where('id', '=', newcomer.id)
    .execute();
  await db
    .updateTable('purchases')
    .set({ hold_ended_at: new Date() })
    .where('id', '=', made.ended ?? '')
    .execute();
  await sql`INSERT INTO purchase_threads (company_id, purchase_id, messages, waiting_since)
    VALUES (${await companyIdOf(site)}, ${made.asked}, 1, now())`.execute(db);
});
afterAll(() => site?.remove());

const LIST = '/api/v1/admin/transaction/list';
const get = (path: string, query: Record<string, string>): Promise<Answer> =>
  site.call('GET', `${path}?${new URLSearchParams(query)}`, { token: admin.token, ip: freshIp() });

async function names(query: Record<string, string>): Promise<string[]> {
  const { status, text, body } = await get(LIST, { limit: '100', ...query });
  if (status !== 200) throw new Error(text);
  const listed = body.data.records.map(
    ({ id }: { id: string }) => Object.entries(made).find(([, it]) => it === id)?.[0],
  );
  expect(body.data.total).toBe(listed.length);
  return listed;
}

const ALL = ['small', 'large', 'wrong', 'first', 'rival', 'copy', 'late', 'ended', 'asked', 'fresh'];

describe('the list of purchases', () => {
  it('takes days in India, both included', async () => {
    expect(await names({ from: '2026-11-03', to: '2026-11-05', status: 'PENDING' })).toEqual([
      'wrong',
      'first',
      'rival',
    ]);
    expect(await names({ from: '2026-11-09' })).toEqual(['fresh', 'asked']);
    expect(await names({ to: '2026-11-02', sort: 'oldest' })).toEqual(['small', 'large']);
    expect(await names({ from: '2026-11-05', to: '2026-11-03' })).toEqual([]);
  });

  it('takes a method and bounds of the final amount, both included', async () => {
    expect(await names({ method: 'UPI', status: 'PENDING' })).toEqual(['first', 'rival', 'copy']);
    expect(await names({ method: 'BANK' })).toEqual([]);
    expect(await names({ amountFrom: '118', amountTo: '236', status: 'PENDING' })).toEqual(['small', 'fresh']);
    expect(await names({ amountFrom: '1180.01' })).toEqual(['large']);
    expect(await names({ amountFrom: '1180', method: 'UPI', from: '2026-11-05', status: 'PENDING' })).toEqual([
      'rival',
      'copy',
    ]);
  });

  it('is sorted by time and by amount, in either direction, and in pages', async () => {
    expect(await names({ status: 'PENDING' })).toEqual(ALL);
    expect(await names({ status: 'PENDING', sort: 'newest' })).toEqual([...ALL].reverse());
    const highest = await names({ status: 'PENDING', sort: 'highest' });
    expect([highest[0], ...highest.slice(-3)]).toEqual(['large', 'wrong', 'fresh', 'small']);
    expect(await names({ status: 'PENDING', sort: 'lowest' })).toEqual(highest.reverse());
    const pages = [];
    for (const page of ['1', '2', '3', '4'])
      pages.push(...(await get(LIST, { status: 'PENDING', sort: 'lowest', limit: '3', page })).body.data.records);
    expect(pages.map(({ id }) => id)).toEqual(highest.map((name) => made[name ?? '']));
  });

  it.each([
    ['amount', ['wrong']],
    ['reference', ['first', 'rival']],
    ['file', ['first', 'copy']],
    ['late', ['late']],
    ['hold', ['ended']],
    ['waiting', ['asked']],
    ['new', ['fresh']],
    ['unverified', ['fresh']],
    ['reversed', []],
    ['none', ['small', 'large']],
  ])('with the flag %s has exactly the requests that show it', async (flag, expected) => {
    expect(await names({ flag })).toEqual([...expected].reverse());
    expect(await names({ flag, status: 'PENDING' })).toEqual(expected);
    expect(await names({ flag, status: 'APPROVED' })).toEqual([]);
  });

  it('combines all of them with a search', async () => {
    expect(await names({ flag: 'file', from: '2026-11-05', search: verified.email })).toEqual(['copy']);
    expect(await names({ method: 'UPI', sort: 'lowest', status: 'PENDING', search: verified.email })).toHaveLength(2);
  });

  it.each([
    [{ from: 'yesterday' }, 'from'],
    [{ to: '2026-02-30' }, 'to'],
    [{ method: 'CASH' }, 'method'],
    [{ amountFrom: '-1' }, 'amountFrom'],
    [{ amountTo: '1e9' }, 'amountTo'],
    [{ flag: 'constructor' }, 'flag'],
    [{ sort: 'id; DROP TABLE purchases' }, 'sort'],
    [{ sort: 'highest' }, 'sort'],
    [{ sort: 'lowest', status: 'ALL' }, 'sort'],
  ])('refuses %o', async (query, field) => {
    const { status, body } = await get(LIST, query as Record<string, string>);
    expect([status, body.field ?? field]).toEqual([422, field]);
  });

  it('shows the flags of pending purchases alone', async () => {
    const approved = await post(site, APPROVE, admin, { id: made.late });
    expect(approved.status).toBe(200);
    expect(await names({ flag: 'late' })).toEqual([]);
    expect(await names({ status: 'APPROVED', sort: 'highest', method: 'MANUAL' })).toEqual(['late']);
  });
});

describe('the export of purchases', () => {
  it('has the rows of the same filters', async () => {
    const { text } = await get('/api/v1/admin/export/purchases', { format: 'csv', flag: 'reference' });
    expect(text.trim().split('\r\n')).toHaveLength(3);
    const none = await get('/api/v1/admin/export/purchases', { format: 'csv', method: 'CRYPTO', amountFrom: '1' });
    expect(none.text.trim().split('\r\n')).toHaveLength(1);
  });
});

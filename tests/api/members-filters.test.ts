/** Filters and orders of the company's accounts: of the list, and of its export. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
const people: Record<string, Account> = {};

beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  await site.database.platform
    .updateTable('users')
    .set({ created_at: new Date('2025-01-01') })
    .execute();
  for (const [at, name] of ['Asha', 'Bala', 'Chitra', 'Deepa'].entries()) {
    people[name] = await makeMember(site, { name: `${name} Person`, isApproved: at % 2 === 0 });
    await site.database.platform
      .updateTable('users')
      // A minute before midnight in India.
      .set({
        created_at: new Date(Date.UTC(2026, 10, 1 + at, 18, 29)),
        ...(name === 'Deepa' && { status: 'BLOCKED' as const }),
      })
      .where('id', '=', people[name].id)
      .execute();
  }
});
afterAll(() => site?.remove());

const get = (path: string, query: Record<string, string>) =>
  site.call('GET', `${path}?${new URLSearchParams(query)}`, { token: admin.token, ip: freshIp() });

async function names(query: Record<string, string>): Promise<string[]> {
  const { status, text, body } = await get('/api/v1/admin/auth/list', query);
  if (status !== 200) throw new Error(text);
  expect(body.data.total).toBe(body.data.records.length);
  return body.data.records.map(({ name }: { name: string }) => name.split(' ')[0]);
}

describe('the list of accounts', () => {
  it('takes days in India, both included, in either order', async () => {
    expect(await names({ from: '2026-11-02', to: '2026-11-03' })).toEqual(['Chitra', 'Bala']);
    expect(await names({ from: '2026-11-02', sort: 'oldest' })).toEqual(['Bala', 'Chitra', 'Deepa']);
    expect(await names({ to: '2024-12-31' })).toEqual([]);
  });

  it('takes role, status and verification, with a search', async () => {
    expect(await names({ role: 'ADMIN', search: 'Vikram' })).toEqual(['Vikram']);
    expect(await names({ role: 'ADMIN', from: '2026-01-01' })).toEqual([]);
    expect(await names({ role: 'USER', search: 'person', sort: 'oldest' })).toEqual([
      'Asha',
      'Bala',
      'Chitra',
      'Deepa',
    ]);
    expect(await names({ status: 'BLOCKED', from: '2026-11-01' })).toEqual(['Deepa']);
    expect(await names({ isApproved: 'false', role: 'USER', from: '2026-11-01', sort: 'oldest' })).toEqual([
      'Bala',
      'Deepa',
    ]);
  });

  it('has every account once over its pages, from the oldest', async () => {
    const all = (await get('/api/v1/admin/auth/list', { limit: '100' })).body.data.records.map(
      ({ id }: { id: string }) => id,
    );
    const pages: string[] = [];
    for (let page = 1; pages.length < all.length; page++)
      pages.push(
        ...(
          await get('/api/v1/admin/auth/list', { sort: 'oldest', limit: '2', page: String(page) })
        ).body.data.records.map(({ id }: { id: string }) => id),
      );
    expect(pages).toEqual([...all].reverse());
  });

  it.each([{ from: '1.1.2026' }, { to: 'x' }, { role: 'OWNER' }, { sort: 'name' }])('refuses %o', async (query) => {
    expect((await get('/api/v1/admin/auth/list', query as Record<string, string>)).status).toBe(422);
  });
});

describe('the export of accounts', () => {
  it('has the rows of the same filters', async () => {
    const { text } = await get('/api/v1/admin/export/members', {
      format: 'csv',
      from: '2026-11-01',
      status: 'BLOCKED',
    });
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('Deepa Person');
  });
});

/** Views that each admin keeps of a list, for themselves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const BASE = '/api/v1/admin/saved-views';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.remove());

const send = (method: string, path: string, who: Account, body?: object) =>
  site.call(method, `${BASE}/${path}`, { token: who.token, ip: freshIp(), ...(body && { body }) });
const add = (who: Account, name: string, change: object = {}) =>
  send('POST', 'add', who, { list: 'users', name, query: 'status=waiting&sort=oldest', ...change });
const names = async (who: Account, list = 'users') =>
  ((await send('GET', `list?list=${list}`, who)).body.data.records as { name: string }[]).map(({ name }) => name);

describe('saved views', () => {
  it('are listed by name, for their admin and list alone', async () => {
    const [one, other] = [await makeAdmin(site), await makeAdmin(site)];
    expect((await add(one, 'waiting')).status).toBe(201);
    await add(one, 'Blocked', { query: 'account=BLOCKED' });
    await add(one, 'Large', { list: 'purchases', query: 'amountFrom=100000&sort=highest' });
    expect(await names(one)).toEqual(['Blocked', 'waiting']);
    expect(await names(one, 'purchases')).toEqual(['Large']);
    expect(await names(other)).toEqual([]);
    expect((await send('GET', 'list?list=audit', one)).status).toBe(422);
    expect((await send('GET', 'list?list=users', await makeMember(site))).status).toBe(403);
  });

  it('have one name each, and refuse a search', async () => {
    const admin = await makeAdmin(site);
    await add(admin, 'Waiting');
    const again = await add(admin, ' WAITING ');
    expect([again.status, again.body.field]).toEqual([409, 'name']);
    expect((await add(admin, 'Asha', { query: 'search=asha' })).status).toBe(422);
    expect((await add(admin, 'x'.repeat(41))).status).toBe(422);
    expect((await add(admin, ' ')).status).toBe(422);
    expect(await names(admin)).toEqual(['Waiting']);
  });

  it('are at most 20 of a list, however many are added together', async () => {
    const admin = await makeAdmin(site);
    for (let n = 0; n < 18; n += 1) await add(admin, `View ${n}`);
    const answers = await Promise.all([1, 2, 3, 4].map((n) => add(admin, `Together ${n}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(await names(admin)).toHaveLength(20);
    expect((await add(admin, 'Another list', { list: 'purchases', query: 'sort=highest' })).status).toBe(201);
  });

  it('are deleted by their admin alone', async () => {
    const [one, other] = [await makeAdmin(site), await makeAdmin(site)];
    const { id } = (await add(one, 'Waiting')).body.data;
    expect((await send('DELETE', 'delete', other, { id })).status).toBe(404);
    expect((await send('DELETE', 'delete', one, { id })).status).toBe(200);
    expect((await send('DELETE', 'delete', one, { id })).status).toBe(404);
    expect(await names(one)).toEqual([]);
  });

  it('are in the data export of their owner', async () => {
    const member = await makeMember(site);
    const view = { list: 'users' as const, name: 'Once an admin', query: 'sort=oldest' };
    await site.database.platform
      .insertInto('saved_views')
      .values({ company_id: member.companyId, user_id: member.id, ...view })
      .execute();
    const own = await site.call('GET', '/api/v1/user/auth/export/get', { token: member.token, ip: freshIp() });
    expect(own.body.data.savedViews).toEqual([{ ...view, createdAt: expect.any(String) }]);
  });

  it('go with the account', async () => {
    const [admin, leaving] = [await makeAdmin(site), await makeAdmin(site)];
    await add(leaving, 'Waiting');
    const gone = await site.call('DELETE', '/api/v1/admin/auth/delete', {
      token: admin.token,
      ip: freshIp(),
      body: { id: leaving.id },
    });
    expect(gone.status).toBe(200);
    const left = site.database.platform.selectFrom('saved_views').where('user_id', '=', leaving.id).selectAll();
    expect(await left.execute()).toEqual([]);
  });
});

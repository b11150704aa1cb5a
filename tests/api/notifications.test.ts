/** The bell: what happens to a member is under it once, and only its owner reads it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { APPROVE, manual, post, REJECT, REVERSE, submitted } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
});
afterAll(async () => site?.remove());

const areaOf = (who: Account) => (who === admin ? 'admin' : 'user');
const list = async (who: Account) =>
  (await site.call('GET', `/api/v1/${areaOf(who)}/notifications/list`, { token: who.token, ip: freshIp() })).body.data
    .records as { id: string; kind: string; title: string; link: string; readAt: string | null }[];
const kinds = async (who: Account) => (await list(who)).map((it) => it.kind);
const read = (who: Account, body: object) => post(site, `/api/v1/${areaOf(who)}/notifications/read`, who, body);
const pageOf = async (who: Account, path: string) =>
  (await site.call('GET', path, { headers: { Cookie: who.cookie }, ip: freshIp() })).text;

describe('notifications', () => {
  it('come with every decision and verification, the newest first, with the order and a link', async () => {
    const member = await makeMember(site);
    const [accepted, refused] = [await submitted(site, member, manual()), await submitted(site, member, manual())];
    await post(site, APPROVE, admin, { id: accepted.id });
    await post(site, REJECT, admin, { id: refused.id });
    await post(site, REVERSE, admin, { id: accepted.id, reason: 'Charged back' });
    await site.call('PUT', '/api/v1/admin/auth/update', {
      token: admin.token,
      ip: freshIp(),
      body: { id: member.id, isApproved: true },
    });
    expect(await kinds(member)).toEqual([
      'account-verified',
      'purchase-reversed',
      'purchase-rejected',
      'purchase-approved',
    ]);
    const [, , rejection] = await list(member);
    expect(rejection).toMatchObject({ title: `Your order ${refused.orderNumber} was rejected`, readAt: null });
    expect(rejection?.link).toContain(refused.orderNumber);
  });

  it('are one for many messages until they are read, for each admin', async () => {
    const member = await makeMember(site);
    const { id } = await submitted(site, member, manual());
    for (const text of ['One', 'Two', 'Three'])
      await post(site, '/api/v1/user/transaction/messages/add', member, { id, text });
    expect((await kinds(admin)).filter((kind) => kind === 'purchase-answered')).toHaveLength(1);
    await read(admin, {});
    await post(site, '/api/v1/user/transaction/messages/add', member, { id, text: 'Four' });
    expect((await kinds(admin)).filter((kind) => kind === 'purchase-answered')).toHaveLength(2);
  });

  it('are counted in the page itself, and fewer after one or all are read', async () => {
    const member = await makeMember(site);
    const orders = [await submitted(site, member, manual()), await submitted(site, member, manual())];
    expect(await pageOf(member, '/user/profile')).toContain('aria-label="Notifications"');
    for (const { id } of orders) await post(site, REJECT, admin, { id });
    expect(await pageOf(member, '/user/profile')).toContain('aria-label="Notifications, 2 unread"');
    const [newest] = await list(member);
    expect((await read(member, { id: newest?.id })).body.data).toEqual({ unread: 1 });
    expect((await read(member, { id: newest?.id })).body.data).toEqual({ unread: 1 });
    expect((await read(member, {})).body.data).toEqual({ unread: 0 });
    expect(await pageOf(member, '/user/profile')).toContain('aria-label="Notifications"');
  });

  it('of another member cannot be read or marked', async () => {
    const [member, stranger] = [await makeMember(site), await makeMember(site)];
    const { id } = await submitted(site, member, manual());
    await post(site, REJECT, admin, { id });
    const [own] = await list(member);
    expect((await read(stranger, { id: own?.id })).status).toBe(404);
    expect((await read(stranger, {})).status).toBe(200);
    expect(await list(stranger)).toEqual([]);
    expect((await list(member))[0]?.readAt).toBeNull();
  });

  it('go with the account', async () => {
    const member = await makeMember(site);
    const { id } = await submitted(site, member, manual());
    await post(site, REJECT, admin, { id });
    await site.call('DELETE', '/api/v1/admin/auth/delete', {
      token: admin.token,
      ip: freshIp(),
      body: { id: member.id },
    });
    const rows = await site.database.platform
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', member.id)
      .execute();
    expect(rows).toEqual([]);
  });
});

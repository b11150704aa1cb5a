/** Announcements reach each member of the segment once, delay nobody's code, and end when a member says so. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, outdateSessions } from '../support/accounts.ts';
import { manual, post, submitted } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const BASE = '/api/v1/admin/announcements';
const UNSUBSCRIBE = '/api/v1/user/mail-preferences/unsubscribe';

let site: Site;
let other: Site;
let admin: Account;
let second: Account;
beforeAll(async () => {
  site = await startSite();
  other = await startSite({ databaseUrl: site.databaseUrl ?? '' });
  [admin, second] = [await makeAdmin(site), await makeAdmin(site, { name: 'Leela Nair' })];
});
afterAll(async () => {
  await other?.remove();
  await site?.remove();
});

const NEWS = { title: 'The launch has a date', text: 'We launch on the first of March.' };
const send = (more: object = {}, who = admin) => post(site, `${BASE}/send`, who, { ...NEWS, ...more });
const get = async (path: string, who = admin) =>
  (await site.call('GET', path, { token: who.token, ip: freshIp() })).body.data;
const rowOf = async (id: string) =>
  (await get(`${BASE}/list?limit=100`)).records.find((row: { id: string }) => row.id === id);
const ended = (id: string) => expect.poll(async () => (await rowOf(id)).state, { timeout: 60_000 }).toBe('SENT');
const mailsAbout = (id: string) =>
  site.database.platform
    .selectFrom('mails')
    .select(['to_address', 'lane', 'state'])
    .where('about_id', '=', id)
    .execute();
const bellOf = async (who: Account) => (await get('/api/v1/user/notifications/list', who)).records;

describe('an announcement', () => {
  it('goes to each member of the segment once, with two nodes, in the last lane', async () => {
    const members = await Promise.all(Array.from({ length: 230 }, () => makeMember(site, { isApproved: true })));
    const waiting = await makeMember(site);
    const count = await get(`${BASE}/count?isVerified=true`);
    expect(count).toEqual({ members: 230, byMail: 230 });
    const { body } = await send({ isVerified: true });
    expect(body.data.state).toBe('sending');
    await ended(body.data.id);
    expect(await rowOf(body.data.id)).toMatchObject({ recipients: 230, mails: 230 });
    const mails = await mailsAbout(body.data.id);
    expect(new Set(mails.map((mail) => mail.to_address)).size).toBe(230);
    expect(mails).toHaveLength(230);
    expect(mails.every((mail) => mail.lane === 3)).toBe(true);
    const [first] = members;
    expect(await bellOf(first as Account)).toMatchObject([{ kind: 'announcement', ...NEWS }]);
    expect(await bellOf(waiting)).toEqual([]);
  });

  it('knows stock, pending purchases and the day of joining', async () => {
    const buyer = await makeMember(site);
    await submitted(site, buyer, manual());
    expect((await get(`${BASE}/count?hasPending=true`)).members).toBe(1);
    expect((await get(`${BASE}/count?hasStock=true`)).members).toBe(0);
    const all = (await get(`${BASE}/count`)).members;
    expect((await get(`${BASE}/count?joinedSince=2020-01-01`)).members).toBe(all);
    expect((await get(`${BASE}/count?joinedSince=2999-01-01`)).members).toBe(0);
    expect(
      (await site.call('GET', `${BASE}/count?joinedSince=soon`, { token: admin.token, ip: freshIp() })).status,
    ).toBe(422);
  });

  it('names no account to pay to, and needs a recent sign-in', async () => {
    expect((await send({ text: 'Pay to cowl@sbi' })).status).toBe(422);
    const stale = await makeAdmin(site);
    await outdateSessions(site, stale);
    expect((await send({}, stale)).body.code).toBe('reauthentication_required');
  });

  it('waits for a second admin while a rule of two is on', async () => {
    const companyId = await companyIdOf(site);
    const rule = (isOn: boolean) =>
      site.database.platform
        .updateTable('companies')
        .set({ two_admins_for_accounts: isOn })
        .where('id', '=', companyId)
        .execute();
    await rule(true);
    try {
      const { id, state } = (await send({ hasPending: true })).body.data;
      expect(state).toBe('waiting');
      const proposal = (await rowOf(id)).proposal;
      expect((await post(site, `${BASE}/confirm`, admin, { id: proposal.id })).status).toBe(403);
      expect((await mailsAbout(id)).length).toBe(0);
      expect((await post(site, `${BASE}/confirm`, second, { id: proposal.id })).status).toBe(200);
      await ended(id);
      const withdrawn = (await send({ hasPending: true })).body.data.id;
      const own = (await rowOf(withdrawn)).proposal;
      expect((await post(site, `${BASE}/withdraw`, admin, { id: own.id })).status).toBe(200);
      expect((await rowOf(withdrawn)).state).toBe('CLOSED');
      expect((await post(site, `${BASE}/confirm`, second, { id: own.id })).status).toBe(409);
    } finally {
      await rule(false);
    }
  });

  it('stops: it ends, and its waiting mails are dropped', async () => {
    const { id } = (await send()).body.data;
    expect((await post(site, `${BASE}/stop`, admin, { id })).status).toBe(200);
    expect((await rowOf(id)).state).toBe('STOPPED');
    expect((await mailsAbout(id)).filter((mail) => mail.state === 'WAITING')).toEqual([]);
    expect((await post(site, `${BASE}/stop`, admin, { id })).status).toBe(409);
  });
});

describe('declining', () => {
  it('a member turns mails off and on, and the bell still rings', async () => {
    const member = await makeMember(site);
    const update = (announcements: boolean) =>
      post(site, '/api/v1/user/mail-preferences/update', member, { announcements });
    expect(await get('/api/v1/user/mail-preferences/get', member)).toEqual({ announcements: true });
    await update(false);
    const { id } = (await send()).body.data;
    await ended(id);
    expect((await mailsAbout(id)).map((mail) => mail.to_address)).not.toContain(member.email);
    expect((await bellOf(member)).map((it: { kind: string }) => it.kind)).toEqual(['announcement']);
    await update(true);
    expect(await get('/api/v1/user/mail-preferences/get', member)).toEqual({ announcements: true });
  });

  it('one click from a mail program ends them, without a session; another’s token does nothing to others', async () => {
    const [member, neighbour] = [await makeMember(site), await makeMember(site)];
    const { id } = (await send()).body.data;
    await ended(id);
    const stateOf = async () => (await mailsAbout(id)).find((mail) => mail.to_address === member.email)?.state;
    await expect.poll(stateOf, { timeout: 60_000 }).toBe('SENT');
    // Either node may have sent it, into its own folder.
    const sent = await Promise.any([site, other].map((node) => node.mail(member.email, { containing: NEWS.title })));
    const mail = sent.replace(/\r?\n[ \t]+/g, ' ');
    const header = /^List-Unsubscribe: <([^>]+)>/m.exec(mail)?.[1] ?? '';
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    const { pathname, search } = new URL(header);
    expect(pathname).toBe(UNSUBSCRIBE);
    const oneClick = (query: string) =>
      site.call('POST', `${UNSUBSCRIBE}${query}`, {
        ip: freshIp(),
        body: 'List-Unsubscribe=One-Click',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
    const forged = search.replace(/=[0-9a-f]{32}/, `=${neighbour.id.replaceAll('-', '')}`);
    expect((await oneClick(forged)).status).toBe(422);
    expect((await oneClick('?token=short')).status).toBe(422);
    expect(await get('/api/v1/user/mail-preferences/get', neighbour)).toEqual({ announcements: true });
    expect((await oneClick(search)).status).toBe(200);
    expect((await oneClick(search)).status).toBe(200);
    expect(await get('/api/v1/user/mail-preferences/get', member)).toEqual({ announcements: false });
  });
});

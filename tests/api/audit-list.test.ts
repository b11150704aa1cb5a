/** Admins read who did what in their company, and in no other. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { callsOf } from '../support/members.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
let member: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  member = await makeMember(site, { name: 'Asha Rao' });
  const calls = callsOf(site, admin);
  for (const status of ['BLOCKED', 'ACTIVE', 'INACTIVE', 'ACTIVE']) await calls.setStatus(member.id, status);
  await calls.update({ id: member.id, isApproved: true });
});
afterAll(() => site?.remove());

const list = (query: Record<string, string | number> = {}, who = admin) =>
  site.call(
    'GET',
    `/api/v1/admin/audit/list?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
    { token: who.token, ip: freshIp() },
  );
const listed = async (query: Record<string, string | number> = {}) => {
  const answer = await list(query);
  expect(answer.status).toBe(200);
  return answer.body.data;
};

it('tells who did what to whom, before and after, the newest first, with names that the trail does not hold', async () => {
  const { records } = await listed({ action: 'user.approve' });
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({
    title: 'User verified',
    sentence: [{ who: 'actor' }, { text: ' verified ' }, { who: 'subject' }],
    actor: { kind: 'admin', name: 'Vikram Shah' },
    subject: { kind: 'user', name: 'Asha Rao', path: `/admin/usermanage?search=${member.memberId}` },
  });
  const changes = await listed({ action: 'user.update' });
  expect(changes.records.at(-1).changes).toContainEqual({ field: 'status', before: 'ACTIVE', after: 'BLOCKED' });
});

it('gives every entry once over its pages', async () => {
  const { total } = await listed();
  expect(total).toBeGreaterThanOrEqual(5);
  const numbers: number[] = [];
  for (let page = 1; numbers.length < total; page++) {
    const { records } = await listed({ page, limit: 2 });
    expect(records.length).toBeGreaterThan(0);
    numbers.push(...records.map((it: { seq: string }) => Number(it.seq)));
  }
  expect(numbers).toEqual(Array.from({ length: total }, (_, at) => total - at));
});

it('finds by name, address, member ID and the words of an action', async () => {
  for (const search of ['asha', member.email, member.memberId.toLowerCase()])
    expect((await listed({ search })).total).toBeGreaterThanOrEqual(5);
  expect((await listed({ search: 'user verified' })).total).toBe(1);
  expect((await listed({ search: 'nobody-of-this-name' })).total).toBe(0);
  expect((await listed({ search: 'asha', action: 'user.approve' })).total).toBe(1);
  expect((await listed({ action: 'no.such-action' })).total).toBe(0);
});

it("keeps to India's days, both included", async () => {
  const [{ createdAt }] = (await listed()).records;
  const day = (offset: number): string =>
    new Date(Date.parse(createdAt) + (5.5 + 24 * offset) * 3_600_000).toISOString().slice(0, 10);
  expect((await listed({ from: day(0), to: day(0) })).total).toBeGreaterThan(0);
  expect((await listed({ from: day(1) })).total).toBe(0);
  expect((await listed({ to: day(-2) })).total).toBe(0);
  expect((await list({ from: '2026-02-30' })).status).toBe(422);
});

it('never shows entries of another company', async () => {
  const companyId = await makeCompany(site);
  const stranger = await makeMember(site, { companyId, name: 'Foreign Person' });
  await site.database.platform
    .insertInto('audit_entries')
    .values({
      scope_id: companyId,
      seq: 1n,
      actor_kind: 'member',
      actor_id: stranger.id,
      action: 'profile.update',
      subject_kind: 'user',
      subject_id: stranger.id,
      created_at: new Date().toISOString(),
      prev_hash: '0x0',
      hash: '0x1',
    })
    .execute();
  expect((await listed({ search: 'foreign' })).total).toBe(0);
  expect((await listed({ search: stranger.memberId })).total).toBe(0);
  expect((await listed({ action: 'profile.update' })).total).toBe(0);
  expect((await list({}, await makeMember(site))).status).toBe(403);
});

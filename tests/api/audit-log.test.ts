/** Admins read who did what in their own company, and in no other. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditRow as Entry } from '../../src/lib/audit-log/contract.ts';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { proposeChanges } from '../support/approvals.ts';
import { askForDeletion, callsOf } from '../support/members.ts';
import { APPROVE, manual, post, REJECT, submitted } from '../support/purchases.ts';
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

it('lists who did what to whom, before and after, newest first, with names that the trail itself does not store', async () => {
  const { records } = await listed({ action: 'user.approve' });
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({
    title: 'User verified',
    sentence: [{ who: 'actor' }, { text: ' verified ' }, { who: 'subject' }],
    actor: { kind: 'admin', name: 'Vikram Shah' },
    subject: { kind: 'user', name: 'Asha Rao', path: `/admin/usermanage/${member.id}`, owner: null },
    hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  });
  const changes = await listed({ action: 'user.update' });
  expect(changes.records.at(-1).changes).toContainEqual({
    field: 'status',
    label: 'Status',
    before: 'ACTIVE',
    after: 'BLOCKED',
  });
});

it('names the owner of a purchase, and shows money in rupees', async () => {
  const buyer = await makeMember(site, { name: 'Ravi Das' });
  const { id, orderNumber } = await submitted(site, buyer, manual());
  expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
  const { records } = await listed({ action: 'purchases', search: orderNumber.toLowerCase() });
  expect(records.map((it: Entry) => [it.action, it.actor.name, it.subject.name, it.subject.owner?.name])).toEqual([
    ['purchase.approve', 'Vikram Shah', orderNumber, 'Ravi Das'],
    ['purchase.submit', 'Ravi Das', orderNumber, undefined],
  ]);
  expect(records[1].changes).toContainEqual({
    field: 'finalAmountPaise',
    label: 'Final amount',
    before: null,
    after: expect.stringMatching(/^₹[\d,]+\.\d{2}$/),
  });
});

it('distinguishes a beneficiary that was proposed but never added from one that was deleted', async () => {
  await proposeChanges(site, admin);
  const { records } = await listed({ action: 'beneficiary.propose' });
  expect(records.map((it: Entry) => it.subject.name)).toEqual([
    'that was to be added',
    expect.stringMatching(/ Example Private Limited$/),
  ]);
});

it('names an account by its current name, and an erased account by its member ID alone', async () => {
  const person = await makeMember(site, { name: 'Before Rao' });
  const calls = callsOf(site, admin);
  await calls.update({ id: person.id, isApproved: true });
  await submitted(site, person, manual());
  await site.database.platform.updateTable('users').set({ name: 'After Rao' }).where('id', '=', person.id).execute();
  expect((await listed({ userId: person.id })).records.at(-1).subject.name).toBe('After Rao');
  await askForDeletion(site, person);
  await site.database.platform.updateTable('companies').set({ two_admins_for_accounts: false }).execute();
  expect((await calls.remove(person.id)).status).toBe(200);
  const { records } = await listed({ search: person.memberId });
  expect(records.length).toBeGreaterThanOrEqual(2);
  expect(JSON.stringify(records)).not.toMatch(/(Before|After) Rao/);
});

it('lists by account: what it did, and what was done to it and to its purchases', async () => {
  const [one, other] = [await makeMember(site, { name: 'One' }), await makeMember(site, { name: 'Other' })];
  await callsOf(site, admin).update({ id: other.id, isApproved: true });
  const { id } = await submitted(site, one, manual());
  await post(site, REJECT, admin, { id });
  await callsOf(site, admin).update({ id: one.id, isApproved: true });
  const { records, total } = await listed({ userId: one.id });
  expect([total, records.map((it: Entry) => it.action)]).toEqual([
    3,
    ['user.approve', 'purchase.reject', 'purchase.submit'],
  ]);
  expect((await listed({ userId: one.id, action: 'purchases' })).total).toBe(2);
  expect((await list({ userId: randomUUID() })).status).toBe(404);
});

it('gives the same result for few matching accounts and for too many to look up one by one', async () => {
  const people = await listed({ search: 'rao' });
  const companyId = await companyIdOf(site);
  await sql`
    INSERT INTO users (company_id, name, email, mobile, password_hash, member_id, search_text)
    SELECT ${companyId}, 'Wide Rao', 'wide' || n || '@example.com', '+919800000000', 'x', 'WIDE' || n, 'wide rao ' || n
    FROM generate_series(1, 2100) AS n`.execute(site.database.platform);
  const many = await listed({ search: 'rao' });
  expect(many).toEqual(people);
  expect((await listed({ search: 'rao', page: 2 })).records).toEqual(
    (await listed({ search: 'asha', page: 2 })).records,
  );
});

it('lists every entry exactly once over its pages', async () => {
  // Entries are numbered when they are sealed.
  await expect.poll(async () => (await listed()).records[0].seq).not.toBeNull();
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

it('searches by name, address, member ID and the label of an action', async () => {
  for (const search of ['asha', member.email, member.memberId.toLowerCase()])
    expect((await listed({ search })).total).toBeGreaterThanOrEqual(5);
  expect((await listed({ search: 'asha', action: 'people' })).total).toBe(5);
  const { total, records } = await listed({ search: 'user verified' });
  expect([total > 0, new Set(records.map((it: Entry) => it.action))]).toEqual([true, new Set(['user.approve'])]);
  expect((await listed({ search: 'nobody-of-this-name' })).total).toBe(0);
  expect((await listed({ search: 'asha', action: 'user.approve' })).total).toBe(1);
  expect((await listed({ action: 'no.such-action' })).total).toBe(0);
  expect((await listed({ action: 'no.such\u0000action' })).total).toBe(0);
});

it('filters by days in Indian time, first and last day included', async () => {
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

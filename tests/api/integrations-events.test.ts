/** The feed of events: in the order of the commits, each once, none left out. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { record } from '@/lib/audit/service.ts';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { makeKey } from '../support/integrations.ts';
import { APPROVE, manual, post, submitted } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

interface Event {
  readonly cursor: string;
  readonly type: string;
  readonly data: { readonly kind: string; readonly id: string };
}

let site: Site;
let admin: Account;
let companyId: string;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
  companyId = await companyIdOf(site);
});
afterAll(() => site?.remove());

const page = async (token: string, query: string) => {
  const answer = await site.call('GET', `/api/v1/admin/events?${query}`, { token, ip: freshIp() });
  expect(answer.status, answer.text.slice(0, 200)).toBe(200);
  return answer.body.data as { records: Event[]; cursor: string; hasMore: boolean };
};
/** Reads on until the events hold one about this id. */
async function readUntil(after: string, id: string): Promise<{ events: Event[]; cursor: string }> {
  const events: Event[] = [];
  let cursor = after;
  await expect
    .poll(async () => {
      const next = await page(admin.token, `after=${cursor}`);
      events.push(...next.records);
      cursor = next.cursor;
      return events.some(({ data }) => data.id === id);
    })
    .toBe(true);
  return { events, cursor };
}
const happen = (id: string) => ({
  scopeId: companyId,
  actor: null,
  action: 'purchase.hold.end' as const,
  subjectKind: 'purchase',
  subjectId: id,
});

it('a receiver that was away goes on at its cursor, page by page', async () => {
  const buyer = await makeMember(site);
  const { id } = await submitted(site, buyer, manual());
  const { cursor } = await readUntil('', id);
  await post(site, APPROVE, admin, { id });
  const { events } = await readUntil(cursor, id);
  expect(events.filter(({ data }) => data.id === id)).toEqual([
    {
      cursor: expect.any(String),
      type: 'purchase.approved',
      timestamp: expect.any(String),
      data: { kind: 'purchase', id },
    },
  ]);
  const whole = (await page(admin.token, 'limit=100')).records;
  const one: Event[] = [];
  let next = { records: [] as Event[], cursor: '', hasMore: true };
  while (next.hasMore) {
    next = await page(admin.token, `limit=1&after=${next.cursor}`);
    one.push(...next.records);
  }
  expect(one.slice(0, whole.length)).toEqual(whole);
  expect(JSON.stringify(whole)).not.toContain(buyer.email);
});

it('an event of a transaction that commits late is not skipped', async () => {
  const [late, early] = ['11111111-0000-4000-8000-000000000001', '11111111-0000-4000-8000-000000000002'];
  let commit = (): void => {};
  const gate = new Promise<void>((open) => {
    commit = open;
  });
  let begun = (): void => {};
  const isOpen = new Promise<void>((open) => {
    begun = open;
  });
  const slow = site.database.platform.transaction().execute(async (tx) => {
    await record(tx, happen(late));
    begun();
    await gate;
  });
  await isOpen;
  await record(site.database.platform, happen(early));
  const before = await readUntil('', early);
  expect(before.events.some(({ data }) => data.id === late)).toBe(false);
  commit();
  await slow;
  const after = await readUntil(before.cursor, late);
  expect(after.events.map(({ data }) => data.id)).toEqual([late]);
});

it('a key reads it with its scope alone', async () => {
  const { key } = await makeKey(site, admin, { scopes: ['read:events'] });
  expect((await page(key, '')).records.length).toBeGreaterThan(0);
  const other = await makeKey(site, admin, { scopes: ['read:audit'] });
  const refused = await site.call('GET', '/api/v1/admin/events', { token: other.key, ip: freshIp() });
  expect(refused.status).toBe(403);
  const wrong = await site.call('GET', '/api/v1/admin/events?after=abc', { token: key, ip: freshIp() });
  expect(wrong.status).toBe(422);
});

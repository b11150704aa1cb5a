/** A member's page that is sent again is the page that would be drawn: after every change, for everybody, on every host. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionHash } from '../../src/lib/auth/sessions.ts';
import { readHistoryState } from '../../src/lib/purchases/history-state-store.ts';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember, signIn } from '../support/accounts.ts';
import { beside } from '../support/brand.ts';
import { APPROVE, freshReference, post, REJECT, REVERSE, submitted, upi } from '../support/purchases.ts';
import { type Answer, type Site, startSite } from '../support/site.ts';

const PAGE = '/user/payment-history';
let site: Site;
let admin: Account;
let companyId: string;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
  companyId = await companyIdOf(site);
});
afterAll(() => site?.remove());

const kept = (who: Account): Promise<Answer> => site.call('GET', PAGE, { cookie: who.cookie });
/** A query is never answered from what is kept. */
const drawn = (who: Account): Promise<Answer> => site.call('GET', `${PAGE}?page=1`, { cookie: who.cookie });

function stateOf(who: Account): Promise<string | null> {
  const cookieHash = sessionHash(who.cookie.split('=')[1] ?? '');
  if (!cookieHash) throw new Error('no session in this cookie');
  return readHistoryState(site.database.company(companyId), { companyId, host: null, symbol: null, cookieHash });
}

/** What is sent now, after the page has been kept; it is what is drawn. */
async function shown(who: Account): Promise<string> {
  const first = await kept(who);
  const again = await kept(who);
  const fresh = await drawn(who);
  expect([first.status, again.status, fresh.status]).toEqual([200, 200, 200]);
  expect(again.text).toBe(first.text);
  expect(again.text).toBe(fresh.text);
  expect(again.headers.get('cache-control')).toBe('no-store');
  expect(again.headers.get('content-security-policy')).toBe(fresh.headers.get('content-security-policy'));
  expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  return again.text;
}

const inCompanies = (change: Record<string, string>): Promise<unknown> =>
  site.database.platform.updateTable('companies').set(change).where('id', '=', companyId).execute();

test('asked twice without a change its state is the same, and it is another member’s never', async () => {
  const [one, two] = await Promise.all([makeMember(site), makeMember(site)]);
  await submitted(site, one, await upi(site, one));
  const state = await stateOf(one);
  await kept(one);
  expect(state).toMatch(/^\d+ \d+ own \d+ same \d+$/);
  expect(await stateOf(one)).toBe(state);
  expect(await stateOf(two)).not.toBe(state);
  await Promise.all([shown(one), shown(two)]);
});

test('every change shows with the next request', async () => {
  const member = await makeMember(site);
  const other = await makeMember(site);
  const number = freshReference();
  const seen = [await shown(member)];
  /** Does it, and expects another page than all before. */
  const after = async (what: string, act: () => Promise<unknown>, words: string): Promise<void> => {
    await act();
    const text = await shown(member);
    expect(seen, what).not.toContain(text);
    expect(text, what).toContain(words);
    seen.push(text);
  };
  const decide =
    (path: string, id: string, more: Record<string, unknown> = {}) =>
    async () => {
      expect((await post(site, path, admin, { id, ...more })).status).toBe(200);
    };

  const first = await upi(site, member, { referenceNumber: number });
  let own = '';
  await after(
    'own purchase',
    async () => {
      own = (await submitted(site, member, first)).id;
    },
    number,
  );
  let theirs = '';
  await after(
    'the same number from somebody else',
    async () => {
      theirs = (await submitted(site, other, await upi(site, other, { referenceNumber: number }))).id;
    },
    'Verification Failed',
  );
  await decide(REJECT, theirs, { reason: 'Not received' })();
  expect(await shown(member)).not.toContain('Verification Failed');
  const second = await upi(site, member);
  await after('a second purchase', () => submitted(site, member, second), String(second.referenceNumber));
  await after('one is approved', decide(APPROVE, own), String(second.referenceNumber));
  expect(seen.at(-1)).not.toContain(number);
  await decide(REVERSE, own, { reason: 'Wrong account' })();
  await shown(member);

  await after('a word of the company', () => inCompanies({ notice: 'Closed on Sunday.' }), 'Closed on Sunday.');
  await after('its address for questions', () => inCompanies({ support_email: 'ask@example.com' }), 'ask@example.com');
  const icon = second.receiptId;
  await after(
    'its icon',
    () =>
      sql`INSERT INTO company_brands (company_id, icon_id) VALUES (${companyId}, ${icon})
      ON CONFLICT (company_id) DO UPDATE SET icon_id = ${icon}`.execute(site.database.platform),
    `/brand/icon?v=${icon}`,
  );
  await after(
    'the member’s name',
    () =>
      site.database.platform.updateTable('users').set({ name: 'Asha Renamed' }).where('id', '=', member.id).execute(),
    'Asha Renamed',
  );
});

test('what changes to and fro is another state each time', async () => {
  const member = await makeMember(site);
  const { id } = await submitted(site, member, await upi(site, member));
  const states = new Set<string | null>();
  for (const status of ['REJECTED', 'PENDING', 'REJECTED', 'PENDING'] as const) {
    states.add(await stateOf(member));
    await sql`UPDATE purchases SET status = ${status}, decided_at = ${status === 'PENDING' ? null : sql`now()`},
      reject_reason = ${status === 'PENDING' ? null : 'No'} WHERE id = ${id}`.execute(site.database.platform);
    await shown(member);
  }
  expect(states.size).toBe(4);
});

test('who is signed out, blocked or of another company gets nothing of it', async () => {
  const member = await makeMember(site);
  await submitted(site, member, await upi(site, member));
  await shown(member);
  const more = await signIn(site, { kind: 'member', companyId, accountId: member.id });
  const elsewhere = { ...member, ...more };
  await shown(elsewhere);
  await site.call('POST', '/api/v1/user/auth/logout', { cookie: member.cookie, headers: { Origin: site.url } });
  const gone = await kept(member);
  expect([gone.status, gone.headers.get('location')]).toEqual([302, '/']);
  await shown(elsewhere);
  await site.database.platform.updateTable('users').set({ status: 'BLOCKED' }).where('id', '=', member.id).execute();
  expect((await kept(elsewhere)).status).toBe(302);

  const second = await makeCompany(site, beside('ACW'));
  await site.database.platform
    .insertInto('company_hosts')
    .values({ host: 'acw.localhost', company_id: second, is_primary: true })
    .execute();
  const stays = await makeMember(site);
  await shown(stays);
  const there = await site.call('GET', PAGE, {
    cookie: stays.cookie,
    headers: { 'X-Forwarded-Host': `acw.localhost:${site.port}` },
  });
  expect([there.status, there.headers.get('location')]).toEqual([302, '/']);
});

test('a host that becomes another company’s shows nothing of the one before', async () => {
  const [one, two] = [await makeCompany(site, beside('MASP')), await makeCompany(site, beside('NXT'))];
  const at = (who: Account): Promise<Answer> =>
    site.call('GET', PAGE, { cookie: who.cookie, headers: { 'X-Forwarded-Host': `moved.localhost:${site.port}` } });
  const point = (id: string): Promise<unknown> =>
    sql`INSERT INTO company_hosts (host, company_id, is_primary) VALUES ('moved.localhost', ${id}, true)
      ON CONFLICT (host) DO UPDATE SET company_id = ${id}`.execute(site.database.platform);
  await point(one);
  const member = await makeMember(site, { companyId: one });
  expect([(await at(member)).status, (await at(member)).status]).toEqual([200, 200]);
  await point(two);
  expect((await at(member)).status).toBe(302);
  const newcomer = await makeMember(site, { companyId: two });
  expect([(await at(newcomer)).status, (await at(newcomer)).status]).toEqual([200, 200]);
});

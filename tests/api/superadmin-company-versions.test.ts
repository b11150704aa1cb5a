/** Two people change one company: no change is lost silently, with and without versions. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeSuper, PASSWORD } from '../support/accounts.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

const PATH = '/api/v1/superadmin/company';
const STALE =
  'This company was changed by somebody else in the meantime. Please check the current details and save again.';
let site: Site;
let admin: Account;
let boss: Account;
let second: Account;
let id: string;
beforeAll(async () => {
  site = await startSite();
  id = await companyIdOf(site);
  const row = { pan: 'ABCCE1234F', aadhaar_last4: '2346', aadhaar_hash: 'kept' };
  await site.database.platform.updateTable('companies').set(row).where('id', '=', id).execute();
});
afterAll(() => site?.remove());
beforeEach(async () => {
  // Each test has its own super admins, who have not seen the changes of earlier tests.
  [admin, boss, second] = [await makeAdmin(site), await makeSuper(site), await makeSuper(site)];
  await site.database.platform.deleteFrom('company_changes').execute();
});

/** The form as this super admin's client has it; the published client sends no version. */
async function formOf(who: Account): Promise<Record<string, unknown> & { version?: number }> {
  const answer = await site.call('GET', `${PATH}/list`, { token: who.token, ip: freshIp() });
  const it = answer.body.data.records.find((record: { id: string }) => record.id === id);
  const { createdAt: _, pausedAt: __, pauseReason: ___, isDefault: ____, ...form } = it;
  const whole = Object.entries(form).map(([name, value]) => [
    name,
    typeof value === 'number' && name !== 'version' ? String(value) : value,
  ]);
  return Object.fromEntries(whole);
}
const published = ({ version: _, hosts: __, ...rest }: Record<string, unknown>) => rest;
const put = (who: Account, body: object): Promise<Answer> =>
  site.call('PUT', `${PATH}/update`, { body, token: who.token, ip: freshIp() });
const company = () =>
  site.database.platform.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
async function adminSets(price: string): Promise<void> {
  const { settings_version: version } = await company();
  const body = { version, password: PASSWORD, price };
  const answer = await site.call('PUT', '/api/v1/admin/settings/update', { body, token: admin.token, ip: freshIp() });
  expect(answer.status).toBe(200);
}

test("a form that is older than an admin's change is refused with a message, and saves after a reload", async () => {
  const stale = await formOf(boss);
  await adminSets('0.41');
  const refused = await put(boss, { ...stale, companyTitle: 'A new title' });
  expect([refused.status, refused.body.message]).toEqual([409, STALE]);
  expect(await company()).toMatchObject({ price_micros: 410_000n });
  const saved = await put(boss, { ...(await formOf(boss)), companyTitle: 'A new title' });
  expect(saved.status).toBe(200);
  expect(saved.body.data).toMatchObject({ companyTitle: 'A new title', initialPrice: '0.41' });
});

test('the version increases for a change of title, host or price, but not for a pause or an unchanged save', async () => {
  const version = async (): Promise<number> => (await company()).version;
  const steps: [object, number][] = [
    [{ companyTitle: 'Counted' }, 1],
    [{}, 0],
    [{ hosts: ['counted.example.com'] }, 1],
    [{ hosts: [] }, 1],
    [{ initialPrice: '0.43', companyAddress: '9 Counted Road' }, 1],
  ];
  for (const [change, by] of steps) {
    const before = await version();
    expect((await put(boss, { ...(await formOf(boss)), ...change })).status).toBe(200);
    expect([change, (await version()) - before]).toEqual([change, by]);
  }
  const before = await version();
  for (const name of ['pause', 'resume'])
    await site.call('POST', `${PATH}/${name}`, {
      body: name === 'pause' ? { id, reason: 'Closed today.' } : { id },
      token: boss.token,
      ip: freshIp(),
    });
  expect(await version()).toBe(before);
});

test('two super admins with the same form: the first one saves, the second one gets a conflict', async () => {
  const form = await formOf(boss);
  const [one, two] = await Promise.all([
    put(boss, { ...form, companyTitle: 'Of the first' }),
    put(second, { ...form, companyAddress: '2 Other Road, Pune' }),
  ]);
  expect([one.status, two.status].sort()).toEqual([200, 409]);
  const { company_title, address } = await company();
  expect([company_title === 'Of the first', address === '2 Other Road, Pune'].filter(Boolean)).toHaveLength(1);
});

test("without a version: an older form does not undo an admin's change", async () => {
  const stale = published(await formOf(boss));
  await adminSets('0.47');
  const refused = await put(boss, { ...stale, companyTitle: 'By the published client' });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Somebody else has changed this company in the meantime: Initial Price. Please load it again and make your change there.',
  ]);
  expect(await company()).toMatchObject({ price_micros: 470_000n });
  expect((await company()).company_title).not.toBe('By the published client');
  const again = published(await formOf(boss));
  expect((await put(boss, { ...again, companyTitle: 'By the published client' })).status).toBe(200);
  expect(await company()).toMatchObject({ price_micros: 470_000n, company_title: 'By the published client' });
});

test("without a version: an older form does not undo another super admin's changes, including hosts", async () => {
  const whole = await formOf(boss);
  const stale = { ...published(whole), hosts: whole.hosts };
  const change = { companyPincode: '400099', hosts: ['kept.example.com'] };
  expect((await put(second, { ...(await formOf(second)), ...change })).status).toBe(200);
  const refused = await put(boss, stale);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining('in the meantime: Company Pincode, Host names.'),
  ]);
  // Fields that are not sent do not change, so the client need not know the hosts.
  expect((await put(boss, { ...published(whole), companyPincode: '400099' })).status).toBe(200);
  const hosts = await site.database.platform.selectFrom('company_hosts').select('host').execute();
  expect(hosts).toEqual([{ host: 'kept.example.com' }]);
});

test('without a version: the own change can be undone, and a new value is accepted', async () => {
  const form = published(await formOf(boss));
  await adminSets('0.51');
  expect((await put(boss, { ...form, initialPrice: '0.52' })).status).toBe(200);
  expect((await put(boss, { ...form, initialPrice: '0.53' })).status).toBe(200);
  expect((await put(boss, { ...form, initialPrice: '0.52' })).status).toBe(200);
  // By then the sessions of all forms that were opened before the change have ended.
  expect((await put(second, { ...published(await formOf(second)), companyPincode: '400098' })).status).toBe(200);
  expect((await put(boss, { ...form, initialPrice: '0.52', companyPincode: '400099' })).status).toBe(409);
  await sql`UPDATE company_changes SET changed_at = now() - interval '4 hours 1 second'`.execute(
    site.database.platform,
  );
  expect((await put(boss, { ...form, initialPrice: '0.52', companyPincode: '400099' })).status).toBe(200);
});

test('422 for an invalid version', async () => {
  const form = await formOf(boss);
  for (const version of [0, -1, 1.5, '1'])
    expect((await put(boss, { ...form, version })).status, String(version)).toBe(422);
  expect((await put(boss, { ...form, version: null })).status).toBe(200);
});

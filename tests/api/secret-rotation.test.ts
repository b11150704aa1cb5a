/**
 * APP_SECRET is changed node by node while the site serves (docs/operations.md, To change the secret): at every step each node
 * reads what the other one wrote, and without the old secret nothing is unreadable.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, makeSuper, noteStates } from '../support/accounts.ts';
import { redeem, requestCode } from '../support/codes.ts';
import { type App, addApp, finish, forgetSteps, logInByPassword } from '../support/factors.ts';
import { addWebhook, type Receiver, startReceiver } from '../support/integrations.ts';
import { manual, post, submitted } from '../support/purchases.ts';
import { BANK_PAYEE, REFUNDS, readyRefund } from '../support/refunds.ts';
import { APP_SECRET as OLD, type Site, startSite } from '../support/site.ts';

const NEW = 'the next secret of these tests, long enough as well';
const run = promisify(execFile);

let home: Site;
let nodes: [Site, Site];
let admin: Account;
let idle: Account;
let boss: Account;
let buyer: Account;
let app: App;
let idleApp: App;
let bossApp: App;
let refund: string;
let receiver: Receiver;
let secret: string;

const node = (current: string, other: string): Promise<Site> =>
  startSite({
    databaseUrl: home.databaseUrl ?? '',
    env: { APP_SECRET: current, APP_SECRET_PREVIOUS: other, WEBHOOK_LOOPBACK: 'on', RATE_LIMITS: 'off' },
  });

beforeAll(async () => {
  home = await startSite();
  await home.stop();
  nodes = [await node(OLD, ''), await node(OLD, '')];
  const [first] = nodes;
  [admin, idle, boss, buyer] = [
    await makeAdmin(home),
    await makeAdmin(home),
    await makeSuper(home),
    await makeMember(home),
  ];
  await home.database.platform
    .updateTable('companies')
    .set({ open_purchases_max: 0, held_share_unverified_bps: 0 })
    .where('id', '=', await companyIdOf(home))
    .execute();
  app = await addApp(first, admin);
  idleApp = await addApp(first, idle);
  bossApp = await addApp(first, boss);
  refund = await readyRefund(first, buyer, admin);
  receiver = await startReceiver();
  secret = (await addWebhook(first, admin, receiver.url, { types: ['purchase.submitted'] })).secret;
}, 60_000);
afterAll(async () => {
  for (const one of nodes ?? []) await one.remove();
  await receiver?.close();
  await home?.remove();
});

async function cli(command: string, env: Record<string, string>): Promise<{ code: number; text: string }> {
  try {
    const { stdout, stderr } = await run(process.execPath, ['dist/server/cli.mjs', command], {
      env: { PATH: process.env.PATH ?? '', DATABASE_URL: home.databaseUrl ?? '', ...env },
    });
    return { code: 0, text: stdout + stderr };
  } catch (cause) {
    const { code, stdout, stderr } = cause as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
}

/** The admin signs in by password at one node and by the app's code at another; the session works at both. */
async function signIn(who: Account, codes: App, [one, two]: readonly [Site, Site]): Promise<string> {
  const { body, text } = await logInByPassword(one, who);
  expect(body.data.factors, text).toEqual(['totp']);
  await forgetSteps(home, who);
  const done = await finish(two, body.data.pending, { code: codes.code() });
  expect(done.status, done.text).toBe(200);
  for (const at of [one, two]) expect(await opens(at, done.body.data.token)).toBe(200);
  return done.body.data.token;
}

const opens = async (at: Site, token: string): Promise<number> =>
  (await at.call('GET', '/api/v1/company/auth/factors/get', { token })).status;

const accountAt = async (at: Site) => (await post(at, `${REFUNDS}/account`, admin, { id: refund })).body.data;

/** What one node writes, the other one reads. */
async function expectCommon(one: Site, two: Site): Promise<void> {
  await signIn(admin, app, [one, two]);
  // The session of before the change.
  for (const at of [one, two]) {
    expect(await opens(at, admin.token)).toBe(200);
    expect(await accountAt(at)).toMatchObject({ accountNumber: BANK_PAYEE.accountNumber });
  }
  await submitted(one, buyer, manual());
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(0);
  for (const { body, headers } of receiver.received.splice(0)) new Webhook(secret).verify(body, headers);
}

/** Starts one node again with these secrets, while the other one serves. */
async function restart(index: 0 | 1, current: string, other: string): Promise<void> {
  const remaining = nodes[1 - index] as Site;
  const leaving = nodes[index];
  const [next] = await Promise.all([
    leaving.stop().then(() => node(current, other)),
    signIn(admin, app, [remaining, remaining]),
  ]);
  await leaving.remove();
  nodes[index] = next;
  await expectCommon(nodes[0], nodes[1]);
  await expectCommon(nodes[1], nodes[0]);
}

const unreadable = async (): Promise<string[]> => {
  const { text } = await cli('secret:seal', { APP_SECRET: NEW });
  return text.split('\n').filter((line) => line.startsWith('BAD'));
};

it('first each node learns the new secret, then writes under it, and at each step both read all', async () => {
  await expectCommon(nodes[0], nodes[1]);
  await restart(0, OLD, NEW);
  await restart(1, OLD, NEW);
  await restart(0, NEW, OLD);
  // A code that one node made in a mail, used at the other.
  const sender = nodes[1];
  const address = (await makeMember(home)).email;
  // Either node may deliver the mail.
  const { code, challenge } = await requestCode(
    { ...sender, mail: (to, options) => Promise.any(nodes.map((at) => at.mail(to, options))) },
    'reset',
    address,
  );
  expect((await redeem(nodes[0], 'reset', address, code, { challenge })).status).toBe(200);
  const early = await cli('secret:seal', { APP_SECRET: NEW, APP_SECRET_PREVIOUS: OLD });
  expect(early).toMatchObject({
    code: 2,
    text: expect.stringContaining('A node still has APP_SECRET set to the previous'),
  });
  await restart(1, NEW, OLD);
}, 120_000);

it('secret:seal seals the rest, names what would be lost without it, and leaves nothing under the old secret', async () => {
  expect(await unreadable()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^BAD authenticator apps: /),
      expect.stringMatching(/^BAD webhook secrets: /),
      expect.stringMatching(/^BAD accounts of refunds: /),
    ]),
  );
  const sealed = await cli('secret:seal', { APP_SECRET: NEW, APP_SECRET_PREVIOUS: OLD });
  expect(sealed.code, sealed.text).toBe(0);
  // The app of `admin` was sealed again by its use.
  expect(sealed.text).toMatch(/^ok authenticator apps: 2 sealed again, 3 under the present secret$/m);
  expect(sealed.text).toMatch(/^ok webhook secrets: 1 sealed again, 1 under/m);
  expect(sealed.text).toMatch(/^ok accounts of refunds: 1 sealed again, 1 under/m);
  // Sessions that nodes made under the old secret.
  expect(sealed.text).toMatch(/^ok sessions: [1-9]\d* bound again, \d+ under the present secret$/m);
  const again = await cli('secret:seal', { APP_SECRET: NEW, APP_SECRET_PREVIOUS: OLD });
  expect([again.code, again.text.match(/ [1-9]\d* sealed again/g)]).toEqual([0, null]);
  expect(await unreadable()).toEqual([]);
  const { rows } = await sql<{ after: object }>`SELECT after FROM audit_entries WHERE action = 'secret.seal'`.execute(
    home.database.platform,
  );
  expect(rows).toEqual([{ after: { count: expect.any(Number) } }]);
}, 60_000);

it('without the old secret everybody signs in, webhooks keep their key, and the logs verify', async () => {
  await restart(0, NEW, '');
  await restart(1, NEW, '');
  await signIn(idle, idleApp, nodes);
  const { code } = await requestCode(
    { ...nodes[0], mail: (to, options) => Promise.any(nodes.map((at) => at.mail(to, options))) },
    'super',
    boss.email,
  );
  const { body } = await redeem(nodes[1], 'super', boss.email, code);
  expect(body.data.factors).toEqual(['totp']);
  expect((await finish(nodes[0], body.data.pending, { code: bossApp.code() })).status).toBe(200);
  // The accounts and settings of this file were planted without entries.
  await noteStates(nodes[0]);
  for (const command of ['ledger:verify', 'audit:verify']) {
    const verified = await cli(command, { APP_SECRET: NEW });
    expect(verified.code, verified.text).toBe(0);
  }
  for (const at of nodes) expect(at.output()).not.toMatch(/"level":(50|60)|cannot be sealed|cannot be read/);
}, 120_000);

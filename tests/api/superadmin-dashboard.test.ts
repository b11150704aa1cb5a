import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verify, verifyDue } from '@/lib/health/verification/service.ts';
import { secretsOf } from '@/lib/secrets.ts';
import {
  type Account,
  companyIdOf,
  type Home,
  makeAdmin,
  makeCompany,
  makeMember,
  makeSuper,
  noteStates,
} from '../support/accounts.ts';
import { otherSymbol, SYMBOL, TOKEN } from '../support/brand.ts';
import { liveFigures } from '../support/dashboard.ts';
import { APPROVE, manual, post, REJECT, REVERSE, submitted, upi } from '../support/purchases.ts';
import { APP_SECRET, freshIp, type Site, startSite } from '../support/site.ts';

const PATH = '/api/v1/superadmin/dashboard/get';

const OTHER = otherSymbol('GLXY');
let site: Site;
let superAdmin: Account;
let admin: Account;
let companyId: string;
beforeAll(async () => {
  site = await startSite();
  superAdmin = await makeSuper(site);
  admin = await makeAdmin(site);
  companyId = await companyIdOf(site);
});
afterAll(() => site?.remove());

const input = () => ({ database: site.database, secrets: secretsOf(APP_SECRET) });

const get = async () => {
  const answer = await site.call('GET', PATH, { token: superAdmin.token, ip: freshIp() });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
};
const run = (text: string, home: Home = site) => sql.raw(text).execute(home.database.platform);

it('is only for super admins', async () => {
  const ask = (token?: string) => site.call('GET', PATH, { ip: freshIp(), ...(token && { token }) });
  expect((await ask()).status).toBe(401);
  expect((await ask((await makeMember(site)).token)).status).toBe(403);
  expect((await ask(admin.token)).status).toBe(403);
  expect((await ask(superAdmin.token)).status).toBe(200);
});

describe('the figures', () => {
  it('are those of each company’s rows, and their sums', async () => {
    const otherId = await makeCompany(site, OTHER);
    await makeMember(site, { companyId: otherId, isApproved: true });
    const buyer = await makeMember(site, { isApproved: true });
    const [approved, rejected, reversed, waiting] = [
      await submitted(site, buyer, await upi(site, buyer)),
      await submitted(site, buyer, manual()),
      await submitted(site, buyer, manual()),
      await submitted(site, buyer, manual()),
    ];
    for (const { id } of [approved, reversed]) expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
    expect((await post(site, REJECT, admin, { id: rejected.id })).status).toBe(200);
    expect((await post(site, REVERSE, admin, { id: reversed.id, reason: 'A wrong one' })).status).toBe(200);
    await run(`UPDATE purchases SET created_at = now() - interval '24 hours 1 second' WHERE id = '${waiting.id}'`);
    await run(
      `UPDATE mails SET state = 'FAILED' WHERE id = (SELECT id FROM mails WHERE company_id = '${companyId}' LIMIT 1)`,
    );

    const { companies, totals } = await get();
    expect(companies).toHaveLength(2);
    for (const it of companies) {
      const live = await liveFigures(site, it.id);
      expect(it.members).toBe(live.members.total);
      expect(it.verified).toBe(live.members.verificationCompleted);
      expect(it.collected).toEqual(live.transactions);
      expect(it.purchases.pending.total).toBe(live.summary.waiting.purchases);
      expect(it.sold).toBe(live.summary.privateSupplyData.stockBalance);
      expect(it.remaining).toBe(live.summary.remainingPrivateSupply);
      expect(it.sold + it.held + it.remaining).toBe(it.privateSupply);
    }
    const own = companies.find((it: { id: string }) => it.id === companyId);
    expect(own).toMatchObject({
      tokenSymbol: SYMBOL,
      iconUrl: TOKEN.icon_url,
      isPaused: false,
      isMoved: false,
      sold: 4000,
      held: 4000,
      waitingLong: 1,
      mailsStuck: 1,
      purchases: {
        pending: { total: 1, manual: 1, upi: 0 },
        approved: { total: 1, upi: 1, manual: 0 },
        rejected: { total: 1, manual: 1 },
        reversed: { total: 1, manual: 1 },
      },
      collected: { total: '1180.00', upi: '1180.00', manual: '0.00' },
    });
    const there = companies.find((it: { id: string }) => it.id === otherId);
    expect(there).toMatchObject({
      tokenSymbol: OTHER,
      members: 1,
      verified: 1,
      sold: 0,
      waitingLong: 0,
      mailsStuck: 0,
    });
    expect(totals).toMatchObject({
      companies: 2,
      members: own.members + there.members,
      sold: 4000,
      waitingLong: 1,
      mailsStuck: 1,
      collected: { total: '1180.00' },
    });
    await run(`UPDATE mails SET state = 'SENT' WHERE state = 'FAILED'`);
  });
});

describe('the health board', () => {
  it('shows the state of database and mail', async () => {
    const { health } = await get();
    expect(health.database).toMatchObject({ state: 'good', version: expect.stringMatching(/^\d+/) });
    expect(health.database.roundTripMs).toBeGreaterThanOrEqual(1);
    expect(health.database.sizeBytes).toBeGreaterThan(1_000_000);
    expect(health.mail).toMatchObject({ way: 'folder', stuck: 0, failed: 0 });
    await run(`INSERT INTO mails (company_id, to_address, subject, kind, message_id, created_at, next_attempt_at)
      VALUES (NULL, 'somebody@example.com', 'Subject', 'test', 'stuck', now() - interval '11 minutes', now() + interval '1 hour')`);
    const after = await get();
    expect(after.health.mail).toMatchObject({ state: 'bad', stuck: 1 });
    expect(after.totals.mailsStuck).toBe(1);
    await run(`DELETE FROM mails WHERE message_id = 'stuck'`);
  });

  it('lists the running nodes, and removes stopped ones', async () => {
    const second = await startSite({ databaseUrl: site.databaseUrl ?? '' });
    const names = async (): Promise<string[]> => (await get()).health.nodes.map((it: { name: string }) => it.name);
    const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
    await expect.poll(names).toHaveLength(2);
    const { nodes } = (await get()).health;
    for (const it of nodes) {
      expect(it).toMatchObject({ state: 'good', version, disk: { state: expect.any(String) } });
      expect(it.disk.freeBytes).toBeGreaterThan(0);
      expect(it.disk.freeBytes).toBeLessThanOrEqual(it.disk.totalBytes);
    }
    expect((await names()).some((name) => name.endsWith(`:${second.port}`))).toBe(true);
    expect(await second.stop()).toBe(0);
    expect((await names()).some((name) => name.endsWith(`:${second.port}`))).toBe(false);
    await second.remove();
  });

  it('shows a crashed node as not seen, by the database’s clock, and removes it after a day', async () => {
    await run(`INSERT INTO nodes (name, version, seen_at) VALUES ('lost:1', '0.0.1', now() - interval '1 minute')`);
    const lost = (await get()).health.nodes.find((it: { name: string }) => it.name === 'lost:1');
    expect(lost).toMatchObject({ state: 'bad', version: '0.0.1', disk: { state: 'warning', freeBytes: null } });
    await run(`UPDATE nodes SET seen_at = now() - interval '25 hours' WHERE name = 'lost:1'`);
    const next = await startSite({ databaseUrl: site.databaseUrl ?? '' });
    await expect
      .poll(async () => (await get()).health.nodes.some((it: { name: string }) => it.name === 'lost:1'))
      .toBe(false);
    await next.remove();
  });
});

describe('verifications', () => {
  beforeAll(() => noteStates(site));
  const quiet = { error: () => {}, warn: () => {} };
  const going = () => new AbortController().signal;
  const runs = async (): Promise<Record<string, { state: string; ranAt: string | null; fault: string | null }>> => {
    const { verifications } = (await get()).health;
    return Object.fromEntries(verifications.map((it: { kind: string }) => [it.kind, it]));
  };

  it('are shown with the time of their last run, also by command', async () => {
    expect(await runs()).toMatchObject({ ledger: { ranAt: null, fault: null }, audit: { ranAt: null } });
    const cli = promisify(execFile);
    const env = { PATH: process.env.PATH ?? '', DATABASE_URL: site.databaseUrl ?? '', APP_SECRET };
    const { stdout } = await cli(process.execPath, [path.resolve('dist/server/cli.mjs'), 'ledger:verify'], { env });
    expect(stdout).toMatch(new RegExp(`^ok ledger of ${SYMBOL}`, 'm'));
    const { ledger, audit } = await runs();
    expect(ledger).toMatchObject({ state: 'good', fault: null });
    expect(Date.now() - new Date(ledger?.ranAt ?? 0).getTime()).toBeLessThan(60_000);
    expect(audit?.ranAt).toBe(null);
  });

  it('run once a day in total for any number of nodes', async () => {
    await run('DELETE FROM verifications');
    const before = await run(`SELECT count(*)::int AS n FROM verifications`);
    expect(before.rows).toEqual([{ n: 0 }]);
    await Promise.all(Array.from({ length: 5 }, () => verifyDue(input(), quiet, going())));
    const first = await runs();
    expect(first).toMatchObject({ ledger: { state: 'good' }, audit: { state: 'good' } });
    await verifyDue(input(), quiet, going());
    expect(await runs()).toEqual(first);
    await run(
      `UPDATE verifications SET ran_at = now() - interval '25 hours', claimed_at = now() - interval '25 hours'`,
    );
    await verifyDue(input(), quiet, going());
    expect(new Date((await runs()).ledger?.ranAt ?? 0).getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it('a run of another node is not repeated, and is taken over if it never ends', async () => {
    await run(`UPDATE verifications SET ran_at = NULL, claimed_at = now() - interval '30 minutes'`);
    await verifyDue(input(), quiet, going());
    expect((await runs()).ledger?.ranAt).toBe(null);
    await run(`UPDATE verifications SET claimed_at = now() - interval '61 minutes'`);
    await verifyDue(input(), quiet, going());
    expect((await runs()).ledger?.ranAt).not.toBe(null);
  });

  it('an interrupted run stores nothing', async () => {
    await run('DELETE FROM verifications');
    const cut = AbortSignal.abort(new Error('stopping'));
    await expect(verify(input(), 'audit', () => {}, cut)).rejects.toThrow('stopping');
    expect((await runs()).audit?.ranAt).toBe(null);
  });

  it('a mismatch is named', async () => {
    const second = `SELECT seq FROM audit_order WHERE scope_id = '${companyId}' AND position = 1`;
    await expect.poll(async () => (await run(second)).rows.length).toBe(1);
    await site.database.platform.transaction().execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql`UPDATE audit_entries SET action = 'nothing.happened'
        WHERE scope_id = ${companyId} AND seq = (${sql.raw(second)})`.execute(tx);
    });
    const { isValid, isStored } = await verify(input(), 'audit', () => {});
    expect([isValid, isStored]).toEqual([false, true]);
    const { audit } = await runs();
    expect(audit).toMatchObject({
      state: 'bad',
      fault: `audit trail of company ${companyId}: entry 2: the content of entry 2 is not what was sealed`,
    });
  });
});

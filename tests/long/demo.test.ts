/** `npm start -- --demo` fills an empty database once, completely or not at all. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { detect } from '../../src/lib/media/formats/detect.ts';
import { recountHolds } from '../../src/lib/purchases/holds/service.ts';
import { companyIdOf } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { freePort } from '../support/ports.ts';
import { expectSums } from '../support/purchases.ts';
import { APP_SECRET, type Site, startSite } from '../support/site.ts';

const run = promisify(execFile);

/** Row counts of all tables that the demonstration fills. */
async function countAll(site: Pick<Site, 'database'>): Promise<Record<string, bigint>> {
  const { rows } = await sql<Record<string, bigint>>`SELECT
    (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM purchases) AS purchases,
    (SELECT count(*) FROM stock_entries) AS entries, (SELECT count(*) FROM audit_entries) AS audit,
    (SELECT count(*) FROM media) AS media, (SELECT count(*) FROM receipts) AS receipts,
    (SELECT count(*) FROM mails) AS mails, (SELECT count(*) FROM beneficiaries) AS beneficiaries`.execute(
    site.database.platform,
  );
  return rows[0] ?? {};
}

function filesUnder(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => fs.statSync(file).isFile());
}

describe('in an empty database', () => {
  let site: Site;
  let password: string;
  beforeAll(async () => {
    site = await startSite({ args: ['--demo'] });
    password = /password (\S+) as\n/.exec(site.output())?.[1] ?? '';
  });
  afterAll(() => site?.remove());

  test('has nothing from tomorrow, and no hold that the program would count otherwise', async () => {
    const db = site.database.platform;
    const { rows } = await sql<{ later: bigint }>`
      SELECT count(*) AS later FROM audit_entries WHERE created_at > now()`.execute(db);
    expect(rows).toEqual([{ later: 0n }]);
    expect(await recountHolds(site.database)).toBe(0);
    const { rows: changed } = await sql<{ changes: bigint }>`
      SELECT count(*) AS changes FROM audit_entries WHERE action = 'row.record'`.execute(db);
    expect(changed).toEqual([{ changes: 0n }]);
  });

  test('has keys and webhooks in several states, and sends nothing to anybody', async () => {
    const db = site.database.platform;
    const keys = await db.selectFrom('api_keys').select(['name', 'last_used_at', 'revoked_at']).execute();
    expect(keys.map(({ name }) => name).sort()).toEqual(['Accounting', 'Monthly report', 'Trial of the auditors']);
    expect(keys.filter((it) => it.revoked_at !== null)).toHaveLength(1);
    const webhooks = await db.selectFrom('webhooks').select(['name', 'state', 'url']).orderBy('name').execute();
    expect(webhooks.map(({ state }) => state)).toEqual(['PAUSED', 'DISABLED']);
    // A name that is reserved for examples: resumed by hand, it leads nowhere.
    for (const { url } of webhooks) expect(new URL(url).hostname).toMatch(/\.example$/);
    const { rows } = await sql<{ state: string; n: number; tries: number }>`
      SELECT state, count(*)::int AS n, sum(attempts)::int AS tries FROM webhook_deliveries
      GROUP BY state ORDER BY state`.execute(db);
    expect(rows).toEqual([
      { state: 'DELIVERED', n: 42, tries: 42 },
      { state: 'FAILED', n: 1, tries: 1 },
      { state: 'WAITING', n: 5, tries: 20 },
    ]);
    // The cursor of each is the place where the trail has its event.
    const misplaced = () =>
      sql<{ n: number }>`
      SELECT count(*)::int AS n FROM webhook_deliveries d
      WHERE NOT EXISTS (
        SELECT FROM audit_order o JOIN audit_entries e ON e.scope_id = o.scope_id AND e.seq = o.seq
        WHERE o.scope_id = d.company_id AND o.position = d.position
          AND e.subject_id = (d.body::json -> 'data' ->> 'id')::uuid)`.execute(db);
    await expect.poll(async () => (await misplaced()).rows[0]?.n, { timeout: 60_000 }).toBe(0);
  });

  test('has 250 members and 900 purchases in every status and payment method', async () => {
    const db = site.database.platform;
    const companyId = await companyIdOf(site);
    const members = await db
      .selectFrom('users')
      .select(['status', 'is_approved'])
      .where('company_id', '=', companyId)
      .where('role', '=', 'USER')
      .execute();
    expect(members).toHaveLength(250);
    for (const status of ['ACTIVE', 'INACTIVE', 'BLOCKED'] as const)
      expect(members.filter((it) => it.status === status).length).toBeGreaterThanOrEqual(3);
    expect(members.filter((it) => it.is_approved).length).toBeGreaterThan(150);
    expect(members.filter((it) => !it.is_approved).length).toBeGreaterThan(25);
    const purchases = await db
      .selectFrom('purchases')
      .select(['status', 'payment_method'])
      .where('company_id', '=', companyId)
      .execute();
    expect(purchases).toHaveLength(900);
    const kinds = new Set(purchases.map((it) => `${it.status} ${it.payment_method}`));
    for (const status of ['PENDING', 'APPROVED', 'REJECTED'])
      for (const method of ['BANK', 'UPI', 'MANUAL']) expect(kinds).toContain(`${status} ${method}`);
    expect(purchases.filter((it) => it.status === 'REVERSED').length).toBeGreaterThanOrEqual(3);
    const { rows } = await sql<{ days: number }>`
      SELECT count(DISTINCT created_at::date)::integer AS days FROM purchases WHERE company_id = ${companyId}`.execute(
      db,
    );
    expect(rows[0]?.days).toBeGreaterThanOrEqual(85);
  });

  test('ledger and audit trail verify, and all sums agree', async () => {
    const env = { PATH: process.env.PATH ?? '', DATABASE_URL: site.databaseUrl ?? '', APP_SECRET };
    for (const command of ['ledger:verify', 'audit:verify']) {
      const { stdout } = await run(process.execPath, [path.resolve('dist/server/cli.mjs'), command], { env });
      expect(stdout).toMatch(/^ok /);
      expect(stdout).not.toContain('BAD');
    }
    const { entries, held } = await expectSums(site, await companyIdOf(site));
    expect(entries).toBeGreaterThan(900n);
    expect(held).toBeGreaterThan(0n);
  });

  test('every purchase has its audit entries, every approved one its numbered receipt, without a gap', async () => {
    const { rows } = await sql<Record<string, bigint>>`SELECT
      (SELECT count(*) FROM audit_entries WHERE action = 'purchase.submit') AS submitted,
      (SELECT count(*) FROM audit_entries WHERE action IN ('purchase.approve', 'purchase.reject')) AS decided,
      (SELECT count(*) FROM purchases WHERE status <> 'PENDING') AS expected,
      (SELECT count(*) FROM purchases WHERE status IN ('APPROVED', 'REVERSED')) AS approved,
      (SELECT count(*) FROM receipts) AS receipts,
      (SELECT count(*) FROM (SELECT company_id, financial_year, max(seq) <> count(*) AS gap FROM receipts GROUP BY 1, 2) y WHERE gap) AS gaps,
      (SELECT count(*) FROM (
        SELECT p.decided_at < lag(p.decided_at) OVER (PARTITION BY r.company_id, r.financial_year ORDER BY r.seq) AS back
        FROM receipts r JOIN purchases p ON p.id = r.purchase_id) o WHERE back) AS disordered`.execute(
      site.database.platform,
    );
    const it = rows[0] ?? {};
    expect(it.submitted).toBe(960n);
    expect(it.decided).toBe(it.expected);
    expect(it.receipts).toBe(it.approved);
    expect(it.gaps).toBe(0n);
    expect(it.disordered).toBe(0n);
  });

  test('each purchase has the reward of the rule', async () => {
    const { rows } = await sql<{ rewards: bigint; wrong: bigint; missing: bigint }>`SELECT
      count(e.seq) AS rewards,
      count(*) FILTER (WHERE e.seq IS NOT NULL AND (e.user_id <> b.referrer_id
        OR e.quantity <> p.quantity * c.reward_bps / 10000)) AS wrong,
      count(*) FILTER (WHERE e.seq IS NULL AND r.status = 'ACTIVE' AND p.quantity * c.reward_bps / 10000 > 0) AS missing
      FROM purchases p JOIN companies c ON c.id = p.company_id JOIN users b ON b.id = p.user_id
      LEFT JOIN users r ON r.id = b.referrer_id
      LEFT JOIN stock_entries e ON e.source_id = p.id AND e.kind = 'REWARD' WHERE p.status = 'APPROVED'`.execute(
      site.database.platform,
    );
    expect(rows[0]?.rewards).toBeGreaterThan(100n);
    // Two wait for a review, one was refused in it.
    expect(rows[0]).toMatchObject({ wrong: 0n, missing: 3n });
    const others = await site.database.platform
      .selectFrom('referral_rewards')
      .select('state')
      .where('state', 'in', ['HELD', 'REFUSED'])
      .orderBy('state')
      .execute();
    expect(others.map((it) => it.state)).toEqual(['HELD', 'HELD', 'REFUSED']);
  });

  test('no mail goes out', async () => {
    expect((await countAll(site)).mails).toBe(0n);
    const { rows } =
      await sql`SELECT 1 FROM purchase_digests d WHERE notified_until >= (SELECT max(created_at) FROM purchases p
        WHERE p.company_id = d.company_id)`.execute(site.database.platform);
    expect(rows, 'no later digest includes these orders').toHaveLength(2);
    expect(filesUnder(path.join(site.dataDir, 'outbox'))).toEqual([]);
  });

  test('every file exists, matches its row, and is unique except where it was sent twice', async () => {
    const rows = await site.database.platform.selectFrom('media').selectAll().execute();
    expect(filesUnder(path.join(site.dataDir, 'uploads'))).toHaveLength(rows.length);
    for (const row of rows) {
      const key = row.storage_key;
      const bytes = fs.readFileSync(path.join(site.dataDir, 'uploads', key.slice(-2), key.slice(-4, -2), key));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(row.sha256);
      expect(detect(bytes)).toMatchObject({ ok: true, kind: row.kind, mime: row.mime });
    }
    expect(new Set(rows.map((row) => row.kind))).toEqual(new Set(['png', 'pdf']));
    const twice = rows.length - new Set(rows.map((row) => row.sha256)).size;
    expect(twice).toBeGreaterThanOrEqual(2);
    expect(twice).toBeLessThanOrEqual(4);
  });

  test('the printed accounts can sign in and see their data', async () => {
    expect(fs.readFileSync(path.join(site.dataDir, 'secrets', 'demo.txt'), 'utf8')).toContain(password);
    expect(fs.statSync(path.join(site.dataDir, 'secrets', 'demo.txt')).mode & 0o777).toBe(0o600);
    const [, newcomer = ''] = /new member {2}(\S+)/.exec(site.output()) ?? [];
    for (const user of ['ananya.iyer@example.com', newcomer]) {
      const answer = await site.call('POST', '/api/v1/user/auth/login', { body: { user, password } });
      expect(answer.status).toBe(200);
      const { token } = answer.body.data;
      const profile = await site.call('GET', '/api/v1/user/auth/profile/get', { token });
      expect(profile.body.data.isApproved).toBe(user !== newcomer);
      if (user === newcomer) continue;
      expect(profile.body.data.stockBalance).toBeGreaterThan(0);
      const picture = await site.call('GET', profile.body.data.profileImage.url, { token });
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
  });

  test('refunds are in every state, their money is that of their purchases, and a payout file has the approved ones', async () => {
    const { rows } = await sql<{ state: string; tied: boolean }>`
      SELECT r.state, r.amount_paise = p.final_amount_paise AND p.status = 'REVERSED' AND p.user_id = r.user_id AS tied
      FROM refunds r JOIN purchases p ON p.id = r.purchase_id`.execute(site.database.platform);
    expect(rows.every((row) => row.tied)).toBe(true);
    expect(new Set(rows.map((row) => row.state)).size).toBe(6);
    const [, email = ''] = /admin {7}(\S+)/.exec(site.output()) ?? [];
    const login = await site.call('POST', '/api/v1/company/auth/login', { body: { email, password } });
    const { token } = login.body.data;
    const list = await site.call('GET', '/api/v1/admin/refunds/list?state=APPROVED', { token });
    const ids = list.body.data.records.map((record: { id: string }) => record.id);
    expect(ids).toHaveLength(2);
    const file = await site.call('POST', '/api/v1/admin/refunds/export', { token, body: { ids } });
    expect([file.status, file.body.data?.count]).toEqual([200, 2]);
    const member = await site.call('POST', '/api/v1/user/auth/login', {
      body: { user: 'ananya.iyer@example.com', password },
    });
    const own = await site.call('GET', '/api/v1/user/refunds/list', { token: member.body.data.token });
    expect(own.body.data.records).toMatchObject([{ state: 'WAITING_FOR_ACCOUNT', canEnterAccount: true }]);
  });

  test('the second company can be frozen and packed once its last holder has entered an address', async () => {
    const [, url = ''] = /before its launch at (\S+)/.exec(site.output()) ?? [];
    const { host } = new URL(url);
    const call = (method: string, path: string, options: object) =>
      site.call(method, path, { headers: { 'X-Forwarded-Host': host }, ...options });
    const admin = await call('POST', '/api/v1/company/auth/login', {
      body: { email: 'meera.krishnan@example.com', password },
    });
    const { token } = admin.body.data;
    const launch = async () => (await call('GET', '/api/v1/admin/launch/get', { token })).body.data;
    const before = await launch();
    expect(before).toMatchObject({ state: 'COLLECTING_ADDRESSES', withoutAddress: 1 });
    expect(before.holders).toBeGreaterThan(15);
    const open = before.checks
      .filter((check: { ok: boolean }) => !check.ok)
      .map((check: { name: string }) => check.name);
    expect(open).toEqual(['addresses', 'contracts']);
    const member = await call('POST', '/api/v1/user/auth/login', {
      body: { user: 'ananya.iyer@example.com', password },
    });
    const own = { token: member.body.data.token };
    const walletAddress = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    const saved = await call('PUT', '/api/v1/user/auth/profile/update', { ...own, body: { walletAddress, password } });
    expect(saved.status).toBe(200);
    expect((await call('POST', '/api/v1/admin/launch/freeze', { token, body: {} })).status).toBe(200);
    expect((await call('POST', '/api/v1/admin/launch/pack/make', { token, body: {} })).status).toBe(201);
    await expect.poll(async () => (await launch()).state, { timeout: 30_000 }).toBe('PACKED');
    const claim = await call('GET', '/api/v1/user/launch/claim/get', own);
    expect(claim.body.data.address).toBe(walletAddress);
  });

  test('an admin finds each kind of warning among the waiting purchases', async () => {
    const [, user = ''] = /admin {7}(\S+)/.exec(site.output()) ?? [];
    const login = await site.call('POST', '/api/v1/company/auth/login', { body: { email: user, password } });
    expect(login.status).toBe(200);
    const list = await site.call('GET', '/api/v1/admin/transaction/list?status=PENDING&limit=100', {
      token: login.body.data.token,
    });
    const flags: Record<string, number> = {};
    for (const { flags: own } of list.body.data.records)
      for (const [name, value] of Object.entries(own))
        if (Array.isArray(value) ? value.length > 0 : value !== null && value !== false)
          flags[name] = (flags[name] ?? 0) + 1;
    for (const name of [
      'amountDiffers',
      'referenceConflict',
      'sameFileSeen',
      'memberNotVerified',
      'lateProofSeconds',
      'newAccountSeconds',
    ])
      expect(flags[name], name).toBeGreaterThan(0);
  });

  test('a second start reports that the database is not empty, serves and adds nothing', async () => {
    const before = await countAll(site);
    await site.stop();
    const again = await startSite({
      args: ['--demo'],
      dataDir: site.dataDir,
      ...(site.databaseUrl && { databaseUrl: site.databaseUrl }),
    });
    expect(again.output()).toContain('The database is not empty: --demo changes nothing in it.');
    expect(again.output()).not.toContain(password);
    expect(await countAll(again)).toEqual(before);
    await again.stop();
    await again.database.close();
  });
});

/** Runs the program until `isTime` returns true, then kills it. */
async function killWhen(site: Site, isTime: (dataDir: string) => boolean): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [path.resolve('dist/server/server.mjs'), '--demo'], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      PORT: String(await freePort()),
      DATA_DIR: site.dataDir,
      DATABASE_URL: site.databaseUrl ?? '',
      TOKEN_SYMBOL: SYMBOL,
      APP_SECRET,
    },
  });
  const ended = new Promise((done) => child.on('exit', done));
  await expect.poll(() => isTime(site.dataDir), { timeout: 50_000, interval: 2 }).toBe(true);
  child.kill('SIGKILL');
  await ended;
}

describe('killed while it fills the database', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
    await site.stop();
  });
  afterAll(() => site?.remove());

  const uploads = (dataDir: string): number => filesUnder(path.join(dataDir, 'uploads')).length;
  const planned = (dataDir: string): number => {
    const mark = path.join(dataDir, 'unfinished-files.json');
    try {
      return JSON.parse(fs.readFileSync(mark, 'utf8')).length;
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  };

  test.each([
    ['while it stores files', (dataDir: string) => uploads(dataDir) > 100],
    ['while it writes rows', (dataDir: string) => uploads(dataDir) >= planned(dataDir)],
  ])('%s, it leaves nothing behind', async (_when, isTime) => {
    const before = await countAll(site);
    await killWhen(site, isTime);
    expect(uploads(site.dataDir)).toBeGreaterThan(100);
    const again = { dataDir: site.dataDir, ...(site.databaseUrl && { databaseUrl: site.databaseUrl }) };
    const plain = await startSite(again);
    expect(await countAll(plain)).toEqual(before);
    expect(uploads(site.dataDir)).toBe(0);
    expect(fs.existsSync(path.join(site.dataDir, 'unfinished-files.json'))).toBe(false);
    await plain.stop();
    await plain.database.close();
  });

  test('a later start fills it', async () => {
    const filled = await startSite({
      args: ['--demo'],
      dataDir: site.dataDir,
      ...(site.databaseUrl && { databaseUrl: site.databaseUrl }),
    });
    expect(filled.output()).toContain('Demonstration: 250 members and 900 purchases');
    expect((await countAll(filled)).purchases).toBe(960n);
    await filled.stop();
    await filled.database.close();
  });
});

test('two nodes that start together fill their database once', async () => {
  const first = await startSite();
  await first.stop();
  const databaseUrl = first.databaseUrl ?? '';
  const nodes = await Promise.all([1, 2].map(() => startSite({ args: ['--demo'], databaseUrl })));
  expect(nodes.filter((node) => node.output().includes('Demonstration: 250 members'))).toHaveLength(1);
  expect(nodes.filter((node) => node.output().includes('The database is not empty'))).toHaveLength(1);
  expect((await countAll(first)).purchases).toBe(960n);
  for (const node of nodes) await node.remove();
  await first.remove();
});

test('an unknown option is named', async () => {
  await expect(startSite({ args: ['--dmo'] })).rejects.toThrow("There is no option '--dmo'");
});

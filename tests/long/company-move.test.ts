import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Db } from '../../src/lib/db/client.ts';
import { LEFT_BEHIND, OF_THE_PLATFORM } from '../../src/lib/db/company-tables.ts';
import {
  type Account,
  makeAdmin,
  makeCompany,
  makeRecordedMember,
  makeSuper,
  noteStates,
  PASSWORD,
} from '../support/accounts.ts';
import { otherSymbol } from '../support/brand.ts';
import { testDatabase } from '../support/db.ts';
import { KINDS } from '../support/distribution.ts';
import { reportFault } from '../support/faults.ts';
import { addWebhook, makeKey, type Receiver, startReceiver } from '../support/integrations.ts';
import { type Cluster, cli, digest, HOST, logsIn, move, POLL, settled, startCluster } from '../support/moving.ts';
import { APPROVE, expectSums, manual, PURCHASE, post, submitted, upi } from '../support/purchases.ts';
import { callsTo } from '../support/site.ts';

const SYMBOL = otherSymbol('ACW');
const PROFILE = '/api/v1/user/auth/profile/get';
const VIEWS = '/api/v1/admin/saved-views';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-move-'));
const file = path.join(folder, 'company.tar.gz');

let a: Cluster;
let b: Cluster;
let companyId: string;
let neighbourId: string;
let buyer: Account;
let friend: Account;
let admin: Account;
let boss: Account;
let receiver: Receiver;
let key: string;
/** Purchases whose submission was answered as accepted. */
const acknowledged: string[] = [];
let approved: string;
let proof: string;

const purchasesIn = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('purchases').select('id').where('company_id', '=', companyId).execute()).map(({ id }) => id);

beforeAll(async () => {
  a = await startCluster();
  b = await startCluster();
  receiver = await startReceiver();
  for (const cluster of [a, b]) {
    const other = await makeCompany(cluster.node);
    if (cluster === a) neighbourId = other;
    await makeRecordedMember(cluster.node, { companyId: other });
  }
  companyId = await makeCompany(a.node, SYMBOL);
  await a.node.database.platform
    .insertInto('company_hosts')
    .values({ host: HOST, company_id: companyId, is_primary: true })
    .execute();
  await a.node.database.platform.updateTable('companies').set({ open_purchases_max: 0 }).execute();
  admin = await makeAdmin(a.node, { companyId });
  buyer = await makeRecordedMember(a.node, { companyId });
  friend = await makeRecordedMember(a.node, { companyId, referrerId: buyer.id });
  boss = await makeSuper(a.node);
  await noteStates(a.node);
  await noteStates(b.node);
  await vi.waitFor(async () => expect((await a.site.call('GET', '/api/v1/site/get')).status).toBe(200), POLL);
  const body = await upi(a.site, friend);
  proof = body.receiptId;
  approved = (await submitted(a.site, friend, body)).id;
  expect((await post(a.site, APPROVE, admin, { id: approved })).body).toMatchObject({ status: true });
  acknowledged.push(approved);
  key = (await makeKey(a.site, admin)).key;
  await addWebhook(a.site, admin, `${receiver.url}/events`);
  const view = { list: 'purchases', name: 'To check', query: 'status=PENDING' };
  expect((await post(a.site, `${VIEWS}/add`, admin, view)).status).toBeLessThan(300);
}, 240_000);
afterAll(async () => {
  await receiver?.close();
  for (const cluster of [a, b]) {
    await cluster?.node.remove();
    await cluster?.home.drop();
  }
  fs.rmSync(folder, { recursive: true, force: true });
});

test('the command knows every table: those of the platform are the same that the split has', () => {
  const known = [...OF_THE_PLATFORM, 'companies', 'company_hosts'].sort();
  expect(known).toEqual([...KINDS.platform].sort());
  for (const table of LEFT_BEHIND) expect(KINDS.tenant as readonly string[]).toContain(table);
});

describe('leaving', () => {
  test('is refused for the company of the own address, an unknown one, one without a host and wrong words', async () => {
    const { rows } = await sql<{
      symbol: string;
    }>`SELECT token_symbol AS symbol FROM companies WHERE id = ${neighbourId}`.execute(a.home.database.platform);
    for (const args of [
      ['export', 'COWL', file],
      ['export', 'NONE', file],
      ['export', rows[0]?.symbol ?? '', file],
      ['export', SYMBOL],
      ['undo', SYMBOL],
      ['open', SYMBOL],
      ['leave', SYMBOL],
      [],
    ]) {
      const { code, text } = await move(a, args, { TOKEN_SYMBOL: 'COWL' });
      expect([args, code, text.trim().length > 20]).toEqual([args, 2, true]);
    }
    expect((await a.site.call('GET', PROFILE, { token: buyer.token })).status).toBe(200);
  });

  test('in the middle of a sale takes along every purchase that was acknowledged, and nobody writes after it', async () => {
    await settled(a);
    const before = await digest(a, companyId, 'others', { hasTrail: false });
    const writers = await Promise.all([1, 2, 3, 4].map(() => makeRecordedMember(a.node, { companyId })));
    const statuses = new Set<number>();
    const writing = writers.map(async (writer) => {
      for (let round = 0; round < 2_000; round++) {
        const answer = await post(a.site, PURCHASE, writer, manual());
        statuses.add(answer.status);
        if (answer.status >= 300) return;
        acknowledged.push(answer.body.data.id);
      }
    });
    await expect.poll(() => acknowledged.length, POLL).toBeGreaterThan(20);
    const { code, text } = await move(a, ['export', SYMBOL, file]);
    await Promise.all(writing);
    expect([code, text]).toEqual([0, expect.stringContaining(`ok ${file}`)]);
    expect([...statuses].sort()).toEqual([200, 503]);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(await digest(a, companyId, 'others', { hasTrail: false })).toEqual(before);
    expect((await purchasesIn(a.home.database.platform)).sort()).toEqual([...acknowledged].sort());
  });

  test('its site answers 503 in both languages, its calls too, and its super admins 409', async () => {
    const page = (cookie = '') =>
      a.site.call('GET', '/', { headers: { Accept: 'text/html', ...(cookie && { Cookie: cookie }) } });
    const english = await page();
    expect([english.status, Number(english.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(english.text).toContain('This sale is moving to another server');
    expect((await page('language=hi')).text).toContain('यह बिक्री दूसरे सर्वर पर जा रही है');
    for (const call of [
      () => a.site.call('GET', PROFILE, { token: buyer.token }),
      () => a.site.call('POST', '/api/v1/user/auth/login', { body: { user: buyer.email, password: PASSWORD } }),
      () => a.site.call('GET', '/api/v1/admin/transaction/list', { token: key }),
    ]) {
      const answer = await call();
      expect([answer.status, answer.headers.get('retry-after'), answer.body.code]).toEqual([503, '30', 'unavailable']);
    }
    const home = callsTo({ url: 'http://platform.example.com', port: a.node.port }, '127.0.0.1');
    const asBoss = (path: string, body: unknown) =>
      home('POST', `/api/v1/superadmin/company/${path}`, { token: boss.token, body, ip: '127.0.0.1' });
    for (const [act, more] of [
      ['pause', { reason: 'A reason for buyers' }],
      ['resume', {}],
      ['end-sessions', {}],
    ] as const) {
      const answer = await asBoss(act, { id: companyId, ...more });
      expect([act, answer.status]).toEqual([act, 409]);
    }
    const { body } = await home('GET', '/api/v1/superadmin/company/list?page=1&limit=50', {
      token: boss.token,
      ip: '127.0.0.1',
    });
    const records: { id: string; movedAt?: string }[] = body.data.records;
    expect(records.filter(({ movedAt }) => movedAt !== undefined).map(({ id }) => id)).toEqual([companyId]);
    for (const [view, text] of [
      ['/superadmin/companymanage', 'Moved to another cluster'],
      [`/superadmin/companymanage/${companyId}`, 'This company has moved to another cluster'],
    ] as const) {
      const shown = await home('GET', view, { cookie: boss.cookie, ip: '127.0.0.1' });
      expect([view, shown.status, shown.text.includes(text)]).toEqual([view, 200, true]);
    }
  });

  test('a connection that is bound to it fails, so that no request under way can write', async () => {
    const late = a.home.database.company(companyId).selectFrom('users').select('id').execute();
    await expect(late).rejects.toMatchObject({ code: '57PMV' });
  });

  test('its tasks stop here, and those of the others go on', async () => {
    const db = a.home.database.platform;
    const waiting = () => sql`SELECT seq FROM audit_queue WHERE scope_id = ${companyId} ORDER BY seq`.execute(db);
    // The seals may have caught up with the sale before it left: then its last entry waits once more.
    const added = await sql<{ seq: string }>`INSERT INTO audit_queue (scope_id, seq)
      SELECT scope_id, seq FROM audit_entries WHERE scope_id = ${companyId} ORDER BY seq DESC LIMIT 1
      ON CONFLICT DO NOTHING RETURNING seq::text`.execute(db);
    const { rows } = await waiting();
    expect(rows.length).toBeGreaterThan(0);
    const lengthBefore = a.node.output().length;
    expect((await makeRecordedMember(a.node, { companyId: neighbourId })).id).toBeTruthy();
    await sql`SELECT pg_sleep(3)`.execute(db);
    expect((await waiting()).rows).toEqual(rows);
    for (const { seq } of added.rows)
      await sql`DELETE FROM audit_queue WHERE scope_id = ${companyId} AND seq = ${seq}`.execute(db);
    // Requests that were under way have failed with it before.
    expect(a.node.output().slice(lengthBefore)).not.toMatch(/57PMV|has moved to another cluster/);
  });

  test('can be taken back, and the site serves as before', async () => {
    const undone = await move(a, ['undo', SYMBOL]);
    expect([undone.code, undone.text]).toEqual([0, expect.stringContaining('open here again')]);
    expect((await a.site.call('GET', PROFILE, { token: buyer.token })).status).toBe(200);
    // A mail that is due tomorrow.
    const db = a.home.database.platform;
    await sql`CREATE FUNCTION put_off() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN NEW.next_attempt_at := now() + interval ''1 day''; RETURN NEW; END'`.execute(db);
    await sql`CREATE TRIGGER put_off BEFORE INSERT ON mails FOR EACH ROW EXECUTE FUNCTION put_off()`.execute(db);
    acknowledged.push((await submitted(a.site, buyer, manual())).id);
    await sql`DROP TRIGGER put_off ON mails`.execute(db);
    await sql`DROP FUNCTION put_off()`.execute(db);
    fs.rmSync(file);
    const again = await move(a, ['export', SYMBOL, file]);
    expect([again.code, again.text]).toEqual([0, expect.stringContaining(`ok ${file}`)]);
  });
});

describe('arriving', () => {
  let before: Record<string, string>;
  const isUnchanged = async (): Promise<void> => {
    expect(await digest(b, companyId, 'others')).toEqual(before);
    const own = await digest(b, companyId, 'own');
    expect(new Set(Object.values(own))).toEqual(new Set(['0 d41d8cd98f00b204e9800998ecf8427e']));
  };
  beforeAll(async () => {
    await settled(b);
    before = await digest(b, companyId, 'others');
  });

  test('is refused from a damaged file, under another secret, and from a file of another kind', async () => {
    const bytes = fs.readFileSync(file);
    const damaged = path.join(folder, 'damaged.tar.gz');
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    fs.writeFileSync(damaged, bytes);
    const short = path.join(folder, 'short.tar.gz');
    fs.writeFileSync(short, fs.readFileSync(file).subarray(0, bytes.length - 2_000));
    for (const broken of [damaged, short]) {
      const { code, text } = await move(b, ['import', broken]);
      expect([code, text]).toEqual([2, expect.stringContaining('Nothing was changed')]);
    }
    const other = await move(b, ['import', file], { APP_SECRET: 'another secret that is long enough to be one' });
    expect([other.code, other.text]).toEqual([2, expect.stringContaining('under another secret')]);
    const whole = path.join(folder, 'backup.tar.gz');
    expect((await cli(b, ['backup', whole]).ended).code).toBe(0);
    const backup = await move(b, ['import', whole]);
    expect([backup.code, backup.text]).toEqual([2, expect.stringContaining('is no file of a company')]);
    const restored = await cli(b, ['restore', file]).ended;
    expect([restored.code, restored.text]).toEqual([2, expect.stringContaining('is no backup')]);
    await isUnchanged();
  });

  test('is refused by a cluster of another version', async () => {
    const db = b.home.database.platform;
    await sql`INSERT INTO migrations (name, checksum) VALUES ('9999_later.sql', 'x')`.execute(db);
    const { code, text } = await move(b, ['import', file]);
    await sql`DELETE FROM migrations WHERE name = '9999_later.sql'`.execute(db);
    expect([code, text]).toEqual([2, expect.stringContaining('different versions')]);
    await isUnchanged();
  });

  test('is refused where another company has the host', async () => {
    const db = b.home.database.platform;
    const { id } = await db.selectFrom('companies').select('id').limit(1).executeTakeFirstOrThrow();
    await db.insertInto('company_hosts').values({ host: HOST, company_id: id, is_primary: true }).execute();
    const { code, text } = await move(b, ['import', file]);
    await db.deleteFrom('company_hosts').where('host', '=', HOST).execute();
    expect([code, text]).toEqual([2, expect.stringContaining(HOST)]);
    await isUnchanged();
  });

  test('leaves nothing behind when it is killed in the middle', async () => {
    const lock = new pg.Client({ connectionString: b.home.url });
    await lock.connect();
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE receipts IN ACCESS EXCLUSIVE MODE');
    const running = cli(b, ['company:move', 'import', file]);
    // Not on the connection of the lock: within a transaction the view stays as it was first read.
    const isWaiting = async (): Promise<number | undefined> => {
      const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE query LIKE 'COPY %' AND wait_event_type = 'Lock' AND datname = current_database()`.execute(
        b.home.database.platform,
      );
      return rows[0]?.n;
    };
    try {
      await expect.poll(isWaiting, POLL).toBe(1);
    } finally {
      running.kill();
      await running.ended;
      await lock.query('ROLLBACK');
      await lock.end();
    }
    await expect
      .poll(
        async () =>
          (
            await b.home.database.platform
              .selectFrom('purchases')
              .select('id')
              .where('company_id', '=', companyId)
              .execute()
          ).length,
        POLL,
      )
      .toBe(0);
    await isUnchanged();
  });

  test('brings every row and file, opens it when its logs verify, and changes nothing of the others', async () => {
    await cli(b, ['cluster:hosts', 'set', 'a', HOST]).ended;
    const { code, text } = await move(b, ['import', file]);
    expect([code, text]).toEqual([0, expect.stringContaining(`ok ${SYMBOL} is open here`)]);
    expect(text).not.toMatch(/BAD|WARNING/);
    const without = [
      // The arrival is an entry of the ledger, under a key of its own.
      'ledger_events',
      'log_epochs',
      'supplies',
      'mails',
      // The new cluster delivers as soon as the company is open.
      'webhook_deliveries',
      'webhooks',
    ];
    const own = { without, hasTrail: false };
    expect(await digest(b, companyId, 'own', own)).toEqual(await digest(a, companyId, 'own', own));
    const arrived = await purchasesIn(b.home.database.platform);
    const lost = acknowledged.filter((id) => !arrived.includes(id)).length;
    reportFault(
      'a company moves to another cluster in the middle of its sale',
      `${acknowledged.length} acknowledged, ${lost} lost, ${arrived.length - acknowledged.length + lost} doubled`,
    );
    expect(arrived.sort()).toEqual([...acknowledged].sort());
    // The arrival ends the entry of the directory for its host, which is a recorded row of the platform.
    const others = { without: ['row_changes', 'row_states'], hasTrail: false };
    expect(before).toMatchObject(await digest(b, companyId, 'others', others));
    await expectSums(b.home, companyId);
    const [old, present] = [await logsIn(a, companyId), await logsIn(b, companyId)];
    // One for the move that was taken back, and one for the arrival.
    expect([old.keys.length, present.keys.length, present.keys.slice(0, 2)]).toEqual([2, 4, old.keys]);
    expect(present.events).toEqual(['LEAVE', 'RETURN', 'LEAVE', 'ARRIVE']);
  });

  test('is refused a second time', async () => {
    const { code, text } = await move(b, ['import', file]);
    expect([code, text]).toEqual([2, expect.stringContaining(`has a company ${SYMBOL} already`)]);
  });

  test('its members stay signed in, and the sale goes on', async () => {
    await expect.poll(async () => (await b.site.call('GET', PROFILE, { token: buyer.token })).status, POLL).toBe(200);
    const login = await b.site.call('POST', '/api/v1/user/auth/login', {
      body: { user: friend.email, password: PASSWORD },
    });
    expect(login.body).toMatchObject({ status: true });
    const stored = await b.node.database.platform
      .selectFrom('media')
      .select(['storage_key', 'sha256'])
      .where('id', '=', proof)
      .executeTakeFirstOrThrow();
    const uploads = path.join(b.node.dataDir, 'uploads');
    const names = fs.readdirSync(uploads, { recursive: true, encoding: 'utf8' });
    const name = names.find((it) => it.includes(stored.storage_key)) ?? '';
    const bytes = fs.readFileSync(path.join(uploads, name));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(stored.sha256);
    const { id } = await submitted(b.site, buyer, await upi(b.site, buyer));
    expect((await post(b.site, APPROVE, admin, { id })).body).toMatchObject({ status: true });
    expect((await b.site.call('GET', '/api/v1/admin/transaction/list', { token: key })).status).toBe(200);
    expect((await b.site.call('GET', `${VIEWS}/list?list=purchases`, { token: admin.token })).text).toContain(
      'To check',
    );
    const invited = await makeRecordedMember(b.node, { companyId, referrerId: buyer.id });
    const first = await submitted(b.site, invited, manual());
    expect((await post(b.site, APPROVE, admin, { id: first.id })).body).toMatchObject({ status: true });
    await expect.poll(() => receiver.received.some(({ body }) => body.includes(id)), POLL).toBe(true);
    await expectSums(b.home, companyId);
  });

  test('a mail that waited goes out once, from where the company is', async () => {
    const mailsTo = ({ node }: Cluster): string[] => {
      const outbox = path.join(node.dataDir, 'outbox');
      return fs
        .readdirSync(outbox)
        .filter(
          (name) => name.endsWith('.eml') && fs.readFileSync(path.join(outbox, name), 'utf8').includes(buyer.email),
        );
    };
    const waitingIn = async ({ home }: Cluster): Promise<{ id: string }[]> =>
      (
        await sql<{ id: string }>`SELECT id FROM mails WHERE scope_id = ${companyId} AND state = 'WAITING'
          AND to_address = ${buyer.email} ORDER BY id`.execute(home.database.platform)
      ).rows;
    // What the new place has written since the arrival leaves first.
    const waiting = await waitingIn(a);
    await expect.poll(() => waitingIn(b), POLL).toEqual(waiting);
    const before = { a: mailsTo(a).length, b: mailsTo(b).length };
    const ids = waiting.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    for (const { home } of [a, b])
      await sql`UPDATE mails SET next_attempt_at = now() WHERE id = ANY(${ids}::uuid[])`.execute(
        home.database.platform,
      );
    await vi.waitFor(() => expect(mailsTo(b).length).toBe(before.b + ids.length), POLL);
    // The other cluster has had as long.
    expect(mailsTo(a).length).toBe(before.a);
    const left = await a.home.database.platform
      .selectFrom('mails')
      .select('id')
      .where('state', '=', 'WAITING')
      .execute();
    expect(left).toEqual(waiting);
  });

  test('ledger and audit trail verify in both clusters, and the other cluster follows the directory', async () => {
    const set = await cli(a, ['cluster:hosts', 'set', 'b', HOST]).ended;
    expect([set.code, set.text]).toEqual([0, expect.stringContaining('belong to the cluster b')]);
    const follows = async () => {
      const { status, headers } = await a.site.call('GET', '/');
      return [status, headers.get('x-launchbook-cluster')];
    };
    await expect.poll(follows, POLL).toEqual([421, 'b']);
    const undone = await move(a, ['undo', SYMBOL]);
    expect([undone.code, undone.text]).toEqual([2, expect.stringContaining('Another cluster serves')]);
    await settled(b);
    for (const cluster of [a, b])
      for (const log of ['ledger:verify', 'audit:verify']) {
        const { code, text } = await cli(cluster, [log]).ended;
        expect([log, code, text]).toEqual([log, 0, expect.not.stringContaining('BAD')]);
      }
  });

  test('a backup of the old cluster keeps the company closed when it is restored', async () => {
    const whole = path.join(folder, 'old.tar.gz');
    expect((await cli(a, ['backup', whole]).ended).code).toBe(0);
    const target = await testDatabase({ empty: true });
    const dataDir = path.join(folder, 'restored');
    const restored = await cli({ ...a, home: target }, ['restore', whole], { DATA_DIR: dataDir }).ended;
    expect([restored.code, restored.text]).toEqual([0, expect.not.stringContaining('BAD')]);
    await expect(target.database.company(companyId).selectFrom('users').select('id').execute()).rejects.toMatchObject({
      code: '57PMV',
    });
    await target.drop();
  });
});

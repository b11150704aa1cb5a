/**
 * A database that was set back, on the running program: by a restore, by a copy of its files, by a move; with several nodes, with a
 * witness, and killed midway (docs/decisions/0680). The sequences are in `tests/api/transparency-log-epochs`.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { markRestored } from '@/lib/db/restored.ts';
import { parseCheckpoint, parseNote, parseVerifierLine, signatureState } from '@/lib/transparency-log/note.rules.ts';
import { type Account, makeAdmin, makeMember, makeSuper, noteStates } from '../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { reportFault } from '../support/faults.ts';
import { freePort } from '../support/ports.ts';
import { APPROVE, manual, post, submitted } from '../support/purchases.ts';
import { allSealed } from '../support/sealing.ts';
import { APP_SECRET, callsTo, type Site, startSite } from '../support/site.ts';
import { startWitness } from '../support/witness.ts';

const PROOF = '/api/v1/user/stock/proof/get';
const CLI = path.resolve('dist/server/cli.mjs');
const POLL = { timeout: 20_000, interval: 100 };
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rollback-'));
fs.chmodSync(folder, 0o755);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

let names = 0;
const fresh = (name: string): string => path.join(folder, `${++names}-${name}`);

function freshFolder(name: string): string {
  const made = fresh(name);
  fs.mkdirSync(made);
  return made;
}

/** An address that stays while the programs behind it change. */
async function startFront(): Promise<{ url: string; port: number; send(port: number): void; close(): void }> {
  let target = 0;
  const server = http.createServer((request, response) => {
    const { method, url, headers } = request;
    const passed = http.request({ port: target, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.writeHead(502).end());
    request.pipe(passed);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    port,
    send: (to) => (target = to),
    close: () => server.closeAllConnections(),
  };
}

/** The same address for one program after the other. */
async function frontOf() {
  const front = await startFront();
  const behind = (node: Site): Site => {
    front.send(node.port);
    return { ...node, call: callsTo(front) };
  };
  return { front, behind };
}

/** @param env of the site: its database and data folder */
function begin(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [CLI, ...args], { env: { PATH: process.env.PATH, APP_SECRET, ...env } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const ended = new Promise<{ code: number | null; text: string }>((done) =>
    child.on('close', (code) => done({ code, text })),
  );
  return { child, ended };
}
const cli = (args: readonly string[], env: Record<string, string>) => begin(args, env).ended;
const envOf = ({ databaseUrl, dataDir }: Pick<Site, 'databaseUrl' | 'dataDir'>): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

interface People {
  readonly admin: Account;
  readonly member: Account;
}
async function people(site: Site): Promise<People> {
  return { admin: await makeAdmin(site), member: await makeMember(site) };
}
async function approve(site: Site, { admin, member }: People, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const { id } = await submitted(site, member, manual());
    expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
  }
}
const text = async (site: Site, address: string): Promise<string> => (await site.call('GET', address)).text;

/** Size, and the ids of the listed keys that signed it. */
async function headOf(site: Site): Promise<{ size: number; root: string; signedBy: number[] }> {
  const note = parseNote(await text(site, '/ledger/checkpoint'));
  const keys = (await text(site, '/ledger/key'))
    .trim()
    .split('\n')
    .map((line) => parseVerifierLine(line));
  const { size = -1, root } = parseCheckpoint(note?.text ?? '') ?? {};
  return {
    size,
    root: Buffer.from(root ?? []).toString('hex'),
    signedBy: keys.flatMap((key, index) => (note && key && signatureState(note, key) === 'valid' ? [index] : [])),
  };
}
const isPaused = async ({ database }: Pick<Site, 'database'>): Promise<boolean> =>
  (await sql`SELECT FROM log_rollbacks WHERE confirmed_at IS NULL`.execute(database.platform)).rows.length > 0;

async function expectVerified(env: Record<string, string>): Promise<void> {
  for (const command of ['ledger:verify', 'audit:verify']) {
    const { code, text: out } = await cli([command], env);
    expect([command, code, out]).toEqual([command, 0, expect.not.stringContaining('BAD')]);
  }
}

describe('a restore of an older backup into another database', () => {
  let site: Site;
  let restored: Site;
  let who: People;
  let file: string;
  let late: string;
  let early: string;
  let home: TestDatabase;
  let metricsPort: number;
  beforeAll(async () => {
    site = await startSite();
    who = await people(site);
    await noteStates(site);
    await approve(site, who, 2);
    await allSealed(site);
    file = fresh('backup.tar.gz');
    expect((await cli(['backup', file], envOf(site))).code).toBe(0);
    early = fresh('early.json');
    fs.writeFileSync(early, await proof(site));
    await approve(site, who, 2);
    await allSealed(site);
    late = fresh('late.json');
    fs.writeFileSync(late, await proof(site));
    home = await testDatabase({ empty: true });
    metricsPort = await freePort();
  }, 120_000);
  afterAll(async () => {
    await restored?.remove();
    await home?.drop();
    await site?.remove();
  });
  const proof = async (from: Site) => (await from.call('GET', PROOF, { token: who.member.token })).text;

  test('waits for the operator, also when the command was killed right after its commit', async () => {
    const dataDir = freshFolder('data');
    const env = { DATABASE_URL: home.url, DATA_DIR: dataDir };
    const { code, text: out } = await cli(['restore', file], env);
    expect([code, out]).toEqual([0, expect.stringContaining('WAITS ledger of')]);
    expect(out).toContain('nobody here knows what was signed last');
    // As the commit has left it: the next start has to record the restore.
    const { database } = home;
    await sql.raw(markRestored('2026-11-27T00:00:00.000Z')).execute(database.platform);
    await sql`DELETE FROM log_rollbacks`.execute(database.platform);
    restored = await startSite({ databaseUrl: home.url, dataDir, env: { METRICS_PORT: String(metricsPort) } });
    // Sessions end with a restore.
    who = { admin: await makeAdmin(restored), member: await makeMember(restored) };
    expect(await isPaused(restored)).toBe(true);
  });

  test('the site works, nothing is sealed, and admins, the board, metrics and everybody read why', async () => {
    const before = await headOf(restored);
    await approve(restored, who, 3);
    await new Promise((done) => setTimeout(done, 2_000));
    expect(await headOf(restored)).toEqual(before);
    const page = async (address: string, cookie?: string) =>
      (await restored.call('GET', address, { headers: { Accept: 'text/html' }, ...(cookie && { cookie }) })).text;
    for (const address of ['/admin/dashboard', '/admin/audit'])
      expect(await page(address, who.admin.cookie)).toContain('wait for their signature until the operator');
    expect(await page('/ledger')).toContain(
      'New entries wait for their checkpoint until the operator has confirmed this.',
    );
    const boss = await makeSuper(restored);
    const board = await restored.call('GET', '/api/v1/superadmin/dashboard/get', { token: boss.token });
    const { verifications } = board.body.data.health;
    expect(verifications.find((it: { kind: string }) => it.kind === 'ledger')).toMatchObject({
      state: 'bad',
      fault: expect.stringContaining('ledger:confirm-rollback'),
    });
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toMatch(/^launchbook_logs_paused 3$/m);
    const list = await cli(['ledger:confirm-rollback'], envOf(restored));
    expect([list.code, list.text]).toEqual([1, expect.stringContaining('Nothing is sealed in these logs')]);
  });

  test('after the confirmation the log goes on under a new key, and the old key is listed with its end', async () => {
    const confirmed = await cli(['ledger:confirm-rollback', 'all'], envOf(restored));
    expect([confirmed.code, confirmed.text]).toEqual([0, expect.stringContaining('under a new key')]);
    await allSealed(restored);
    // Two from the backup, the restore twice, three more and the confirmation.
    expect(await headOf(restored)).toMatchObject({ size: 8, signedBy: [0] });
    const lines = (await text(restored, '/ledger/key')).trim().split('\n');
    expect(lines).toHaveLength(2);
    await vi.waitFor(async () => {
      const page = await text(restored, '/ledger');
      for (const sentence of [
        'A backup was restored.',
        'confirmed that the ledger was set back',
        'Keys that have ended',
      ])
        expect(page).toContain(sentence);
      expect(page).not.toContain('New entries wait for their checkpoint until');
    }, POLL);
    await noteStates(restored);
    await allSealed(restored);
    await expectVerified(envOf(restored));
    const trail = await restored.call('GET', '/api/v1/admin/audit/list?page=1&limit=50', { token: who.admin.token });
    expect(JSON.stringify(trail.body)).toContain('site.restore');
    expect(JSON.stringify(trail.body)).toContain('log.rollback');
  });

  test('proof:verify finds its site, and does not compare with another one', async () => {
    // The two sites have different ports, and so different names of the log.
    const at = (name: string) => cli(['proof:verify', name, '--site', restored.url], {});
    const own = fresh('own.json');
    fs.writeFileSync(own, await proof(restored));
    expect(await at(own)).toMatchObject({ code: 0, text: expect.stringContaining('continues this proof') });
    for (const name of [early, late]) expect((await at(name)).text).toContain('not compared');
  });
});

describe('the same address', () => {
  test('with a proof of before: the command compares it with the present checkpoint', async () => {
    const { front, behind } = await frontOf();
    const env = { SITE_URL: front.url };
    const site = behind(await startSite({ env }));
    const who = await people(site);
    await noteStates(site);
    const save = async (): Promise<string> => {
      const name = fresh('proof.json');
      fs.writeFileSync(name, (await site.call('GET', PROOF, { token: who.member.token })).text);
      return name;
    };
    await approve(site, who, 1);
    await allSealed(site);
    const early = await save();
    const file = fresh('backup.tar.gz');
    expect((await cli(['backup', file], envOf(site))).code).toBe(0);
    await approve(site, who, 2);
    await allSealed(site);
    const late = await save();
    await site.stop();
    const home = await testDatabase({ empty: true });
    // The same folder: what it knows of the heads is still there.
    const at = { DATABASE_URL: home.url, DATA_DIR: site.dataDir };
    const out = await cli(['restore', file], { ...at, ...env });
    expect(out.text.split('\n').filter((line) => line.startsWith('BAD'))).toEqual([]);
    expect([out.code, out.text]).toEqual([0, expect.stringContaining('3 entries were signed before')]);
    const again = behind(await startSite({ databaseUrl: home.url, dataDir: site.dataDir, env }));
    onTestFinished(async () => {
      front.close();
      await again.remove();
      await home.drop();
      await site.remove();
    });
    expect((await cli(['ledger:confirm-rollback', 'all'], { ...at, ...env })).code).toBe(0);
    await allSealed(again);
    const [first, second] = [await cli(['proof:verify', early], {}), await cli(['proof:verify', late], {})];
    expect([first.code, first.text]).toEqual([0, expect.stringContaining('continues this proof')]);
    expect(first.text).not.toContain('another key');
    expect([second.code, second.text]).toEqual([1, expect.stringContaining('the site no longer continues this proof')]);
  });
});

describe('without the restore command', () => {
  test('a copy of the database folder that was put back waits, and one of the whole data folder is noticed by a witness', async () => {
    let key = '';
    const witness = await startWitness(() => key);
    const dataDir = freshFolder('embedded');
    const { front, behind } = await frontOf();
    const env = { APP_SECRET, WITNESS_URLS: witness.entry, SITE_URL: front.url };
    const open = async () => behind(await startSite({ embedded: true, dataDir, env }));
    let site = await open();
    onTestFinished(async () => {
      front.close();
      await site.remove();
      await witness.close();
    });
    const who = await people(site);
    await approve(site, who, 2);
    await allSealed(site);
    key = (await text(site, '/ledger/key')).split('\n')[0] ?? '';
    await site.stop();
    const old = fresh('old');
    fs.cpSync(dataDir, old, { recursive: true });
    site = await open();
    await approve(site, who, 2);
    await allSealed(site);
    await site.stop();
    site = await open();
    await vi.waitFor(() => expect([...witness.seen.values()]).toMatchObject([{ size: 4 }]), POLL);
    await site.stop();

    fs.rmSync(path.join(dataDir, 'postgres'), { recursive: true });
    fs.cpSync(path.join(old, 'postgres'), path.join(dataDir, 'postgres'), { recursive: true });
    site = await open();
    await vi.waitFor(async () => expect(await isPaused(site)).toBe(true), POLL);
    const before = await headOf(site);
    await approve(site, who, 3);
    await new Promise((done) => setTimeout(done, 2_000));
    expect(await headOf(site)).toEqual(before);
    expect(before.size).toBe(2);
    const verify = await cli(['ledger:verify'], { DATA_DIR: dataDir });
    expect([verify.code, verify.text]).toEqual([1, expect.stringContaining('4')]);
    await site.stop();

    // Everything that the machine knows goes back.
    fs.rmSync(dataDir, { recursive: true });
    fs.cpSync(old, dataDir, { recursive: true });
    site = await open();
    await vi.waitFor(async () => expect(await isPaused(site)).toBe(true), POLL);
    await approve(site, who, 1);
    await new Promise((done) => setTimeout(done, 2_000));
    expect((await headOf(site)).size).toBe(2);
    const { rows } = await sql`SELECT DISTINCT source FROM log_rollbacks`.execute(site.database.platform);
    expect(rows).toEqual([{ source: 'witness' }]);
    expect((await cli(['ledger:confirm-rollback', 'all'], { DATA_DIR: dataDir })).code).toBe(0);
    await allSealed(site);
    expect((await headOf(site)).signedBy).toEqual([0]);
  });

  test('of two nodes the one that knows more stops both, and a node that is behind stops nobody', async () => {
    const first = await startSite();
    const second = await startSite({ databaseUrl: first.databaseUrl ?? '' });
    onTestFinished(async () => {
      await second.remove();
      await first.remove();
    });
    const who = await people(first);
    await approve(first, who, 3);
    await allSealed(first);
    await second.stop();
    await approve(first, who, 3);
    await allSealed(first);
    const later = await startSite({ databaseUrl: first.databaseUrl ?? '', dataDir: second.dataDir });
    await approve(later, who, 1);
    await allSealed(first);
    expect(await isPaused(first)).toBe(false);
    for (const node of [first, later]) expect(node.output()).not.toContain('cannot be sealed');
    await later.stop();
    await first.stop();
    // Back to four entries: more than the second node has seen of its own, less than the first.
    await sql`DELETE FROM log_checkpoints WHERE kind = 'ledger'`.execute(first.database.platform);
    await sql`DELETE FROM log_tiles WHERE kind = 'ledger'`.execute(first.database.platform);
    await sql`INSERT INTO log_checkpoints (scope_id, kind, size, root, note) SELECT company_id, 'ledger', 0, sha256(''), '' FROM supplies`.execute(
      first.database.platform,
    );
    const again = await startSite({ databaseUrl: first.databaseUrl ?? '', dataDir: first.dataDir });
    await vi.waitFor(async () => expect(await isPaused(again)).toBe(true), POLL);
    const other = await startSite({ databaseUrl: first.databaseUrl ?? '', dataDir: freshFolder('third') });
    onTestFinished(async () => {
      await other.remove();
      await again.stop();
    });
    await new Promise((done) => setTimeout(done, 2_000));
    expect((await headOf(other)).size).toBe(-1);
    reportFault('a database that was set back', 'nothing sealed before the confirmation, by any node');
  });
});

/** `npm run backup` and `npm run restore`: a restore gives back exactly what was saved, or changes nothing. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readArchive } from '../../src/lib/cli/archive.ts';
import { migrations } from '../../src/lib/db/migrate.ts';
import { companyIdOf, makeMember, noteStates } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { contentOf, PASSING, savedContentOf, schemaOf } from '../support/content.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { reportFault } from '../support/faults.ts';
import { expectSums, manual, submitted, withoutCaps } from '../support/purchases.ts';
import { allSealed, insertChainedCompany, migrateToChains } from '../support/sealing.ts';
import { APP_SECRET, type Site, startSite } from '../support/site.ts';

const CLI = path.resolve('dist/server/cli.mjs');
const run = promisify(execFile);

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const folders: string[] = [];
function freshFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-backup-'));
  fs.chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

async function cli(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  try {
    const { stdout, stderr } = await run(process.execPath, [CLI, ...args], {
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    return { code: 0, out: stdout, err: stderr };
  } catch (cause) {
    const { code, stdout, stderr } = cause as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

function uploadsOf(dataDir: string): Record<string, string> {
  const root = path.join(dataDir, 'uploads');
  const out: Record<string, string> = {};
  if (!fs.existsSync(root)) return out;
  for (const name of fs.readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(root, name);
    if (fs.statSync(file).isFile()) out[name] = createHash('sha256').update(fs.readFileSync(file)).digest('hex');
  }
  return out;
}

let site: Site;
let secret: string;
/** Taken while the program was stopped. */
let file: string;
let content: Record<string, string>;
let token: string;

beforeAll(async () => {
  site = await startSite({ embedded: true, args: ['--demo'], env: { APP_SECRET: '', RATE_LIMITS: 'off' } });
  await withoutCaps(site);
  // Holds of the demo whose end comes in these minutes would change the restored site by themselves.
  await sql`UPDATE purchases SET created_at = now() WHERE status = 'PENDING' AND hold_ended_at IS NULL`.execute(
    site.database.platform,
  );
  await noteStates(site);
  const member = await makeMember(site, { email: 'keeper@example.com', password: 'a long enough password' });
  token = member.token;
  await submitted(site, member, manual());
  secret = fs.readFileSync(path.join(site.dataDir, 'secrets', 'app-secret'), 'utf8');
});
afterAll(async () => {
  await site?.remove();
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

describe('a backup of a running program', () => {
  test('is one consistent state of the database during parallel writes', async () => {
    const env = { DATA_DIR: site.dataDir };
    const live = path.join(freshFolder(), 'live.tar.gz');
    const writers = await Promise.all([1, 2, 3].map(() => makeMember(site)));
    let isOver = false;
    const writing = Promise.all(
      writers.map(async (writer) => {
        let sent = 0;
        for (; !isOver; sent++) await submitted(site, writer, manual());
        return sent;
      }),
    );
    const taken = await cli(['backup', live], env);
    isOver = true;
    expect((await writing).every((sent) => sent > 0)).toBe(true);
    expect(taken).toMatchObject({ code: 0, err: '' });
    const files = Object.keys(uploadsOf(site.dataDir)).length;
    expect(files).toBeGreaterThan(900);
    expect(taken.out).toMatch(new RegExp(`^ok .*live\\.tar\\.gz: \\d+ rows of \\d+ tables, ${files} files, \\d+ MB\n`));
    expect(taken.out).not.toContain('WARNING');

    const target = await testDatabase({ empty: true });
    const dataDir = freshFolder();
    const restored = await cli(['restore', live], { DATABASE_URL: target.url, DATA_DIR: dataDir, APP_SECRET: secret });
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toMatch(new RegExp(`ok ledger of ${SYMBOL} .*\n`));
    expect(restored.out).not.toMatch(/BAD|WARNING/);
    // A purchase, its hold, its audit entry and its mail are written in one transaction, so all of them or none are
    // there.
    await expectSums(target, await companyIdOf(target));
    const { rows } = await sql<{ apart: bigint }>`SELECT count(*) AS apart FROM purchases p
      WHERE NOT EXISTS (SELECT FROM audit_entries a WHERE a.subject_id = p.id AND a.action = 'purchase.submit')`.execute(
      target.database.platform,
    );
    expect(rows[0]?.apart).toBe(0n);
    await target.drop();
  });

  test('a restore over it is refused, and the program keeps running', async () => {
    const live = path.join(freshFolder(), 'live.tar.gz');
    await cli(['backup', live], { DATA_DIR: site.dataDir });
    const refused = await cli(['restore', live], { DATA_DIR: site.dataDir });
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/^Another Launchbook already runs on /);
    expect((await site.call('GET', '/readyz')).status).toBe(200);
  });
});

describe('a backup of a stopped program', () => {
  beforeAll(async () => {
    content = await savedContentOf(site.database.platform);
    await site.stop();
    file = path.join(freshFolder(), 'launchbook.tar.gz');
    const taken = await cli(['backup', file], { DATA_DIR: site.dataDir });
    expect(taken).toMatchObject({ code: 0, err: '' });
  });

  test('is a tar of text and files, readable only by its owner, without secrets', async () => {
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    const names: string[] = [];
    for await (const { name } of readArchive(file)) names.push(name);
    expect(names[0]).toBe('manifest.json');
    expect(names.filter((name) => name.startsWith('uploads/'))).toHaveLength(
      Object.keys(uploadsOf(site.dataDir)).length,
    );
    for (const table of PASSING) expect(names.some((name) => name.startsWith(`tables/${table}/`))).toBe(false);
    expect(gunzipSync(fs.readFileSync(file)).includes(secret.trim())).toBe(false);
    expect(fs.readdirSync(path.dirname(file))).toEqual(['launchbook.tar.gz']);
  });

  test('refuses an existing file name, and without a name goes to the data folder', async () => {
    const again = await cli(['backup', file], { DATA_DIR: site.dataDir });
    expect(again).toMatchObject({ code: 2, out: '' });
    expect(again.err).toContain('There is a file');
    const named = await cli(['backup'], { DATA_DIR: site.dataDir });
    expect(named.out).toMatch(/^ok .*\/backups\/launchbook-\d{8}T\d{6}Z\.tar\.gz: /);
  });

  test('restores every row, every file and the schema', async () => {
    const dataDir = freshFolder();
    fs.mkdirSync(path.join(dataDir, 'secrets'), { mode: 0o700 });
    fs.writeFileSync(path.join(dataDir, 'secrets', 'app-secret'), secret);
    const restored = await cli(['restore', file], { DATA_DIR: dataDir });
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(uploadsOf(dataDir)).toEqual(uploadsOf(site.dataDir));

    // The site continues, but all sessions have ended.
    const again = await startSite({ embedded: true, dataDir, env: { APP_SECRET: '' } });
    try {
      const now = await savedContentOf(again.database.platform);
      for (const table of Object.keys(content)) {
        // What a program writes by itself: the sign that it is running.
        if (!PASSING.includes(table)) expect(now[table], table).toBe(content[table]);
      }
      const tables = Object.keys(content).filter((table) => !PASSING.includes(table)).length;
      const files = Object.keys(uploadsOf(dataDir)).length;
      reportFault('backup and restore', `${tables} tables and ${files} files identical`);
      expect(again.output()).not.toContain('First start');
      expect((await again.call('GET', '/api/v1/user/auth/profile/get', { token })).status).toBe(401);
      const login = await again.call('POST', '/api/v1/user/auth/login', {
        body: { user: 'keeper@example.com', password: 'a long enough password' },
      });
      expect(login.status).toBe(200);
      const { token: fresh } = login.body.data;
      await submitted(again, { token: fresh } as never, manual());
      const empty = await testDatabase();
      expect(await schemaOf(again.database.platform)).toEqual(await schemaOf(empty.database.platform));
      await empty.drop();
    } finally {
      await again.remove();
    }
  });

  test('is not restored into a database with data, where nothing changes', async () => {
    const used = await startSite();
    await allSealed(used);
    const before = await contentOf(used.database.platform);
    const dataDir = freshFolder();
    const refused = await cli(['restore', file], {
      DATABASE_URL: used.databaseUrl ?? '',
      DATA_DIR: dataDir,
      APP_SECRET: secret,
    });
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/^The database is not empty: there are rows in \w+\. A restore needs an empty one: /);
    expect(await contentOf(used.database.platform)).toMatchObject(
      Object.fromEntries(Object.entries(before).filter(([table]) => !PASSING.includes(table))),
    );
    expect(fs.readdirSync(dataDir)).toEqual([]);
    await used.remove();
  });

  test('is not restored into a database with another schema version, or of another program', async () => {
    const target = await testDatabase({ empty: true });
    const env = { DATABASE_URL: target.url, DATA_DIR: freshFolder(), APP_SECRET: secret };
    await sql`CREATE TABLE theirs (id integer)`.execute(target.database.platform);
    expect((await cli(['restore', file], env)).err).toContain('The database holds tables of another program.');
    await sql`DROP TABLE theirs`.execute(target.database.platform);
    await sql`CREATE TABLE migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz DEFAULT now())`.execute(
      target.database.platform,
    );
    await sql`INSERT INTO migrations VALUES ('9999_later.sql', 'x')`.execute(target.database.platform);
    expect((await cli(['restore', file], env)).err).toContain(
      'at another level than the backup: it has 9999_later.sql',
    );
    await target.drop();
  });

  describe('damaged', () => {
    const backupBytes = (): Buffer => fs.readFileSync(file);
    const flipped = (at: number): Buffer => {
      const bytes = backupBytes();
      const index = at < 0 ? bytes.length + at : Math.floor(bytes.length * at);
      bytes[index] = (bytes[index] ?? 0) ^ 0x10;
      return bytes;
    };
    /** The same file with other content. */
    const repacked = (change: (tar: Buffer) => Buffer): Buffer =>
      gzipSync(change(gunzipSync(backupBytes())), { level: 1 });
    const replaced = (from: string, to: string) => (tar: Buffer) => {
      const at = tar.indexOf(from);
      expect(at).toBeGreaterThan(0);
      tar.write(to, at);
      return tar;
    };

    test.each([
      ['empty', () => Buffer.alloc(0), /damaged or not whole/],
      ['no backup at all', () => Buffer.from('hello'), /damaged or not whole/],
      ['cut off in the middle', () => backupBytes().subarray(0, backupBytes().length >> 1), /damaged or not whole/],
      ['cut off by its last byte', () => backupBytes().subarray(0, -1), /damaged or not whole/],
      ['with a flipped bit near its start', () => flipped(0.01), /damaged or not whole/],
      ['with a flipped bit in the middle', () => flipped(0.5), /damaged or not whole/],
      ['with a flipped bit in its checksum', () => flipped(-6), /damaged or not whole/],
      [
        'with a changed amount, packed again',
        () => repacked(replaced('ananya.iyer@example.com', 'ananya.iyer@example.org')),
        /damaged or not whole \(its content was changed\)/,
      ],
      ['without its end', () => repacked((tar) => tar.subarray(0, tar.lastIndexOf('end.json'))), /its end is missing/],
      [
        'of a form that is not known',
        () => repacked(replaced('launchbook-backup-2', 'launchbook-backup-9')),
        /is no backup of Launchbook, or one of a newer version/,
      ],
    ])('%s: refused before anything is changed', async (_what, bytes, sentence) => {
      const broken = path.join(freshFolder(), 'broken.tar.gz');
      fs.writeFileSync(broken, bytes());
      const dataDir = path.join(freshFolder(), 'new');
      const refused = await cli(['restore', broken], { DATA_DIR: dataDir });
      expect(refused).toMatchObject({ code: 2, out: '' });
      expect(refused.err).toMatch(sentence);
      expect(fs.existsSync(dataDir)).toBe(false);
    });

    test('a missing file is named', async () => {
      const refused = await cli(['restore', '/nowhere/at/all.tar.gz'], { DATA_DIR: freshFolder() });
      expect(refused).toMatchObject({ code: 2, err: 'There is no /nowhere/at/all.tar.gz.\n' });
    });

    test('a missing argument is explained', async () => {
      expect((await cli(['restore'], { DATA_DIR: freshFolder() })).err).toContain('npm run restore -- FILE');
    });
  });

  describe('a restore that is killed', () => {
    let target: TestDatabase;
    let dataDir: string;
    const env = () => ({ DATABASE_URL: target.url, DATA_DIR: dataDir, APP_SECRET: secret });
    beforeAll(async () => {
      target = await testDatabase({ empty: true });
      dataDir = freshFolder();
    });
    afterAll(() => target?.drop());

    test('leaves no row, and its files are removed by the next start or restore, which succeeds', async () => {
      const child: ChildProcess = spawn(process.execPath, [CLI, 'restore', file], {
        stdio: 'ignore',
        env: { PATH: process.env.PATH, ...env() },
      });
      const ended = new Promise((done) => child.on('exit', done));
      const count = (): number => Object.keys(uploadsOf(dataDir)).length;
      await expect.poll(count, { timeout: 40_000, interval: 2 }).toBeGreaterThan(50);
      child.kill('SIGKILL');
      await ended;
      await expect
        .poll(async () => (await contentOf(target.database.platform)).purchases, { timeout: 10_000 })
        .toMatch(/^0 /);
      expect(count()).toBeGreaterThan(50);
      const restored = await cli(['restore', file], env());
      expect(restored).toMatchObject({ code: 0, err: '' });
      const now = await savedContentOf(target.database.platform);
      for (const table of Object.keys(content))
        if (!PASSING.includes(table)) expect(now[table], table).toBe(content[table]);
      expect(uploadsOf(dataDir)).toEqual(uploadsOf(site.dataDir));
      expect(fs.existsSync(path.join(dataDir, 'unfinished-files.json'))).toBe(false);
    });
  });

  test('a file that is missing on the disk is reported, and the rest is saved', async () => {
    const copy = freshFolder();
    fs.cpSync(site.dataDir, copy, { recursive: true });
    const [one = ''] = Object.keys(uploadsOf(copy));
    fs.rmSync(path.join(copy, 'uploads', one));
    const taken = await cli(['backup', path.join(freshFolder(), 'less.tar.gz')], { DATA_DIR: copy });
    expect(taken.code).toBe(0);
    expect(taken.out).toMatch(/WARNING: 1 file is missing or damaged/);
  });
});

test('a backup of an older version is migrated', async () => {
  const older = await testDatabase({ empty: true });
  await migrateToChains(older);
  const companyId = await insertChainedCompany(older.database.platform, SYMBOL);
  const backup = path.join(freshFolder(), 'older.tar.gz');
  expect(await cli(['backup', backup], { DATABASE_URL: older.url, APP_SECRET })).toMatchObject({ code: 0 });
  await older.drop();
  const target = await testDatabase({ empty: true });
  const restored = await cli(['restore', backup], { DATABASE_URL: target.url, DATA_DIR: freshFolder(), APP_SECRET });
  expect(restored).toMatchObject({ code: 0, err: '' });
  const later = migrations.filter(({ name }) => name >= '0290').map(({ name }) => name);
  expect(restored.out).toContain(`ok brought up to date: ${later.join(', ')}\n`);
  expect(await companyIdOf(target)).toBe(companyId);
  await target.drop();
});

test('all data of a database is in tables: there is nothing else to save', async () => {
  const it = await testDatabase();
  const { rows } = await sql<{ what: string }>`
    SELECT sequencename::text AS what FROM pg_sequences
    UNION ALL SELECT table_name || '.' || column_name FROM information_schema.columns
      WHERE table_schema = current_schema() AND (is_generated <> 'NEVER' OR is_identity = 'YES')
    UNION ALL SELECT matviewname FROM pg_matviews
    UNION ALL SELECT lomowner::text FROM (SELECT lomowner FROM pg_largeobject_metadata) l`.execute(
    it.database.platform,
  );
  expect(rows).toEqual([]);
  await it.drop();
});

test('a database without Launchbook has nothing to save', async () => {
  const it = await testDatabase({ empty: true });
  const taken = await cli(['backup', path.join(freshFolder(), 'none.tar.gz')], { DATABASE_URL: it.url, APP_SECRET });
  expect(taken).toMatchObject({ code: 2, out: '' });
  expect(taken.err).toContain('holds no Launchbook');
  await it.drop();
  expect((await cli(['backup'], { DATA_DIR: freshFolder() })).err).toContain('There is no database under');
});

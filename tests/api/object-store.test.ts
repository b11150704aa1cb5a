/** Uploads in an object store: two nodes share it, a store that fails loses nothing, and files move to it and back while people read. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkFilesDue } from '@/lib/health/verification/service.ts';
import { sweepFiles } from '@/lib/housekeeping.ts';
import { packInProcess } from '@/lib/launch/packing/process/service.ts';
import { sha256Hex } from '@/lib/media/storage.ts';
import { openStorage } from '@/lib/media/storages.ts';
import { type Account, makeAdmin, makeMember, makeSuper, noteStates } from '../support/accounts.ts';
import { testDatabase } from '../support/db.ts';
import { startTestStore, type TestStore } from '../support/object-store.ts';
import { fileForm, picture, upload } from '../support/purchases.ts';
import { APP_SECRET, freshIp, type Site, startSite } from '../support/site.ts';
import { makeAccount, readStatement, statementCsv, upiCredit } from '../support/statements.ts';

const ADD = '/api/v1/user/media/add';
const CLI = path.resolve('dist/server/cli.mjs');
const run = promisify(execFile);

let store: TestStore;
let site: Site;
let second: Site;
let member: Account;
beforeAll(async () => {
  store = await startTestStore();
  site = await startSite({ env: store.env });
  second = await startSite({ env: store.env, databaseUrl: String(site.databaseUrl) });
  member = await makeMember(site);
});
afterAll(async () => {
  await second?.remove();
  await site?.remove();
  await store?.stop();
});
beforeEach(() => {
  store.failure = null;
});

const db = () => site.database.platform;
const settings = (home: Site, newFiles: 'disk' | 'store') => ({
  folder: path.join(home.dataDir, 'uploads'),
  store: store.settings,
  newFiles,
});
const open = (home: Site, id: string) =>
  home.call('GET', `/api/v1/media/${id}`, { token: member.token, ip: freshIp() });
const bytesOf = async (home: Site, id: string): Promise<Buffer> => {
  const response = await fetch(`${home.url}/api/v1/media/${id}`, {
    headers: { Authorization: `Bearer ${member.token}` },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};
const send = (home: Site, bytes = picture()) =>
  home.call('POST', ADD, { body: fileForm(bytes), token: member.token, ip: freshIp() });
const countOf = async (table: 'media' | 'media_arrivals'): Promise<number> =>
  (await db().selectFrom(table).select('storage_key').execute()).length;
/** Files under uploads, without those that arrive. */
const onDisk = (home: Site): string[] =>
  fs
    .readdirSync(path.join(home.dataDir, 'uploads'), { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile() && !it.parentPath.endsWith('incoming'))
    .map((it) => it.name)
    .sort();
const stored = (): string[] => [...store.objects.keys()].map((key) => key.replace('uploads/', '')).sort();

it('two nodes share one store: what one has taken, the other gives, and nothing of it is on a disk', async () => {
  const bytes = picture();
  const id = await upload(site, member, bytes);
  expect(stored()).toContain(id);
  expect((await bytesOf(second, id)).equals(Buffer.from(bytes))).toBe(true);
  expect([onDisk(site), onDisk(second)]).toEqual([[], []]);
  const { rows } = await sql<{ row: string }>`SELECT to_jsonb(m)::text AS row FROM media m WHERE id = ${id}`.execute(
    db(),
  );
  for (const part of [store.settings.endpoint, store.settings.bucket]) expect(rows[0]?.row).not.toContain(part);
  for (const home of [site, second]) expect(home.output()).not.toContain(store.settings.secretAccessKey);
});

describe('a store that fails', () => {
  it.each(['full', 'quota', 'cut upload', 'broken', 'forgets', 'keeps half'] as const)(
    'answers 503 and leaves no row: %s',
    async (failure) => {
      const before = await countOf('media');
      store.failure = failure;
      const refused = await send(site);
      expect([refused.status, refused.headers.get('retry-after'), refused.body.code, refused.body.message]).toEqual([
        503,
        '60',
        'unavailable',
        'The file could not be stored just now. Please try again in a minute.',
      ]);
      expect(await countOf('media')).toBe(before);
      store.failure = null;
      expect((await send(site)).status).toBe(200);
    },
  );

  it('is away: files cannot be sent or read, the site serves everything else, and it goes on by itself', async () => {
    const id = await upload(site, member);
    await store.stop();
    try {
      expect((await send(site)).status).toBe(503);
      const unread = await open(site, id);
      expect([unread.status, unread.headers.get('retry-after'), unread.body.message]).toEqual([
        503,
        '60',
        'The file could not be read just now. Please try again in a minute.',
      ]);
      expect((await site.call('GET', '/user/dashboard', { cookie: member.cookie })).status).toBe(200);
      expect((await site.call('GET', '/readyz')).status).toBe(200);
    } finally {
      await store.start();
    }
    expect((await send(site)).status).toBe(200);
    expect((await open(site, id)).status).toBe(200);
    await expect.poll(() => site.output()).toContain('ECONNREFUSED');
    expect(site.output()).not.toContain(store.settings.secretAccessKey);
  });

  it('is slow: an upload waits for it and is stored, and nothing else waits', async () => {
    const { beforePut } = store;
    let answers = (): void => {};
    const slow = new Promise<void>((done) => {
      answers = done;
    });
    let puts = 0;
    store.beforePut = () => {
      puts += 1;
      return slow;
    };
    const sent = upload(site, member);
    try {
      await expect.poll(() => puts).toBe(1);
      expect((await site.call('GET', '/user/dashboard', { cookie: member.cookie })).status).toBe(200);
      expect((await site.call('GET', '/readyz')).status).toBe(200);
    } finally {
      store.beforePut = beforePut;
      answers();
    }
    expect((await open(site, await sent)).status).toBe(200);
  });

  it('is silent: uploads get 503, and statements, pages and other calls do not wait for it', async () => {
    const admin = await makeAdmin(site);
    await makeAccount(site, admin.companyId);
    const senders = await Promise.all(Array.from({ length: 6 }, () => makeMember(site)));
    store.failure = 'silent';
    store.unanswered = 0;
    let answered = 0;
    const sent = senders.map(({ token }) =>
      site.call('POST', ADD, { body: fileForm(picture()), token, ip: freshIp() }).finally(() => {
        answered += 1;
      }),
    );
    // As many as are parsed at a time.
    await expect.poll(() => store.unanswered).toBe(4);
    const lines = [upiCredit('632112345678', '1180.00')];
    const statement = await readStatement(site, admin, statementCsv(lines));
    expect([statement.status, statement.body.data?.rows]).toEqual([200, 1]);
    expect((await site.call('GET', '/user/dashboard', { cookie: member.cookie })).status).toBe(200);
    expect((await site.call('GET', '/readyz')).status).toBe(200);
    expect(answered).toBe(0);
    const refused = await Promise.all(sent);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(senders.map(() => [503, 'unavailable']));
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    store.failure = null;
    expect((await send(site)).status).toBe(200);
  }, 60_000);

  it('bytes without a row are deleted once no upload can be under way; other files are not touched', async () => {
    const foreign = 'uploads/3f2504e0-4f89-41d3-9a0c-0305e82c3301';
    store.objects.set(foreign, Buffer.from('of another installation'));
    const storage = openStorage(settings(site, 'store'));
    const sweep = () => sweepFiles({ db: db(), storage, dataDir: site.dataDir });
    const attached = await upload(site, member);
    await sql`DELETE FROM media_arrivals`.execute(db());
    const before = stored();
    store.failure = 'lost answer';
    expect((await send(site)).status).toBe(503);
    store.failure = null;
    const [orphan, ...others] = stored().filter((key) => !before.includes(key));
    expect([typeof orphan, others]).toEqual(['string', []]);
    await sweep();
    expect(stored()).toContain(orphan);
    await sql`UPDATE media_arrivals SET created_at = created_at - interval '2 hours'`.execute(db());
    await sweep();
    expect(stored()).toEqual(before);
    expect(before).toContain(attached);
    expect([store.objects.has(foreign), await countOf('media_arrivals')]).toEqual([true, 0]);
    store.objects.delete(foreign);
  });
});

it('the process that makes launch packs stores their files there', async () => {
  const before = stored();
  const storageKeys = Array.from({ length: 16 }, () => randomUUID());
  const { files } = await packInProcess(
    {
      holders: `0x${'a1'.repeat(20)} 5\n0x${'b2'.repeat(20)} 7`,
      tokenAddress: `0x${'cd'.repeat(20)}`,
      chainId: 137,
      symbol: 'LCH',
      totalTokens: 12n,
      storageSettings: settings(site, 'store'),
      storageKeys,
    },
    new AbortController().signal,
    () => {},
  );
  expect(files.length).toBeGreaterThan(2);
  for (const { storageKey, bytes, sha256 } of files) {
    const object = store.objects.get(`uploads/${storageKey}`) ?? Buffer.alloc(0);
    expect([object.length, sha256Hex(object)]).toEqual([bytes, sha256]);
    store.objects.delete(`uploads/${storageKey}`);
  }
  expect(stored()).toEqual(before);
});

it('a row without its file is found once a day, and shown', async () => {
  const owner = await makeSuper(site);
  const check = async () => {
    await sql`DELETE FROM verifications WHERE kind = 'files'`.execute(db());
    const input = { database: site.database, storage: openStorage(settings(site, 'store')) };
    await checkFilesDue(input, { error: () => {}, info: () => {} }, new AbortController().signal);
    const answer = await site.call('GET', '/api/v1/superadmin/dashboard/get', { token: owner.token, ip: freshIp() });
    return answer.body.data.health.verifications.find((it: { kind: string }) => it.kind === 'files');
  };
  const id = await upload(site, member);
  const files = await countOf('media');
  expect(await check()).toMatchObject({ state: 'good', fault: null, entries: files });
  const bytes = store.objects.get(`uploads/${id}`) ?? Buffer.alloc(0);
  store.objects.delete(`uploads/${id}`);
  expect(await check()).toMatchObject({
    state: 'bad',
    fault: `1 of ${files} files, the first is ${id}`,
    entries: files,
  });
  expect((await open(site, id)).status).toBe(404);
  store.objects.set(`uploads/${id}`, bytes);
  expect(await check()).toMatchObject({ state: 'good', fault: null });
});

it('a node that dies while it stores a file leaves no row, and no bytes for longer than an hour', async () => {
  await sql`DELETE FROM media_arrivals`.execute(db());
  const [rows, before] = [await countOf('media'), stored()];
  let go: () => void = () => {};
  const held = new Promise<void>((done) => {
    go = done;
  });
  const reached = new Promise<void>((done) => {
    store.beforePut = () => {
      done();
      return held;
    };
  });
  // The connection ends with the node.
  const sending = send(second).catch(() => null);
  await reached;
  await second.kill();
  await sending;
  store.beforePut = async () => {};
  go();
  await expect.poll(() => stored().length).toBe(before.length + 1);
  expect([await countOf('media'), await countOf('media_arrivals')]).toEqual([rows, 1]);
  await sql`UPDATE media_arrivals SET created_at = created_at - interval '2 hours'`.execute(db());
  await sweepFiles({ db: db(), storage: openStorage(settings(site, 'store')), dataDir: site.dataDir });
  expect([stored(), await countOf('media'), await countOf('media_arrivals')]).toEqual([before, rows, 0]);
});

it('a backup holds the files of the store, and a restore refuses a store that has files', async () => {
  await noteStates(site);
  const id = await upload(site, member);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-store-'));
  const target = await testDatabase({ empty: true });
  try {
    const file = path.join(folder, 'backup.tar.gz');
    const env = { PATH: process.env.PATH ?? '', DATABASE_URL: String(site.databaseUrl), APP_SECRET };
    const taken = await run(process.execPath, [CLI, 'backup', file], {
      env: { ...env, ...store.env, DATA_DIR: folder },
    });
    expect(taken.stdout).not.toContain('WARNING');
    const elsewhere = { ...env, DATABASE_URL: target.url, DATA_DIR: path.join(folder, 'restored') };
    const before = stored();
    await expect(
      run(process.execPath, [CLI, 'restore', file], { env: { ...elsewhere, ...store.env } }),
    ).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The object store already has uploads'),
    });
    expect(stored()).toEqual(before);
    await run(process.execPath, [CLI, 'restore', file], { env: elsewhere });
    const restored = path.join(folder, 'restored', 'uploads', id.slice(-2), id.slice(-4, -2), id);
    expect(fs.readFileSync(restored).equals(store.objects.get(`uploads/${id}`) ?? Buffer.alloc(0))).toBe(true);
  } finally {
    await target.drop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

describe('media:move', () => {
  let home: Site;
  let owner: Account;
  let ids: string[];
  const sent = new Map<string, Buffer>();
  beforeAll(async () => {
    // Of its own database: every file of the other tests is in the store.
    store.objects.clear();
    home = await startSite({ env: { ...store.env, UPLOADS_STORAGE: 'disk' } });
    owner = await makeMember(home);
    ids = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const bytes = picture();
        const id = await upload(home, owner, bytes);
        sent.set(id, Buffer.from(bytes));
        return id;
      }),
    );
    ids.sort();
  });
  afterAll(() => home?.remove());

  const envTo = (target: 'disk' | 'store') => ({
    PATH: process.env.PATH ?? '',
    DATABASE_URL: String(home.databaseUrl),
    APP_SECRET,
    DATA_DIR: home.dataDir,
    ...store.env,
    UPLOADS_STORAGE: target,
  });
  const move = (target: 'disk' | 'store') => run(process.execPath, [CLI, 'media:move'], { env: envTo(target) });
  const expectAllReadable = async (): Promise<void> => {
    for (const id of ids) {
      const answer = await fetch(`${home.url}/api/v1/media/${id}`, {
        headers: { Authorization: `Bearer ${owner.token}` },
      });
      expect([id, answer.status]).toEqual([id, 200]);
      expect(Buffer.from(await answer.arrayBuffer()).equals(sent.get(id) ?? Buffer.alloc(0))).toBe(true);
    }
  };

  it('moves all files to the store, also after it was killed, and every file can be read all the time', async () => {
    expect([onDisk(home), stored()]).toEqual([ids, []]);
    let mover: ChildProcess | null = null;
    let puts = 0;
    let seenFive: () => void = () => {};
    const five = new Promise<void>((done) => {
      seenFive = done;
    });
    // The fifth file and all after it wait for ever: the mover is killed meanwhile.
    store.beforePut = async () => {
      puts++;
      if (puts >= 5) {
        seenFive();
        await new Promise(() => {});
      }
    };
    try {
      mover = spawn(process.execPath, [CLI, 'media:move'], { env: envTo('store'), stdio: 'ignore' });
      const ended = new Promise((done) => mover?.once('exit', done));
      await five;
      await expectAllReadable();
      mover.kill('SIGKILL');
      await ended;
    } finally {
      store.beforePut = async () => {};
    }
    expect(stored().length).toBeLessThan(ids.length);
    await expectAllReadable();
    const again = await move('store');
    expect(again.stdout).toMatch(/^ok \d+ files moved from the disk to the object store, \d+ were there already$/m);
    expect([onDisk(home), stored()]).toEqual([[], ids]);
    await expectAllReadable();
  });

  it('moves them back, leaves a damaged file where it is and says so, and leaves files of nobody alone', async () => {
    const [damaged = '', ...sound] = ids;
    const foreign = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
    store.objects.set(`uploads/${damaged}`, Buffer.from('other bytes'));
    store.objects.set(`uploads/${foreign}`, Buffer.from('of another installation'));
    await expect(move('disk')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(new RegExp(`note: 1 files .*\\nBAD ${damaged}: `)),
    });
    expect([onDisk(home), stored()]).toEqual([sound, [damaged, foreign].sort()]);
    store.objects.set(`uploads/${damaged}`, sent.get(damaged) ?? Buffer.alloc(0));
    await move('disk');
    expect([onDisk(home), stored()]).toEqual([ids, [foreign]]);
    await expectAllReadable();
  });

  it('stops with a reason when the store is away, and loses nothing', async () => {
    await store.stop();
    try {
      await expect(move('store')).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('ECONNREFUSED') });
    } finally {
      await store.start();
    }
    expect(onDisk(home)).toEqual(ids);
  });
});

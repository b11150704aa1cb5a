/** Stored bytes that somebody exchanged, changed or halved (S6): nobody is shown them, an alarm says so, and `media:verify` names them. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyMedia } from '@/lib/cli/media.ts';
import { readConfig } from '@/lib/config.ts';
import { type Account, companyIdOf, makeAdmin, makeMember, makeSuper } from '../support/accounts.ts';
import { startTestStore, type TestStore } from '../support/object-store.ts';
import { freePort } from '../support/ports.ts';
import { fileForm, picture, upload } from '../support/purchases.ts';
import { APP_SECRET, freshIp, type Site, startSite } from '../support/site.ts';

const CLI = path.resolve('dist/server/cli.mjs');
const run = promisify(execFile);

let store: TestStore;
let metricsPort: number;
let onDisk: Site;
let inStore: Site;
beforeAll(async () => {
  store = await startTestStore();
  metricsPort = await freePort();
  onDisk = await startSite({ env: { METRICS_PORT: String(metricsPort) } });
  inStore = await startSite({ env: { ...store.env } });
});
afterAll(async () => {
  await inStore?.remove();
  await onDisk?.remove();
  await store?.stop();
});

const fileOf = (site: Site, key: string): string =>
  path.join(site.dataDir, 'uploads', key.slice(-2), key.slice(-4, -2), key);

/** The same for both storages. */
interface TestStorage {
  readonly name: string;
  readonly site: () => Site;
  read(key: string): Buffer;
  write(key: string, bytes: Buffer | null): void;
}
const STORAGES: readonly TestStorage[] = [
  {
    name: 'disk',
    site: () => onDisk,
    read: (key) => fs.readFileSync(fileOf(onDisk, key)),
    write: (key, bytes) => (bytes ? fs.writeFileSync(fileOf(onDisk, key), bytes) : fs.rmSync(fileOf(onDisk, key))),
  },
  {
    name: 'object store',
    site: () => inStore,
    read: (key) => store.objects.get(`uploads/${key}`) ?? Buffer.alloc(0),
    write: (key, bytes) =>
      void (bytes ? store.objects.set(`uploads/${key}`, bytes) : store.objects.delete(`uploads/${key}`)),
  },
];

/** A picture of more than two parts of a read, so that a change may lie in any of them. */
const large = (): Buffer => Buffer.concat([Buffer.from(picture()), Buffer.alloc(200_000, Math.random().toString())]);
const flipped = (bytes: Buffer, at: number): Buffer => {
  const other = Buffer.from(bytes);
  other.writeUInt8(other.readUInt8(at) ^ 1, at);
  return other;
};
const CHANGES: readonly (readonly [string, (own: Buffer, others: Buffer) => Buffer])[] = [
  ['exchanged for another proof', (_, others) => others],
  ['exchanged for other bytes of its length', (own) => Buffer.alloc(own.length, 7)],
  ['changed in its first byte', (own) => flipped(own, 0)],
  ['changed in the middle', (own) => flipped(own, Math.floor(own.length / 2))],
  ['changed in its last byte', (own) => flipped(own, own.length - 1)],
  ['halved', (own) => own.subarray(0, Math.floor(own.length / 2))],
  ['empty', () => Buffer.alloc(0)],
  ['longer by a byte', (own) => Buffer.concat([own, Buffer.from([0])])],
  ['far longer', (own) => Buffer.concat([own, Buffer.alloc(8 * 1024 * 1024)])],
];

describe.each(STORAGES)('on the $name', ({ name, site, read, write }) => {
  let member: Account;
  let admin: Account;
  let id: string;
  let other: string;
  let own: Buffer;
  beforeAll(async () => {
    member = await makeMember(site());
    admin = await makeAdmin(site());
    id = await upload(site(), member, picture());
    other = await upload(site(), member, picture());
    own = Buffer.from(read(id));
  });
  beforeEach(() => write(id, own));
  const open = (who: Account, method = 'GET', headers = {}) =>
    site().call(method, `/api/v1/media/${id}`, { token: who.token, ip: freshIp(), headers });
  const env = () => ({
    DATABASE_URL: String(site().databaseUrl),
    APP_SECRET,
    DATA_DIR: site().dataDir,
    ...(name === 'disk' ? {} : store.env),
  });
  const verify = async () => {
    const lines: string[] = [];
    const isGood = await verifyMedia(readConfig(env()), [], (line) => void lines.push(line));
    return { isGood, lines };
  };

  it.each(CHANGES)('a proof that was %s is shown to nobody', async (_, change) => {
    write(id, change(own, read(other)));
    for (const who of [member, admin])
      for (const method of ['GET', 'HEAD']) {
        const answer = await open(who, method);
        expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('etag')]).toEqual([
          503,
          '60',
          null,
        ]);
        if (method === 'GET')
          expect(answer.body.message).toBe('The file could not be read just now. Please try again in a minute.');
      }
    await expect.poll(() => site().output()).toContain(`"file":"${id}"`);
    expect(await verify()).toEqual({
      isGood: false,
      lines: [`BAD ${id}: its bytes on the ${name} are not those of its row`],
    });
  });

  it('the right bytes are shown again, whole, with their hash as the tag', async () => {
    const answer = await open(admin);
    const sum = createHash('sha256').update(own).digest('hex');
    expect([answer.status, answer.headers.get('etag'), answer.bytes.equals(own)]).toEqual([200, `"${sum}"`, true]);
    const head = await open(admin, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(own.length)]);
    expect((await open(admin, 'GET', { 'If-None-Match': `"${sum}"` })).status).toBe(304);
    expect((await verify()).isGood).toBe(true);
  });

  it('a proof that is gone is named, and a row that says another hash, too', async () => {
    write(id, null);
    await expect(
      run(process.execPath, [CLI, 'media:verify'], { env: { PATH: process.env.PATH ?? '', ...env() } }),
    ).rejects.toMatchObject({ code: 1, stdout: `BAD ${id}: no storage has it\n` });
    expect((await open(admin)).status).toBe(404);
    write(id, own);
    await sql`UPDATE media SET sha256 = ${'0'.repeat(64)} WHERE id = ${id}`.execute(site().database.platform);
    expect((await open(admin)).status).toBe(503);
    expect((await verify()).lines).toEqual([expect.stringContaining(`BAD ${id}`)]);
    const sum = createHash('sha256').update(own).digest('hex');
    await sql`UPDATE media SET sha256 = ${sum} WHERE id = ${id}`.execute(site().database.platform);
    expect((await verify()).lines).toEqual([
      expect.stringMatching(/^ok \d+ files: the bytes of all \d+ copies have the hash of their row$/),
    ]);
  });

  it('a brand picture is compared, too', async () => {
    const owner = await makeSuper(site());
    const sent = await site().call('POST', '/api/v1/superadmin/media/add', {
      body: fileForm(picture()),
      token: owner.token,
      ip: freshIp(),
    });
    expect(sent.status).toBe(200);
    const pictureId = sent.body.data[0].id;
    const companyId = await companyIdOf(site());
    await sql`INSERT INTO company_brands (company_id, icon_id) VALUES (${companyId}, ${pictureId})
      ON CONFLICT (company_id) DO UPDATE SET icon_id = ${pictureId}`.execute(site().database.platform);
    await expect.poll(async () => (await site().call('GET', '/brand/icon')).status, { timeout: 10_000 }).toBe(200);
    const bytes = Buffer.from(read(pictureId));
    write(pictureId, flipped(bytes, 20));
    for (const kind of ['icon', 'app-icon', 'maskable'])
      expect((await site().call('GET', `/brand/${kind}`)).status, kind).toBe(503);
    write(pictureId, bytes);
  });

  it('a large file is compared in all its parts', async () => {
    const bytes = large();
    const sum = createHash('sha256').update(bytes).digest('hex');
    const size = bytes.length;
    await sql`UPDATE media SET sha256 = ${sum}, size_bytes = ${size} WHERE id = ${other}`.execute(
      site().database.platform,
    );
    write(other, bytes);
    const openOther = () => site().call('GET', `/api/v1/media/${other}`, { token: admin.token, ip: freshIp() });
    const whole = await openOther();
    expect([whole.status, whole.bytes.equals(bytes)]).toEqual([200, true]);
    for (const at of [0, 65_536, 131_071, size - 1]) {
      write(other, flipped(bytes, at));
      expect((await openOther()).status).toBe(503);
    }
    write(other, bytes);
  });
});

it('each refusal is counted for the alert', async () => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(Number(/^launchbook_damaged_files_total (\d+)$/m.exec(text)?.[1] ?? 0)).toBeGreaterThan(CHANGES.length);
});

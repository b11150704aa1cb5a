/** A backup that somebody changed while it lay somewhere: the command line refuses it, and encrypted files say nothing. */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createArchive, type Entry, readArchive } from '../../src/lib/cli/archive.ts';
import { makeAdmin, noteStates } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { testDatabase } from '../support/db.ts';
import { APP_SECRET, type Site, startSite } from '../support/site.ts';

const PASSPHRASE = 'nine clouds over the bay';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-seal-'));
const run = promisify(execFile);
let files = 0;
const freshFile = (): string => path.join(folder, `${++files}.tar.gz`);

async function cli(args: readonly string[], env: Record<string, string>): Promise<{ code: number; text: string }> {
  try {
    const { stdout, stderr } = await run(process.execPath, ['dist/server/cli.mjs', ...args], {
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    return { code: 0, text: stdout + stderr };
  } catch (cause) {
    const { code, stdout, stderr } = cause as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
}

let site: Site;
let file: string;
beforeAll(async () => {
  site = await startSite();
  await makeAdmin(site, { email: 'meera@example.com' });
  await noteStates(site);
  file = freshFile();
  expect((await backup(file)).code).toBe(0);
}, 60_000);
afterAll(async () => {
  await site?.remove();
  fs.rmSync(folder, { recursive: true, force: true });
});

const backup = (to: string, env: Record<string, string> = {}): Promise<{ code: number; text: string }> =>
  cli(['backup', to], { DATABASE_URL: site.databaseUrl ?? '', DATA_DIR: site.dataDir, APP_SECRET, ...env });

/** Restores into an empty database. @returns the outcome, and the super admins that are there afterwards */
async function restore(from: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  const target = await testDatabase({ empty: true });
  const dataDir = fs.mkdtempSync(path.join(folder, 'data-'));
  const outcome = await cli(['restore', from, ...args], {
    DATABASE_URL: target.url,
    DATA_DIR: dataDir,
    APP_SECRET,
    ...env,
  });
  const supers =
    outcome.code === 2
      ? []
      : (await target.database.platform.selectFrom('super_admins').select('email').orderBy('email').execute()).map(
          (row) => row.email,
        );
  await target.drop();
  return { ...outcome, supers };
}

/** What an attacker does who has the file and not the secret: another super admin, and a seal that fits the content. */
async function planted(mac: (text: string) => string): Promise<string> {
  const entries: Entry[] = [];
  for await (const entry of readArchive(file)) entries.push(entry);
  const manifest = JSON.parse(Buffer.from(entries[0]?.bytes ?? []).toString());
  const table = manifest.tables.find((shape: { name: string }) => shape.name === 'super_admins');
  table.rows += 1;
  const target = freshFile();
  const archive = await createArchive(target, { at: new Date(), mac, passphrase: null });
  for (const { name, bytes } of entries) {
    let content = Buffer.from(bytes);
    if (name === 'manifest.json') content = Buffer.from(JSON.stringify(manifest));
    if (name.startsWith('tables/super_admins/')) {
      const own = content.toString().split('\n')[0]?.split('\t') ?? [];
      const id = /^[0-9a-f-]{36}$/;
      const row = own.map((value) =>
        value.includes('@') ? 'mallory@example.com' : id.test(value) ? 'aaaaaaaa-0000-4000-8000-000000000001' : value,
      );
      content = Buffer.concat([content, Buffer.from(`${row.join('\t')}\n`)]);
    }
    await archive.add(name, content);
  }
  await archive.finish();
  return target;
}

describe('M5: a changed backup is restored', () => {
  test('the own backup is restored, and the command lists who may do what', async () => {
    const { code, text, supers } = await restore(file);
    expect({ code, supers }).toEqual({ code: 0, supers: ['superadmin@example.com'] });
    expect(text).toContain('super admin superadmin@example.com\n');
    expect(text).toContain(`admin of ${SYMBOL} meera@example.com\n`);
    expect(text).not.toContain('WARNING');
  });

  test.each([
    ['a seal without a secret', () => createHash('sha256').update('guess').digest('hex')],
    ['no MAC', () => ''],
  ])('a planted super admin with %s is refused', async (_, mac) => {
    const { code, text } = await restore(await planted(mac));
    expect(code).toBe(2);
    expect(text).toMatch(/was sealed under another secret, or was changed since.*Nothing was changed.*--unsealed/);
  });

  test('with --unsealed it is restored, with a warning and the planted account in the list', async () => {
    const { code, text, supers } = await restore(await planted(() => 'ab'), ['--unsealed']);
    // The trail knows of no such account (decision 0416).
    expect({ code, supers }).toEqual({ code: 1, supers: ['mallory@example.com', 'superadmin@example.com'] });
    expect(text).toContain('super admin mallory@example.com\n');
    expect(text).toMatch(/^BAD audit trail of the platform: .*was added without an entry/m);
    expect(text.match(/^WARNING: /gm)).toHaveLength(2);
  });

  test('another secret refuses the own backup, and the previous secret accepts it', async () => {
    const other = 'another secret, long enough to be one';
    const refused = await restore(file, [], { APP_SECRET: other });
    expect(refused.code).toBe(2);
    expect(refused.text).toContain('set APP_SECRET to the secret of the site that was backed up');
    expect((await restore(file, [], { APP_SECRET: other, APP_SECRET_PREVIOUS: APP_SECRET })).code).toBe(0);
  });

  test('a restore without a secret makes none', async () => {
    const dataDir = path.join(folder, 'without');
    const { code, text } = await cli(['restore', file], { DATA_DIR: dataDir });
    expect(code).toBe(2);
    expect(text).toMatch(/there is no secret to check the seal with: set APP_SECRET, or .*app-secret/);
    expect(fs.existsSync(dataDir)).toBe(false);
  });
});

describe('M5: a backup is read by somebody who finds it', () => {
  test('with a passphrase the file shows nothing, and only the passphrase restores it', async () => {
    const secret = freshFile();
    const passphraseFile = path.join(folder, 'passphrase');
    fs.writeFileSync(passphraseFile, `${PASSPHRASE}\n`);
    expect((await backup(secret, { BACKUP_PASSPHRASE_FILE: passphraseFile })).text).toContain('It is encrypted');
    const bytes = fs.readFileSync(secret);
    expect(bytes.subarray(0, 8).toString()).toBe('LBCRYPT1');
    expect(bytes.includes(Buffer.from([0x1f, 0x8b, 0x08]))).toBe(false);
    expect((await restore(secret)).text).toContain('The file is encrypted. Set BACKUP_PASSPHRASE');
    expect((await restore(secret, [], { BACKUP_PASSPHRASE: 'a wrong passphrase' })).text).toContain(
      'The passphrase is not the one of this file',
    );
    expect((await restore(secret, [], { BACKUP_PASSPHRASE: PASSPHRASE })).code).toBe(0);
  });

  test('a part that is changed, left out or appended is refused', async () => {
    const secret = freshFile();
    const at = new Date();
    const archive = await createArchive(secret, { at, mac: () => 'ab', passphrase: PASSPHRASE });
    for (let nth = 0; nth < 4; nth++) await archive.add(`part-${nth}`, randomBytes(100_000));
    await archive.finish();
    const whole = fs.readFileSync(secret);
    const part = 64 * 1024 + 16;
    const read = async (bytes: Buffer): Promise<number> => {
      fs.writeFileSync(secret, bytes);
      let count = 0;
      for await (const _ of readArchive(secret, PASSPHRASE)) count++;
      return count;
    };
    expect(await read(whole)).toBe(4);
    const flipped = Buffer.from(whole);
    flipped[100_000] = (flipped[100_000] ?? 0) ^ 1;
    for (const bytes of [
      flipped,
      Buffer.concat([whole.subarray(0, 24), whole.subarray(24 + part)]),
      whole.subarray(0, 24 + 2 * part),
      Buffer.concat([whole, whole.subarray(24, 24 + part)]),
    ])
      await expect(read(bytes)).rejects.toThrow(/The passphrase is not the one of this file, or the file was changed/);
  });
});

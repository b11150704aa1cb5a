/** A backup that is exchanged while it is restored (S9): refused, nothing is half done, and the right file can be restored after it. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backup } from '@/lib/cli/backup.ts';
import { restore } from '@/lib/cli/restore.ts';
import { type Config, readConfig } from '@/lib/config.ts';
import { makeAdmin, makeMember, noteStates } from '../support/accounts.ts';
import { testDatabase } from '../support/db.ts';
import { picture, upload } from '../support/purchases.ts';
import { APP_SECRET, type Site, startSite } from '../support/site.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-swap-'));
let site: Site;
const configOf = (databaseUrl: string, dataDir: string): Config =>
  readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, APP_SECRET });
const taken = async (name: string): Promise<string> => {
  const file = path.join(folder, name);
  await backup(configOf(String(site.databaseUrl), site.dataDir), file, () => {});
  return file;
};

let first: string;
/** Sealed under the same secret: a later state of the same site. */
let later: string;
let id: string;
beforeAll(async () => {
  site = await startSite();
  await makeAdmin(site);
  const member = await makeMember(site);
  id = await upload(site, member, picture());
  await noteStates(site);
  first = await taken('first.tar.gz');
  await makeAdmin(site, { email: 'mallory@example.com' });
  for (let n = 0; n < 20; n++) await upload(site, member, picture());
  await noteStates(site);
  later = await taken('later.tar.gz');
}, 60_000);
afterAll(async () => {
  await site?.remove();
  fs.rmSync(folder, { recursive: true, force: true });
});

const uploadsIn = (dataDir: string): string[] =>
  fs.existsSync(path.join(dataDir, 'uploads'))
    ? fs
        .readdirSync(path.join(dataDir, 'uploads'), { recursive: true, withFileTypes: true })
        .filter((it) => it.isFile())
        .map((it) => it.name)
    : [];

it.each([
  ['exchanged', (file: string) => fs.renameSync(path.join(folder, 'copy'), file)],
  ['overwritten in place', (file: string) => fs.writeFileSync(file, fs.readFileSync(path.join(folder, 'copy')))],
  ['cut', (file: string) => fs.truncateSync(file, Math.floor(fs.statSync(file).size / 2))],
])(
  'a backup that is %s between the two readings',
  async (_, swap) => {
    const target = await testDatabase({ empty: true });
    const dataDir = fs.mkdtempSync(path.join(folder, 'data-'));
    const file = path.join(dataDir, 'backup.tar.gz');
    try {
      fs.copyFileSync(first, file);
      fs.copyFileSync(later, path.join(folder, 'copy'));
      const config = configOf(target.url, dataDir);
      const swapping = (line: string): void => {
        if (line.includes('is whole')) swap(file);
      };
      await expect(restore(config, file, { acceptsUnsealed: false }, swapping)).rejects.toThrow(
        `${file} was changed or exchanged after it was checked. Nothing of it was stored.`,
      );
      for (const table of ['users', 'companies', 'media', 'audit_entries'])
        expect((await sql`SELECT 1 FROM ${sql.table(table)}`.execute(target.database.platform)).rows).toEqual([]);
      expect([uploadsIn(dataDir), fs.existsSync(path.join(dataDir, 'unfinished-files.json'))]).toEqual([[], false]);
      expect(await restore(config, first, { acceptsUnsealed: false }, () => {})).toBe(true);
      expect(uploadsIn(dataDir)).toEqual([id]);
    } finally {
      await target.drop();
    }
  },
  60_000,
);

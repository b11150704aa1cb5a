/** Expired rows and files are deleted on time, and nothing that is still in use. */
import fs from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteExpired, sweepFiles } from '@/lib/housekeeping.ts';
import { deleteUnusedFiles } from '@/lib/media/cleanup/service.ts';
import { openDiskStorage } from '@/lib/media/storage.ts';
import { type Account, makeMember, makeSuper } from '../support/accounts.ts';
import { ageCodes, askCode, newAddress } from '../support/codes.ts';
import { fileForm, manual, submitted, upi, upload } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let member: Account;
beforeAll(async () => {
  site = await startSite();
  member = await makeMember(site);
});
afterAll(() => site.remove());

const db = () => site.database.platform;
const storage = () => openDiskStorage(`${site.dataDir}/uploads`);
const age = (id: string, hours: number) =>
  sql`UPDATE media SET created_at = created_at - make_interval(hours => ${hours}) WHERE id = ${id}`.execute(db());
const isThere = async (id: string): Promise<boolean> => {
  const row = await db().selectFrom('media').select('id').where('id', '=', id).executeTakeFirst();
  const bytes = await storage().get(id);
  expect(bytes !== null, 'row and file go together').toBe(row !== undefined);
  return row !== undefined;
};

it('codes are deleted a day after they expire', async () => {
  const email = newAddress();
  await askCode(site, 'register', email);
  const exists = async () =>
    (await db().selectFrom('codes').select('address').where('address', '=', email).execute()).length === 1;
  await ageCodes(site, 600 + 23 * 3600);
  await deleteExpired(db());
  expect(await exists()).toBe(true);
  await ageCodes(site, 3700);
  await deleteExpired(db());
  expect(await exists()).toBe(false);
});

it('sessions and counters are deleted after they end, live ones stay', async () => {
  const [ended, idle, live] = [await makeMember(site), await makeMember(site), await makeMember(site)];
  await sql`UPDATE sessions SET expires_at = now() - interval '1 s' WHERE user_id = ${ended.id}`.execute(db());
  await sql`UPDATE sessions SET seen_at = now() - make_interval(secs => idle_seconds + 1) WHERE user_id = ${idle.id}`.execute(
    db(),
  );
  await sql`INSERT INTO rate_limits (key, count, ends_at) VALUES
    ('ended', 1, now() - interval '1 s'), ('running', 1, now() + interval '1 hour')`.execute(db());
  await deleteExpired(db());
  const rows = await db()
    .selectFrom('sessions')
    .select('user_id')
    .where('user_id', 'in', [ended.id, idle.id, live.id])
    .execute();
  expect(rows).toEqual([{ user_id: live.id }]);
  const keys = await db().selectFrom('rate_limits').select('key').where('key', 'in', ['ended', 'running']).execute();
  expect(keys).toEqual([{ key: 'running' }]);
});

it('unreferenced files are deleted with their bytes after a day; proofs and pictures stay', async () => {
  const [fresh, forgotten, picture, replaced] = [
    await upload(site, member),
    await upload(site, member),
    await upload(site, member),
    await upload(site, member),
  ];
  const proof = (await upi(site, member)) as { receiptId: string };
  await submitted(site, member, proof);
  const owner = await makeSuper(site);
  const platforms = await site.call('POST', '/api/v1/superadmin/media/add', {
    body: fileForm(),
    token: owner.token,
    ip: freshIp(),
  });
  const ownersId: string = platforms.body.data[0].id;
  for (const profileImageId of [replaced, picture]) {
    const body = { profileImageId, password: member.password };
    const answer = await site.call('PUT', '/api/v1/user/auth/profile/update', { body, token: member.token });
    expect(answer.status).toBe(200);
  }
  for (const id of [forgotten, picture, replaced, proof.receiptId, ownersId]) await age(id, 25);
  await age(fresh, 23);
  await sweepFiles({ db: db(), storage: storage(), dataDir: site.dataDir });
  expect([await isThere(fresh), await isThere(picture), await isThere(proof.receiptId)]).toEqual([true, true, true]);
  expect([await isThere(forgotten), await isThere(replaced), await isThere(ownersId)]).toEqual([false, false, false]);
  const gone = await site.call('GET', `/api/v1/media/${forgotten}`, { token: member.token });
  expect(gone.status).toBe(404);
});

it('more files than fit in one batch are all deleted', async () => {
  const id = await upload(site, member);
  await sql`INSERT INTO media (company_id, owner_id, owner_kind, kind, mime, file_name, size_bytes, sha256, storage_key, created_at)
    SELECT company_id, owner_id, owner_kind, kind, mime, file_name, size_bytes, sha256, gen_random_uuid(), now() - interval '2 days'
    FROM media, generate_series(1, 450) WHERE id = ${id}`.execute(db());
  expect(await deleteUnusedFiles(db(), storage())).toBe(450);
  expect(await isThere(id)).toBe(true);
});

it('a proof that is being submitted at that moment is not deleted', async () => {
  const id = await upload(site, member);
  await age(id, 25);
  const other = await submitted(site, member, manual());
  await db()
    .transaction()
    .execute(async (tx) => {
      await tx.updateTable('purchases').set({ receipt_id: id }).where('id', '=', other.id).execute();
      expect(await deleteUnusedFiles(db(), storage())).toBe(0);
    });
  expect(await deleteUnusedFiles(db(), storage())).toBe(0);
  expect(await isThere(id)).toBe(true);
});

it('a file whose bytes cannot be deleted keeps its row for the next run', async () => {
  const id = await upload(site, member);
  await age(id, 25);
  const stuck = { ...storage(), delete: () => Promise.reject(new Error('the disk says no')) };
  await expect(deleteUnusedFiles(db(), stuck)).rejects.toThrow('the disk says no');
  expect(await isThere(id)).toBe(true);
  expect(await deleteUnusedFiles(db(), storage())).toBe(1);
});

it('every column that references a file is checked before the file is deleted', async () => {
  const { rows } = await sql<{ at: string }>`
    SELECT conrelid::regclass || '.' || a.attname AS at FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
    WHERE c.contype = 'f' AND c.confrelid = 'media'::regclass AND a.attname <> 'company_id'`.execute(db());
  const text = fs.readFileSync('src/lib/media/cleanup/store.ts', 'utf8');
  expect(rows.length).toBeGreaterThanOrEqual(2);
  for (const { at } of rows) {
    const [table, column] = at.split('.');
    expect(text).toMatch(new RegExp(`FROM ${table} (\\w) WHERE \\1\\.${column} = m\\.id`));
  }
});

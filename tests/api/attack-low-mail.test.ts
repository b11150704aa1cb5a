/** Mail: what a visitor, a proxy and an erased account can still reach. */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteExpired, sweepFiles } from '@/lib/housekeeping.ts';
import { openDiskStorage } from '@/lib/media/storage.ts';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { askCode, newAddress } from '../support/codes.ts';
import { askForDeletion, callsOf, mailsTo, userRow } from '../support/members.ts';
import { PROXY } from '../support/proxies.ts';
import { manual, PURCHASE, post } from '../support/purchases.ts';
import { rawCall } from '../support/raw.ts';
import { type Site, startSite } from '../support/site.ts';

const MAILBOX = '/dev/mailbox';

let site: Site;
let admin: Account;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  admin = await makeAdmin(site);
});
afterAll(() => site?.remove());

/** The texts of all `.eml` files. */
const files = (): string[] => {
  const folder = path.join(site.dataDir, 'outbox');
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
};
const filesTo = (address: string): string[] => files().filter((text) => text.includes(`To: ${address}`));

describe('low: the mailbox of an installation without a mail server is reached through a proxy', () => {
  const statusOf = async (at: Site, headers: Record<string, string> = {}) =>
    (await rawCall(at.port, 'GET', MAILBOX, { headers: { Host: at.host, ...headers } })).status;

  test('only this machine itself sees it, and not through a proxy', async () => {
    expect(await statusOf(site)).toBe(PROXY === null ? 200 : 404);
  });

  test.each([
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Forwarded-For', '203.0.113.9'],
    ['X-Forwarded-For', ''],
    ['X-Forwarded-Proto', 'https'],
    ['X-Real-IP', '127.0.0.1'],
    ['Forwarded', 'for=127.0.0.1'],
    ['Via', '1.1 proxy'],
  ])('nobody sees it with %s: %s', async (name, value) => {
    expect(await statusOf(site, { [name]: value })).toBe(404);
  });

  test('nobody sees it behind a proxy that is not trusted, or with a mail server', async () => {
    const untrusting = await startSite({ env: { TRUSTED_PROXIES: '' } });
    const sending = await startSite({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    try {
      expect(await statusOf(untrusting, { 'X-Forwarded-For': '203.0.113.9' })).toBe(404);
      expect(await statusOf(sending)).toBe(404);
    } finally {
      await untrusting.remove();
      await sending.remove();
    }
  });
});

describe('low: mails outlive the account that they were sent to', () => {
  test('erasing an account deletes mails to its present and its earlier address, with their files', async () => {
    const as = callsOf(site, admin);
    const member = await makeMember(site);
    const other = await makeMember(site);
    const [first, second] = [member.email, newAddress()];
    for (const buyer of [member, other]) expect((await post(site, PURCHASE, buyer, manual())).status).toBe(200);
    const row = await userRow(site, member.id);
    const details = { id: member.id, name: row?.name, mobile: row?.mobile, role: row?.role };
    expect((await as.update({ ...details, email: second })).status).toBe(200);
    for (const address of [first, second, other.email]) await site.mail(address);
    const waiting = () =>
      site.database.platform.selectFrom('mails').select('id').where('state', '=', 'WAITING').execute();
    await expect.poll(waiting).toEqual([]);
    expect(filesTo(first).length).toBeGreaterThan(1);

    await askForDeletion(site, member);
    expect((await as.remove(member.id)).status).toBe(200);
    await site.mail(second, { containing: 'closed by our team' });
    expect(await mailsTo(site, first)).toEqual([]);
    expect(filesTo(first)).toEqual([]);
    // The last mail says that the account is closed.
    expect(await mailsTo(site, second)).toEqual(['account-deleted']);
    expect(filesTo(second)).toHaveLength(1);
    expect(filesTo(other.email).length).toBeGreaterThan(0);
  });

  test('rows and files are deleted after thirty days', async () => {
    const [old, recent] = [newAddress(), newAddress()];
    for (const email of [old, recent]) {
      await askCode(site, 'register', email);
      await site.mail(email);
    }
    const db = site.database.platform;
    const sent = () =>
      db
        .selectFrom('mails')
        .select('id')
        .where('to_address', 'in', [old, recent])
        .where('state', '=', 'SENT')
        .execute();
    await expect.poll(async () => (await sent()).length).toBe(2);
    await sql`UPDATE mails SET created_at = now() - interval '31 days' WHERE to_address = ${old}`.execute(db);
    await sql`UPDATE mails SET created_at = now() - interval '29 days' WHERE to_address = ${recent}`.execute(db);
    await deleteExpired(db);
    await sweepFiles({ db, storage: openDiskStorage(`${site.dataDir}/uploads`), dataDir: site.dataDir });
    expect(filesTo(old)).toEqual([]);
    expect(filesTo(recent)).toHaveLength(1);
  });
});

describe('low: text of a visitor becomes a header or a recipient of a mail', () => {
  test.each([
    'a@example.com,b@example.com',
    '"a b"@example.com',
    '"a@example.com"@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'A <a@example.com>',
    'a@[127.0.0.1]',
    'a@example.com b@example.com',
    "a@example.com'; --",
    '-oQ/tmp@example.com -X/tmp/log',
  ])('the address %j is refused', async (email) => {
    const before = files().length;
    for (const purpose of ['register', 'reset', 'super'] as const)
      expect((await askCode(site, purpose, email)).status, purpose).toBe(422);
    expect(files()).toHaveLength(before);
  });

  test("an apostrophe is part of an address; nothing of a name becomes a header or a link in somebody else's mail", async () => {
    const email = `o'brien-${Date.now()}@example.com`;
    const names = ['Asha\r\nBcc: all@example.com', 'Asha\nReply-To: me@evil.example', 'see evil.example/win'];
    for (const name of names) {
      const body = { name, email, mobile: '98765 43210' };
      const { status } = await site.call('POST', '/api/v1/user/auth/register/otp', { body });
      expect([200, 422]).toContain(status);
    }
    const mail = await site.mail(email);
    expect(mail).not.toMatch(/^(bcc|cc|reply-to|sender):/im);
    expect(mail).not.toMatch(/evil\.example|all@example/);
    expect(mail.match(/^To:.*$/gim)).toHaveLength(1);
  });
});

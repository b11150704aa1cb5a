/** Reminders: each state once, one a day for each person, none in quiet hours, no mail to those who declined. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '@/lib/config.ts';
import { configureMail } from '@/lib/mail/service.ts';
import { sendReminders } from '@/lib/reminders/service.ts';
import { secretsOf } from '@/lib/secrets.ts';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { manual, post, REJECT, submitted } from '../support/purchases.ts';
import { enterAccount, madeRefund } from '../support/refunds.ts';
import { APP_SECRET, type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  configureMail({ secrets: secretsOf(APP_SECRET), from: 'no-reply@example.com' });
  admin = await makeAdmin(site);
});
afterAll(async () => site?.remove());
beforeEach(async () => {
  await site.database.platform.deleteFrom('reminders').execute();
  await site.database.platform.deleteFrom('mails').where('kind', 'like', 'reminder-%').execute();
});

const run = () =>
  sendReminders({
    config: readConfig({ DATA_DIR: site.dataDir }),
    database: site.database,
    secrets: secretsOf(APP_SECRET),
    log: { warn: () => {} } as never,
    wakeMail: () => {},
  });
const mails = async (who: Account) =>
  (
    await site.database.platform
      .selectFrom('mails')
      .select(['kind', 'lane'])
      .where('to_address', '=', who.email)
      .where('kind', 'like', 'reminder-%')
      .execute()
  ).map(({ kind, lane }) => `${kind} ${lane}`);
/** A member who has given an Aadhaar number, so that nothing but the test's own state is open. */
async function complete(options = {}): Promise<Account> {
  const member = await makeMember(site, options);
  await site.database.platform
    .updateTable('users')
    .set({ aadhaar_last4: '1234' })
    .where('id', '=', member.id)
    .execute();
  return member;
}
const ago = (hours: number) => sql<Date>`now() - make_interval(hours => ${hours})`;

it('a question that waits is reminded of once, and again after the next question', async () => {
  const member = await complete();
  const { id } = await submitted(site, member, manual());
  const ask = () =>
    post(site, '/api/v1/admin/transaction/messages/add', admin, { id, text: 'Which bank?', isQuestion: true });
  const since = (hours: number) =>
    site.database.platform
      .updateTable('purchase_threads')
      .set({ waiting_since: ago(hours) })
      .where('purchase_id', '=', id)
      .execute();
  await ask();
  await run();
  expect(await mails(member)).toEqual([]);
  await since(25);
  await Promise.all([run(), run()]);
  await run();
  expect(await mails(member)).toEqual(['reminder-question 3']);
  await since(30);
  await run();
  expect(await mails(member)).toEqual(['reminder-question 3']);
  await site.database.platform
    .updateTable('reminders')
    .set({ sent_at: ago(25) })
    .execute();
  await run();
  expect(await mails(member)).toHaveLength(2);
});

it('a rejection is reminded of unless the buyer has ordered again, and missing data too', async () => {
  const [rejected, again, incomplete] = [await complete(), await complete(), await makeMember(site)];
  for (const member of [rejected, again]) {
    const { id } = await submitted(site, member, manual());
    await post(site, REJECT, admin, { id });
    await site.database.platform
      .updateTable('purchases')
      .set({ created_at: ago(30), decided_at: ago(25) })
      .where('id', '=', id)
      .execute();
  }
  await submitted(site, again, manual());
  await site.database.platform
    .updateTable('users')
    .set({ created_at: ago(25) })
    .where('id', '=', incomplete.id)
    .execute();
  await run();
  expect(await mails(rejected)).toEqual(['reminder-rejected 3']);
  expect(await mails(again)).toEqual([]);
  expect(await mails(incomplete)).toEqual(['reminder-verification 3']);
});

it('admins get one a day for what waits too long, and nobody gets any in quiet hours or without reminders', async () => {
  const member = await complete();
  const { id } = await submitted(site, member, manual());
  await site.database.platform
    .updateTable('purchases')
    .set({ created_at: ago(25) })
    .where('id', '=', id)
    .execute();
  const set = (values: object) => site.database.platform.updateTable('companies').set(values).execute();
  await set({ reminder_hours: 0 });
  await run();
  const { rows } = await sql<{ hour: number }>`
    SELECT extract(hour FROM now() AT TIME ZONE 'Asia/Kolkata')::int AS hour`.execute(site.database.platform);
  const hour = rows[0]?.hour ?? 0;
  await set({ reminder_hours: 24, quiet_from_hour: hour, quiet_to_hour: (hour + 2) % 24 });
  await run();
  expect(await mails(admin)).toEqual([]);
  await set({ quiet_from_hour: 0, quiet_to_hour: 0 });
  await run();
  await run();
  expect(await mails(admin)).toEqual(['reminder-waiting 3']);
});

it('an admin declines the reminder by the call or the link of the mail; the others and the bell still have it', async () => {
  const PREFERENCES = '/api/v1/admin/mail-preferences';
  const preferences = async (of: Account) =>
    (await site.call('GET', `${PREFERENCES}/get`, { token: of.token })).body.data;
  const [byCall, byLink] = [await makeAdmin(site), await makeAdmin(site)];
  const { id } = await submitted(site, await complete(), manual());
  await site.database.platform
    .updateTable('purchases')
    .set({ created_at: ago(25) })
    .where('id', '=', id)
    .execute();
  const runNextDay = async () => {
    await site.database.platform.deleteFrom('reminders').where('kind', '=', 'waiting').execute();
    await run();
  };
  await runNextDay();
  expect([await mails(byCall), await mails(byLink)]).toEqual([['reminder-waiting 3'], ['reminder-waiting 3']]);

  const declined = await post(site, `${PREFERENCES}/update`, byCall, { reminders: false });
  expect([declined.status, declined.body.data]).toEqual([200, { reminders: false }]);
  const mail = await site.mail(byLink.email, { containing: 'Buyers are waiting for you' });
  const [, address] = /List-Unsubscribe: <([^>]+)>/i.exec(mail.replaceAll(/\r?\n\s+/g, ' ')) ?? [];
  const { pathname, search } = new URL(address ?? '');
  expect((await site.call('POST', pathname + search)).status).toBe(200);
  expect([await preferences(byCall), await preferences(byLink), await preferences(admin)]).toEqual([
    { reminders: false },
    { reminders: false },
    { reminders: true },
  ]);
  const before = (await mails(admin)).length;
  await runNextDay();
  expect([(await mails(byCall)).length, (await mails(byLink)).length, (await mails(admin)).length]).toEqual([
    1,
    1,
    before + 1,
  ]);
  const { body } = await site.call('GET', '/api/v1/admin/notifications/list', { token: byCall.token });
  expect(body.data.records.map(({ kind }: { kind: string }) => kind)).toContain('reminder-waiting');

  // Mails about changes of the sale are no reminders.
  expect((await post(site, `${PREFERENCES}/update`, byCall, { reminders: true })).status).toBe(200);
  await runNextDay();
  expect(await mails(byCall)).toHaveLength(2);
});

it('a refund that needs the account of the member is reminded of, and again when the team asks for another one', async () => {
  const member = await complete();
  const refund = await madeRefund(site, member, admin);
  const db = site.database.platform;
  const since = () =>
    db
      .updateTable('refunds')
      .set({ created_at: ago(25) })
      .where('id', '=', refund)
      .execute();
  const nextDay = () =>
    db
      .updateTable('reminders')
      .set({ sent_at: ago(25) })
      .execute();
  await run();
  expect(await mails(member)).toEqual([]);
  await since();
  await Promise.all([run(), run()]);
  await nextDay();
  await run();
  expect(await mails(member)).toEqual(['reminder-refund 3']);
  expect((await enterAccount(site, member, refund)).status).toBe(200);
  await run();
  // It is the admins' turn.
  expect(await mails(admin)).toEqual(['reminder-waiting 3']);
  expect(await mails(member)).toHaveLength(1);
  const again = { id: refund, reason: 'The bank does not know it.' };
  expect((await post(site, '/api/v1/admin/refunds/ask', admin, again)).status).toBe(200);
  await nextDay();
  await run();
  expect(await mails(member)).toHaveLength(2);
});

it('a member who declined is reminded under the bell alone', async () => {
  const member = await makeMember(site);
  await site.database.platform
    .updateTable('users')
    .set({ created_at: ago(25), mails_declined_at: ago(1) })
    .where('id', '=', member.id)
    .execute();
  await run();
  expect(await mails(member)).toEqual([]);
  const rows = await site.database.platform
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', member.id)
    .execute();
  expect(rows).toEqual([{ kind: 'reminder-verification' }]);
});

it('a holder without a wallet address is reminded in each week of the collection, until it is given or the launch goes on', async () => {
  const db = site.database.platform;
  const [holder, other] = [await complete(), await complete()];
  const { id } = await submitted(site, holder, manual());
  expect((await post(site, '/api/v1/admin/transaction/approve', admin, { id })).status).toBe(200);
  const launch = (values: object) => db.updateTable('companies').set(values).execute();
  const nextDay = () =>
    db
      .updateTable('reminders')
      .set({ sent_at: ago(25) })
      .execute();
  await run();
  expect(await mails(holder)).toEqual([]);
  await launch({ launch_state: 'COLLECTING_ADDRESSES', launch_collecting_at: ago(1) });
  await Promise.all([run(), run()]);
  await nextDay();
  await run();
  expect([await mails(holder), await mails(other)]).toEqual([['reminder-address 3'], []]);
  await launch({ launch_collecting_at: ago(7 * 24 + 1) });
  await nextDay();
  await run();
  expect(await mails(holder)).toHaveLength(2);
  await nextDay();
  await launch({ launch_state: 'FROZEN', launch_collecting_at: ago(14 * 24 + 1) });
  await run();
  await launch({ launch_state: 'COLLECTING_ADDRESSES' });
  await db
    .updateTable('users')
    .set({ wallet_address: `0x${'1'.repeat(40)}` })
    .where('id', '=', holder.id)
    .execute();
  await run();
  expect(await mails(holder)).toHaveLength(2);
  await launch({ launch_state: 'SELLING', launch_collecting_at: null });
});

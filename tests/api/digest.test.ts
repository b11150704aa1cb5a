/** Admins are told by mail what waits for them: one mail for many requests, each once, by whichever node. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '@/lib/config.ts';
import { configureMail } from '@/lib/mail/service.ts';
import { sendDigests } from '@/lib/purchases/digest-service.ts';
import { secretsOf } from '@/lib/secrets.ts';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { APPROVE, manual, post, REJECT, REVERSE, submitted } from '../support/purchases.ts';
import { APP_SECRET, type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
let second: Account;
let buyer: Account;
let woken = 0;
beforeAll(async () => {
  site = await startSite();
  configureMail({ secrets: secretsOf(APP_SECRET), from: 'no-reply@example.com' });
  [admin, second] = [await makeAdmin(site), await makeAdmin(site)];
  buyer = await makeMember(site, { name: 'Asha Rao' });
});
afterAll(() => site?.remove());

const db = () => site.database.platform;
const run = () =>
  sendDigests({
    config: readConfig({ DATA_DIR: site.dataDir }),
    database: site.database,
    log: { warn: () => {} } as never,
    wakeMail: () => woken++,
  });
/** So much time goes by. */
async function pass(minutes: number): Promise<void> {
  const interval = sql`make_interval(mins => ${minutes})`;
  await sql`UPDATE purchases SET created_at = created_at - ${interval}, first_approved_at = first_approved_at - ${interval},
    reversal_asked_at = reversal_asked_at - ${interval}`.execute(db());
  await sql`UPDATE purchase_digests SET told_until = told_until - ${interval}, sent_at = sent_at - ${interval}`.execute(
    db(),
  );
}
const digests = async (to: Account): Promise<string[]> =>
  (
    await db()
      .selectFrom('mails')
      .select('subject')
      .where('kind', '=', 'purchases-waiting')
      .where('to_address', '=', to.email)
      .orderBy('created_at')
      .execute()
  ).map((it) => it.subject);
const make = () => submitted(site, buyer, manual());

it('many requests are one mail to each active admin, and the next comes a quarter of an hour later at the soonest', async () => {
  const gone = await makeAdmin(site, { status: 'BLOCKED' });
  const made = [await make(), await make(), await make()];
  expect(await run()).toBe(0); // what came this instant is told the next time
  await pass(1);
  expect([await run(), await run()]).toEqual([1, 0]);
  expect(woken).toBe(1);
  expect(await digests(admin)).toEqual(['3 purchase requests are waiting']);
  expect(await digests(second)).toHaveLength(1);
  expect(await digests(gone)).toEqual([]);
  const mail = await site.mail(admin.email, { containing: 'requests are waiting' });
  for (const { orderNumber } of made) expect(mail).toContain(orderNumber);

  const later = await make();
  await pass(13);
  expect(await run()).toBe(0);
  await pass(2);
  expect(await run()).toBe(1);
  expect((await digests(admin)).at(-1)).toBe(`New purchase request ${later.orderNumber}`);
  await pass(60);
  expect(await run()).toBe(0);
});

it('what is decided before it is told is not told', async () => {
  const { id } = await make();
  await post(site, REJECT, admin, { id });
  await pass(60);
  expect(await run()).toBe(0);
});

it('a first approval and a reversal that was asked for are told too', async () => {
  const [old, fresh] = [await make(), await make()];
  await post(site, APPROVE, admin, { id: old.id });
  await pass(60);
  await run();
  await db()
    .updateTable('companies')
    .set({ second_approver_above_paise: 0n })
    .where('id', '=', await companyIdOf(site))
    .execute();
  await post(site, APPROVE, admin, { id: fresh.id });
  await pass(30);
  expect(await run()).toBe(1);
  expect((await digests(second)).at(-1)).toBe(`Purchase ${fresh.orderNumber}: waits for a second admin`);
  await post(site, REVERSE, admin, { id: old.id, reason: 'A wrong one' });
  await pass(30);
  expect(await run()).toBe(1);
  expect((await digests(second)).at(-1)).toBe(`Purchase ${old.orderNumber}: reversal asked for`);
});

it('six nodes at once send one', async () => {
  await make();
  await pass(60);
  const before = (await digests(admin)).length;
  const told = await Promise.all(Array.from({ length: 6 }, run));
  expect(told.reduce((sum, it) => sum + it, 0)).toBe(1);
  expect(await digests(admin)).toHaveLength(before + 1);
});

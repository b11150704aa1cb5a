/** Admins get a mail about waiting requests: one mail for many requests, each request once, from any node. */
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '@/lib/config.ts';
import { configureMail } from '@/lib/mail/service.ts';
import { sendDigests } from '@/lib/purchases/digest/service.ts';
import { secretsOf } from '@/lib/secrets.ts';
import { anchorsOf } from '@/lib/transparency-log/keys.rules.ts';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { APPROVE, manual, post, REJECT, REVERSE, submitted } from '../support/purchases.ts';
import { allSealed } from '../support/sealing.ts';
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
/** Advances the clock of the digest by this much. */
async function advance(minutes: number): Promise<void> {
  const interval = sql`make_interval(mins => ${minutes})`;
  await sql`UPDATE purchases SET created_at = created_at - ${interval}`.execute(db());
  await sql`UPDATE approvals SET proposed_at = proposed_at - ${interval}`.execute(db());
  await sql`UPDATE purchase_digests SET notified_until = notified_until - ${interval}, sent_at = sent_at - ${interval}`.execute(
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

it('many requests make one mail to each active admin, and the next mail follows after a quarter of an hour at the earliest', async () => {
  const gone = await makeAdmin(site, { status: 'BLOCKED' });
  const made = [await make(), await make(), await make()];
  await allSealed(site);
  expect(await run()).toBe(0); // Requests of this very instant are in the next mail.
  await advance(1);
  expect([await run(), await run()]).toEqual([1, 0]);
  expect(woken).toBe(1);
  expect(await digests(admin)).toEqual(['3 purchase requests are waiting']);
  expect(await digests(second)).toHaveLength(1);
  expect(await digests(gone)).toEqual([]);
  const mail = await site.mail(admin.email, { containing: 'requests are waiting' });
  for (const { orderNumber } of made) expect(mail).toContain(orderNumber);
  // What an admin keeps of it is what `npm run ledger:verify -- --anchor FILE` reads.
  expect(anchorsOf((await PostalMime.parse(mail)).text ?? '')).toMatchObject([
    { kind: 'ledger', scopeId: await companyIdOf(site) },
  ]);

  const later = await make();
  await advance(13);
  expect(await run()).toBe(0);
  await advance(2);
  expect(await run()).toBe(1);
  expect((await digests(admin)).at(-1)).toBe(`New purchase request ${later.orderNumber}`);
  await advance(60);
  expect(await run()).toBe(0);
});

it('a request that is decided before the mail is not in it', async () => {
  const { id } = await make();
  await post(site, REJECT, admin, { id });
  await advance(60);
  expect(await run()).toBe(0);
});

it('a first approval and a requested reversal are in the mail too', async () => {
  const [old, fresh] = [await make(), await make()];
  await post(site, APPROVE, admin, { id: old.id });
  await advance(60);
  await run();
  await db()
    .updateTable('companies')
    .set({ second_approver_above_paise: 0n })
    .where('id', '=', await companyIdOf(site))
    .execute();
  await post(site, APPROVE, admin, { id: fresh.id });
  await advance(30);
  expect(await run()).toBe(1);
  expect((await digests(second)).at(-1)).toBe(`Purchase ${fresh.orderNumber}: waits for a second admin`);
  await post(site, REVERSE, admin, { id: old.id, reason: 'The payment was returned or charged back.' });
  await advance(30);
  expect(await run()).toBe(1);
  expect((await digests(second)).at(-1)).toBe(`Purchase ${old.orderNumber}: reversal asked for`);
});

it('six nodes in parallel send one mail', async () => {
  await make();
  await advance(60);
  const before = (await digests(admin)).length;
  const sent = await Promise.all(Array.from({ length: 6 }, run));
  expect(sent.reduce((sum, it) => sum + it, 0)).toBe(1);
  expect(await digests(admin)).toHaveLength(before + 1);
});

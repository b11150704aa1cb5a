/** Buyers get one mail for what a statement says about their pending purchase; admins learn of payments that were taken back. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '@/lib/config.ts';
import { configureMail } from '@/lib/mail/service.ts';
import { sendBankNotices } from '@/lib/reconciliation/notices/service.ts';
import { secretsOf } from '@/lib/secrets.ts';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { APPROVE, freshReference, post, submitted, upi } from '../support/purchases.ts';
import { APP_SECRET, type Site, startSite } from '../support/site.ts';
import { dayInIndia, importLines, makeAccount, upiCredit } from '../support/statements.ts';

let site: Site;
let admin: Account;
let account: string;
beforeAll(async () => {
  site = await startSite();
  configureMail({ secrets: secretsOf(APP_SECRET), from: 'no-reply@example.com' });
  admin = await makeAdmin(site);
  account = await makeAccount(site, admin.companyId);
});
afterAll(() => site?.remove());

const run = () =>
  sendBankNotices({
    config: readConfig({ DATA_DIR: site.dataDir }),
    database: site.database,
    log: { warn: () => {} } as never,
    wakeMail: () => {},
  });
/** As if ten minutes had passed since the imports. */
const settle = () =>
  sql`UPDATE bank_statements SET imported_at = imported_at - interval '10 minutes'`.execute(site.database.platform);
const mailsTo = async ({ email }: Account): Promise<string[]> =>
  (
    await site.database.platform
      .selectFrom('mails')
      .select('kind')
      .where('to_address', '=', email)
      .where('kind', 'in', ['purchase-seen', 'purchase-not-found', 'purchase-amount-differs', 'payments-reversed'])
      .orderBy('created_at')
      .execute()
  ).map((it) => it.kind);

async function buyerOf(reference: string, name: string): Promise<{ buyer: Account; purchaseId: string }> {
  const buyer = await makeMember(site, { name });
  const { id } = await submitted(
    site,
    buyer,
    await upi(site, buyer, { referenceNumber: reference, beneficiaryId: account }),
  );
  return { buyer, purchaseId: id };
}

test('each state is mailed once, ten minutes after the import, also from two nodes', async () => {
  const [seen, short, missing] = [freshReference(), freshReference(), freshReference()];
  const [one, two, three] = [
    await buyerOf(seen, 'Asha Rao'),
    await buyerOf(short, 'Ravi Menon'),
    await buyerOf(missing, 'Leela Nair'),
  ];
  const approved = freshReference();
  const four = await buyerOf(approved, 'Imran Khan');
  const lines = [
    upiCredit(seen, '1180.00'),
    upiCredit(short, '1000.00', dayInIndia(), 'RAVI MENON'),
    upiCredit(approved, '1180.00', dayInIndia(), 'IMRAN KHAN'),
  ];
  await importLines(site, admin, account, [...lines, upiCredit(freshReference(), '1.00', dayInIndia(1))]);
  expect(await run()).toBe(0);
  await post(site, APPROVE, admin, { id: four.purchaseId });
  await settle();
  const counts = await Promise.all([run(), run()]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(await run()).toBe(0);
  expect(await mailsTo(one.buyer)).toEqual(['purchase-seen']);
  expect(await mailsTo(two.buyer)).toEqual(['purchase-amount-differs']);
  expect(await mailsTo(three.buyer)).toEqual(['purchase-not-found']);
  expect(await mailsTo(four.buyer)).toEqual([]);

  await importLines(site, admin, account, [upiCredit(missing, '1180.00', dayInIndia(2), 'LEELA NAIR'), ...lines]);
  await settle();
  expect(await run()).toBe(1);
  expect(await mailsTo(one.buyer)).toEqual(['purchase-seen']);
  expect(await mailsTo(three.buyer)).toEqual(['purchase-not-found', 'purchase-seen']);
  expect(await site.mail(three.buyer.email, { containing: 'was seen at the bank on' })).toContain(missing);
});

test('admins get one mail when the bank takes back the payment of an approved purchase', async () => {
  const reference = freshReference();
  const { purchaseId } = await buyerOf(reference, 'Meera Iyer');
  await post(site, APPROVE, admin, { id: purchaseId });
  const credit = upiCredit(reference, '1180.00');
  await importLines(site, admin, account, [credit, upiCredit(freshReference(), '2.00')]);
  expect(await mailsTo(admin)).toEqual([]);
  const back = { ...credit, day: dayInIndia(1), amount: '-1180.00' };
  await importLines(site, admin, account, [credit, upiCredit(freshReference(), '3.00'), back]);
  expect(await mailsTo(admin)).toEqual(['payments-reversed']);
  await importLines(site, admin, account, [
    credit,
    upiCredit(freshReference(), '4.00'),
    { ...back, day: dayInIndia(2) },
  ]);
  expect(await mailsTo(admin)).toEqual(['payments-reversed']);
  const status = await site.database.platform
    .selectFrom('purchases')
    .select('status')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  expect(status.status).toBe('APPROVED');
});

/** The example payment details of a new installation: offered on localhost, closed on a site that takes real money. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, makeMember } from '../support/accounts.ts';
import { replaceExamplePayee } from '../support/payee.ts';
import { manual, PURCHASE, upi } from '../support/purchases.ts';
import { rawCall } from '../support/raw.ts';
import { type Site, startSite } from '../support/site.ts';

const DETAILS = '/api/v1/user/package/beneficiary/get';
const CLOSED =
  'Bank and UPI payments are not open yet: our team has not entered its payment details. Please come back later.';

let site: Site;
/** The same installation under https. */
let real: Site;
let member: Account;

beforeAll(async () => {
  site = await startSite({ env: { APP_SECRET: 'a secret that both nodes of this test share' } });
  const node = {
    databaseUrl: site.databaseUrl ?? '',
    env: {
      DATABASE_URL: site.databaseUrl ?? '',
      APP_SECRET: 'a secret that both nodes of this test share',
      SITE_URL: 'https://sale.example.com',
    },
  };
  real = await startSite(node);
  member = await makeMember(site);
});
afterAll(async () => {
  await real?.stop();
  await real?.database.close();
  await site?.remove();
});

async function call(node: Site, method: string, path: string, body?: unknown, who = member) {
  const { status, text } = await rawCall(node.port, method, path, {
    headers: { Host: 'sale.example.com', Authorization: who.token, 'Content-Type': 'application/json' },
    body: body === undefined ? '' : JSON.stringify(body),
  });
  return { status, body: JSON.parse(text) };
}
const bank = async () => ({ ...(await upi(site, member)), paymentMethod: 'BANK' });

it('on localhost every call works with the examples, and says what they are', async () => {
  const { body } = await site.call('GET', DETAILS, { token: member.token });
  expect(body.data).toMatchObject({
    bankName: 'Example Bank',
    notice: 'These are example payment details. Please do not pay to them.',
  });
  expect([body.data.banks.length, body.data.upis.length]).toEqual([1, 1]);
  const paid = await site.call('POST', PURCHASE, { token: member.token, body: await upi(site, member) });
  expect(paid.status).toBe(200);
});

it('under https bank and UPI are closed until the examples are replaced, also with an id of the account', async () => {
  const { body } = await call(real, 'GET', DETAILS);
  expect(body.data).toMatchObject({ bankName: '', accountNumber: '', upi: '', banks: [], upis: [], notice: CLOSED });
  const { id } = await site.database.platform.selectFrom('beneficiaries').select('id').executeTakeFirstOrThrow();
  for (const payment of [await upi(site, member), await upi(site, member, { beneficiaryId: id }), await bank()]) {
    const refused = await call(real, 'POST', PURCHASE, payment);
    expect(refused).toMatchObject({ status: 409, body: { status: false, code: 'conflict', message: CLOSED } });
  }
  expect((await call(real, 'POST', PURCHASE, manual())).status).toBe(200);
});

it('a demonstration under https takes the examples', async () => {
  const demo = await startSite({ env: { SITE_URL: 'https://sale.example.com' }, args: ['--demo'] });
  try {
    const buyer = await makeMember(demo);
    const { data } = (await call(demo, 'GET', DETAILS, undefined, buyer)).body;
    // The demonstration adds an account of its own.
    expect([data.banks.length, data.upis.length]).toEqual([2, 1]);
    expect((await call(demo, 'POST', PURCHASE, manual(), buyer)).status).toBe(200);
  } finally {
    await demo.remove();
  }
});

it('with own details everything is open, and an account with one example part opens the other', async () => {
  await replaceExamplePayee(site);
  const own = (await call(real, 'GET', DETAILS)).body.data;
  expect(own).toMatchObject({ bankName: 'Konkan Bank', upi: 'sale@konkan', notice: null });
  for (const payment of [await upi(site, member), await bank()])
    expect((await call(real, 'POST', PURCHASE, payment)).status).toBe(200);
  await site.database.platform
    .updateTable('beneficiaries')
    .set({ upi: `${randomUUID()}@EXAMPLE` })
    .execute();
  const half = (await call(real, 'GET', DETAILS)).body.data;
  // What is open works, so nothing says that payments are closed.
  expect([half.banks.length, half.upis.length, half.notice]).toEqual([1, 0, null]);
  expect((await call(real, 'POST', PURCHASE, await bank())).status).toBe(200);
  expect((await call(real, 'POST', PURCHASE, await upi(site, member))).status).toBe(409);
});

/** Tries of webhooks in flight: a company has ten places of 32, so that others' events go out next to slow receivers. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makeCompany, makeMember, PASSWORD } from '../support/accounts.ts';
import { addWebhook, type Receiver, startReceiver, WEBHOOKS } from '../support/integrations.ts';
import { manual, post, submitted } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let slow: Receiver;
let quick: Receiver;
beforeAll(async () => {
  site = await startSite({ env: { WEBHOOK_LOOPBACK: 'on', RATE_LIMITS: 'off' } });
  [slow, quick] = [await startReceiver(), await startReceiver()];
});
afterAll(async () => {
  slow.isSilent = false;
  slow.release();
  await site?.remove();
  for (const one of [slow, quick]) await one.close();
});

it('one company with five slow receivers has ten tries in flight, and another company is served', async () => {
  const owner = await makeAdmin(site);
  slow.isSilent = true;
  for (let nth = 0; nth < 5; nth++)
    await addWebhook(site, owner, `${slow.url}/${nth}`, { types: ['purchase.submitted'] });
  const buyer = await makeMember(site);
  for (let nth = 0; nth < 6; nth++) await submitted(site, buyer, manual());
  await expect.poll(() => slow.open.now, { timeout: 20_000 }).toBe(10);

  const companyId = await makeCompany(site);
  const host = { host: 'other.localhost', company_id: companyId };
  await site.database.platform.insertInto('company_hosts').values(host).execute();
  const headers = { 'X-Forwarded-Host': `other.localhost:${site.port}` };
  const other = await makeAdmin(site, { companyId });
  const webhook = { name: 'Accounting', url: quick.url, types: ['purchase.submitted'], password: PASSWORD };
  expect((await post(site, `${WEBHOOKS}/add`, other, webhook, headers)).status).toBe(201);
  await submitted(site, await makeMember(site, { companyId }), manual(), headers);
  await expect.poll(() => quick.received.length, { timeout: 20_000 }).toBe(1);
  expect([slow.open.now, slow.open.most]).toEqual([10, 10]);
});

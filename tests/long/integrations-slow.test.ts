/** A receiver that answers nothing takes neither connections nor time from requests, and gets every event in the end. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin } from '../support/accounts.ts';
import { addWebhook, type Receiver, startReceiver } from '../support/integrations.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const EVENTS = 1_000;
/** Tries in flight to one receiver (src/lib/integrations/delivery). */
const OF_ONE_MAX = 4;

let site: Site;
let admin: Account;
let receiver: Receiver;
beforeAll(async () => {
  site = await startSite({ env: { WEBHOOK_LOOPBACK: 'on' } });
  admin = await makeAdmin(site);
  receiver = await startReceiver();
});
afterAll(async () => {
  await site?.remove();
  await receiver?.close();
});

const count = async (state: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM webhook_deliveries WHERE state = ${state}`.execute(site.database.platform);
  return rows[0]?.n ?? 0;
};

it('1,000 events wait for a silent receiver while requests are served, and then arrive once each', async () => {
  receiver.isSilent = true;
  const companyId = await companyIdOf(site);
  await addWebhook(site, admin, receiver.url, { types: ['purchase.hold_ended'] });
  await sql`
    WITH entries AS (
      INSERT INTO audit_entries (scope_id, seq, actor_kind, action, subject_kind, subject_id, created_at)
      SELECT ${companyId}, n, 'system', 'purchase.hold.end', 'purchase', gen_random_uuid(), date_trunc('milliseconds', now()) FROM generate_series(1, ${EVENTS}::int) AS n
      RETURNING scope_id, seq)
    INSERT INTO audit_queue (scope_id, seq) SELECT scope_id, seq FROM entries`.execute(site.database.platform);
  await expect.poll(() => count('WAITING'), { timeout: 60_000 }).toBe(EVENTS);
  await expect.poll(() => receiver.open.now, { timeout: 60_000 }).toBe(OF_ONE_MAX);
  for (let n = 0; n < 50; n += 1) {
    const list = await site.call('GET', '/api/v1/admin/transaction/list', { token: admin.token, ip: freshIp() });
    expect(list.status).toBe(200);
  }
  expect(await count('DELIVERED')).toBe(0);
  receiver.release();
  await expect.poll(() => count('DELIVERED'), { timeout: 120_000, interval: 500 }).toBe(EVENTS);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(EVENTS);
  expect(receiver.open.most).toBeLessThanOrEqual(OF_ONE_MAX);
}, 240_000);

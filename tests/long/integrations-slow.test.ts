/** A receiver that answers nothing takes neither connections nor answers from requests or other receivers, and gets every event in the end. */
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
let silent: Receiver;
let healthy: Receiver;
beforeAll(async () => {
  site = await startSite({ env: { WEBHOOK_LOOPBACK: 'on' } });
  admin = await makeAdmin(site);
  silent = await startReceiver();
  healthy = await startReceiver();
});
afterAll(async () => {
  await site?.remove();
  await silent?.close();
  await healthy?.close();
});

const count = async (webhookId: string, state: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM webhook_deliveries WHERE webhook_id = ${webhookId} AND state = ${state}`.execute(
    site.database.platform,
  );
  return rows[0]?.n ?? 0;
};

/** Connections of the database, but for this one, that do something or hold a transaction. */
const busyConnections = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND state <> 'idle'`.execute(
    site.database.platform,
  );
  return rows[0]?.n ?? 0;
};

async function happen(events: number): Promise<void> {
  const companyId = await companyIdOf(site);
  await sql`
    WITH entries AS (
      INSERT INTO audit_entries (scope_id, seq, actor_kind, action, subject_kind, subject_id, created_at)
      SELECT ${companyId}, n, 'system', 'purchase.hold.end', 'purchase', gen_random_uuid(), date_trunc('milliseconds', now()) FROM generate_series(1, ${events}::int) AS n
      RETURNING scope_id, seq)
    INSERT INTO audit_queue (scope_id, seq) SELECT scope_id, seq FROM entries`.execute(site.database.platform);
}

const cursorsOf = ({ received }: Receiver): string[] => received.map(({ body }) => JSON.parse(body).data.cursor);

it('1,000 events wait for a silent receiver while requests and another receiver are served, and then arrive', async () => {
  silent.isSilent = true;
  const types = ['purchase.hold_ended'];
  const [slow, quick] = [
    await addWebhook(site, admin, silent.url, { types }),
    await addWebhook(site, admin, healthy.url, { types }),
  ];
  await happen(EVENTS);
  await expect.poll(() => count(slow.id, 'WAITING'), { timeout: 60_000 }).toBe(EVENTS);
  await expect.poll(() => silent.open.now, { timeout: 60_000 }).toBe(OF_ONE_MAX);
  for (let n = 0; n < 50; n += 1) {
    const list = await site.call('GET', '/api/v1/admin/transaction/list', { token: admin.token, ip: freshIp() });
    expect(list.status).toBe(200);
  }
  await expect.poll(() => count(quick.id, 'DELIVERED'), { timeout: 120_000, interval: 500 }).toBe(EVENTS);
  expect(await count(slow.id, 'DELIVERED')).toBe(0);
  await expect.poll(() => silent.open.now, { timeout: 60_000 }).toBe(OF_ONE_MAX);
  await expect.poll(busyConnections, { timeout: 20_000 }).toBe(0);
  silent.release();
  await expect.poll(() => count(slow.id, 'DELIVERED'), { timeout: 120_000, interval: 500 }).toBe(EVENTS);
  await expectWhole(slow.id);
}, 400_000);

async function expectWhole(slowId: string): Promise<void> {
  const inOrder = [...new Set(cursorsOf(healthy))].sort((a, b) => Number(a) - Number(b));
  expect(inOrder).toHaveLength(EVENTS);
  expect(healthy.received).toHaveLength(EVENTS);
  expect(new Set(cursorsOf(silent))).toEqual(new Set(inOrder));
  // The oldest events are tried first.
  const first = cursorsOf(silent).slice(0, OF_ONE_MAX);
  expect(new Set(first)).toEqual(new Set(inOrder.slice(0, OF_ONE_MAX)));
  // A try that ran out of time was made again with its id: as many requests as tries, and as many ids as events.
  const { rows } = await sql<{ tries: number }>`
    SELECT sum(attempts)::int AS tries FROM webhook_deliveries WHERE webhook_id = ${slowId}`.execute(
    site.database.platform,
  );
  expect(silent.received).toHaveLength(rows[0]?.tries ?? 0);
  expect(new Set(silent.received.map(({ headers }) => headers['webhook-id'])).size).toBe(EVENTS);
  for (const { open } of [silent, healthy]) expect(open.most).toBeLessThanOrEqual(OF_ONE_MAX);
}

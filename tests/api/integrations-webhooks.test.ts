/** Webhooks: signed, sent once however many nodes run, tried again, paused, replayed, and never sent into a private network. */
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, outdateSessions, PASSWORD } from '../support/accounts.ts';
import { addWebhook, type Receiver, startReceiver, WEBHOOKS } from '../support/integrations.ts';
import { APPROVE, manual, post, submitted } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const env = { WEBHOOK_LOOPBACK: 'on' };
let site: Site;
let other: Site;
let admin: Account;
let buyer: Account;
let receiver: Receiver;
beforeAll(async () => {
  site = await startSite({ env });
  other = await startSite({ env, databaseUrl: site.databaseUrl ?? '' });
  admin = await makeAdmin(site);
  buyer = await makeMember(site);
  const companyId = await companyIdOf(site);
  await site.database.platform
    .updateTable('companies')
    .set({ open_purchases_max: 0, held_share_unverified_bps: 0 })
    .where('id', '=', companyId)
    .execute();
});
afterAll(async () => {
  await other?.remove();
  await site?.remove();
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await sql`DELETE FROM webhooks`.execute(site.database.platform);
  await receiver.close();
});

const deliveries = async (id: string) =>
  (await site.call('GET', `${WEBHOOKS}/deliveries?id=${id}&limit=100`, { token: admin.token, ip: freshIp() })).body.data
    .records as { id: string; messageId: string; state: string; attempts: number; error: string | null }[];
const statesOf = async (id: string) => (await deliveries(id)).map(({ state }) => state);
const webhook = async (id: string) =>
  (await site.call('GET', `${WEBHOOKS}/list`, { token: admin.token, ip: freshIp() })).body.data.records.find(
    (it: { id: string }) => it.id === id,
  );
const act = (verb: string, id: string) => post(site, `${WEBHOOKS}/${verb}`, admin, { id });
const idsReceived = () => receiver.received.map(({ headers }) => headers['webhook-id']);

it('an event arrives once, signed and without personal data, though two nodes send', async () => {
  const { id, secret } = await addWebhook(site, admin, receiver.url, { types: ['purchase.submitted'] });
  const bought: string[] = [];
  for (let n = 0; n < 5; n += 1) bought.push((await submitted(site, buyer, manual())).id);
  await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual(Array(5).fill('DELIVERED'));
  const events = receiver.received.map(({ body, headers }) => new Webhook(secret).verify(body, headers)) as {
    data: { id: string };
  }[];
  expect(events.map(({ data }) => data.id).sort()).toEqual([...bought].sort());
  expect(events[0]).toEqual({
    type: 'purchase.submitted',
    timestamp: expect.any(String),
    data: { kind: 'purchase', id: expect.any(String), cursor: expect.any(String) },
  });
  expect(new Set(idsReceived())).toEqual(new Set((await deliveries(id)).map(({ messageId }) => messageId)));
  const stored = await sql<{ row: string }>`SELECT to_jsonb(w)::text AS row FROM webhooks w`.execute(
    site.database.platform,
  );
  const hex = Buffer.from(secret).toString('hex');
  for (const { row } of stored.rows) expect([row.includes(secret), row.includes(hex)]).toEqual([false, false]);
});

it('a failed try is made again with the same id, and a delivery that has ended on request', async () => {
  receiver.status = 500;
  const { id } = await addWebhook(site, admin, receiver.url, { types: ['purchase.submitted'] });
  await submitted(site, buyer, manual());
  await expect
    .poll(async () => (await deliveries(id))[0], { timeout: 20_000 })
    .toMatchObject({ state: 'WAITING', error: 'The receiver answered 500.' });
  receiver.status = 200;
  await sql`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE state = 'WAITING'`.execute(
    site.database.platform,
  );
  await expect
    .poll(async () => (await deliveries(id))[0], { timeout: 20_000 })
    .toMatchObject({ state: 'DELIVERED', error: null });
  const [delivery] = await deliveries(id);
  const before = receiver.received.length;
  expect((await act('replay', delivery?.id ?? '')).status).toBe(200);
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(before + 1);
  await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual(['DELIVERED']);
  expect(new Set(idsReceived())).toEqual(new Set([delivery?.messageId]));
});

it('after a rotation both secrets sign', async () => {
  const { id, secret } = await addWebhook(site, admin, receiver.url, { types: ['purchase.submitted'] });
  const rotated = await post(site, `${WEBHOOKS}/rotate`, admin, { id, password: PASSWORD });
  await submitted(site, buyer, manual());
  await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual(['DELIVERED']);
  const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
  for (const known of [secret, rotated.body.data.secret])
    expect(new Webhook(known).verify(body, headers)).toMatchObject({ type: 'purchase.submitted' });
});

it('the 20th failure in a row pauses it with a mail, and no event is lost', async () => {
  receiver.status = 302;
  const { id } = await addWebhook(site, admin, receiver.url, { name: 'Paused one', types: ['purchase.submitted'] });
  await sql`UPDATE webhooks SET failures = 19`.execute(site.database.platform);
  await submitted(site, buyer, manual());
  await expect.poll(async () => (await webhook(id)).state, { timeout: 20_000 }).toBe('PAUSED');
  // In the outbox of either node: whichever was quicker sent it.
  const mails = site.database.platform
    .selectFrom('mails')
    .select('subject')
    .where('kind', '=', 'webhook-paused')
    .where('to_address', '=', admin.email);
  expect((await mails.execute()).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('A webhook was paused'),
  ]);
  expect(receiver.received.map(({ path }) => path)).toEqual(['/events']);
  await submitted(site, buyer, manual());
  receiver.status = 200;
  expect((await act('resume', id)).body.data.state).toBe('ACTIVE');
  await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual(['DELIVERED', 'DELIVERED']);
  expect((await webhook(id)).failures).toBe(0);
});

describe('an edit', () => {
  const edit = (id: string, change: Record<string, unknown> = {}) =>
    site.call('PUT', `${WEBHOOKS}/update`, {
      token: admin.token,
      ip: freshIp(),
      body: { id, version: 1, name: 'Books', url: receiver.url, types: [], password: PASSWORD, ...change },
    });

  it('changes name, address and types, is recorded, mails a new address, and what waits goes there', async () => {
    receiver.status = 500;
    const { id, secret } = await addWebhook(site, admin, receiver.url, {
      name: 'Edited',
      types: ['purchase.submitted'],
    });
    const { id: order } = await submitted(site, buyer, manual());
    await expect.poll(async () => (await deliveries(id))[0]?.attempts, { timeout: 20_000 }).toBeGreaterThan(0);
    const moved = await startReceiver();
    try {
      const types = ['purchase.submitted', 'refund.paid'];
      const edited = await edit(id, { name: 'Ledger', url: moved.url, types });
      expect([edited.status, edited.body.data]).toMatchObject([
        200,
        { name: 'Ledger', url: moved.url, types, version: 2 },
      ]);
      await sql`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE state = 'WAITING'`.execute(
        site.database.platform,
      );
      await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual(['DELIVERED']);
      const [{ body, headers } = { body: '', headers: {} }] = moved.received;
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ data: { id: order } });
    } finally {
      await moved.close();
    }
    const mails = await site.database.platform
      .selectFrom('mails')
      .select('subject')
      .where('kind', '=', 'webhook-moved')
      .where('to_address', '=', admin.email)
      .execute();
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('The address of a webhook was changed'),
    ]);
    const entry = await site.database.platform
      .selectFrom('audit_entries')
      .select(['actor_id', 'before', 'after'])
      .where('action', '=', 'webhook.update')
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      actor_id: admin.id,
      before: { name: 'Edited', url: receiver.url },
      after: { name: 'Ledger', url: moved.url },
    });
  });

  it('of an outdated version, of a private address, of nothing, or without a recent sign-in changes nothing', async () => {
    const { id } = await addWebhook(site, admin, receiver.url);
    const [first, second] = await Promise.all([edit(id, { name: 'One' }), edit(id, { name: 'Other' })]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const late = await edit(id, { name: 'Late' });
    expect([late.status, late.body.reason]).toEqual([409, 'outdated']);
    for (const url of ['https://10.0.0.1/', 'ftp://example.com/']) {
      const refused = await edit(id, { version: 2, url });
      expect([url, refused.status, refused.body.field]).toEqual([url, 422, 'url']);
    }
    expect((await edit('00000000-0000-4000-8000-000000000000')).status).toBe(404);
    const old = await makeAdmin(site);
    await outdateSessions(site, old);
    const body = { id, version: 2, name: 'Old', url: receiver.url };
    const refused = await site.call('PUT', `${WEBHOOKS}/update`, { token: old.token, ip: freshIp(), body });
    expect(refused.body.code).toBe('reauthentication_required');
    expect((await webhook(id)).version).toBe(2);
  });
});

it('an admin pauses it: nothing is sent until it is resumed, also when a delivery is replayed', async () => {
  const { id } = await addWebhook(site, admin, receiver.url, { types: ['purchase.submitted'] });
  await submitted(site, buyer, manual());
  await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual(['DELIVERED']);
  expect((await act('pause', id)).body.data.state).toBe('PAUSED');
  expect((await act('pause', id)).status).toBe(200);
  const [sent] = await deliveries(id);
  expect((await act('replay', sent?.id ?? '')).body.message).toBe('The event is sent once the webhook is resumed');
  await submitted(site, buyer, manual());
  // Another webhook got the event meanwhile, so the paused one had its round.
  const other = await addWebhook(site, admin, receiver.url, { types: ['purchase.submitted'] });
  await submitted(site, buyer, manual());
  await expect.poll(() => statesOf(other.id), { timeout: 20_000 }).toContain('DELIVERED');
  expect(await statesOf(id)).toEqual(['WAITING']);
  const { rows } = await sql<{ actor: string }>`
    SELECT actor_id AS actor FROM audit_entries WHERE action = 'webhook.pause.manual' AND subject_id = ${id}`.execute(
    site.database.platform,
  );
  expect(rows).toEqual([{ actor: admin.id }]);
  // Of the two clicks, the first paused it.
  const mails = await site.database.platform
    .selectFrom('mails')
    .select('subject')
    .where('kind', '=', 'webhook-paused-manual')
    .where('to_address', '=', admin.email)
    .execute();
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('A webhook was paused')]);
  await act('resume', id);
  await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED']);
});

it('the log is filtered by webhook, type and outcome, page by page', async () => {
  receiver.status = 410;
  const gone = await addWebhook(site, admin, receiver.url, { name: 'Gone', types: ['purchase.submitted'] });
  await submitted(site, buyer, manual());
  await expect.poll(() => statesOf(gone.id), { timeout: 20_000 }).toEqual(['FAILED']);
  receiver.status = 200;
  const fine = await addWebhook(site, admin, receiver.url, { name: 'Fine' });
  const { id: order } = await submitted(site, buyer, manual());
  expect((await post(site, APPROVE, admin, { id: order })).status).toBe(200);
  const page = async (query: string) =>
    (await site.call('GET', `${WEBHOOKS}/deliveries?${query}`, { token: admin.token, ip: freshIp() })).body.data;
  await expect
    .poll(async () => (await page(`id=${fine.id}&state=DELIVERED&type=purchase.approved`)).total, { timeout: 20_000 })
    .toBe(1);
  const shown = async (query: string) =>
    (await page(query)).records.map((it: { webhookName: string; type: string }) => `${it.webhookName} ${it.type}`);
  expect(await shown('state=FAILED')).toEqual(['Gone purchase.submitted']);
  expect(await shown('type=purchase.submitted&limit=100')).toContain('Gone purchase.submitted');
  expect(await shown(`id=${fine.id}&type=purchase.approved`)).toEqual(['Fine purchase.approved']);
  const whole = await shown('limit=100');
  const paged = [...(await shown('limit=1&page=1')), ...(await shown('limit=1&page=2'))];
  expect(paged).toEqual(whole.slice(0, 2));
  const wrong = await site.call('GET', `${WEBHOOKS}/deliveries?type=nothing`, { token: admin.token, ip: freshIp() });
  expect(wrong.status).toBe(422);
});

it('410 disables it', async () => {
  receiver.status = 410;
  const { id } = await addWebhook(site, admin, receiver.url, { types: ['purchase.submitted'] });
  await submitted(site, buyer, manual());
  await expect.poll(async () => (await webhook(id)).state, { timeout: 20_000 }).toBe('DISABLED');
  expect(await statesOf(id)).toEqual(['FAILED']);
});

it('an address that is not public is refused: as a number when it is entered, as a name when it is resolved', async () => {
  const strict = await startSite();
  try {
    const owner = await makeAdmin(strict);
    const wish = { name: 'Inside', password: PASSWORD };
    for (const url of [
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://169.254.169.254/',
      'https://2130706433/',
      receiver.url,
    ]) {
      const refused = await post(strict, `${WEBHOOKS}/add`, owner, { ...wish, url });
      expect([url, refused.status, refused.body.field]).toEqual([url, 422, 'url']);
    }
    const { id: moving } = await addWebhook(strict, owner, 'https://books.example.com/events');
    for (const url of ['http://books.example.com/', 'https://[::ffff:10.0.0.1]/', 'https://127.1/', receiver.url]) {
      const body = { ...wish, id: moving, version: 1, url };
      const refused = await strict.call('PUT', `${WEBHOOKS}/update`, { token: owner.token, ip: freshIp(), body });
      expect([url, refused.status, refused.body.field]).toEqual([url, 422, 'url']);
    }
    const { port } = new URL(receiver.url);
    const { id } = await addWebhook(strict, owner, `https://localhost:${port}/`, { types: ['purchase.submitted'] });
    await submitted(strict, await makeMember(strict), manual());
    const first = async () =>
      (await strict.call('GET', `${WEBHOOKS}/deliveries?id=${id}`, { token: owner.token, ip: freshIp() })).body.data
        .records[0]?.error;
    await expect.poll(first, { timeout: 20_000 }).toBe('The address of the receiver is not a public one.');
    expect(receiver.open.most).toBe(0);
  } finally {
    await strict.remove();
  }
});

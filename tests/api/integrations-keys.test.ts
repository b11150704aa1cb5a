/** API keys: what a program may do with one, and what never. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_SCOPE_NAMES } from '@/lib/core/key-scopes.ts';
import {
  type Account,
  companyIdOf,
  makeAdmin,
  makeCompany,
  makeMember,
  outdateSessions,
  PASSWORD,
  signIn,
} from '../support/accounts.ts';
import { KEYS, makeKey } from '../support/integrations.ts';
import { CONTRACTS, nameOf } from '../support/matrix/routes.ts';
import { APPROVE, manual, picture, post, purchaseRow, REJECT, submitted, upload } from '../support/purchases.ts';
import { freshIp, type Site, startSite, statusAndMessage } from '../support/site.ts';

const LIST = '/api/v1/admin/transaction/list';
const SCOPED = 'This API key needs the scope';

let site: Site;
let admin: Account;
let buyer: Account;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  buyer = await makeMember(site);
});
afterAll(() => site?.remove());

const get = (key: string, path = LIST, ip = freshIp()) => site.call('GET', path, { token: `Bearer ${key}`, ip });
const approve = (key: string, id: string) =>
  site.call('POST', APPROVE, { token: `Bearer ${key}`, ip: freshIp(), body: { id } });
const memberToken = async ({ id, companyId }: Account) =>
  (await signIn(site, { kind: 'member', companyId, accountId: id })).token;
const records = async () =>
  (await site.call('GET', `${KEYS}/list`, { token: admin.token, ip: freshIp() })).body.data.records;

describe('a key', () => {
  it('is shown once, stored as a hash, mailed about and recorded', async () => {
    const { id, key } = await makeKey(site, admin, { name: 'Ledger sync', scopes: ['read:ledger'], days: 30 });
    expect(key).toMatch(/^lb_live_[0-9A-Za-z]{36}$/);
    const stored = await sql<{ row: string }>`SELECT to_jsonb(k)::text AS row FROM api_keys k WHERE id = ${id}`.execute(
      site.database.platform,
    );
    expect(stored.rows[0]?.row).not.toContain(key.slice(12));
    const listed = (await records()).find((it: { id: string }) => it.id === id);
    expect(listed).toMatchObject({
      name: 'Ledger sync',
      hint: key.slice(0, 12),
      scopes: ['read:ledger'],
      state: 'ACTIVE',
      createdBy: 'Vikram Shah',
      lastUsedAt: null,
    });
    expect(JSON.stringify(listed)).not.toContain(key.slice(12));
    expect(await site.mail(admin.email, { containing: 'Ledger sync' })).toContain(key.slice(0, 12));
    const entry = await site.database.platform
      .selectFrom('audit_entries')
      .select(['actor_id', 'after'])
      .where('action', '=', 'key.add')
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(entry.actor_id).toBe(admin.id);
    expect(JSON.stringify(entry.after)).not.toContain(key.slice(12));
  });

  it('opens the calls of its scopes, with and without the word Bearer, and notes its use', async () => {
    const { id, key } = await makeKey(site, admin, { scopes: ['read:purchases'] });
    expect((await get(key)).status).toBe(200);
    expect((await site.call('GET', LIST, { token: key, ip: freshIp() })).status).toBe(200);
    expect((await records()).find((it: { id: string }) => it.id === id).lastUsedAt).not.toBeNull();
    const refused = await get(key, '/api/v1/admin/auth/list');
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    expect(refused.body.message).toBe(`${SCOPED} read:members for this call.`);
  });

  it('writes its last use at most once a minute', async () => {
    const { id, key } = await makeKey(site, admin, { scopes: ['read:purchases'] });
    const used = async () => (await records()).find((it: { id: string }) => it.id === id).lastUsedAt;
    await get(key);
    const first = await used();
    await get(key);
    expect(await used()).toBe(first);
    await sql`UPDATE api_keys SET last_used_at = now() - interval '61 seconds' WHERE id = ${id}`.execute(
      site.database.platform,
    );
    const aged = await used();
    await get(key);
    expect(new Date(await used()).getTime()).toBeGreaterThan(new Date(aged).getTime());
  });

  it('is refused when it is damaged, unknown, revoked, expired, or its maker is no admin', async () => {
    const { id, key } = await makeKey(site, admin);
    const at = key.length - 7;
    const damaged = key.slice(0, at) + (key[at] === '0' ? '1' : '0') + key.slice(at + 1);
    expect(statusAndMessage(await get(damaged))).toEqual([
      401,
      'This API key is incomplete or has a typing error. Please copy it again.',
    ]);
    const send = (table: string) => sql.raw(table).execute(site.database.platform);
    await send(`UPDATE api_keys SET expires_at = now() WHERE id = '${id}'`);
    expect(statusAndMessage(await get(key))).toEqual([401, 'This API key has expired. Ask an admin for another one.']);
    await send(`UPDATE api_keys SET expires_at = now() + interval '1 day' WHERE id = '${id}'`);
    const body = { id, password: PASSWORD };
    expect((await post(site, `${KEYS}/revoke`, admin, body)).status).toBe(200);
    expect(statusAndMessage(await get(key))).toEqual([401, 'This API key was revoked. Ask an admin for another one.']);
    expect((await post(site, `${KEYS}/revoke`, admin, body)).status).toBe(404);

    const leaving = await makeAdmin(site);
    const left = await makeKey(site, leaving);
    await send(`UPDATE users SET status = 'BLOCKED' WHERE id = '${leaving.id}'`);
    expect((await get(left.key)).status).toBe(401);
    expect((await records()).find((it: { id: string }) => it.id === left.id).state).toBe('STOPPED');
  });

  it('works only from its addresses', async () => {
    const { key } = await makeKey(site, admin, { networks: ['203.0.113.0/24', '2001:db8::/32'] });
    for (const ip of ['203.0.113.9', '2001:db8::5']) expect((await get(key, LIST, ip)).status).toBe(200);
    expect(statusAndMessage(await get(key, LIST, '203.0.114.9'))).toEqual([
      403,
      'This API key may not be used from this IP address.',
    ]);
    const wrong = await post(site, `${KEYS}/add`, admin, {
      name: 'Wrong',
      scopes: ['read:events'],
      networks: ['203.0.113.0/40'],
      password: PASSWORD,
    });
    expect([wrong.status, wrong.body.field]).toEqual([422, 'networks']);
  });

  it('of another company opens nothing', async () => {
    const companyId = await makeCompany(site);
    await site.database.platform
      .insertInto('company_hosts')
      .values({ host: 'other.localhost', company_id: companyId })
      .execute();
    const { key } = await makeKey(site, admin);
    const answer = await site.call('GET', LIST, {
      token: key,
      ip: freshIp(),
      headers: { 'X-Forwarded-Host': `other.localhost:${site.port}` },
    });
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
  });

  it('and a session never mix', async () => {
    const { key } = await makeKey(site, admin, { scopes: ['read:purchases'] });
    const both = await site.call('GET', '/api/v1/admin/auth/list', { token: key, cookie: admin.cookie, ip: freshIp() });
    expect(both.status).toBe(403);
    const asCookie = await site.call('GET', LIST, { cookie: `accessToken=${key}`, ip: freshIp() });
    expect(asCookie.status).toBe(401);
  });

  it('is made and revoked only after a recent sign-in, with known scopes', async () => {
    const old = await makeAdmin(site);
    await outdateSessions(site, old);
    const wish = { name: 'Late', scopes: ['read:events'] };
    expect((await post(site, `${KEYS}/add`, old, wish)).body.code).toBe('reauthentication_required');
    for (const change of [{ scopes: ['write:everything'] }, { scopes: [] }, { days: 366 }, { name: ' ' }])
      expect((await post(site, `${KEYS}/add`, admin, { ...wish, ...change })).status).toBe(422);
  });
});

describe('proofs', () => {
  const media = (id: string, token: string, ip = freshIp()) =>
    site.call('GET', `/api/v1/media/${id}`, { token: `Bearer ${token}`, ip });

  it('are downloaded with read:purchases, and no other file is', async () => {
    const bytes = picture();
    const receiptId = await upload(site, buyer, bytes);
    const order = await submitted(site, buyer, manual({ receiptId }));
    const { key } = await makeKey(site, admin, { scopes: ['read:purchases'] });
    const record = (await get(key, `${LIST}?status=PENDING&limit=100`)).body.data.records.find(
      (it: { id: string }) => it.id === order.id,
    );
    expect(record.receipt.url).toBe(`/api/v1/media/${receiptId}`);
    const response = await fetch(`${site.url}${record.receipt.url}`, { headers: { Authorization: `Bearer ${key}` } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, record.receipt.mime]);
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);

    const unused = await upload(site, buyer);
    const ofMessage = await upload(site, buyer);
    const sent = await post(site, '/api/v1/user/transaction/messages/add', buyer, {
      id: order.id,
      text: 'Another screenshot',
      receiptId: ofMessage,
    });
    expect(sent.status).toBeLessThan(300);
    for (const id of [unused, ofMessage]) {
      expect((await media(id, key)).status).toBe(404);
      expect((await media(id, admin.token)).status).toBe(200);
    }
    const other = await makeKey(site, admin, { scopes: KEY_SCOPE_NAMES.filter((scope) => scope !== 'read:purchases') });
    expect(statusAndMessage(await media(receiptId, other.key))).toEqual([
      403,
      `${SCOPED} read:purchases for this call.`,
    ]);
    const bound = await makeKey(site, admin, { networks: ['203.0.113.0/24'] });
    expect((await media(receiptId, bound.key, '203.0.113.4')).status).toBe(200);
    expect((await media(receiptId, bound.key, '198.51.100.4')).status).toBe(403);
    expect((await post(site, `${KEYS}/revoke`, admin, { id: bound.id, password: PASSWORD })).status).toBe(200);
    expect((await media(receiptId, bound.key, '203.0.113.4')).status).toBe(401);
    for (const query of [`key=${key}`, `token=${key}`, `Authorization=${key}`])
      expect((await site.call('GET', `${record.receipt.url}?${query}`, { ip: freshIp() })).status).toBe(404);
    expect((await site.call('GET', record.receipt.url, { cookie: `accessToken=${key}`, ip: freshIp() })).status).toBe(
      404,
    );
  });

  it('of another company stay closed', async () => {
    const companyId = await makeCompany(site);
    await site.database.platform
      .insertInto('company_hosts')
      .values({ host: 'proofs.localhost', company_id: companyId })
      .execute();
    const receiptId = await upload(site, buyer);
    await submitted(site, buyer, manual({ receiptId }));
    const { key } = await makeKey(site, admin);
    const headers = { 'X-Forwarded-Host': `proofs.localhost:${site.port}` };
    const elsewhere = await site.call('GET', `/api/v1/media/${receiptId}`, { token: key, ip: freshIp(), headers });
    expect(elsewhere.status).toBe(401);
    // Keys are made through the own site alone, so this one is of the other company by hand.
    const owner = await makeAdmin(site, { companyId });
    await sql`UPDATE api_keys SET company_id = ${companyId}, created_by = ${owner.id} WHERE hint = ${key.slice(0, 12)}`.execute(
      site.database.platform,
    );
    const foreign = await site.call('GET', `/api/v1/media/${receiptId}`, { token: key, ip: freshIp(), headers });
    expect(statusAndMessage(foreign)).toEqual([404, 'File not found.']);
    expect((await site.call('GET', LIST, { token: key, ip: freshIp(), headers })).body.data.records).toEqual([]);
  });
});

it('a key in a query opens nothing', async () => {
  const { key } = await makeKey(site, admin);
  for (const query of [`key=${key}`, `apiKey=${key}`, `token=${key}`, `authorization=Bearer ${key}`])
    expect((await site.call('GET', `${LIST}?${query}`, { ip: freshIp() })).status).toBe(401);
});

describe('decisions by a key', () => {
  it('approve a purchase, and the trail names key and admin', async () => {
    const { key } = await makeKey(site, admin, { scopes: ['write:decisions'] });
    const { id } = await submitted(site, buyer, manual());
    expect((await approve(key, id)).status).toBe(200);
    expect((await purchaseRow(site, id)).decided_by).toBe(admin.id);
    const entry = await site.database.platform
      .selectFrom('audit_entries')
      .select(['actor_kind', 'actor_id', 'after'])
      .where('action', '=', 'purchase.approve')
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ actor_kind: 'admin', actor_id: admin.id, after: { apiKey: key.slice(0, 12) } });
  });

  it('reject a hundred an hour together, of all keys of one admin; approvals go on', async () => {
    const limited = await startSite({ databaseUrl: site.databaseUrl ?? '' });
    const maker = await makeAdmin(site);
    const keys = [await makeKey(site, maker), await makeKey(site, maker)];
    const reject = (nth: number, id: string) =>
      limited.call('POST', REJECT, { token: `Bearer ${keys[nth % 2]?.key}`, ip: freshIp(), body: { id } });
    for (let nth = 0; nth < 100; nth++) expect((await reject(nth, randomUUID())).status).toBe(404);
    const { id } = await submitted(site, buyer, manual());
    for (const nth of [0, 1]) expect((await reject(nth, id)).status).toBe(429);
    expect((await purchaseRow(site, id)).status).toBe('PENDING');
    expect((await approve(keys[0]?.key ?? '', id)).status).toBe(200);
    await limited.remove();
  });

  it('never approve the purchase of the admin who made the key', async () => {
    const { key } = await makeKey(site, admin);
    const { id } = await submitted(site, { ...admin, token: await memberToken(admin) }, manual());
    expect(statusAndMessage(await approve(key, id))).toEqual([
      403,
      'You can’t approve your own purchase. Another admin has to decide on it.',
    ]);
    expect((await purchaseRow(site, id)).status).toBe('PENDING');
  });

  it('never count as the second admin, and the maker is not the second of their own key', async () => {
    const second = await makeAdmin(site);
    const companyId = await companyIdOf(site);
    const bound = (paise: bigint | null) =>
      site.database.platform
        .updateTable('companies')
        .set({ second_approver_above_paise: paise })
        .where('id', '=', companyId)
        .execute();
    await bound(100_000n);
    try {
      const [own, others] = [await makeKey(site, admin), await makeKey(site, second)];
      const { id } = await submitted(site, buyer, manual());
      expect((await approve(own.key, id)).body.data.status).toBe('PENDING');
      expect((await post(site, APPROVE, admin, { id })).status).toBe(409);
      expect(statusAndMessage(await approve(others.key, id))).toEqual([
        403,
        'An API key can’t give the second of two approvals. An admin has to give it.',
      ]);
      expect((await purchaseRow(site, id)).status).toBe('PENDING');
      expect((await post(site, APPROVE, second, { id })).body.data.status).toBe('APPROVED');
    } finally {
      await bound(null);
    }
  });
});

it('a key with every scope makes only the calls that name one', async () => {
  const { key } = await makeKey(site, admin);
  const wrong: [string, number][] = [];
  for (const contract of CONTRACTS.filter(({ access }) => access !== 'public')) {
    const answer = await site.call(contract.method, contract.path, {
      token: key,
      ip: freshIp(),
      ...(contract.method !== 'GET' && { body: {} }),
    });
    const isRefused = answer.status === 403 && answer.body.message.startsWith('API keys may not make this call.');
    if (isRefused !== (contract.keyScope === undefined)) wrong.push([nameOf(contract), answer.status]);
  }
  expect(wrong).toEqual([]);
  expect(CONTRACTS.filter(({ keyScope, access }) => keyScope !== undefined && access !== 'admin')).toEqual([]);
  expect(CONTRACTS.filter(({ keyScope, recentAuthentication }) => keyScope && recentAuthentication)).toEqual([]);
});

it('no company has more than 20 keys that work', async () => {
  const companyId = await companyIdOf(site);
  await sql`UPDATE api_keys SET expires_at = now() WHERE company_id = ${companyId}`.execute(site.database.platform);
  for (let n = 0; n < 20; n += 1) await makeKey(site, admin, { name: `Key ${n}` });
  const wish = { name: 'One more', scopes: ['read:events'], password: PASSWORD };
  expect((await post(site, `${KEYS}/add`, admin, wish)).status).toBe(409);
});

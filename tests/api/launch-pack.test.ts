/** The launch pack over HTTP: made off the request path, the same after a crash, and claimed from real contracts. */
import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../src/lib/db/client.ts';
import { TREE_KINDS } from '../../src/lib/launch/pack/types.ts';
import { openDiskStorage } from '../../src/lib/media/storage.ts';
import {
  type Account,
  companyIdOf,
  makeAdmin,
  makeCompany,
  makeMember,
  noteStatesIn,
  seasonAdmins,
} from '../support/accounts.ts';
import { openClaims } from '../support/evm/distributors.ts';
import { APPROVE, manual, post, submitted } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const LAUNCH = '/api/v1/admin/launch';
const CLAIM = '/api/v1/user/launch/claim/get';
const TOKEN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const wallet = (digit: string) => `0x${digit.repeat(40)}`;
const UNITS_PER_TOKEN = 10n ** 18n;

let site: Site;
let companyId: string;
let admin: Account;
let second: Account;
let members: Account[];
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  [admin, second] = [await makeAdmin(site), await makeAdmin(site)];
  await seasonAdmins(site, [admin.id, second.id]);
  members = [await makeMember(site), await makeMember(site), await makeMember(site)];
  for (const [nth, member] of members.entries()) {
    const { id } = await submitted(site, member, manual());
    expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
    await db()
      .updateTable('users')
      .set({ wallet_address: wallet(String(nth + 3)) })
      .where('id', '=', member.id)
      .execute();
  }
});
afterAll(() => site?.remove());

const db = () => site.database.platform;
/** Changes rows, and notes them in the trail: a pack is made only of what verifies. */
const change = (work: (tx: Db) => Promise<unknown>): Promise<void> =>
  db()
    .transaction()
    .execute(async (tx) => {
      await work(tx);
      await noteStatesIn(tx);
    });
const company = (values: object) =>
  change((tx) => tx.updateTable('companies').set(values).where('id', '=', companyId).execute());
const get = (path: string, who: Account) => site.call('GET', path, { token: who.token, ip: freshIp() });
const make = (who = admin, body: object = {}) => post(site, `${LAUNCH}/pack/make`, who, body);
const packOf = async (packId: string) => (await get(`${LAUNCH}/pack/get?packId=${packId}`, admin)).body.data;
const ended = async (packId: string) => {
  await expect.poll(async () => (await packOf(packId)).status, { timeout: 30_000 }).not.toBe('MAKING');
  return packOf(packId);
};

/** Back to the freeze, without any pack. */
beforeEach(async () => {
  for (const table of ['launch_pack_files', 'launch_pack_trees', 'launch_pack_holders', 'launch_packs'] as const)
    await db().deleteFrom(table).execute();
  // A run of the program before these rows were noted named them.
  const run = { ran_at: new Date(), entries: 1n, fault: null };
  for (const kind of ['ledger', 'audit'] as const)
    await db()
      .insertInto('verifications')
      .values({ kind, ...run })
      .onConflict((it) => it.column('kind').doUpdateSet(run))
      .execute();
  await company({
    launch_state: 'FROZEN',
    launch_freeze_at: new Date('2099-03-01T12:00:00Z'),
    launch_token_address: TOKEN,
    launch_chain_id: 137n,
    two_admins_for_accounts: false,
  });
});

describe('a pack', () => {
  it('is made once, ends the launch, and has every file as its manifest says', async () => {
    const made = await make();
    expect(made.status).toBe(201);
    expect(made.body.data).toEqual({ packId: expect.any(String), outcome: 'done' });
    const { packId } = made.body.data;
    const pack = await ended(packId);
    expect(pack).toMatchObject({ status: 'READY', progress: 100, failure: '', holders: 3, chainId: 137 });
    const balances = await db()
      .selectFrom('stock_balances')
      .select('quantity')
      .where('company_id', '=', companyId)
      .execute();
    const total = balances.reduce((sum, row) => sum + row.quantity, 0n) * UNITS_PER_TOKEN;
    expect(BigInt(pack.totalUnits)).toBe(total);
    expect((await get(`${LAUNCH}/get`, admin)).body.data).toMatchObject({
      state: 'PACKED',
      steps: [],
      pack: { packId, status: 'READY' },
    });
    expect((await make()).status).toBe(409);
    expect((await post(site, `${LAUNCH}/back`, admin, { reason: 'Too early' })).status).toBe(409);

    expect(await site.mail(admin.email, { containing: 'The launch pack is ready' })).toContain('Holders: 3');
    const names = pack.files.map((file: { name: string }) => file.name);
    expect(names).toEqual([
      'allocations.csv',
      'openzeppelin.json',
      'uniswap.json',
      'sablier.csv',
      'safe-airdrop.csv',
      'claims.json',
      'manifest.json',
    ]);
    for (const { url, bytes, sha256, name } of pack.files) {
      const file = await get(url, admin);
      expect([file.status, Buffer.byteLength(file.text)]).toEqual([200, bytes]);
      expect(createHash('sha256').update(file.text).digest('hex')).toBe(sha256);
      expect(file.headers.get('content-disposition')).toContain(name);
    }
    const manifest = JSON.parse((await get(pack.files.at(-1).url, admin)).text);
    expect(manifest).toMatchObject({
      chainId: 137,
      tokenAddress: TOKEN,
      roots: pack.roots,
      totalUnits: pack.totalUnits,
    });
  });

  it('gives each member the claim that real contracts pay, and nobody else', async () => {
    expect((await get(CLAIM, members[0] as Account)).status).toBe(404);
    const { packId } = (await make()).body.data;
    const { roots } = await ended(packId);
    const answers = await Promise.all(members.map((member) => get(CLAIM, member)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(answers[0]?.headers.get('content-disposition')).toContain('claim-');
    const claims = answers.map(({ body: { data } }) => {
      expect(data).toMatchObject({ tokenAddress: TOKEN, chainId: 137 });
      return { address: data.address, units: BigInt(data.amount), ...data.claims };
    });
    for (const kind of TREE_KINDS) {
      expect(claims.map((claim) => claim[kind].root)).toEqual(Array(3).fill(roots[kind]));
      const { chain, token, distributor, claim } = await openClaims(kind, roots[kind], claims);
      for (const one of claims) {
        expect(await claim({ ...one, units: one.units + 1n })).not.toBeNull();
        expect(await claim(one)).toBeNull();
        expect(await claim(one)).not.toBeNull();
        expect(await chain.balanceOf(token, one.address)).toBe(one.units);
      }
      expect(await chain.balanceOf(token, distributor)).toBe(0n);
    }
    const stranger = await makeMember(site);
    expect((await get(CLAIM, stranger)).status).toBe(404);
  });

  it('is taken up after its program was lost, with the same bytes', async () => {
    const first = await ended((await make()).body.data.packId);
    await company({ launch_state: 'FROZEN' });
    for (const table of ['launch_pack_files', 'launch_pack_trees', 'launch_pack_holders'] as const)
      await db().deleteFrom(table).execute();
    // As a program leaves it that is killed on its way.
    await change((tx) =>
      tx
        .updateTable('launch_packs')
        .set({
          status: 'MAKING',
          ended_at: null,
          holders: null,
          total_units: null,
          progress: 40,
          heard_at: new Date(Date.now() - 60_000),
        })
        .execute(),
    );
    expect((await post(site, `${LAUNCH}/back`, admin, { reason: 'Too early' })).body.message).toContain('being made');
    const again = await ended(first.packId);
    expect([again.files, again.roots]).toEqual([first.files, first.roots]);
  });

  it('has its files again after a start without them, as after a restore', async () => {
    const { packId } = (await make()).body.data;
    const { files } = await ended(packId);
    const { storage_keys } = await db().selectFrom('launch_packs').select('storage_keys').executeTakeFirstOrThrow();
    const storage = openDiskStorage(path.join(site.dataDir, 'uploads'));
    for (const key of storage_keys) await storage.delete(key);
    expect((await get(files[0].url, admin)).status).toBe(404);
    const next = await startSite({ databaseUrl: String(site.databaseUrl), dataDir: site.dataDir });
    try {
      for (const { url, sha256 } of files) {
        await expect.poll(async () => (await get(url, admin)).status, { timeout: 30_000 }).toBe(200);
        expect(
          createHash('sha256')
            .update((await get(url, admin)).text)
            .digest('hex'),
        ).toBe(sha256);
      }
    } finally {
      await next.kill();
    }
  });

  it('is refused while a check is open, and fails with a reason that can be mended', async () => {
    await company({ launch_token_address: null });
    expect((await make()).body.message).toContain('token address');
    await company({ launch_token_address: wallet('3') });
    expect((await make()).body.message).toContain('the token itself');
    // The same address, changed by hand after the step.
    const id = randomUUID();
    const row = { id, company_id: companyId, started_by: admin.id, symbol: 'LCH', token_address: wallet('3') };
    await change((tx) =>
      tx
        .insertInto('launch_packs')
        .values({ ...row, chain_id: 137n, storage_keys: [randomUUID()] })
        .execute(),
    );
    const failed = await ended(id);
    expect(failed).toMatchObject({
      status: 'FAILED',
      failure: expect.stringContaining('the token itself'),
      files: [],
    });
    expect(await site.mail(admin.email, { containing: 'The launch pack was not made' })).toContain('the token itself');
    expect((await get(`${LAUNCH}/get`, admin)).body.data).toMatchObject({ state: 'FROZEN', steps: ['pack', 'back'] });
    await company({ launch_token_address: TOKEN });
    expect((await ended((await make()).body.data.packId)).status).toBe('READY');
  });

  it.each([
    ['a wallet address', 'audit:verify', 'users', 'wallet_address', `wallet_address = '${wallet('c')}'`],
    ['an email', 'audit:verify', 'users', 'email', "email = 'thief@example.com'"],
    ['a referrer', 'audit:verify', 'users', 'referrer_id', 'referrer_id = id'],
    ['a balance', 'ledger:verify', 'stock_balances', 'kept', 'quantity = quantity + 1'],
  ])('is refused when SQL changed %s', async (_, command, table, says, set) => {
    const key = table === 'users' ? 'id' : 'user_id';
    await sql
      .raw(`CREATE TABLE before_change AS SELECT * FROM ${table} WHERE ${key} = '${members[0]?.id}'`)
      .execute(db());
    await sql.raw(`UPDATE ${table} SET ${set} WHERE ${key} = '${members[0]?.id}'`).execute(db());
    const answer = await make();
    if (table === 'stock_balances') expect(answer.body.message).toContain('ledger:verify');
    else {
      const { status, failure, files } = await ended(answer.body.data.packId);
      expect([status, files]).toEqual(['FAILED', []]);
      expect(failure).toContain(`(${command})`);
      expect(failure).toContain(`${table} ${members[0]?.id}: ${says} was changed without an entry`);
    }
    expect((await get(`${LAUNCH}/get`, admin)).body.data.state).toBe('FROZEN');
    const column = set.split(' ')[0] ?? '';
    await sql
      .raw(
        `UPDATE ${table} t SET ${column} = b.${column} FROM before_change b WHERE b.${key} = t.${key}; DROP TABLE before_change`,
      )
      .execute(db());
    expect((await ended((await make()).body.data.packId)).status).toBe('READY');
  });

  it('is refused while the last verification has a fault, which the checks show', async () => {
    const fault = (text: string | null) =>
      db()
        .insertInto('verifications')
        .values({ kind: 'audit', ran_at: new Date(), entries: 1n, fault: text })
        .onConflict((it) => it.column('kind').doUpdateSet({ fault: text }))
        .execute();
    await fault('audit trail of company x: entry 3: changed');
    const { body } = await get(`${LAUNCH}/get`, admin);
    expect(body.data.checks).toContainEqual({
      name: 'verification',
      ok: false,
      blocks: 'pack',
      detail: expect.stringContaining('The last run of audit:verify found a fault.'),
    });
    const refused = await make();
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('audit:verify found a fault'),
    ]);
    await fault(null);
    expect((await ended((await make()).body.data.packId)).status).toBe('READY');
  });

  it('waits for a second admin where the company asks for two', async () => {
    await company({ two_admins_for_accounts: true });
    expect((await make()).body.data).toEqual({ packId: null, outcome: 'waiting' });
    const [{ id, step }] = (await get(`${LAUNCH}/get`, admin)).body.data.proposals;
    expect(step).toBe('pack');
    expect((await post(site, `${LAUNCH}/confirm`, admin, { id })).status).toBe(403);
    expect((await post(site, `${LAUNCH}/confirm`, second, { id })).body.data).toEqual({
      state: 'FROZEN',
      outcome: 'done',
    });
    const { packId } = (await get(`${LAUNCH}/get`, second)).body.data.pack;
    expect((await ended(packId)).status).toBe('READY');
  });

  it('is of its company alone', async () => {
    const { packId } = (await make()).body.data;
    const pack = await ended(packId);
    const elsewhere = await makeAdmin(site, { companyId: await makeCompany(site) });
    const host = { headers: {} };
    expect(
      (await site.call('GET', `${LAUNCH}/pack/get?packId=${packId}`, { token: elsewhere.token, ...host })).status,
    ).not.toBe(200);
    expect((await site.call('GET', pack.files[0].url, { token: elsewhere.token, ...host })).status).not.toBe(200);
    expect((await get(pack.files[0].url, members[0] as Account)).status).toBe(403);
    expect(
      (await get(`${LAUNCH}/pack/file?packId=${packId}&name=${encodeURIComponent('../manifest.json')}`, admin)).status,
    ).toBe(404);
  });
});

/** A program that is killed while it makes a launch pack: another one makes the same pack, once. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, noteStates, seasonAdmins } from '../support/accounts.ts';
import { reportFault } from '../support/faults.ts';
import { APPROVE, manual, post, submitted } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

const LAUNCH = '/api/v1/admin/launch';
let first: Site;
let admin: Account;
beforeAll(async () => {
  first = await startSite();
  admin = await makeAdmin(first);
  await seasonAdmins(first, [admin.id]);
  for (const digit of ['3', '4']) {
    const member = await makeMember(first);
    const { id } = await submitted(first, member, manual());
    expect((await post(first, APPROVE, admin, { id })).status).toBe(200);
    await first.database.platform
      .updateTable('users')
      .set({ wallet_address: `0x${digit.repeat(40)}` })
      .where('id', '=', member.id)
      .execute();
  }
  await first.database.platform
    .updateTable('companies')
    .set({
      launch_state: 'FROZEN',
      launch_freeze_at: new Date('2099-03-01T12:00:00Z'),
      launch_token_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      launch_chain_id: 137n,
    })
    .where('id', '=', await companyIdOf(first))
    .execute();
});
afterAll(() => first?.remove());

const packs = () => first.database.platform.selectFrom('launch_packs').select(['status', 'attempt']).execute();

test('kill -9 in the middle of a pack, then another node on the same database', async () => {
  await noteStates(first);
  const [begin, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The last step of the pack waits for this lock, so the kill comes before it.
  const held = first.database.platform.transaction().execute(async (tx) => {
    await sql`LOCK TABLE launch_pack_trees IN EXCLUSIVE MODE`.execute(tx);
    begin.resolve();
    await release.promise;
  });
  await begin.promise;
  expect((await post(first, `${LAUNCH}/pack/make`, admin, {})).status).toBe(201);
  await expect.poll(async () => (await packs())[0]?.attempt).toBe(1);
  await first.kill();
  release.resolve();
  await held;
  expect(await packs()).toEqual([{ status: 'MAKING', attempt: 1 }]);
  const second = await startSite({ databaseUrl: String(first.databaseUrl) });
  try {
    // The second one waits until the first was not heard of for 30 seconds.
    await expect.poll(async () => (await packs())[0]?.status, { timeout: 90_000 }).toBe('READY');
    expect(await packs()).toEqual([{ status: 'READY', attempt: 2 }]);
    const { data } = (await second.call('GET', `${LAUNCH}/pack/get`, { token: admin.token })).body;
    for (const { url, sha256 } of data.files) {
      const { text } = await second.call('GET', url, { token: admin.token });
      expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
    }
    const holders = await first.database.platform.selectFrom('launch_pack_holders').selectAll().execute();
    expect(holders.length).toBe(2);
    reportFault('kill -9 in the middle of a launch pack', 'another node makes it again, with the same digests');
    expect((await second.call('GET', `${LAUNCH}/get`, { token: admin.token })).body.data.state).toBe('PACKED');
  } finally {
    await second.remove();
  }
});

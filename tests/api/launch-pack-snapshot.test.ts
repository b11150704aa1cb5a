/** A pack has what verifies: the stock, its addresses and the verification are of one moment. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, noteStatesIn, seasonAdmins } from '../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { APPROVE, manual, post, submitted } from '../support/purchases.ts';
import { allSealed } from '../support/sealing.ts';
import { type Site, startSite } from '../support/site.ts';
import { type StatementProxy, startStatementProxy } from '../support/statement-proxy.ts';

let own: TestDatabase;
let proxy: StatementProxy;
let site: Site;
let admin: Account;
beforeAll(async () => {
  own = await testDatabase({ poolSize: 8 });
  proxy = await startStatementProxy(own.url);
  site = await startSite({ databaseUrl: proxy.url });
  admin = await makeAdmin(own);
  await seasonAdmins(own, [admin.id]);
  const holder = await makeMember(own);
  const { id } = await submitted(site, holder, manual());
  expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
  const companyId = await companyIdOf(own);
  await own.database.platform.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({ wallet_address: `0x${'3'.repeat(40)}` })
      .where('id', '=', holder.id)
      .execute();
    const terms = {
      launch_state: 'FROZEN' as const,
      launch_freeze_at: new Date('2099-03-01T12:00:00Z'),
      launch_token_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      launch_chain_id: 137n,
    };
    await tx.updateTable('companies').set(terms).where('id', '=', companyId).execute();
    await noteStatesIn(tx);
  });
  await allSealed(own);
});
afterAll(async () => {
  await site?.remove();
  await proxy?.stop();
  await own?.drop();
});

it('a pack reads its holders and verifies them in one snapshot', async () => {
  proxy.forget();
  expect((await post(site, '/api/v1/admin/launch/pack/make', admin, {})).status).toBe(201);
  const packs = () => own.database.platform.selectFrom('launch_packs').select(['status', 'failure']).execute();
  await expect.poll(packs, { timeout: 30_000 }).toEqual([{ status: 'READY', failure: '' }]);
  const sent = proxy.sent();
  const holders = sent.findIndex(({ text }) => text.includes('string_agg(u.wallet_address'));
  expect(holders).toBeGreaterThan(-1);
  const same = sent.filter(({ connection }) => connection === sent[holders]?.connection);
  const at = same.findIndex(({ text }) => text.includes('string_agg(u.wallet_address'));
  const begin = same.slice(0, at).findLastIndex(({ text }) => /^begin/i.test(text));
  const end = same.findIndex(({ text }, nth) => nth > at && /^(commit|rollback)/i.test(text));
  const within = same.slice(begin, end).map(({ text }) => text);
  expect(within[0]).toMatch(/repeatable read/i);
  for (const table of ['stock_entries', 'log_checkpoints', 'audit_entries'])
    expect(
      within.some((text) => text.includes(table)),
      table,
    ).toBe(true);
});

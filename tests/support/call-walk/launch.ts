/** The way from any state of a company to its launch pack, by two honest admins. */

import { sql } from 'kysely';
import { expect } from 'vitest';
import { noteStates, seasonAdmins, signIn } from '../accounts.ts';
import { type Answer, freshIp } from '../site.ts';
import type { World } from './world.ts';

const LAUNCH = '/api/v1/admin/launch';
/** One of the ready sentences: under two admins a text of one's own waits. */
const READY = 'The payment has not reached our account.';
const TERMS = {
  launch_state: 'FROZEN',
  launch_freeze_at: new Date('2099-03-01T12:00:00Z'),
  launch_token_address: `0x${'cd'.repeat(20)}`,
  launch_chain_id: 137n,
} as const;

/** Decides what waits, gives an address to holders without one, and makes the pack. */
export async function expectPack({ site, companyId, honestAdmins }: World): Promise<void> {
  const db = site.database.platform;
  await seasonAdmins(
    site,
    honestAdmins.map(({ id }) => id),
  );
  const tokens: string[] = [];
  for (const { id: accountId } of honestAdmins)
    tokens.push((await signIn(site, { kind: 'admin', companyId, accountId })).token);
  const call = async (nth: number, path: string, body: object, method = 'POST'): Promise<Answer> => {
    const answer = await site.call(method, path, { token: tokens[nth] ?? '', ip: freshIp(), body });
    expect(answer.status, `${path} ${answer.text.slice(0, 400)}`).toBeLessThan(300);
    return answer;
  };
  /** The second admin agrees to what waits. */
  const agreed = async (kind: string): Promise<void> => {
    const waiting = await db
      .selectFrom('approvals')
      .select(['id'])
      .where('company_id', '=', companyId)
      .where('kind', '=', kind as 'launch.step')
      .where('state', '=', 'OPEN')
      .execute();
    for (const { id } of waiting) await call(1, `${LAUNCH}/confirm`, { id });
  };
  const { rows: waiting } = await sql<{ id: string }>`SELECT DISTINCT user_id AS id FROM purchases
    WHERE company_id = ${companyId} AND status = 'PENDING'`.execute(db);
  for (const { id: userId } of waiting) await call(0, '/api/v1/admin/transaction/reject-all', { userId });
  await sql`UPDATE approvals SET state = 'EXPIRED', decided_at = now() WHERE company_id = ${companyId} AND state = 'OPEN'`.execute(
    db,
  );
  await db.updateTable('companies').set(TERMS).where('id', '=', companyId).execute();
  const { rows: without } = await sql<{ id: string }>`SELECT u.id FROM users u JOIN stock_balances b ON b.user_id = u.id
    WHERE u.company_id = ${companyId} AND b.quantity > 0 AND u.wallet_address IS NULL`.execute(db);
  for (const [nth, { id: userId }] of without.entries())
    await call(
      0,
      `${LAUNCH}/address/update`,
      {
        userId,
        walletAddress: `0x${String(nth + 11).repeat(20)}`,
        reason: READY,
      },
      'PUT',
    );
  await agreed('launch.address');
  await noteStates(site);
  // A run of the program before these rows were noted named what the walk itself made by SQL.
  await db.updateTable('verifications').set({ fault: null }).execute();
  await call(0, `${LAUNCH}/pack/make`, {});
  await agreed('launch.step');
  const packs = () =>
    db.selectFrom('launch_packs').select(['status', 'failure']).where('company_id', '=', companyId).execute();
  await expect.poll(packs, { timeout: 30_000 }).not.toMatchObject([{ status: 'MAKING' }]);
  expect(JSON.stringify(await packs())).toBe(JSON.stringify([{ status: 'READY', failure: '' }]));
}

/**
 * An account that had something until an admin ended it is protected as one that has: else one admin reverses or rejects first, and
 * becomes the member, or erases them, then.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, seasonAdmins } from '../support/accounts.ts';
import { addApp } from '../support/factors.ts';
import { callsOf, userRow } from '../support/members.ts';
import { freshReference, manual, PURCHASE, post, REJECT, submitted, upload } from '../support/purchases.ts';
import { approvedRefund, madeRefund, REFUNDS, reversed, todayInIndia } from '../support/refunds.ts';
import { heldReward, refuse } from '../support/rewards.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let companyId: string;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  admin = await makeAdmin(site);
  await seasonAdmins(site, [admin.id, (await makeAdmin(site)).id]);
});
afterAll(() => site?.remove());

const setRule = (isOn: boolean) =>
  site.database.platform
    .updateTable('companies')
    .set({ two_admins_for_accounts: isOn })
    .where('id', '=', companyId)
    .execute();

/** The ways in which one admin alone ends value. */
const ENDINGS: [name: string, end: (member: Account) => Promise<unknown>][] = [
  ['reversed', (member) => reversed(site, member, admin)],
  [
    'rejected with its proof',
    async (member) => {
      const receiptId = await upload(site, member);
      const { body } = await post(site, PURCHASE, member, { ...manual(), receiptId });
      expect((await post(site, REJECT, admin, { id: body.data.id })).status).toBe(200);
    },
  ],
  [
    'rejected with a number alone, long ago',
    async (member) => {
      const { id } = await submitted(site, member, manual({ referenceNumber: freshReference() }));
      expect((await post(site, REJECT, admin, { id })).status).toBe(200);
      await age(member, 'decided_at');
    },
  ],
  [
    'left with a cancelled refund',
    async (member) => {
      const id = await madeRefund(site, member, admin);
      const reason = 'The refund was made by mistake.';
      expect((await post(site, `${REFUNDS}/cancel`, admin, { id, reason })).status).toBe(200);
      await age(member, 'reversed_at');
    },
  ],
  [
    'left with a refund that an admin calls paid',
    async (member) => {
      const id = await approvedRefund(site, member, admin, false);
      const paid = { id, paidOn: todayInIndia(), bankReference: 'N326112345678901' };
      expect((await post(site, `${REFUNDS}/pay`, admin, paid)).status).toBe(200);
      await age(member, 'reversed_at');
    },
  ],
  [
    'refused a reward',
    async (member) => {
      const { id } = await heldReward(site, admin, member);
      expect((await refuse(site, admin, id)).status).toBe(200);
    },
  ],
];
/** Makes all that came before older than 30 days. */
const age = ({ id }: Account, column: 'reversed_at' | 'decided_at') =>
  sql`UPDATE purchases SET ${sql.ref(column)} = ${sql.ref(column)} - interval '31 days' WHERE user_id = ${id}`.execute(
    site.database.platform,
  );

const TAKINGS: [name: string, take: (member: Account) => Promise<Answer>][] = [
  [
    'moved to another address',
    async (member) => {
      const { name, mobile, role } = (await userRow(site, member.id)) ?? {};
      return callsOf(site, admin).update({ id: member.id, name, mobile, role, email: `thief.${member.email}` });
    },
  ],
  ['deleted', ({ id }) => callsOf(site, admin).remove(id)],
  ['blocked', ({ id }) => callsOf(site, admin).setStatus(id, 'BLOCKED')],
  [
    'left without second factors',
    ({ id }) =>
      site.call('POST', '/api/v1/admin/member/factors/reset', { token: admin.token, ip: freshIp(), body: { id } }),
  ],
];

/** After these the member is to get money back. */
const IS_OWED = new Set(['reversed', 'left with a cancelled refund']);

describe.each(ENDINGS)('a member who was %s', (ending, end) => {
  it.each(TAKINGS)('is not %s by one admin', async (taking, take) => {
    await setRule(false);
    // At most 20 changes of one admin wait.
    await sql`UPDATE approvals SET state = 'EXPIRED', decided_at = now() WHERE state = 'OPEN'`.execute(
      site.database.platform,
    );
    const member = await makeMember(site);
    await addApp(site, member);
    await end(member);
    await setRule(true);
    const before = await userRow(site, member.id);
    const { status, body } = await take(member);
    // Nobody deletes a member who is to get money back, and has not asked for it.
    const isRefused = taking === 'deleted' && IS_OWED.has(ending);
    expect([status, body.data?.state]).toEqual(isRefused ? [409, undefined] : [200, 'waiting']);
    const { email, status: state, deleted_at } = (await userRow(site, member.id)) ?? {};
    expect({ email, state, deleted_at }).toEqual({ email: before?.email, state: before?.status, deleted_at: null });
  });
});

it('a member who never had anything is changed by one admin, as before', async () => {
  await setRule(true);
  for (const [, take] of TAKINGS.slice(0, 3)) {
    const member = await makeMember(site);
    expect((await take(member)).body.data).toEqual({ state: 'done' });
  }
  const unproven = await makeMember(site);
  const { id } = await submitted(site, unproven, manual());
  expect((await post(site, REJECT, admin, { id })).status).toBe(200);
  expect((await callsOf(site, admin).remove(unproven.id)).body.data).toEqual({ state: 'done' });
});

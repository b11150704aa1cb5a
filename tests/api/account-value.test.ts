/** An account with tokens, a purchase that waits or money that is owed: one admin alone neither moves, nor closes, nor erases it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, PASSWORD, seasonAdmins } from '../support/accounts.ts';
import { plantPair, plantRow } from '../support/bank-rows.ts';
import { addApp } from '../support/factors.ts';
import { callsOf, userRow } from '../support/members.ts';
import { APPROVE, manual, post, REJECT, submitted } from '../support/purchases.ts';
import { approvedRefund, importAny, REFUNDS, refundRow, reversed, todayInIndia } from '../support/refunds.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';
import { makeAccount } from '../support/statements.ts';

const CHANGES = '/api/v1/admin/member/changes';
const LAUNCH = '/api/v1/admin/launch';
const WALLET = `0x${'4'.repeat(40)}`;
const WITHOUT_REQUEST =
  'This member has tokens, a purchase that waits or money to come, and has not asked for the deletion. They ask for it in their profile.';

let site: Site;
let companyId: string;
let maker: Account;
let checker: Account;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  [maker, checker] = [await makeAdmin(site, { name: 'Vikram Shah' }), await makeAdmin(site, { name: 'Leela Nair' })];
  await seasonAdmins(site, [maker.id, checker.id]);
});
afterAll(() => site?.remove());
/** Ages what was proposed: one admin proposes 30 changes an hour, and here more. */
beforeEach(async () => {
  await sql`UPDATE approvals SET proposed_at = proposed_at - interval '1 hour' WHERE state <> 'OPEN'`.execute(
    site.database.platform,
  );
});

const company = (change: object) =>
  site.database.platform.updateTable('companies').set(change).where('id', '=', companyId).execute();
const setRule = (isOn: boolean) => company({ two_admins_for_accounts: isOn });
const confirm = (answer: Answer, id: string): Promise<Answer> => {
  expect(answer.body.data).toMatchObject({ state: 'waiting' });
  return site.call('POST', `${CHANGES}/confirm`, { token: checker.token, ip: freshIp(), body: { id } });
};
const waitingFor = async (userId: string): Promise<string> => {
  const { body } = await site.call('GET', CHANGES, { token: checker.token, ip: freshIp() });
  return body.data.proposals.find((it: { userId: string }) => it.userId === userId)?.id;
};
const detailsOf = async ({ id }: Account, change: object) => {
  const { name, mobile, email, role, status } = (await userRow(site, id)) ?? {};
  return { id, name, mobile, email, role, status, ...change };
};
const elsewhere = () => `elsewhere-${Math.random().toString(36).slice(2)}@example.com`;
const asMember = (who: Account, method: string, path: string, body?: object) =>
  site.call(method, path, { token: who.token, ip: freshIp(), ...(body && { body }) });
const askForDeletion = (who: Account) =>
  asMember(who, 'POST', '/api/v1/user/auth/deletion/request', { password: PASSWORD });

/** Ways to be worth something. */
const HOLDERS: readonly (readonly [string, () => Promise<Account>])[] = [
  [
    'tokens',
    async () => {
      const member = await makeMember(site);
      const { id } = await submitted(site, member, manual());
      expect((await post(site, APPROVE, maker, { id })).status).toBe(200);
      return member;
    },
  ],
  [
    'a purchase that waits',
    async () => {
      const member = await makeMember(site);
      await submitted(site, member, manual());
      return member;
    },
  ],
];
/** Ways to be worth something because money is to come. */
const OWED: typeof HOLDERS = [
  [
    'a reversed purchase for which there is no refund yet',
    async () => {
      await setRule(false);
      const member = await makeMember(site);
      await reversed(site, member, maker);
      return member;
    },
  ],
  [
    'a payment at the bank whose claim was rejected',
    async () => {
      const member = await makeMember(site);
      const { purchaseId } = await plantPair(site, member, await makeAccount(site, companyId));
      expect(
        (await post(site, REJECT, maker, { id: purchaseId, reason: 'The payment has not reached our account.' }))
          .status,
      ).toBe(200);
      return member;
    },
  ],
];
/** Ways to have had something that is settled now. */
const SETTLED: typeof HOLDERS = [true, false].map(
  (byStatement) =>
    [
      byStatement ? 'a refund that a statement says is paid' : 'a refund that was paid by hand',
      async () => {
        await setRule(false);
        const member = await makeMember(site);
        const id = await approvedRefund(site, member, maker, true);
        if (byStatement) {
          const { reference } = await refundRow(site, id);
          const accountId = await makeAccount(site, companyId);
          await plantRow(site, companyId, accountId, { reference, side: 'DEBIT' });
          await importAny(site, maker, accountId);
        } else {
          const paid = { id, paidOn: todayInIndia(), bankReference: 'N326112345678901' };
          expect((await post(site, `${REFUNDS}/pay`, checker, paid)).status).toBe(200);
        }
        expect((await refundRow(site, id)).state).toBe('PAID');
        return member;
      },
    ] as const,
);
/** Ways to take an account. */
const TAKINGS: readonly (readonly [string, (member: Account) => Promise<Answer>, (row: object) => void])[] = [
  [
    'moves it to another address',
    async (member) => callsOf(site, maker).update(await detailsOf(member, { email: elsewhere() })),
    (row) => expect(row).toMatchObject({ email: expect.stringContaining('elsewhere') }),
  ],
  [
    'blocks it with its details',
    async (member) => callsOf(site, maker).update(await detailsOf(member, { status: 'BLOCKED' })),
    (row) => expect(row).toMatchObject({ status: 'BLOCKED' }),
  ],
  [
    'blocks it',
    (member) => callsOf(site, maker).setStatus(member.id, 'BLOCKED'),
    (row) => expect(row).toMatchObject({ status: 'BLOCKED' }),
  ],
  [
    'deactivates it',
    (member) => callsOf(site, maker).setStatus(member.id, 'INACTIVE'),
    (row) => expect(row).toMatchObject({ status: 'INACTIVE' }),
  ],
];

describe.each([...HOLDERS, ...OWED, ...SETTLED])('an account with %s', (_, make) => {
  it.each(TAKINGS)('waits for a second admin under the rule when one %s', async (_way, take, check) => {
    const member = await make();
    await setRule(true);
    const before = await userRow(site, member.id);
    const answer = await take(member);
    expect(await userRow(site, member.id)).toEqual(before);
    const id = await waitingFor(member.id);
    expect((await confirm(answer, id)).status).toBe(200);
    check((await userRow(site, member.id)) ?? {});
  });

  it('keeps its second factors until a second admin agrees', async () => {
    const member = await make();
    await setRule(true);
    await addApp(site, member);
    const reset = () => post(site, '/api/v1/admin/member/factors/reset', maker, { id: member.id });
    const factors = async () =>
      (await sql`SELECT FROM totp_factors WHERE user_id = ${member.id}`.execute(site.database.platform)).rows.length;
    const answer = await reset();
    expect(await factors()).toBe(1);
    const id = await waitingFor(member.id);
    expect((await confirm(answer, id)).status).toBe(200);
    expect(await factors()).toBe(0);
  });

  it('is not deleted alone under the rule', async () => {
    const member = await make();
    await setRule(true);
    const { status, body } = await callsOf(site, maker).remove(member.id);
    expect(status === 409 || body.data.state === 'waiting').toBe(true);
    expect(await userRow(site, member.id)).toMatchObject({ deleted_at: null });
  });
});

describe.each([...HOLDERS, ...OWED])('an account with %s', (_, make) => {
  it('is not deleted by anybody without its own request, with and without the rule', async () => {
    for (const isOn of [true, false]) {
      const member = await make();
      await setRule(isOn);
      const { status } = await callsOf(site, maker).remove(member.id);
      expect([isOn, status]).toEqual([isOn, 409]);
      expect(await userRow(site, member.id)).toMatchObject({ deleted_at: null });
    }
  });
});

describe('an account without value', () => {
  it('changes as before', async () => {
    await setRule(true);
    const [one, two, three] = [await makeMember(site), await makeMember(site), await makeMember(site)];
    const as = callsOf(site, maker);
    const answers = [
      await as.update(await detailsOf(one, { email: elsewhere() })),
      await as.setStatus(two.id, 'BLOCKED'),
      await as.remove(three.id),
    ];
    expect(answers.map(({ status, body }) => [status, body.data.state])).toEqual([
      [200, 'done'],
      [200, 'done'],
      [200, 'done'],
    ]);
  });
});

describe('a holder who leaves', () => {
  const holder = async (): Promise<Account> => (await HOLDERS[0]?.[1]()) ?? expect.fail('no holder');

  it('says first where the tokens go, and the address stays until the pack', async () => {
    await setRule(false);
    const member = await holder();
    const first = await askForDeletion(member);
    expect([first.status, first.body.message]).toEqual([
      409,
      'You hold tokens. Please enter your wallet address first: they are sent there at the launch, also after your account is deleted.',
    ]);
    const saved = await asMember(member, 'PUT', '/api/v1/user/auth/profile/update', {
      walletAddress: WALLET,
      password: PASSWORD,
    });
    expect(saved.status).toBe(200);
    const early = await callsOf(site, maker).remove(member.id);
    expect([early.status, early.body.message]).toEqual([409, WITHOUT_REQUEST]);
    expect((await askForDeletion(member)).status).toBe(200);
    expect((await callsOf(site, maker).remove(member.id)).status).toBe(200);
    expect(await userRow(site, member.id)).toMatchObject({
      name: 'Deleted member',
      wallet_address: WALLET,
      mobile: '',
    });
  });

  it('and was deleted before this rule gets an address by two admins', async () => {
    const member = await holder();
    await sql`UPDATE users SET name = 'Deleted member', email = ${`${member.id}@erased.invalid`}, deleted_at = now(), status = 'INACTIVE'
      WHERE id = ${member.id}`.execute(site.database.platform);
    await company({ launch_state: 'FROZEN' });
    try {
      const body = { userId: member.id, walletAddress: WALLET, reason: 'They wrote from their old address.' };
      const proposed = await site.call('PUT', `${LAUNCH}/address/update`, { token: maker.token, ip: freshIp(), body });
      expect([proposed.status, proposed.body.data?.outcome]).toEqual([200, 'waiting']);
      const { rows } = await sql<{
        id: string;
      }>`SELECT id FROM approvals WHERE kind = 'launch.address' AND state = 'OPEN'`.execute(site.database.platform);
      expect((await post(site, `${LAUNCH}/confirm`, checker, { id: rows[0]?.id })).status).toBe(200);
      expect(await userRow(site, member.id)).toMatchObject({ wallet_address: WALLET });
    } finally {
      await company({ launch_state: 'SELLING' });
    }
  });
});

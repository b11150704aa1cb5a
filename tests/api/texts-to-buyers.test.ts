/** No admin alone writes a buyer where to pay: every door, spellings, the second admin, and a recent sign-in. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyerFields } from '@/lib/core/buyer-text.ts';
import { REASONS } from '@/lib/core/ready-sentences.ts';
import { CALLS } from '../../src/lib/http/openapi/operations.ts';
import {
  type Account,
  companyIdOf,
  makeAdmin,
  makeMember,
  makeSuper,
  outdateSessions,
  seasonAdmins,
} from '../support/accounts.ts';
import { callsOf, newPerson, userRow } from '../support/members.ts';
import { payeeText } from '../support/payee-spellings.ts';
import { freshReference, manual, post, REJECT, submitted, upi } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const MESSAGES = '/api/v1/admin/transaction/messages';
const FREE_TEXT = 'Please come to our office with the receipt.';
const [READY] = REASONS;
const ID = '00000000-0000-4000-8000-000000000001';

let site: Site;
let companyId: string;
let maker: Account;
let checker: Account;
let platform: Account;
let buyer: Account;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  [maker, checker] = [await makeAdmin(site, { name: 'Vikram Shah' }), await makeAdmin(site, { name: 'Leela Nair' })];
  await seasonAdmins(site, [maker.id, checker.id]);
  platform = await makeSuper(site);
  buyer = await makeMember(site);
});
afterAll(() => site?.remove());

const company = (change: object) =>
  site.database.platform.updateTable('companies').set(change).where('id', '=', companyId).execute();
/** Both rules ask for a second admin of texts. */
const RULES = [
  ['accounts', { two_admins_for_accounts: true, second_approver_above_paise: null }],
  ['amounts', { two_admins_for_accounts: false, second_approver_above_paise: 10_000_000_000n }],
] as const;
const NO_RULE = { two_admins_for_accounts: false, second_approver_above_paise: null };

it('lets no admin call a buyer by where to pay', async () => {
  const row = await userRow(site, buyer.id);
  const names = ['Pay only to evil@okaxis', 'Call 98765 43210', 'HDFC0000001 account 50100012344417', 'evil at okaxis'];
  for (const name of names) {
    const added = await callsOf(site, maker).add(newPerson({ name }));
    const changed = await callsOf(site, maker).update({
      id: buyer.id,
      mobile: row?.mobile,
      email: buyer.email,
      role: 'USER',
      name,
    });
    for (const { status, body } of [added, changed])
      expect([name, status, body.message]).toEqual([name, 422, expect.stringContaining('Please enter the name alone')]);
  }
  for (const name of ['Asha Rao', 'M/s. A. B. Traders & Sons', 'आशा राव', "D'Souza-Iyer"])
    expect((await callsOf(site, maker).add(newPerson({ name }))).status).toBe(201);
});

/** What each call takes besides its texts. */
const BODIES: Readonly<Record<string, object>> = {
  addMessageAsAdmin: { id: ID },
  rejectPurchase: { id: ID },
  rejectPurchasesOf: { userId: ID },
  rejectUnproven: {},
  rejectClaim: { purchaseId: ID },
  reversePurchase: { id: ID },
  askRefundAccount: { id: ID },
  cancelRefund: { id: ID },
  reopenRefund: { id: ID },
  refuseReward: { id: ID },
  sendAnnouncement: { title: 'A news', text: 'Something new' },
  updateSettings: { version: 1 },
  changeLaunchAddress: { userId: ID, walletAddress: `0x${'4'.repeat(40)}` },
  pauseCompany: { id: ID },
  updateBrand: { id: ID, socialLinks: [] },
};
const doors = CALLS.flatMap(({ name, contract }) =>
  buyerFields(contract.input).map((field) => ({ name, field, contract, title: `${name}.${field}` })),
);
type Door = (typeof doors)[number];
const send = ({ name, field, contract }: Door, text: string) =>
  site.call(contract.method, contract.path, {
    token: contract.access === 'super' ? platform.token : maker.token,
    ip: freshIp(),
    body: { ...BODIES[name], [field]: text },
  });

describe.each(doors.map((door) => [door.title, door] as const))('the door %s', (_, door) => {
  it('is in the table', () => expect(BODIES).toHaveProperty(door.name));

  it('lets no spelling of a payee through', async () => {
    await company(NO_RULE);
    for (const text of fc.sample(payeeText, 8)) {
      const { status, body } = await send(door, text);
      expect([text, status, body.field]).toEqual([text, 422, door.field]);
    }
  });

  // A super admin confirms each of them, and no rule of a company binds them.
  if (door.contract.access !== 'admin') return;
  it('asks whose session it is before a text in own words', async () => {
    await company(NO_RULE);
    await outdateSessions(site, maker);
    const { status, body } = await send(door, FREE_TEXT);
    await sql`UPDATE sessions SET authenticated_at = now()`.execute(site.database.platform);
    expect([status, body.code]).toEqual([403, 'reauthentication_required']);
  });

  it.each(RULES)('sends no own words of one admin under the rule of %s', async (_rule, rule) => {
    await company(rule);
    try {
      const { status, body } = await send(door, FREE_TEXT);
      if (door.contract.textsWait) expect([404, 409, 200, 201].includes(status)).toBe(true);
      else expect([status, body.field]).toEqual([422, door.field]);
      const { rows } = await sql`SELECT FROM mails m WHERE kind NOT LIKE 'settings-%' AND kind NOT LIKE '%-proposed'
        AND m.to_address = ${buyer.email}`.execute(site.database.platform);
      expect(rows).toEqual([]);
      if (!door.contract.textsWait) expect((await send(door, READY)).status).not.toBe(422);
    } finally {
      await company(NO_RULE);
    }
  });
});

const thread = async (who: Account, id: string) => {
  const path = who === buyer ? '/api/v1/user/transaction/messages/list' : `${MESSAGES}/list`;
  return (await site.call('GET', `${path}?id=${id}`, { token: who.token, ip: freshIp() })).body.data.records;
};
const write = (id: string, text = FREE_TEXT, more: object = {}) =>
  post(site, `${MESSAGES}/add`, maker, { id, text, ...more });
const decide = (verb: string, who: Account, id: string) => post(site, `${MESSAGES}/${verb}`, who, { id });
const mailsAbout = async (id: string) =>
  (
    await site.database.platform
      .selectFrom('mails')
      .select('kind')
      .where('about_id', '=', id)
      .where('kind', 'like', 'purchase-%')
      .where('kind', '<>', 'purchase-submitted')
      .execute()
  ).length;
const order = async () => submitted(site, buyer, manual());

describe.each(RULES)('a message in own words under the rule of %s', (_, rule) => {
  beforeAll(() => company(rule));
  afterAll(() => company(NO_RULE));

  it('waits for another admin, says until when, and reaches the buyer only then', async () => {
    const { id } = await order();
    const sent = await write(id, FREE_TEXT, { isQuestion: true });
    expect([sent.status, sent.body.message]).toEqual([
      201,
      'The message waits for a second admin. The buyer can’t read it yet.',
    ]);
    const { waiting } = sent.body.data;
    expect(waiting).toMatchObject({ proposedBy: 'Vikram Shah', isMine: true, expiresAt: expect.any(String) });
    expect([await thread(buyer, id), await mailsAbout(id)]).toEqual([[], 0]);
    expect(await thread(checker, id)).toMatchObject([{ text: FREE_TEXT, waiting: { id: waiting.id, isMine: false } }]);
    const dashboard = await site.call('GET', '/api/v1/admin/dashboard/get', { token: checker.token, ip: freshIp() });
    expect(dashboard.body.data.waiting).toMatchObject({
      messagesToConfirm: expect.any(Number),
      messagesPath: expect.stringContaining('#messages-'),
    });
    expect((await decide('confirm', maker, waiting.id)).status).toBe(403);
    expect((await decide('confirm', checker, waiting.id)).status).toBe(200);
    expect(await thread(buyer, id)).toMatchObject([{ text: FREE_TEXT, isQuestion: true, by: 'team' }]);
    expect(await thread(checker, id)).toMatchObject([{ author: 'Vikram Shah' }]);
    expect(await mailsAbout(id)).toBe(1);
    expect((await decide('confirm', checker, waiting.id)).status).toBe(409);
  });

  it('is refused or withdrawn without reaching the buyer, and its text is gone', async () => {
    for (const [verb, who, other] of [
      ['refuse', checker, maker],
      ['withdraw', maker, checker],
    ] as const) {
      const { id } = await order();
      const { id: waiting } = (await write(id)).body.data.waiting;
      expect((await decide(verb, other, waiting)).status).toBe(403);
      expect((await decide(verb, who, waiting)).status).toBe(200);
      expect((await decide('confirm', checker, waiting)).status).toBe(409);
      expect([await thread(buyer, id), await thread(maker, id)]).toEqual([[], []]);
      const row = await site.database.platform
        .selectFrom('approvals')
        .select('change')
        .where('id', '=', waiting)
        .executeTakeFirst();
      expect(row?.change).toEqual({});
    }
  });

  it('is not confirmed by a session without a recent proof, nor after its buyer was decided on with a question', async () => {
    const { id } = await order();
    const { id: waiting } = (await write(id, FREE_TEXT, { isQuestion: true })).body.data.waiting;
    await outdateSessions(site, checker);
    expect((await decide('confirm', checker, waiting)).status).toBe(403);
    await sql`UPDATE sessions SET authenticated_at = now()`.execute(site.database.platform);
    expect((await post(site, REJECT, checker, { id, reason: READY })).status).toBe(200);
    expect((await decide('confirm', checker, waiting)).status).toBe(409);
    expect(await thread(buyer, id)).toEqual([]);
  });

  it('goes out immediately as a ready sentence', async () => {
    const { id } = await order();
    const sent = await write(id, 'Please send a clearer screenshot.');
    expect([sent.status, sent.body.data.waiting]).toEqual([201, undefined]);
    expect(await thread(buyer, id)).toHaveLength(1);
  });
});

describe('numbers that a text may name', () => {
  it('are those of the buyer who reads it, and the contacts of the site', async () => {
    const referenceNumber = freshReference();
    const { id } = await submitted(site, buyer, await upi(site, buyer, { referenceNumber }));
    const { id: other } = await order();
    await company({ support_phone: '+919876500000', support_email: 'help@example.com' });
    const text = `Please check the UTR ${referenceNumber.slice(0, 4)} ${referenceNumber.slice(4)}, or call 98765 00000 or write to help@example.com.`;
    expect((await write(id, text)).status).toBe(201);
    expect((await write(other, text)).status).toBe(422);
    expect((await post(site, REJECT, maker, { id, reason: `UTR ${referenceNumber} is not ours.` })).status).toBe(200);
  });
});

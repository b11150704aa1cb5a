/** Mails to a member are listed without their text, and sent again only while they are true. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { outboxOf, type PageCalls, pageCallsOf, putMail } from '../support/member-page.ts';
import { askForDeletion, callsOf, trailAbout } from '../support/members.ts';
import { APPROVE, manual, post, REJECT, REVERSE, submitted, tally } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
let as: PageCalls;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
  as = pageCallsOf(site, admin);
});
afterAll(() => site?.remove());

const NOBODY = '0190f2b6-7c1a-7000-8000-00000000dead';
const listed = async (member: Account) => (await as.read('mails', member.id)).body.data.records;
const resentMails = (member: Account) =>
  outboxOf(site, member.email).then((rows) => rows.filter((row) => row.resent_by !== null));
/** Makes all mails so far an hour old. */
const anHourLater = (member: Account) =>
  site.database.platform
    .updateTable('mails')
    .set({ created_at: new Date(Date.now() - 3_600_000) })
    .where('to_address', '=', member.email)
    .execute();

describe('the list', () => {
  it('has kind, times and delivery state, newest first, and no texts', async () => {
    const member = await makeMember(site);
    const made = await submitted(site, member, manual());
    await post(site, APPROVE, admin, { id: made.id });
    await putMail(site, member, { kind: 'reset-code' });
    const failed = await putMail(site, member, { kind: 'welcome', state: 'FAILED', ageSeconds: 7200 });
    await site.database.platform
      .updateTable('mails')
      .set({ last_error: '550 no such mailbox' })
      .where('id', '=', failed)
      .execute();
    await expect
      .poll(async () => (await listed(member)).map((it: { state: string }) => it.state))
      .toEqual(['SENT', 'SENT', 'SENT', 'FAILED']);
    const rows = await listed(member);
    expect(rows).toEqual([
      {
        id: expect.any(String),
        title: 'Purchase approved',
        orderNumber: made.orderNumber,
        state: 'SENT',
        problem: null,
        createdAt: expect.stringMatching(/Z$/),
        sentAt: expect.stringMatching(/Z$/),
        resentBy: null,
        resendProblem: null,
      },
      expect.objectContaining({ title: 'Purchase received', resendProblem: 'Its content is no longer true.' }),
      expect.objectContaining({
        title: 'Code to set a new password',
        resendProblem: 'It contained a one-time code. The member can request a new one.',
      }),
      expect.objectContaining({ title: 'Welcome', problem: '550 no such mailbox', resendProblem: null }),
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/subject|payload|text|html/);
  });

  it('excludes discarded mails and mails to others', async () => {
    const [member, other] = [await makeMember(site), await makeMember(site)];
    const id = await putMail(site, member);
    await putMail(site, other);
    await putMail(site, { ...member, companyId: await makeCompany(site) });
    await site.database.platform.updateTable('mails').set({ discard: true }).where('id', '=', id).execute();
    expect(await listed(member)).toEqual([]);
  });
});

describe('sending again', () => {
  it('puts a new mail into the outbox, and records it without an address', async () => {
    const referrer = await makeMember(site, { name: 'Meera Iyer' });
    const member = await makeMember(site, { name: 'Kavya Menon', referrerId: referrer.id });
    const made = await submitted(site, member, manual());
    await post(site, APPROVE, admin, { id: made.id });
    await Promise.all([anHourLater(member), anHourLater(referrer)]);
    for (const [who, title] of [
      [member, 'Purchase approved'],
      [referrer, 'Reward credited'],
    ] as const) {
      const find = async () => (await listed(who)).find((it: { title: string }) => it.title === title);
      // One that still waits can't be sent again.
      await expect.poll(find).toMatchObject({ state: 'SENT' });
      const mail = await find();
      const answer = await as.resend(who.id, mail.id);
      expect([answer.status, answer.body.message]).toEqual([200, 'The mail will be sent again.']);
      const [sent] = await resentMails(who);
      expect(sent).toMatchObject({ id: answer.body.data.mailId, about_id: made.id, resent_by: admin.id });
      const first = (await outboxOf(site, who.email)).find((it) => it.id === mail.id);
      expect(sent?.subject).toBe(first?.subject);
      await expect.poll(async () => (await listed(who))[0]).toMatchObject({ state: 'SENT', resentBy: 'Vikram Shah' });
    }
    const trail = await trailAbout(site, member.id);
    expect(trail.at(-1)).toMatchObject({
      action: 'mail.resend',
      actor_id: admin.id,
      after: { mail: 'purchase-approved', orderNumber: made.orderNumber },
    });
    expect(JSON.stringify(trail)).not.toContain('@');
  });

  it('sends one mail for two parallel calls and for a repeated call', async () => {
    const member = await makeMember(site);
    const mailId = await putMail(site, member);
    const answers = await Promise.all(Array.from({ length: 8 }, () => as.resend(member.id, mailId)));
    expect(tally(answers)).toEqual({ 200: 8 });
    const ids = new Set(answers.map((it) => it.body.data.mailId));
    expect(ids.size).toBe(1);
    expect((await as.resend(member.id, mailId)).body.data.mailId).toBe([...ids][0]);
    expect(await resentMails(member)).toHaveLength(1);
    expect((await trailAbout(site, member.id)).filter((it) => it.action === 'mail.resend')).toHaveLength(1);
  });

  it('sends one mail for parallel calls by two admins: the other waits a minute', async () => {
    const member = await makeMember(site);
    const mailId = await putMail(site, member);
    const other = pageCallsOf(site, await makeAdmin(site));
    const answers = await Promise.all([as, other, as, other].map((calls) => calls.resend(member.id, mailId)));
    expect(tally(answers)).toEqual({ 200: 2, 429: 2 });
    const refused = answers.find((it) => it.status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(await resentMails(member)).toHaveLength(1);
  });

  it('waits a minute after the mail itself, and sends five times a day', async () => {
    const member = await makeMember(site);
    const mailId = await putMail(site, member, { ageSeconds: 5 });
    expect((await as.resend(member.id, mailId)).status).toBe(429);
    for (let n = 0; n < 5; n++) {
      await anHourLater(member);
      expect([n, (await as.resend(member.id, mailId)).status]).toEqual([n, 200]);
    }
    await anHourLater(member);
    const sixth = await as.resend(member.id, mailId);
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect(await resentMails(member)).toHaveLength(5);
    // Another mail to the same member has its own counter.
    expect((await as.resend(member.id, await putMail(site, member, { kind: 'invitation' }))).status).toBe(200);
  });

  it('is refused for codes, past events and texts that are no longer true', async () => {
    const member = await makeMember(site);
    const made = await submitted(site, member, manual());
    const refused = async (kind: string, why: string, aboutId?: string) => {
      const mailId = await putMail(site, member, { kind, ...(aboutId && { aboutId }) });
      const answer = await as.resend(member.id, mailId);
      expect([kind, answer.status, answer.body.message]).toEqual([kind, 409, `This mail can’t be sent again. ${why}`]);
    };
    const code = 'It contained a one-time code. The member can request a new one.';
    const untrue = 'Its content is no longer true.';
    for (const kind of ['reset-code', 'registration-code']) await refused(kind, code);
    for (const kind of ['password-changed', 'email-taken', 'new-admin', 'purchases-waiting'])
      await refused(kind, 'It was about a past event.');
    for (const kind of ['account-verified', 'account-blocked', 'account-inactive', 'deletion-requested'])
      await refused(kind, untrue);
    await refused('purchase-approved', 'Its purchase is not on record.');
    for (const kind of ['purchase-approved', 'purchase-rejected', 'purchase-reversed', 'reward-credited'])
      await refused(kind, untrue, made.id);
    await post(site, REJECT, admin, { id: made.id });
    await refused('purchase-submitted', untrue, made.id);
    const waiting = await putMail(site, member, { state: 'WAITING' });
    expect((await as.resend(member.id, waiting)).body.message).toContain('It is already waiting to be sent.');
    expect(await resentMails(member)).toEqual([]);
  });

  it('sends the text that is true for each status of account and purchase', async () => {
    const referrer = await makeMember(site);
    const member = await makeMember(site, { isApproved: true, referrerId: referrer.id });
    const [pending, reversed, rejected] = [
      await submitted(site, member, manual()),
      await submitted(site, member, manual()),
      await submitted(site, member, manual()),
    ];
    await post(site, APPROVE, admin, { id: reversed.id });
    await post(site, REVERSE, admin, { id: reversed.id, reason: 'Charged back' });
    await post(site, REJECT, admin, { id: rejected.id, reason: 'Not received' });
    const sends = async (who: Account, kind: string, aboutId?: string) => {
      await anHourLater(who);
      const answer = await as.resend(who.id, await putMail(site, who, { kind, ...(aboutId && { aboutId }) }));
      expect([kind, answer.status]).toEqual([kind, 200]);
    };
    for (const kind of ['welcome', 'invitation', 'account-verified', 'account-active']) await sends(member, kind);
    await sends(member, 'purchase-submitted', pending.id);
    await sends(member, 'purchase-reversed', reversed.id);
    await sends(member, 'purchase-rejected', rejected.id);
    await sends(referrer, 'reward-reversed', reversed.id);
    const calls = callsOf(site, admin);
    await calls.setStatus(member.id, 'INACTIVE');
    await sends(member, 'account-inactive');
    await calls.setStatus(member.id, 'BLOCKED');
    await sends(member, 'account-blocked');
    expect((await resentMails(member)).length).toBe(9);
  });

  it('returns 404 for a mail of another member, an unknown mail and an erased account', async () => {
    const [member, other] = [await makeMember(site), await makeMember(site)];
    const mailId = await putMail(site, member);
    const foreign = await makeMember(site, { companyId: await makeCompany(site) });
    for (const [id, mail, message] of [
      [other.id, mailId, 'Mail not found.'],
      [member.id, NOBODY, 'Mail not found.'],
      [NOBODY, mailId, 'User not found.'],
      [foreign.id, await putMail(site, foreign), 'User not found.'],
    ] as const) {
      const answer = await as.resend(id, mail);
      expect([answer.status, answer.body.message]).toEqual([404, message]);
    }
    await submitted(site, member, manual());
    await askForDeletion(site, member);
    await callsOf(site, admin).remove(member.id);
    expect((await as.resend(member.id, mailId)).status).toBe(404);
  });
});

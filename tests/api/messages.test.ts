/** Messages about a purchase: one question instead of a rejection, with corrections that nobody approves unseen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { askForDeletion } from '../support/members.ts';
import {
  APPROVE,
  approvalOf,
  freshReference,
  post,
  purchaseRow,
  REJECT,
  submitted,
  tally,
  upi,
  upload,
} from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const MEMBER = '/api/v1/user/transaction/messages';
const ADMIN = '/api/v1/admin/transaction/messages';
const QUESTION = 'Please send a clearer screenshot.';

let site: Site;
let admin: Account;
let buyer: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
  buyer = await makeMember(site);
});
afterAll(async () => site?.remove());

const purchase = async (who = buyer) => submitted(site, who, await upi(site, who));
const ask = (id: string) => post(site, `${ADMIN}/add`, admin, { id, text: QUESTION, isQuestion: true });
const answer = (id: string, more: object, who = buyer) => post(site, `${MEMBER}/add`, who, { id, ...more });
const threadOf = async (who: Account, id: string) =>
  (await site.call('GET', `${who === admin ? ADMIN : MEMBER}/list?id=${id}`, { token: who.token, ip: freshIp() })).body
    .data;
const inList = async (who: Account, id: string) => {
  const path = who === admin ? '/api/v1/admin/transaction/list' : '/api/v1/user/transaction/list';
  const { body } = await site.call('GET', `${path}?limit=100&status=ALL`, { token: who.token, ip: freshIp() });
  return body.data.records.find((row: { id: string }) => row.id === id);
};
const mailsOf = (kind: string, aboutId: string) =>
  site.database.platform
    .selectFrom('mails')
    .select(['to_address', 'lane'])
    .where('kind', '=', kind)
    .where('about_id', '=', aboutId)
    .execute();

describe('a question', () => {
  it('keeps the purchase pending, marks it as waiting for the buyer, and is mailed with the decisions', async () => {
    const { id } = await purchase();
    expect((await ask(id)).status).toBe(201);
    expect(await inList(admin, id)).toMatchObject({ status: 'PENDING', waitingForBuyerSince: expect.any(String) });
    expect(await inList(buyer, id)).toMatchObject({ status: 'PENDING', unreadMessages: 1, messageCount: 1 });
    expect(await mailsOf('purchase-question', id)).toEqual([{ to_address: buyer.email, lane: 1 }]);
    const seen = await threadOf(buyer, id);
    expect(seen).toMatchObject({ canCorrect: true, unread: 1 });
    expect(seen.records).toMatchObject([{ by: 'team', author: null, text: QUESTION, isQuestion: true }]);
    expect((await threadOf(admin, id)).records).toMatchObject([{ by: 'team', author: 'Vikram Shah' }]);
  });

  it('is answered with text, and the admins see it as unread until one of them has read it', async () => {
    const { id } = await purchase();
    await ask(id);
    expect((await answer(id, { text: 'I paid from my brother’s account' })).status).toBe(201);
    expect(await inList(admin, id)).toMatchObject({ waitingForBuyerSince: null, unreadMessages: 1, messageCount: 2 });
    expect((await post(site, `${ADMIN}/read`, admin, { id })).status).toBe(200);
    expect(await inList(admin, id)).toMatchObject({ unreadMessages: 0 });
    expect(await inList(buyer, id)).toMatchObject({ unreadMessages: 1 });
    expect((await post(site, `${MEMBER}/read`, buyer, { id })).status).toBe(200);
    expect(await inList(buyer, id)).toMatchObject({ unreadMessages: 0 });
  });

  it('cannot be asked about a decided purchase; both can still write', async () => {
    const { id } = await purchase();
    await post(site, REJECT, admin, { id });
    expect((await ask(id)).status).toBe(409);
    expect((await post(site, `${ADMIN}/add`, admin, { id, text: 'Please call us.' })).status).toBe(201);
    expect((await answer(id, { text: 'Why was it rejected?' })).status).toBe(201);
  });

  it('names no UPI ID and no IFSC', async () => {
    const { id } = await purchase();
    for (const text of ['Pay again to cowl@sbi', 'Use IFSC SBIN0000300'])
      expect((await post(site, `${ADMIN}/add`, admin, { id, text, isQuestion: true })).status).toBe(422);
    expect((await threadOf(admin, id)).records).toEqual([]);
  });
});

describe('a correction', () => {
  it('replaces the proof, and the earlier one stays for both sides and for the trail', async () => {
    const { id } = await purchase();
    const before = await purchaseRow(site, id);
    await ask(id);
    const receiptId = await upload(site, buyer);
    const { status, body } = await answer(id, { receiptId, replacesProof: true });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      replacesProof: true,
      file: { url: `/api/v1/media/${receiptId}` },
      earlierFile: { url: `/api/v1/media/${before.receipt_id}` },
    });
    expect(await purchaseRow(site, id)).toMatchObject({ receipt_id: receiptId, corrections: 1, status: 'PENDING' });
    for (const token of [buyer.token, admin.token])
      expect((await site.call('GET', body.data.earlierFile.url, { token, ip: freshIp() })).status).toBe(200);
    const { rows } = await site.database.platform
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('action', '=', 'purchase.correct')
      .where('subject_id', '=', id)
      .execute()
      .then((rows) => ({ rows }));
    expect(rows).toEqual([
      {
        before: { receiptId: before.receipt_id, referenceNumber: null },
        after: { isProofReplaced: true, referenceNumber: null },
      },
    ]);
  });

  it('adds a file to the proof without replacing it', async () => {
    const { id } = await purchase();
    const before = await purchaseRow(site, id);
    const receiptId = await upload(site, buyer);
    expect((await answer(id, { receiptId, text: 'The statement too' })).status).toBe(201);
    expect(await purchaseRow(site, id)).toMatchObject({ receipt_id: before.receipt_id, corrections: 0 });
  });

  it('corrects the reference under the rules of a submission, and the search finds the new one', async () => {
    const { id } = await purchase();
    const other = await purchase();
    await ask(id);
    const used = await answer(id, { referenceNumber: other.referenceNumber });
    expect(used.status).toBe(409);
    expect(used.body).toMatchObject({ reason: 'same_reference', field: 'referenceNumber' });
    expect((await answer(id, { referenceNumber: 'x!' })).status).toBe(422);
    const next = freshReference();
    expect((await answer(id, { referenceNumber: `${next.slice(0, 4)} ${next.slice(4)}` })).body.data).toMatchObject({
      correctedReference: next,
    });
    const { body } = await site.call('GET', `/api/v1/admin/transaction/list?search=${next}`, {
      token: admin.token,
      ip: freshIp(),
    });
    expect(body.data.records).toMatchObject([{ id, referenceNumber: next, version: 1 }]);
  });

  it('is refused while no question waits, after an answer, and after the decision', async () => {
    const { id } = await purchase();
    const correction = { referenceNumber: freshReference() };
    expect((await answer(id, correction)).status).toBe(409);
    await ask(id);
    await answer(id, { text: 'One moment' });
    expect((await answer(id, correction)).status).toBe(409);
    await ask(id);
    await post(site, APPROVE, admin, { id });
    expect((await answer(id, correction)).status).toBe(409);
    expect(await purchaseRow(site, id)).toMatchObject({ corrections: 0 });
  });

  it('answers a question once, also when sent many times together', async () => {
    const { id } = await purchase();
    await ask(id);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => answer(id, { referenceNumber: freshReference() })),
    );
    expect(tally(answers)).toEqual({ 201: 1, 409: 7 });
    expect(await purchaseRow(site, id)).toMatchObject({ corrections: 1 });
  });

  it('makes an approval of what was shown before fail, and one without a version succeed', async () => {
    const { id } = await purchase();
    await ask(id);
    await answer(id, { referenceNumber: freshReference() });
    const outdated = await post(site, APPROVE, admin, { id, version: 0 });
    expect(outdated.status).toBe(409);
    expect(outdated.body.reason).toBe('outdated');
    expect(await purchaseRow(site, id)).toMatchObject({ status: 'PENDING' });
    expect((await post(site, APPROVE, admin, { id, version: 1 })).status).toBe(200);
  });

  it('is refused while the first of two approvals is open', async () => {
    const { id } = await purchase();
    await makeAdmin(site);
    await ask(id);
    await site.database.platform.updateTable('companies').set({ second_approver_above_paise: 1n }).execute();
    try {
      expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
      expect(await approvalOf(site, id, 'purchase.approve')).toMatchObject({ state: 'OPEN' });
      expect((await answer(id, { referenceNumber: freshReference() })).status).toBe(409);
      expect((await answer(id, { text: 'Anything else?' })).status).toBe(201);
    } finally {
      await site.database.platform.updateTable('companies').set({ second_approver_above_paise: null }).execute();
    }
  });
});

describe('bounds', () => {
  it('an empty message, or one that is too long, is refused', async () => {
    const { id } = await purchase();
    expect((await answer(id, {})).status).toBe(422);
    expect((await answer(id, { text: 'a'.repeat(1001) })).status).toBe(422);
  });

  it('the member’s data have the messages, and the erasure takes the texts and leaves the proofs', async () => {
    const who = await makeMember(site);
    const { id } = await purchase(who);
    await ask(id);
    const receiptId = await upload(site, who);
    await answer(id, { text: 'Here it is', receiptId, replacesProof: true }, who);
    const data = await site.call('GET', '/api/v1/user/auth/export/get', { token: who.token, ip: freshIp() });
    expect(data.body.data.messages).toMatchObject([
      { by: 'team', text: QUESTION },
      { by: 'you', text: 'Here it is', fileId: receiptId },
    ]);
    await askForDeletion(site, who);
    const deleted = await site.call('DELETE', '/api/v1/admin/auth/delete', {
      token: admin.token,
      ip: freshIp(),
      body: { id: who.id },
    });
    expect(deleted.status).toBe(200);
    const rows = (await threadOf(admin, id)).records;
    expect(rows.map((row: { text: string }) => row.text)).toEqual(['', '']);
    expect((await site.call('GET', rows[1].earlierFile.url, { token: admin.token, ip: freshIp() })).status).toBe(200);
    expect((await post(site, `${ADMIN}/add`, admin, { id, text: 'Hello?' })).status).toBe(409);
  });
});

/** Attacks on the messages about a purchase (docs/security.md, Findings closed). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { PROXY } from '../support/proxies.ts';
import { APPROVE, freshReference, post, purchaseRow, submitted, tally, upi, upload } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const MEMBER = '/api/v1/user/transaction/messages';
const ADMIN = '/api/v1/admin/transaction/messages';

let site: Site;
let admin: Account;
let buyer: Account;
let stranger: Account;
beforeAll(async () => {
  site = await startSite();
  [admin, buyer, stranger] = [await makeAdmin(site), await makeMember(site), await makeMember(site)];
});
afterAll(async () => site?.remove());

const purchase = async () => submitted(site, buyer, await upi(site, buyer));
const ask = (id: string) => post(site, `${ADMIN}/add`, admin, { id, text: 'Which bank?', isQuestion: true });

describe('messages: a stranger reads, writes or floods the thread of an order', () => {
  it('another member, and another company’s admin, get the same 404 as for a missing order', async () => {
    const { id } = await purchase();
    await ask(id);
    const companyId = await makeCompany(site);
    const foreign = await makeAdmin(site, { companyId });
    await site.database.platform
      .insertInto('company_hosts')
      .values({ host: 'other.localhost', company_id: companyId })
      .execute();
    const headers = { 'X-Forwarded-Host': `other.localhost:${site.port}` };
    // A proxy replaces the header, so that the call reaches a company that does not know this admin.
    for (const [path, who, more, refused] of [
      [MEMBER, stranger, {}, 404],
      [ADMIN, foreign, headers, PROXY === null ? 404 : 401],
    ] as const) {
      const read = await site.call('GET', `${path}/list?id=${id}`, { token: who.token, ip: freshIp(), headers: more });
      expect(read.status).toBe(refused);
      expect((await post(site, `${path}/add`, who, { id, text: 'Hello' }, more)).status).toBe(refused);
      expect((await post(site, `${path}/read`, who, { id }, more)).status).toBe(refused);
    }
    const { body } = await site.call('GET', `${MEMBER}/list?id=${id}`, { token: buyer.token, ip: freshIp() });
    expect(body.data.records).toHaveLength(1);
    expect(body.data.unread).toBe(1);
  });

  it('a file of another’s thread stays closed, and nobody can attach another’s file', async () => {
    const { id } = await purchase();
    await ask(id);
    const receiptId = await upload(site, buyer);
    const { body } = await post(site, `${MEMBER}/add`, buyer, { id, receiptId });
    expect((await site.call('GET', body.data.file.url, { token: stranger.token, ip: freshIp() })).status).toBe(404);
    const foreignFile = await upload(site, stranger);
    for (const replacesProof of [true, false])
      expect(
        (await post(site, `${MEMBER}/add`, buyer, { id, receiptId: foreignFile, replacesProof })).status,
      ).toBeGreaterThanOrEqual(404);
  });

  it('1,000 messages of one member are refused after the limit, and the admins get one mail', async () => {
    const flooder = await makeMember(site);
    const { id } = await submitted(site, flooder, await upi(site, flooder));
    const answers = [];
    for (let round = 0; round < 20; round++)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 50 }, (_, n) =>
            post(site, `${MEMBER}/add`, flooder, { id, text: `Message ${round}-${n}` }),
          ),
        )),
      );
    const counts = tally(answers);
    expect(counts[201]).toBeLessThanOrEqual(40);
    expect((counts[201] ?? 0) + (counts[429] ?? 0)).toBe(1_000);
    const mails = await site.database.platform
      .selectFrom('mails')
      .select('id')
      .where('kind', '=', 'purchase-answered')
      .where('to_address', '=', admin.email)
      .where('subject', 'like', '%has written%')
      .execute();
    expect(mails).toHaveLength(1);
  });

  it('a reference that is replaced in the moment of the approval is never approved unseen', async () => {
    const { id, referenceNumber } = await purchase();
    await ask(id);
    const [corrected, approved] = await Promise.all([
      post(site, `${MEMBER}/add`, buyer, { id, referenceNumber: freshReference() }),
      post(site, APPROVE, admin, { id, version: 0 }),
    ]);
    const row = await purchaseRow(site, id);
    if (approved.status === 200) expect(row).toMatchObject({ status: 'APPROVED', reference_number: referenceNumber });
    else expect(row).toMatchObject({ status: 'PENDING', corrections: 1 });
    expect([corrected.status, approved.status].sort()).toEqual(approved.status === 200 ? [200, 409] : [201, 409]);
  });
});

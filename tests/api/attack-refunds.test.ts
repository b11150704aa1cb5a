/** Attacks on refunds (docs/security.md, Findings closed). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Account,
  makeAdmin,
  makeCompany,
  makeMember,
  outdateSessions,
  PASSWORD,
  signIn,
} from '../support/accounts.ts';
import { PROXY } from '../support/proxies.ts';
import { APPROVE, manual, post, REVERSE, submitted } from '../support/purchases.ts';
import {
  addRefund,
  approveRefund,
  enterAccount,
  listOf,
  madeRefund,
  OWN_REFUNDS,
  REFUNDS,
  readyRefund,
  refundRow,
  UPI_PAYEE,
} from '../support/refunds.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
let buyer: Account;
let stranger: Account;
beforeAll(async () => {
  site = await startSite();
  [admin, buyer, stranger] = [await makeAdmin(site), await makeMember(site), await makeMember(site)];
});
afterAll(async () => site?.remove());

describe('refunds: somebody leads the money to themselves', () => {
  it('another member neither sees a refund nor enters an account for it', async () => {
    const id = await madeRefund(site, buyer, admin);
    expect((await enterAccount(site, stranger, id)).status).toBe(404);
    expect((await listOf(site, stranger, `${OWN_REFUNDS}/list`)).total).toBe(0);
    expect((await refundRow(site, id)).payee_version).toBe(0);
  });

  it('an admin of another company gets the 404 of a missing refund', async () => {
    const id = await readyRefund(site, buyer, admin);
    const companyId = await makeCompany(site);
    const foreign = await makeAdmin(site, { companyId });
    const host = 'other-refunds.localhost';
    await site.database.platform.insertInto('company_hosts').values({ host, company_id: companyId }).execute();
    const headers = { 'X-Forwarded-Host': `${host}:${site.port}` };
    const { purchase_id: purchaseId } = await refundRow(site, id);
    const bodies = {
      add: { id: purchaseId },
      approve: { id, payeeVersion: 1 },
      account: { id },
      ask: { id, reason: 'Why' },
      cancel: { id, reason: 'Why' },
    };
    // A proxy replaces the header, so that the call reaches a company that does not know this admin.
    const refused = PROXY === null ? 404 : 401;
    for (const [verb, body] of Object.entries(bodies))
      expect([verb, (await post(site, `${REFUNDS}/${verb}`, foreign, body, headers)).status]).toEqual([verb, refused]);
    expect((await refundRow(site, id)).state).toBe('WAITING_FOR_APPROVAL');
  });

  it('an admin makes and approves no refund to themselves', async () => {
    const asBuyer = await makeMember(site);
    const { id: purchaseId } = await submitted(site, asBuyer, manual());
    await post(site, APPROVE, admin, { id: purchaseId });
    await post(site, REVERSE, admin, { id: purchaseId, reason: 'Wrong one' });
    await site.database.platform.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', asBuyer.id).execute();
    const asAdmin = {
      ...asBuyer,
      ...(await signIn(site, { kind: 'admin', companyId: asBuyer.companyId, accountId: asBuyer.id })),
    };
    expect((await addRefund(site, asAdmin, purchaseId)).status).toBe(403);
    const { id } = (await addRefund(site, admin, purchaseId)).body.data;
    await site.database.platform.updateTable('users').set({ role: 'USER' }).where('id', '=', asBuyer.id).execute();
    await enterAccount(site, asBuyer, id);
    await site.database.platform.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', asBuyer.id).execute();
    expect((await approveRefund(site, asAdmin, id)).status).toBe(403);
    expect((await refundRow(site, id)).approved_by).toBeNull();
  });

  it('a changed account after the approval is not the approved one', async () => {
    const id = await readyRefund(site, buyer, admin);
    await approveRefund(site, admin, id);
    await enterAccount(site, buyer, id, UPI_PAYEE);
    expect(await refundRow(site, id)).toMatchObject({ state: 'WAITING_FOR_APPROVAL', approved_by: null });
    expect((await approveRefund(site, admin, id, 1)).body.reason).toBe('outdated');
  });

  it.each(['ask', 'cancel'])('an hour-old session of an admin ends no approval by %s', async (verb) => {
    const thief = await makeAdmin(site);
    const id = await readyRefund(site, buyer, admin);
    await outdateSessions(site, thief);
    const end = () => post(site, `${REFUNDS}/${verb}`, thief, { id, reason: 'The member asked for it.' });
    await approveRefund(site, admin, id);
    expect((await end()).body.code).toBe('reauthentication_required');
    expect((await refundRow(site, id)).state).toBe('APPROVED');
    const path = '/api/v1/company/auth/reauthenticate';
    await site.call('POST', path, { token: thief.token, ip: freshIp(), body: { password: PASSWORD } });
    expect((await end()).status).toBe(200);
  });

  it('a sealed account that is moved to another refund cannot be read', async () => {
    const [mine, theirs] = [await readyRefund(site, stranger, admin), await readyRefund(site, buyer, admin)];
    const { payee_sealed } = await refundRow(site, mine);
    await site.database.platform.updateTable('refunds').set({ payee_sealed }).where('id', '=', theirs).execute();
    expect((await approveRefund(site, admin, theirs)).status).toBe(409);
  });
});

describe('refunds: the same money goes out twice', () => {
  it('a payment that belongs to another approved purchase is not paid back', async () => {
    const reference = '712345670001';
    const { id: wrong } = await submitted(site, buyer, manual({ referenceNumber: reference }));
    await post(site, APPROVE, admin, { id: wrong });
    await post(site, REVERSE, admin, { id: wrong, reason: 'Wrong one of two' });
    const { id: right } = await submitted(site, stranger, manual({ referenceNumber: reference }));
    await post(site, APPROVE, admin, { id: right });
    expect((await addRefund(site, admin, wrong)).body.message).toMatch(/^This payment belongs to PUR-/);
  });

  it('a refund is not approved once its payment was given to another purchase', async () => {
    const reference = '712345670002';
    const { id: wrong } = await submitted(site, buyer, manual({ referenceNumber: reference }));
    await post(site, APPROVE, admin, { id: wrong });
    await post(site, REVERSE, admin, { id: wrong, reason: 'Wrong one of two' });
    const { id } = (await addRefund(site, admin, wrong)).body.data;
    await enterAccount(site, buyer, id);
    const { id: right } = await submitted(site, stranger, manual({ referenceNumber: reference }));
    await post(site, APPROVE, admin, { id: right });
    expect((await approveRefund(site, admin, id)).status).toBe(409);
  });

  it('a member with an open refund is not deleted', async () => {
    const leaving = await makeMember(site);
    const id = await madeRefund(site, leaving, admin);
    const remove = () =>
      site.call('DELETE', '/api/v1/admin/auth/delete', { token: admin.token, body: { id: leaving.id } });
    expect((await remove()).status).toBe(409);
    await enterAccount(site, leaving, id);
    await post(site, `${REFUNDS}/cancel`, admin, { id, reason: 'Paid in cash' });
    // The money is still to come, until the member asks to go.
    expect((await remove()).status).toBe(409);
    const request = await site.call('POST', '/api/v1/user/auth/deletion/request', {
      token: leaving.token,
      body: { password: PASSWORD },
    });
    expect(request.status).toBe(200);
    expect((await remove()).status).toBe(200);
    expect(await refundRow(site, id)).toMatchObject({ payee_sealed: null, payee_hint: null, note: '' });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeMember } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { freshOrder, manual, PURCHASE, post, submitted, sums } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let companyId: string;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
});
afterAll(() => site?.remove());

const countOf = async (member: Account): Promise<number> => {
  const rows = await site.database.platform
    .selectFrom('purchases')
    .select('id')
    .where('user_id', '=', member.id)
    .execute();
  return rows.length;
};

describe('422', () => {
  it('a key with another content', async () => {
    const member = await makeMember(site);
    const headers = { 'Idempotency-Key': freshOrder() };
    const body = manual();
    await submitted(site, member, body, headers);
    for (const change of [{ amount: '1181' }, { purchaseAmount: '999' }, { purchaseId: freshOrder() }]) {
      const answer = await post(site, PURCHASE, member, { ...body, ...change }, headers);
      expect([answer.status, answer.body.message]).toEqual([
        422,
        'This Idempotency-Key was already used for another submission.',
      ]);
    }
    expect(await countOf(member)).toBe(1);
  });

  const proof = { referenceNumber: '421234567890', receiptId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' };
  it.each<[string, Record<string, unknown>, string | string[]]>([
    ['no method', { paymentMethod: undefined }, 'Please choose a payment method: UPI, BANK or MANUAL.'],
    ['crypto', { paymentMethod: 'CRYPTO' }, 'Please choose a payment method: UPI, BANK or MANUAL.'],
    ['no amount', { amount: undefined }, 'Please enter a valid amount.'],
    ['nothing', { amount: '0' }, 'Please enter a valid amount.'],
    ['less than nothing', { amount: '-5' }, 'Please enter a valid amount.'],
    ['parts of a paisa', { amount: '1.001' }, 'Please enter a valid amount.'],
    ['an exponent', { amount: '1e3' }, 'Please enter a valid amount.'],
    ['a text', { purchaseAmount: 'ten' }, 'Please enter a valid amount.'],
    [
      'less than one token',
      { amount: '0.24', purchaseAmount: undefined },
      'The smallest order is ₹0.25, the price of one token.',
    ],
    ['a wrong order number', { purchaseId: 'ORD-123456' }, 'This order number is not valid.'],
    ['an unknown field', { status: 'APPROVED' }, 'Unknown field: status.'],
    [
      'another company',
      { companyId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
      'This company ID is not the one of this site.',
    ],
    [
      'UPI without proof',
      { paymentMethod: 'UPI' },
      ['Please enter UTR or Transaction Number.', 'Please upload a transaction file before submitting.'],
    ],
    [
      'BANK without a receipt',
      { paymentMethod: 'BANK', ...proof, receiptId: '' },
      'Please upload a transaction file before submitting.',
    ],
    [
      'a blank reference',
      { paymentMethod: 'BANK', ...proof, referenceNumber: ' \u200b ' },
      'Please enter UTR or Transaction Number.',
    ],
    [
      'a reference of dashes',
      { paymentMethod: 'BANK', ...proof, referenceNumber: '-/-' },
      'Please enter UTR or Transaction Number.',
    ],
    [
      'a short reference',
      { paymentMethod: 'BANK', ...proof, referenceNumber: '12345' },
      'The UTR or Transaction Number must have 6 to 35 letters and digits.',
    ],
  ])('%s', async (_, change, message) => {
    const answer = await post(site, PURCHASE, await makeMember(site), manual(change));
    expect([answer.status, answer.body.message]).toEqual([422, message]);
  });

  it('an amount beyond any supply is refused like any other', async () => {
    const answer = await post(
      site,
      PURCHASE,
      await makeMember(site),
      manual({ amount: '9999999999999', purchaseAmount: '9999999999999' }),
    );
    expect(answer.status).toBe(409);
  });
});

describe('GET /user/package/price/get', () => {
  it('returns price, charge and remaining stock', async () => {
    const member = await makeMember(site);
    const { private: all, credited, held } = await sums(site, companyId);
    const answer = await site.call('GET', '/api/v1/user/package/price/get', { token: member.token });
    expect(answer.body).toEqual({
      status: true,
      message: 'OK',
      data: {
        price: '0.25',
        platformChargePercent: '18',
        remainingPrivateSupply: Number(all - credited - held),
        minimumAmount: '0.25',
        maximumAmount: null,
        // One per cent of the private supply, because the member is not verified.
        holdableQuantity: Number(all / 100n),
        upiLimit: '100000.00',
        buyingClosed: null,
      },
    });
  });

  it('site and platform settings return only the documented fields', async () => {
    const site1 = await site.call('GET', '/api/v1/site/get');
    expect(site1.body.data).toMatchObject({
      companyId,
      symbol: SYMBOL,
      name: expect.any(String),
      icon_url: expect.stringMatching(/^\//),
      headerLogo: expect.stringMatching(/^\//),
      title: expect.any(String),
      metaData: { title: expect.any(String), description: expect.any(String), keywords: expect.any(String) },
      platformChargePercent: '18',
    });
    expect((await site.call('GET', '/api/v1/site/get?companyId=x')).status).toBe(422);
    expect((await site.call('GET', '/api/v1/user/platform/get')).status).toBe(401);
    const member = await makeMember(site);
    const platform = await site.call('GET', '/api/v1/user/platform/get', { token: member.token });
    expect(platform.body.data).toEqual({ platformChargePercent: '18' });
  });
});

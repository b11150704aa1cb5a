/** What people type reaches the database as it is meant, and secrets reach it not at all. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { freshCode, newAddress, registration } from '../support/codes.ts';
import { profileCalls } from '../support/profile.ts';
import { freshReference, PURCHASE, post, purchaseRow, submitted, upi } from '../support/purchases.ts';
import { inDigits } from '../support/scripts.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
let buyer: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
  buyer = await makeMember(site);
});
afterAll(() => site?.remove());

const { update, rowOf } = profileCalls(() => site);

const sms = (reference: string): string =>
  `Dear UPI user A/C X1234 debited by 1298.0 on date 26Nov26 trf to COWL TOKENS Refno ${reference}. If not u? call 1800000000. -SBI`;
const phonePe = (reference: string): string =>
  `Transaction ID\nT2611262101234567890123\nUTR: ${inDigits(reference, 'deva')}`;

describe('a reference', () => {
  test.each([
    ['in a message of a bank', sms],
    ['in a text of an app, in Devanagari digits', phonePe],
    ['with its name and in groups', (it: string) => `UPI Ref. No.: ${it.slice(0, 4)} ${it.slice(4, 8)} ${it.slice(8)}`],
    ['with a point', (it: string) => `${it}.`],
    ['with a number sign', (it: string) => `#${it}`],
    ['with a glued word', (it: string) => `IMPS${it}`],
    ['after 1,900 other characters', (it: string) => `${'thank you '.repeat(190)} UTR ${it}`],
  ])('is stored alone: %s', async (_, written) => {
    const reference = freshReference();
    const { id } = await submitted(site, buyer, await upi(site, buyer, { referenceNumber: written(reference) }));
    expect((await purchaseRow(site, id)).reference_number).toBe(reference);
    const search = encodeURIComponent(`UTR: ${reference}`);
    const { body } = await site.call('GET', `/api/v1/admin/transaction/list?search=${search}`, {
      token: admin.token,
      ip: freshIp(),
    });
    expect(body.data.records).toMatchObject([{ id }]);
  });

  it('with letters in place of digits is accepted as it was typed', async () => {
    const reference = `6330I${freshReference().slice(0, 7)}`;
    const { id } = await submitted(site, buyer, await upi(site, buyer, { referenceNumber: `UTR: ${reference}` }));
    expect((await purchaseRow(site, id)).reference_number).toBe(reference);
  });

  test.each([
    [() => `${freshReference()} or ${freshReference()}`, /several numbers/],
    [() => 'paid, please check', /only letters and digits/],
    [() => 'x'.repeat(2_001), /too long/],
  ])('is refused for its field where the number is not certain: %#', async (typed, message) => {
    const answer = await post(site, PURCHASE, buyer, await upi(site, buyer, { referenceNumber: typed() }));
    expect([answer.status, answer.body.field, answer.body.message]).toEqual([
      422,
      'referenceNumber',
      expect.stringMatching(message),
    ]);
  });

  it('is read in the correction that answers a question', async () => {
    const { id } = await submitted(site, buyer, await upi(site, buyer));
    const question = { id, text: 'Which number?', isQuestion: true };
    expect((await post(site, '/api/v1/admin/transaction/messages/add', admin, question)).status).toBe(201);
    const next = freshReference();
    const answer = await post(site, '/api/v1/user/transaction/messages/add', buyer, { id, referenceNumber: sms(next) });
    expect([answer.status, answer.body.data.correctedReference]).toEqual([201, next]);
  });

  it('takes an amount in the digits of another script', async () => {
    const body = await upi(site, buyer);
    const { id } = await submitted(site, buyer, {
      ...body,
      amount: inDigits(String(body.amount), 'beng'),
      purchaseAmount: inDigits(String(body.purchaseAmount), 'tamldec'),
    });
    expect((await purchaseRow(site, id)).claimed_amount_paise).toBe(BigInt(Number(body.amount) * 100));
  });
});

describe('a person', () => {
  const REGISTER = '/api/v1/user/auth/register';

  test.each(['deva', 'beng', 'fullwide'])(
    'registers with digits of the script %s and a name of one letter',
    async (script) => {
      const email = newAddress();
      const code = await freshCode(site, 'register', email);
      const typed = {
        name: 'न',
        mobile: inDigits('+91 98765 43210', script),
        pincode: inDigits('560 001', script),
        dateOfBirth: inDigits('1990-04-01', script),
      };
      const body = registration(email, inDigits(code, script), typed);
      expect((await site.call('POST', REGISTER, { body, ip: freshIp() })).status).toBe(201);
      const user = await site.database.platform
        .selectFrom('users')
        .select(['name', 'mobile', 'pincode', 'date_of_birth'])
        .where('email', '=', email)
        .executeTakeFirst();
      expect(user).toEqual({ name: 'न', mobile: '+919876543210', pincode: '560001', date_of_birth: '1990-04-01' });
    },
  );

  it('learns which field is wrong: the mobile, or a password of spaces', async () => {
    const refused = (more: Record<string, unknown>) =>
      site.call('POST', REGISTER, { body: registration(newAddress(), '123456', more), ip: freshIp() });
    const mobile = await refused({ mobile: '+91 12345 67890' });
    expect([mobile.status, mobile.body.field]).toEqual([422, 'mobile']);
    const code = await site.call('POST', `${REGISTER}/otp`, {
      body: { name: 'Asha', email: newAddress(), mobile: '+91 12345 67890' },
      ip: freshIp(),
    });
    expect([code.status, code.body.field]).toEqual([422, 'mobile']);
    const profile = await update(buyer, { mobile: '+44 1'.padEnd(12, '0') });
    expect([profile.status, profile.body.field]).toEqual([422, 'mobile']);
    const password = await refused({ password: ' '.repeat(10) });
    expect([password.status, password.body.field, password.body.message]).toEqual([
      422,
      'password',
      'A password can’t be made of spaces alone. Please use letters, digits or signs too.',
    ]);
  });

  test.each(['(+91) 98765 43211', '+910 98765 43211', '+९१ ९८७६५ ४३२११'])('saves %s', async (mobile) => {
    expect((await update(buyer, { mobile })).status).toBe(200);
    expect((await rowOf(buyer)).mobile).toBe('+919876543211');
    await update(buyer, { mobile: '9876543210' });
  });
});

describe('a wallet', () => {
  const OWN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

  test.each([`eth:${OWN}`, `ethereum:${OWN}@1`, `0x${OWN.slice(2).toUpperCase()}`])('%s is saved', async (typed) => {
    const member = await makeMember(site);
    expect((await update(member, { walletAddress: typed })).status).toBe(200);
    expect((await rowOf(member)).wallet_address).toBe(OWN);
  });

  it('of a well-known token is refused in the language of the member', async () => {
    const body = { password: 'x', walletAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7' };
    const answer = await site.call('PUT', '/api/v1/user/auth/profile/update', {
      token: buyer.token,
      body,
      headers: { 'X-Language': 'hi' },
    });
    expect([answer.status, answer.body.field]).toEqual([422, 'walletAddress']);
    expect(answer.body.message).toContain('यह USDT टोकन का कॉन्ट्रैक्ट है');
  });

  it('that is a secret is stored nowhere and written to no log', async () => {
    const key = 'c0ffee0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2';
    const phrase = 'zebracanary ocean tiger river stone apple grape lemon mango peach plums lilac';
    for (const walletAddress of [key, `0x${key}`, phrase]) {
      const answer = await update(buyer, { walletAddress });
      expect([answer.status, answer.body.field]).toEqual([422, 'walletAddress']);
      expect(answer.body.message).toMatch(
        /^This looks like a (?:private key|recovery phrase)\. Never type it anywhere/,
      );
      expect(JSON.stringify(answer.body)).not.toMatch(/c0ffee0974|zebracanary/);
    }
    expect(site.output()).not.toMatch(/c0ffee0974|zebracanary/i);
    const rows = await Promise.all(
      (['audit_entries', 'users', 'mails'] as const).map((table) =>
        site.database.platform.selectFrom(table).selectAll().execute(),
      ),
    );
    const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    expect(text).toContain(buyer.id);
    expect(text).not.toMatch(/c0ffee0974|zebracanary/i);
  });
});

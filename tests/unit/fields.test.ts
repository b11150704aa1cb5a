import { describe, expect, it } from 'vitest';
import { BLANK_PASSWORD } from '@/lib/core/blank-password.ts';
import { issueMessages } from '@/lib/core/contract.ts';
import * as fields from '@/lib/core/fields.ts';
import { purchaseId } from '@/lib/core/fields.ts';
import { walletAddress } from '@/lib/core/wallet-field.ts';
import * as wire from '@/lib/core/wire.ts';
import * as z from '@/lib/core/zod.ts';

/** The parsed value, or the messages of the refusal. */
function read(field: z.ZodMiniType, sent: unknown): unknown {
  const result = z.safeParse(field, sent);
  return result.success ? result.data : issueMessages(result.error);
}

const long = (n: number) => 'x'.repeat(n);

describe('input fields', () => {
  const phone = ['Please enter a valid mobile number.'];
  const mail = ['Please enter a valid email address.'];
  const amount = ['Please enter a valid amount.'];
  const table: readonly (readonly [z.ZodMiniType, unknown, unknown])[] = [
    // field                sent                         comes out, or the messages
    [fields.name, '  Asha\tRao  ', 'Asha Rao'],
    [fields.name, 'Ame\u0301lie', 'Am\u00e9lie'],
    [fields.name, 'evil\u202egnp.exe\u0000', 'evilgnp.exe'],
    [fields.name, 'क्\u200dष', 'क्\u200dष'],
    [fields.name, '', ['Please enter your name.']],
    [fields.name, ' \u200d\u200d\u200b ', ['Please enter your name.']],
    [fields.name, undefined, ['Please enter your name.']],
    [fields.name, 7, ['Please enter your name.']],
    [fields.name, 'A', 'A'],
    [fields.name, ' न ', 'न'],
    [fields.name, '李', '李'],
    [fields.name, 'É', 'É'],
    [fields.name, 'ஔ', 'ஔ'],
    [fields.name, 'ఒ', 'ఒ'],
    [fields.name, long(101), ['Your name can have at most 100 characters.']],
    [fields.boundedText('a note', 0, 5), '', ''],

    [fields.email, ' Asha.Rao+x@Example.CO.in ', 'asha.rao+x@example.co.in'],
    [fields.email, 'आशा@उदाहरण.भारत', 'आशा@उदाहरण.भारत'],
    [fields.email, '', ['Please enter your email address.']],
    [fields.email, null, ['Please enter your email address.']],
    [fields.email, 'asha', mail],
    [fields.email, 'a@b', mail],
    [fields.email, 'a@b..c', mail],
    [fields.email, 'a@b.c1', mail],
    [fields.email, 'a b@c.de', mail],
    [fields.email, 'a@c.de,b@c.de', mail],
    [fields.email, 'a@c.de\r\nBcc: b@c.de', mail],
    [fields.email, '<a@c.de>', mail],
    [fields.email, `${long(64)}@${long(63)}.${long(63)}.${long(60)}.de`, mail],

    [fields.newPassword, ' 8 chars', ' 8 chars'],
    [fields.newPassword, '', ['Please enter a password.']],
    ...[
      ' '.repeat(10),
      '\u00a0'.repeat(10),
      '\t'.repeat(10),
      '\u3000'.repeat(8),
      '\u200b'.repeat(9),
      '\u200d'.repeat(9),
    ].map((blank) => [fields.newPassword, blank, [BLANK_PASSWORD]] as const),
    [fields.newPassword, 'seven77', ['The password needs at least 8 characters.']],
    [fields.newPassword, long(129), ['The password can have at most 128 characters.']],
    [fields.knownPassword('Please enter your password.'), 'x', 'x'],
    [fields.knownPassword('Please enter your password.'), '', ['Please enter your password.']],
    [fields.knownPassword('x'), long(129), ['Invalid email or password.']],

    [fields.otp6, ' 123 456 ', '123456'],
    [fields.otp6, '', ['Please enter the OTP.']],
    [fields.otp6, '12345678', ['The OTP has 6 digits.']],
    [fields.otp6, '１２３४५६', '123456'],
    [fields.otp6, '१२३ ४५६', '123456'],
    [fields.otp6, '12345²', ['The OTP has 6 digits.']],
    [fields.otp8, '12345678', '12345678'],
    [fields.otp8, '123456', ['The OTP has 8 digits.']],

    [fields.mobile, '+91 98765-43210', '+91 98765-43210'],
    [fields.mobile, '98765 43210', '98765 43210'],
    [fields.mobile, '', ['Please enter your mobile number.']],
    [fields.mobile, '(+91) 98765 43210', '(+91) 98765 43210'],
    [fields.mobile, '+९१ ९८७६५ ४३२१०', '+91 98765 43210'],
    [fields.mobile, '12345', phone],
    [fields.mobile, '+9198765432101234', phone],
    [fields.mobile, '98765x43210', phone],

    [fields.pincode, '560 001', '560001'],
    [fields.pincode, '060001', ['The pincode has six digits and does not begin with 0.']],
    [fields.pincode, '56001', ['The pincode has six digits and does not begin with 0.']],

    [fields.dateOfBirth, '2000-02-29', '2000-02-29'],
    [fields.dateOfBirth, '1900-02-29', ['Please enter your date of birth as a real date (YYYY-MM-DD).']],
    [fields.dateOfBirth, '1899-12-31', ['Please enter your date of birth as a real date (YYYY-MM-DD).']],
    [fields.dateOfBirth, '2001-13-01', ['Please enter your date of birth as a real date (YYYY-MM-DD).']],
    [fields.dateOfBirth, '2001-00-10', ['Please enter your date of birth as a real date (YYYY-MM-DD).']],
    [fields.dateOfBirth, '01/02/2001', ['Please enter your date of birth as a real date (YYYY-MM-DD).']],

    [fields.gender, 'female', 'female'],
    [fields.gender, 'x', ['Please choose a gender: male, female or other.']],

    [fields.referralCode, ' cowl7k2m9qx ', 'COWL7K2M9QX'],
    [fields.referralCode, 'COWLOIL2M9Q', 'COWL0112M9Q'],
    [fields.referralCode, 'COWL', ['This referral code is not valid.']],
    [fields.referralCode, "COWL7K2M9Q'", ['This referral code is not valid.']],

    [fields.ifsc, 'sbin0001234', 'SBIN0001234'],
    [fields.ifsc, 'SBIN1001234', ['Please enter a valid IFSC code, as SBIN0001234.']],
    [fields.upiId, 'Asha.Rao@OkSBI', 'asha.rao@oksbi'],
    [fields.upiId, 'asha@ok.sbi', ['Please enter a valid UPI ID, as name@bank.']],
    [fields.upiId, `${long(97)}@sbi`, ['Please enter a valid UPI ID, as name@bank.']],
    [fields.pan, 'abcpe1234f', 'ABCPE1234F'],
    [fields.pan, 'ABCDE1234F', ['Please enter a valid PAN, as ABCPE1234F.']],
    [fields.aadhaar, '2341 2341 2346', '234123412346'],
    [fields.aadhaar, '234123412347', ['Please enter a valid 12-digit Aadhaar number.']],
    [fields.aadhaar, '222222222222', ['Please enter a valid 12-digit Aadhaar number.']],
    [fields.aadhaar, '123412341234', ['Please enter a valid 12-digit Aadhaar number.']],
    [fields.aadhaar, 'XXXX XXXX 2346', ['Please enter a valid 12-digit Aadhaar number.']],
    [fields.aadhaarOrMasked, 'xxxx xxxx 2346', 'XXXXXXXX2346'],
    [fields.aadhaarOrMasked, '2341-2341-2346', '234123412346'],
    [fields.accountNumber, '0012 3456 789', '00123456789'],
    [fields.accountNumber, '12345', ['Please enter a valid account number of 6 to 20 letters and digits.']],
    [walletAddress, `0x${'a'.repeat(40)}`, `0x${'a'.repeat(40)}`],
    [walletAddress, 'a'.repeat(40), ['Please enter a valid wallet address: 0x and 40 characters of 0-9 and a-f.']],
    [fields.uuid, '0190F2B6-7C1A-7000-8000-00000000000A', '0190f2b6-7c1a-7000-8000-00000000000a'],
    [fields.uuid, "1' or '1'='1", ['This id is not valid.']],
    [purchaseId, 'pur-123456', 'PUR-123456'],
    [purchaseId, 'PUR-1732200000000', 'PUR-1732200000000'],
    [purchaseId, 'PUR-123456-2', 'PUR-123456-2'],
    [purchaseId, `PUR-${'1'.repeat(28)}`, `PUR-${'1'.repeat(28)}`],
    ...['PUR-', 'PUR--1', 'PUR-1-', 'ORD-123456', '123456', 'PUR-<b>', 'PUR-1 2', `PUR-${'1'.repeat(29)}`].map(
      (text) => [purchaseId, text, ['This order number is not valid.']] as const,
    ),
    [fields.idempotencyKey, 'k'.repeat(8), 'kkkkkkkk'],
    [fields.idempotencyKey, 'with space', ['Idempotency-Key must be 8 to 128 printable characters.']],
    [fields.flag, 'true', true],
    [fields.flag, false, false],
    [fields.flag, 'yes', ['Please send true or false.']],

    [fields.optional(fields.pincode), '', undefined],
    [fields.optional(fields.pincode), '  ', undefined],
    [fields.optional(fields.pincode), null, undefined],
    [fields.optional(fields.pincode), undefined, undefined],
    [fields.optional(fields.pincode), '560001', '560001'],
    [fields.optional(fields.pincode), 'x', ['The pincode has six digits and does not begin with 0.']],
    [fields.companyId, undefined, undefined],
    [fields.companyId, 'c1', 'c1'],

    [wire.amountPaise(), '1180.5', 118050n],
    [wire.amountPaise(), 1180.5, 118050n],
    [wire.amountPaise(), 0.1, 10n],
    [wire.amountPaise(), '0', amount],
    [wire.amountPaise(), '0.00', amount],
    [wire.amountPaise(), '-1', amount],
    [wire.amountPaise(), -1, amount],
    [wire.amountPaise(), '1e3', amount],
    [wire.amountPaise(), 1e21, amount],
    [wire.amountPaise(), Number.NaN, amount],
    [wire.amountPaise(), Number.POSITIVE_INFINITY, amount],
    [wire.amountPaise(), '1,180', amount],
    [wire.amountPaise(), 1.005, amount],
    [wire.amountPaise(), '', amount],
    [wire.amountPaise(), undefined, amount],
    [wire.amountPaise(), ['1'], amount],
    [wire.priceMicros('no'), '0.25', 250_000n],
    [wire.priceMicros('no'), '0.0000001', ['no']],
    [wire.priceMicros('no'), 0.0000001, ['no']],
    [wire.priceMicros('no'), '0.000001', 1n],
    [wire.percentBps('no'), 18, 1800],
    [wire.percentBps('no'), '100.01', ['no']],
    [wire.quantity('no'), '1000000000', 1_000_000_000n],
    [wire.quantity('no'), 0, 0n],
    [wire.quantity('no'), 1.5, ['no']],
    [wire.quantity('no'), '9007199254740992', ['no']],
  ];
  it.each(table.map((row, n) => [n, ...row] as const))('%i', (_, field, sent, comesOut) =>
    expect([sent, read(field, sent)]).toEqual([sent, comesOut]),
  );
});

describe('the query of a list', () => {
  const query = z.object({ ...fields.listQuery, status: fields.optional(z.enum(['A', 'B'])) });
  const pageWrong = 'page must be a whole number from 1 to 1000000.';
  const limitWrong = 'limit must be a whole number from 1 to 100.';
  const preset = { page: 1, limit: 10, search: '' };
  const table: readonly (readonly [Record<string, unknown>, unknown])[] = [
    [{}, preset],
    [{ page: '', limit: '', search: '', status: '' }, preset],
    [
      { page: '3', limit: '100', search: ' as\u0000ha ', status: 'B' },
      { page: 3, limit: 100, search: 'asha', status: 'B' },
    ],
    [{ unknown: 'x' }, preset],
    [{ page: '0' }, [pageWrong]],
    [{ page: '-1', limit: '101' }, [pageWrong, limitWrong]],
    [{ page: '1.5' }, [pageWrong]],
    [{ page: 'x' }, [pageWrong]],
    [{ page: '1e300' }, [pageWrong]],
    [{ page: 'NaN' }, [pageWrong]],
    [{ search: 'x'.repeat(101) }, ['Search for at most 100 characters.']],
  ];
  it.each(table)('%j', (sent, comesOut) => expect(read(query, sent)).toEqual(comesOut));
});

describe('an object of fields', () => {
  const input = z.strictObject({
    email: fields.email,
    otp: fields.otp6,
    pincode: fields.optional(fields.pincode),
    companyId: fields.companyId,
  });
  it('can omit optional fields', () =>
    expect(read(input, { email: 'a@b.co', otp: '123456' })).toEqual({ email: 'a@b.co', otp: '123456' }));
  it('reports one message for each field, and names unknown fields', () =>
    expect(read(input, { otp: '1', pincode: '0', admin: true })).toEqual([
      'Please enter your email address.',
      'The OTP has 6 digits.',
      'The pincode has six digits and does not begin with 0.',
      'Unknown field: admin.',
    ]));
});

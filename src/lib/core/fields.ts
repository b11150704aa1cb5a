import * as z from 'zod/mini';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './bounds.ts';
import { isAadhaar, isDate, isIfsc, isPan, isUpiId } from './formats.ts';
import { boundedText, shaped } from './text-fields.ts';
import { WORDS } from './words.ts';

/*
 * What people and programs send, field by field, for browser and server alike. Each field says one thing at a time: the
 * first check that fails is its only message. Text comes out trimmed, in NFC and without characters that can't be seen.
 */

export { listQuery, uuid } from './query-fields.ts';
export { boundedText, companyId, optional } from './text-fields.ts';

const EMAIL_LENGTH_MAX = 254; // RFC 5321: a path of 256 less its brackets

const asIs = (text: string) => text;
const lower = (text: string) => text.toLowerCase();
const upper = (text: string) => text.toUpperCase();
const withoutGaps = (text: string) => text.replace(/[\s-]/g, '');

/** A field that, empty or left out, gives `message`. */
export function filled<T extends z.ZodMiniType<unknown, string>>(message: string, field: T) {
  return z.pipe(z.string(message).check(z.refine((text: string) => text.trim() !== '', message)), field);
}

export const name = boundedText('your name', 2, 100);

/** Lower-cased. One `@`, a domain with a point; whether it is somebody's shows only by the code that was sent there. */
export const email = shaped(
  WORDS.emailMissing,
  'Please enter a valid email address.',
  EMAIL_LENGTH_MAX,
  lower,
  (text) => /^[^\s@,;:<>()[\]\\"]{1,64}@(?:[^\s@.,;:<>()[\]\\"/_]{1,63}\.)+[^\s@.,;:<>()[\]\\"/_\d]{2,63}$/.test(text),
);

/** A new password, by length alone. Never changed: spaces at its ends are the person's own. */
export const newPassword = z.string('Please enter a password.').check(
  z.minLength(1, { error: 'Please enter a password.', abort: true }),
  z.minLength(PASSWORD_LENGTH_MIN, {
    error: `The password needs at least ${PASSWORD_LENGTH_MIN} characters.`,
    abort: true,
  }),
  z.maxLength(PASSWORD_LENGTH_MAX, { error: `The password can have at most ${PASSWORD_LENGTH_MAX} characters.` }),
);

/** A password to be compared: only bounded, so that a sign-in never tells the rules that an account was made under. */
export function knownPassword(missing: string) {
  return z
    .string(missing)
    .check(z.minLength(1, { error: missing, abort: true }), z.maxLength(PASSWORD_LENGTH_MAX, WORDS.loginWrong));
}

function code(digits: number) {
  return shaped(
    WORDS.otpMissing,
    `The OTP has ${digits} digits.`,
    40,
    withoutGaps,
    (text) => text.length === digits && /^\d+$/.test(text),
  );
}
/** The code of registration and forgot password. */
export const otp6 = code(6);
/** The code of the super admin. */
export const otp8 = code(8);

/** A phone number as typed: 7 to 15 digits (E.164), with an optional `+` and gaps. The server has the last word. */
export const mobile = shaped(
  'Please enter your mobile number.',
  'Please enter a valid mobile number.',
  30,
  asIs,
  (text) => /^\+?\d{7,15}$/.test(text.replace(/[\s().-]/g, '')),
);

/** India Post: six digits, the first not 0. */
export const pincode = shaped(
  'Please enter your pincode.',
  'The pincode has six digits and does not begin with 0.',
  20,
  withoutGaps,
  (text) => /^[1-9]\d{5}$/.test(text),
);

/** A day of the calendar as YYYY-MM-DD; whether it makes an adult is `isAdult`'s to say. */
export const dateOfBirth = shaped(
  'Please enter your date of birth.',
  'Please enter your date of birth as a real date (YYYY-MM-DD).',
  10,
  asIs,
  (text) => isDate(text) && text >= '1900-01-01',
);

export const GENDERS = ['male', 'female', 'other'] as const;
export const gender = z.enum(GENDERS, 'Please choose a gender: male, female or other.');

/**
 * A member ID: the token's symbol and seven characters of Crockford base 32, upper-cased; I and L read as 1, O as 0 in
 * those seven, as that alphabet has it.
 */
export const referralCode = shaped(
  'Please enter a referral code.',
  'This referral code is not valid.',
  24,
  (text) => {
    const raw = upper(withoutGaps(text));
    return raw.slice(0, -7) + raw.slice(-7).replace(/[IL]/g, '1').replace(/O/g, '0');
  },
  (text) => /^[A-Z0-9]{2,10}[0-9A-HJKMNP-TV-Z]{7}$/.test(text),
);

export const ifsc = shaped(
  'Please enter the IFSC code.',
  'Please enter a valid IFSC code, as SBIN0001234.',
  20,
  (text) => upper(withoutGaps(text)),
  isIfsc,
);

/** Lower-cased: UPI IDs are compared so. No list of handles: new ones come every month. */
export const upiId = shaped(
  'Please enter the UPI ID.',
  'Please enter a valid UPI ID, as name@bank.',
  100,
  lower,
  isUpiId,
);

export const pan = shaped(
  'Please enter the PAN.',
  'Please enter a valid PAN, as ABCPE1234F.',
  20,
  (text) => upper(withoutGaps(text)),
  isPan,
);

export const aadhaar = shaped(
  'Please enter the Aadhaar number.',
  'Please enter a valid 12-digit Aadhaar number.',
  20,
  withoutGaps,
  isAadhaar,
);

/** An Aadhaar number, or the masked form that the profile showed: a masked one means 'unchanged'. */
export const aadhaarOrMasked = shaped(
  'Please enter the Aadhaar number.',
  'Please enter a valid 12-digit Aadhaar number.',
  20,
  (text) => upper(withoutGaps(text)),
  (text) => /^X{8}\d{4}$/.test(text) || isAadhaar(text),
);

/** Letters and digits: some co-operative banks number accounts with letters. */
export const accountNumber = shaped(
  'Please enter the account number.',
  'Please enter a valid account number of 6 to 20 letters and digits.',
  40,
  (text) => upper(withoutGaps(text)),
  (text) => /^[A-Z0-9]{6,20}$/.test(text),
);

/** The shape of an EVM address; its checksum is checked on the server. */
export const walletAddress = shaped(
  'Please enter a wallet address.',
  'Please enter a valid wallet address: 0x and 40 characters of 0-9 and a-f.',
  64,
  asIs,
  (text) => /^0x[0-9a-fA-F]{40}$/.test(text),
);

/** Header `Idempotency-Key`: printable ASCII. */
export const idempotencyKey = z
  .string('This Idempotency-Key is not valid.')
  .check(z.regex(/^[\x21-\x7e]{8,128}$/, 'Idempotency-Key must be 8 to 128 printable characters.'));

/** A yes or no from JSON or a query. */
export const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])], 'Please send true or false.'),
  z.transform((sent) => sent === true || sent === 'true'),
);

import { BLANK_PASSWORD } from './blank-password.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, SEARCH_LENGTH_MAX } from './bounds.ts';
import { latinDigits, withoutGaps } from './digits.ts';
import { isAadhaar, isDate, isIfsc, isPan, isUpiId } from './formats.ts';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX, PAGE_MAX } from './pagination.ts';
import { bareMobile } from './phone.ts';
import { searchLine } from './search.ts';
import { SPEC_TEXTS } from './spec-texts.ts';
import { cleanLine } from './text.ts';
import * as z from './zod.ts';

/*
 * Input fields, for browser and server. Each field reports one message: that of the first check that fails. Text is trimmed,
 * in NFC and without invisible characters.
 */

/** One line of text of `min` to `max` characters. @param label the name of the field in messages */
export function boundedText(label: string, min: number, max: number) {
  const missing = `Please enter ${label}.`;
  return z
    .string(missing)
    .check(
      z.overwrite(cleanLine),
      z.minLength(Math.min(min, 1), { error: missing, abort: true }),
      z.minLength(min, { error: `${capital(label)} needs at least ${min} characters.`, abort: true }),
      z.maxLength(max, { error: `${capital(label)} can have at most ${max} characters.`, abort: true }),
    );
}

/**
 * One line of text with a required format.
 * @param missing the message for an empty field
 * @param wrong the message for any other format
 * @param max characters
 * @param change normalises the cleaned text before the check
 */
function shaped(
  missing: string,
  wrong: string,
  max: number,
  change: (text: string) => string,
  isValid: (text: string) => boolean,
) {
  return z.string(missing).check(
    z.overwrite((text: string) => change(cleanLine(text))),
    z.minLength(1, { error: missing, abort: true }),
    z.maxLength(max, { error: wrong, abort: true }),
    z.refine(isValid, wrong),
  );
}

/** An optional field. Missing, null and blank values all become undefined (docs/contract.md, Input). */
export function optional<T extends z.ZodMiniType>(field: T) {
  type Sent = z.input<T> | '' | null | undefined;
  const blankAway = z.transform((sent: Sent) =>
    sent === null || (typeof sent === 'string' && sent.trim() === '') ? undefined : sent,
  );
  return z.optional(z.pipe(blankAway as z.ZodMiniTransform<z.input<T> | undefined, Sent>, z.optional(field)));
}

/** Optional in every request. If given, the endpoint checks that it is the site's company, even if the call does not list it. */
export const companyId = optional(boundedText('the company ID', 1, 64));

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const uuid = z
  .string('This id is not valid.')
  .check(
    z.toLowerCase(),
    z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'This id is not valid.'),
  );

/** Characters of an order number as a client sends it. The server adds a suffix to a number that exists already. */
const ORDER_NUMBER_LENGTH_MAX = 32;

/** The `PUR-` number of an order. The buy screen uses six digits; other clients may use other numbers. */
export const purchaseId = shaped(
  'Please give the order number.',
  'This order number is not valid.',
  ORDER_NUMBER_LENGTH_MAX,
  (text) => text.toUpperCase(),
  (text) => /^PUR-[A-Z0-9]+(?:-[A-Z0-9]+)*$/.test(text),
);

function pageNumber(label: string, max: number, preset: number) {
  const wrong = `${label} must be a whole number from 1 to ${max}.`;
  const whole = z.coerce.number(wrong).check(z.refine((n: number) => Number.isInteger(n) && n >= 1 && n <= max, wrong));
  return z._default(optional(whole), preset);
}

/** Search text, with numbers as they are stored. Characters that cannot be searched are removed, not rejected. */
export const search = z._default(
  z
    .string('Please send the search as text.')
    .check(
      z.overwrite(searchLine),
      z.maxLength(SEARCH_LENGTH_MAX, `Search for at most ${SEARCH_LENGTH_MAX} characters.`),
    ),
  '',
);

/** The query parameters of every list. Spread them into a `z.object`, which ignores unknown parameters. */
export const listQuery = {
  page: pageNumber('page', PAGE_MAX, 1),
  limit: pageNumber('limit', PAGE_LIMIT_MAX, PAGE_LIMIT_DEFAULT),
  search,
};

const EMAIL_LENGTH_MAX = 254; // RFC 5321: a path of 256 less its brackets

const lower = (text: string) => text.toLowerCase();
const upper = (text: string) => text.toUpperCase();

/** A required field with its own message for a blank or missing value. */
export function filled<T extends z.ZodMiniType<unknown, string>>(message: string, field: T) {
  return z.pipe(z.string(message).check(z.refine((text: string) => text.trim() !== '', message)), field);
}

export const name = boundedText('your name', 1, 100);

/** Lower case, one `@`, a domain with a dot. Only the code that is mailed there proves that the address exists. */
export const email = shaped(
  SPEC_TEXTS.emailMissing,
  'Please enter a valid email address.',
  EMAIL_LENGTH_MAX,
  lower,
  (text) => /^[^\s@,;:<>()[\]\\"]{1,64}@(?:[^\s@.,;:<>()[\]\\"/_]{1,63}\.)+[^\s@.,;:<>()[\]\\"/_\d]{2,63}$/.test(text),
);

/** A new password: checks the length only. Never trimmed, because leading and trailing spaces are part of it. */
export const newPassword = z.string('Please enter a password.').check(
  z.minLength(1, { error: 'Please enter a password.', abort: true }),
  z.minLength(PASSWORD_LENGTH_MIN, {
    error: `The password needs at least ${PASSWORD_LENGTH_MIN} characters.`,
    abort: true,
  }),
  z.maxLength(PASSWORD_LENGTH_MAX, {
    error: `The password can have at most ${PASSWORD_LENGTH_MAX} characters.`,
    abort: true,
  }),
  z.refine((text: string) => cleanLine(text) !== '', BLANK_PASSWORD),
);

/** A password to compare: checks an upper bound only, so that sign-in does not reveal the rules for new passwords. */
export function knownPassword(missing: string) {
  return z
    .string(missing)
    .check(z.minLength(1, { error: missing, abort: true }), z.maxLength(PASSWORD_LENGTH_MAX, SPEC_TEXTS.loginWrong));
}

function code(digits: number) {
  return shaped(
    SPEC_TEXTS.otpMissing,
    `The OTP has ${digits} digits.`,
    40,
    withoutGaps,
    (text) => text.length === digits && /^\d+$/.test(text),
  );
}
/** The OTP of registration and forgot password. */
export const otp6 = code(6);
/** The OTP of the super admin. */
export const otp8 = code(8);

/** A phone number as typed: 7 to 15 digits (E.164), with an optional `+` and gaps. The server parses it. */
export const mobile = shaped(
  'Please enter your mobile number.',
  'Please enter a valid mobile number.',
  40,
  latinDigits,
  (text) => /^\+?\d{7,15}$/.test(bareMobile(text)),
);

/** India Post: six digits, the first not 0. */
export const pincode = shaped(
  'Please enter your pincode.',
  'The pincode has six digits and does not begin with 0.',
  20,
  withoutGaps,
  (text) => /^[1-9]\d{5}$/.test(text),
);

/** An existing day as YYYY-MM-DD. `isAdult` checks the age. */
export const dateOfBirth = shaped(
  'Please enter your date of birth.',
  'Please enter your date of birth as a real date (YYYY-MM-DD).',
  10,
  latinDigits,
  (text) => isDate(text) && text >= '1900-01-01',
);

export const GENDERS = ['male', 'female', 'other'] as const;
export const gender = z.enum(GENDERS, 'Please choose a gender: male, female or other.');

/**
 * A member ID: the token's symbol and seven characters of Crockford base 32, in upper case. In those seven, I and L are
 * read as 1 and O as 0, as that alphabet defines.
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

/** Lower case, because UPI IDs ignore case. Any handle is accepted: banks add new ones every month. */
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

/** An Aadhaar number, or the masked form that the profile shows, which means 'unchanged'. */
export const aadhaarOrMasked = shaped(
  'Please enter the Aadhaar number.',
  'Please enter a valid 12-digit Aadhaar number.',
  20,
  (text) => upper(withoutGaps(text)),
  (text) => /^X{8}\d{4}$/.test(text) || isAadhaar(text),
);

/** Letters and digits: some co-operative banks use letters in account numbers. */
export const accountNumber = shaped(
  'Please enter the account number.',
  'Please enter a valid account number of 6 to 20 letters and digits.',
  40,
  (text) => upper(withoutGaps(text)),
  (text) => /^[A-Z0-9]{6,20}$/.test(text),
);

/** Header `Idempotency-Key`: printable ASCII. */
export const idempotencyKey = z
  .string('This Idempotency-Key is not valid.')
  .check(z.regex(/^[\x21-\x7e]{8,128}$/, 'Idempotency-Key must be 8 to 128 printable characters.'));

/** A boolean from JSON or a query. */
export const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])], 'Please send true or false.'),
  z.transform((sent) => sent === true || sent === 'true'),
);

/** An optional day as YYYY-MM-DD, as the bound of a list. @param label the name of the field in messages */
export function day(label: string) {
  const wrong = `Please give ${label} as a real date (YYYY-MM-DD).`;
  return optional(
    z.string(wrong).check(
      z.overwrite(latinDigits),
      z.refine((text: string) => isDate(text) && text >= '1900-01-01', wrong),
    ),
  );
}

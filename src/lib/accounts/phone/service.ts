import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { ApiError } from '../../core/errors.ts';
import { MOBILE_INVALID } from '../rules.ts';

/**
 * Parses a mobile number. Numbers without a country code are Indian. Indian mobile numbers begin with 6 to 9. For other
 * countries any valid number passes, because some numbering plans do not distinguish mobile numbers.
 * Server only: the numbering plans take 145 KB.
 * @returns E.164 (`+919876543210`); null if the number is invalid
 */
export function toE164(text: string): string | null {
  const number = parsePhoneNumberFromString(text, { defaultCountry: 'IN', extract: false });
  if (!number?.isValid() || number.ext) return null;
  return number.country === 'IN' && !/^\+91[6-9]\d{9}$/.test(number.number) ? null : number.number;
}

/** @throws ApiError invalid */
export function requireE164(text: string): string {
  const mobile = toE164(text);
  if (mobile === null) throw new ApiError('invalid', MOBILE_INVALID);
  return mobile;
}

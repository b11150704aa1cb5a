import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { ApiError } from '../../core/errors.ts';
import { bareMobile, readIndianMobile } from '../../core/phone.ts';
import { MOBILE_INVALID } from '../rules.ts';

/**
 * Parses a mobile number. Numbers without a country code are Indian, and `readIndianMobile` alone reads those, as the forms
 * do. For other countries any valid number passes, because some numbering plans do not distinguish mobile numbers.
 * Server only: the numbering plans take 145 KB.
 * @returns E.164 (`+919876543210`); null if the number is invalid
 */
export function toE164(text: string): string | null {
  const indian = readIndianMobile(text);
  if (indian !== null) return indian;
  const number = parsePhoneNumberFromString(bareMobile(text), { defaultCountry: 'IN', extract: false });
  return number?.isValid() && !number.ext && number.country !== 'IN' ? number.number : null;
}

/** @throws ApiError invalid */
export function requireE164(text: string, field = 'mobile'): string {
  const mobile = toE164(text);
  if (mobile === null) throw new ApiError('invalid', MOBILE_INVALID, { field });
  return mobile;
}

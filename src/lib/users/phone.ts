import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * A phone number as E.164 (`+919876543210`), read in India where it has no country code; null if no such number can be.
 * Server only: the numbering plans of the world weigh 145 KB.
 */
export function toE164(text: string): string | null {
  const number = parsePhoneNumberFromString(text, 'IN');
  return number?.isValid() && !number.ext ? number.number : null;
}

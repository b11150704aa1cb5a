/* Base 32: five bits a letter, the most significant bits first, without padding. */

/** RFC 4648, section 6: what authenticator apps read. */
export const RFC_4648 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Crockford: without I, L, O and U, so that people can copy a code from paper. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** @param alphabet 32 letters. Bits that are missing from the last letter are 0 */
export function encodeBase32(bytes: Uint8Array, alphabet: string): string {
  let text = '';
  let [bits, count] = [0, 0];
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xfff;
    count += 8;
    while (count >= 5) {
      count -= 5;
      text += alphabet.charAt((bits >> count) & 31);
    }
  }
  return count > 0 ? text + alphabet.charAt((bits << (5 - count)) & 31) : text;
}

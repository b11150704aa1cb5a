/* Codes of authenticator apps (RFC 6238 over RFC 4226, with SHA-1): what Google Authenticator and its like all support. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { encodeBase32, RFC_4648 } from '../../core/base32.ts';

export const TOTP = {
  /** 160 bits, the length of the hash (RFC 4226, 4). */
  secretBytes: 20,
  stepSeconds: 30,
  digits: 6,
  /** A code is accepted so many steps before and after its own: clocks differ, and typing takes time. */
  driftSteps: 1,
} as const;

/** The number of the time step (RFC 6238, 4.2). */
export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / 1000 / TOTP.stepSeconds);
}

/** The code of one step (RFC 4226, 5.3). */
export function totpCode(secret: Uint8Array, step: number, digits: number = TOTP.digits): string {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const mac = hmac(sha1, secret, new Uint8Array(counter.buffer));
  const offset = (mac[mac.length - 1] ?? 0) & 15;
  const number = new DataView(mac.buffer, mac.byteOffset + offset, 4).getUint32(0) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Takes equally long wherever the first difference is. */
function isEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let n = 0; n < a.length; n++) difference |= a.charCodeAt(n) ^ b.charCodeAt(n);
  return difference === 0;
}

/**
 * The step whose code this is. Steps up to the last used one are over, so that no code works twice (RFC 6238, 5.2).
 * @param lastStep 0 before the first use
 * @returns null if the code is wrong, too old, too early or used
 */
export function matchTotp(
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { readonly now: Date; readonly lastStep: number },
): number | null {
  const present = totpStep(now);
  let match: number | null = null;
  for (let step = present - TOTP.driftSteps; step <= present + TOTP.driftSteps; step++)
    if (isEqual(totpCode(secret, step), code) && step > lastStep) match = step;
  return match;
}

/** The secret as people type it into an app, in groups of four. */
export function totpSecretText(secret: Uint8Array): string {
  return encodeBase32(secret, RFC_4648).replace(/.{4}(?=.)/g, '$& ');
}

/**
 * The address behind the QR code (Key URI Format of Google Authenticator).
 * @param issuer the site's name @param account the email
 */
export function totpUri(secret: Uint8Array, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer.replaceAll(':', ' '))}:${encodeURIComponent(account)}`;
  const fields = [
    `secret=${encodeBase32(secret, RFC_4648)}`,
    `issuer=${encodeURIComponent(issuer)}`,
    'algorithm=SHA1',
    `digits=${TOTP.digits}`,
    `period=${TOTP.stepSeconds}`,
  ];
  return `otpauth://totp/${label}?${fields.join('&')}`;
}

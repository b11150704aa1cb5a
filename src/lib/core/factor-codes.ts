/* Second factors, and what a person may type as one: the digits of an authenticator app, or a recovery code. */
import { CROCKFORD } from './base32.ts';
import { withoutGaps } from './digits.ts';

/** In the order in which they are offered. */
export const FACTOR_KINDS = ['passkey', 'totp', 'recovery'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

const TOTP_DIGITS = 6;
/** 128 bits in letters of five bits. */
const RECOVERY_LETTERS = 26;

/**
 * The code without gaps, in capitals, with the letters that people confuse replaced as Crockford says.
 * @returns null for a text that cannot be a recovery code
 */
export function readRecoveryCode(text: string): string | null {
  const letters = withoutGaps(text).toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  const isCode = letters.length === RECOVERY_LETTERS && [...letters].every((letter) => CROCKFORD.includes(letter));
  return isCode ? letters : null;
}

export interface TypedCode {
  readonly kind: 'totp' | 'recovery';
  readonly code: string;
}

/** @returns null for a text that is neither */
export function readFactorCode(text: string): TypedCode | null {
  const digits = withoutGaps(text);
  if (digits.length === TOTP_DIGITS && /^\d+$/.test(digits)) return { kind: 'totp', code: digits };
  const recovery = readRecoveryCode(text);
  return recovery === null ? null : { kind: 'recovery', code: recovery };
}

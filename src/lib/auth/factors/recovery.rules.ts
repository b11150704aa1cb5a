/* Recovery codes: for the day when the phone or the passkey is gone. */
import { CROCKFORD, encodeBase32 } from '../../core/base32.ts';

export const RECOVERY = {
  codes: 10,
  /** 128 bits: too many to guess, so that a plain hash protects them. */
  bytes: 16,
} as const;

/** 26 letters: four groups of five and one of six, 'K7M2Q-…'. */
export function recoveryCodeOf(bytes: Uint8Array): string {
  return encodeBase32(bytes, CROCKFORD).replace(/^(.{5})(.{5})(.{5})(.{5})/, '$1-$2-$3-$4-');
}

import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@/lib/core/bounds.ts';

/*
 * Limits of codes, sign-ins and sessions (decisions of points 3 and 6), and what follows from
 * them. Whether one has run out is asked where it is kept: only the database's clock decides.
 */

export type OtpPurpose = 'register' | 'reset' | 'super';

export interface OtpPolicy {
  readonly digits: number;
  readonly ttlSeconds: number;
  /** Tries of one code, each counted before it is compared. */
  readonly triesMax: number;
  /** Wrong tries of one address over all its codes in a day. */
  readonly wrongPerDayMax: number;
  readonly resendSeconds: number;
  readonly perAddressHourMax: number;
  readonly perAddressDayMax: number;
  readonly perIpHourMax: number;
}

const OTP_BY_MAIL: OtpPolicy = {
  digits: 6,
  ttlSeconds: 600,
  triesMax: 5,
  wrongPerDayMax: 20,
  resendSeconds: 60,
  perAddressHourMax: 5,
  perAddressDayMax: 10,
  perIpHourMax: 20,
};

export const OTP_POLICY: Readonly<Record<OtpPurpose, OtpPolicy>> = {
  register: OTP_BY_MAIL,
  reset: OTP_BY_MAIL,
  super: { ...OTP_BY_MAIL, digits: 8, ttlSeconds: 180, triesMax: 3, resendSeconds: 179 },
};

/** So long after it has run out the hash of a code is deleted. */
export const CODES_KEPT_HOURS = 24;

/**
 * A code of the policy's digits out of random bytes, each digit equally likely: bytes from 250 on are skipped. Null when
 * the bytes did not suffice; 32 always do but once in more than 10^30 times.
 */
export function otpFromBytes(purpose: OtpPurpose, bytes: Uint8Array): string | null {
  const { digits } = OTP_POLICY[purpose];
  let code = '';
  for (const byte of bytes) {
    if (byte >= 250) continue;
    code += String(byte % 10);
    if (code.length === digits) return code;
  }
  return null;
}

export type SessionKind = 'member' | 'admin' | 'super';

export interface SessionPolicy {
  readonly idleSeconds: number;
  readonly absoluteSeconds: number;
  /** Without the `__Host-` prefix that it has under https. */
  readonly cookie: string;
}

const HOUR = 3600;
export const SESSION_POLICY: Readonly<Record<SessionKind, SessionPolicy>> = {
  member: { idleSeconds: 24 * HOUR, absoluteSeconds: 7 * 24 * HOUR, cookie: 'authToken' },
  admin: { idleSeconds: 2 * HOUR, absoluteSeconds: 12 * HOUR, cookie: 'accessToken' },
  super: { idleSeconds: HOUR / 2, absoluteSeconds: 4 * HOUR, cookie: 'superAccessToken' },
};

/** A session is marked as seen at most this often: a write for each request would cost more than it tells. @public */
export const SESSION_TOUCH_SECONDS = 60;

export const LOGIN_POLICY = {
  /** Wrong passwords of one account from one address. */
  wrongMax: 10,
  wrongWindowSeconds: 15 * 60,
  perIpMinuteMax: 30,
} as const;

const DELAY_FREE_TRIES = 2;
const DELAY_FIRST_MS = 250;
const DELAY_MAX_MS = 4000;

/**
 * How long the answer to a sign-in waits after so many wrong tries of this account and address: nothing for two slips of
 * the finger, then doubling up to four seconds. Right and wrong passwords and unknown accounts wait alike.
 */
export function loginDelayMs(wrongTries: number): number {
  if (wrongTries <= DELAY_FREE_TRIES) return 0;
  return Math.min(DELAY_MAX_MS, DELAY_FIRST_MS * 2 ** (wrongTries - DELAY_FREE_TRIES - 1));
}

/**
 * What is wrong with a new password, null if nothing. `common` holds the most used passwords in lower case: a capital
 * makes none of them rare.
 */
export function passwordProblem(password: string, common: ReadonlySet<string>): string | null {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH_MIN) return `The password needs at least ${PASSWORD_LENGTH_MIN} characters.`;
  if (password.length > PASSWORD_LENGTH_MAX) return `The password can have at most ${PASSWORD_LENGTH_MAX} characters.`;
  if (common.has(password.toLowerCase())) return 'This password is among the most used ones. Please choose another.';
  return null;
}

/*
 * Limits of codes, sign-ins and sessions (docs/contract.md, Codes, Passwords and Sessions). The stores check expiry,
 * because only the database's clock decides.
 */
import { SESSION_LIFETIMES, type SessionLifetime } from '../core/session-lifetimes.ts';

export type OtpPurpose = 'register' | 'reset' | 'super' | 'super-confirm';

export interface OtpPolicy {
  readonly digits: number;
  readonly ttlSeconds: number;
  /** Tries for one code, each counted before the comparison: so many with its challenge, and so many without. */
  readonly triesMax: number;
  readonly resendSeconds: number;
}

const OTP_BY_MAIL: OtpPolicy = {
  digits: 6,
  ttlSeconds: 600,
  triesMax: 5,
  resendSeconds: 60,
};

const OTP_OF_SUPER: OtpPolicy = { ...OTP_BY_MAIL, digits: 8, ttlSeconds: 180, triesMax: 3, resendSeconds: 179 };

export const OTP_POLICY: Readonly<Record<OtpPurpose, OtpPolicy>> = {
  register: OTP_BY_MAIL,
  reset: OTP_BY_MAIL,
  super: OTP_OF_SUPER,
  'super-confirm': OTP_OF_SUPER,
};

const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Limits of requests for codes and of wrong tries (decision 0180, with the arithmetic). 'Address' is a mail address at one
 * site; a network is an IPv4 address or a /64.
 */
export const CODE_LIMITS = {
  /** Requests of one network, for any address. The configuration may set another maximum for IPv4. */
  ofNetwork: { name: 'code-ip', max: 20, windowSeconds: HOUR },
  /** Requests of one network for one address. */
  hourly: { name: 'code-hour', max: 5, windowSeconds: HOUR },
  daily: { name: 'code-day', max: 10, windowSeconds: DAY },
  /** Requests for one address from all networks; after that one an hour. */
  ofAddress: { name: 'code-all', max: 30, windowSeconds: DAY },
  ofAddressSlow: { name: 'code-all-slow', max: 1, windowSeconds: HOUR },
  /** Requests of a browser that has signed in to the account. The limits above do not count it. */
  ofDevice: { name: 'code-device', max: 10, windowSeconds: DAY },
  /** Requests of a signed-in super admin: one every ten minutes of work has to be possible. */
  ofSession: { name: 'code-session', max: 100, windowSeconds: DAY },
  /** Tries with a challenge for one address; after that a code has one try. */
  ownTries: { name: 'code-own', max: 20, windowSeconds: DAY },
  /** Tries without a challenge for one address; after that one an hour. */
  otherTries: { name: 'code-wrong', max: 20, windowSeconds: DAY },
  otherTriesSlow: { name: 'code-wrong-slow', max: 1, windowSeconds: HOUR },
} as const;

/** The time after its expiry when the hash of a code is deleted. */
export const CODE_RETENTION_HOURS = 24;

/**
 * Makes a code from random bytes. Bytes from 250 are skipped, so that each digit is equally likely.
 * @returns null if the bytes are too few; for 32 bytes the probability is below 10^-30
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

export interface SessionPolicy extends SessionLifetime {
  /** Without the `__Host-` prefix, which https adds. */
  readonly cookie: string;
}

export const SESSION_POLICY: Readonly<Record<SessionKind, SessionPolicy>> = {
  member: { ...SESSION_LIFETIMES.member, cookie: 'authToken' },
  admin: { ...SESSION_LIFETIMES.admin, cookie: 'accessToken' },
  super: { ...SESSION_LIFETIMES.super, cookie: 'superAccessToken' },
};

export const LOGIN_POLICY = {
  /** Wrong passwords for one account from one IP address. */
  wrongMax: 10,
  wrongWindowSeconds: 15 * 60,
  /** Failed sign-ins of one account in a day, from all browsers that never signed in to it; more are delayed. */
  ofAccountFree: 100,
  ofAccountWindowSeconds: DAY,
  ofAccountDelayMs: 5000,
} as const;

const DELAY_FREE_TRIES = 2;
const DELAY_FIRST_MS = 250;
const DELAY_MAX_MS = 4000;

/**
 * The delay of a sign-in after wrong tries for the same account and IP address: none for the first two, then 250 ms, doubled
 * with each try up to four seconds. Right passwords, wrong passwords and unknown accounts have the same delay.
 */
export function loginDelayMs(wrongTries: number): number {
  if (wrongTries <= DELAY_FREE_TRIES) return 0;
  return Math.min(DELAY_MAX_MS, DELAY_FIRST_MS * 2 ** (wrongTries - DELAY_FREE_TRIES - 1));
}

export const DEVICE_POLICY = {
  /** A browser that has not signed in for so long is forgotten. */
  days: 180,
  perAccountMax: 20,
} as const;

export const ALERT_LIMITS = {
  /** Mails to one account about failed attempts. */
  failures: { name: 'alert', max: 1, windowSeconds: 6 * HOUR },
  /** Sign-ins of one account by programs from one network, of which the first is mailed. */
  program: { name: 'alert-program', max: 1, windowSeconds: 7 * DAY },
} as const;

import { describe, expect, it } from 'vitest';
import * as auth from '@/lib/auth/rules.ts';

const T = Date.UTC(2026, 10, 21);
const fresh: auth.OtpState = { createdAtMs: T, tries: 0, usedAtMs: null, replacedAtMs: null };

describe('a code is open', () => {
  const table: readonly (readonly [string, auth.OtpPurpose, Partial<auth.OtpState>, number, boolean])[] = [
    // when                     purpose       state                  seconds  open
    ['at once', 'register', {}, 0, true],
    ['just before its end', 'register', {}, 599, true],
    ['not at its end', 'register', {}, 600, false],
    ['on its last try', 'reset', { tries: 4 }, 1, true],
    ['not after five tries', 'reset', { tries: 5 }, 1, false],
    ['not once used', 'reset', { usedAtMs: T }, 1, false],
    ['not once replaced', 'reset', { replacedAtMs: T }, 1, false],
    ['not before it was made', 'reset', {}, -1, false],
    ['super: just before its end', 'super', {}, 179, true],
    ['super: not at its end', 'super', {}, 180, false],
    ['super: not after three tries', 'super', { tries: 3 }, 1, false],
  ];
  it.each(table)('%s', (_, purpose, state, seconds, open) =>
    expect(auth.isOtpOpen(purpose, { ...fresh, ...state }, T + seconds * 1000)).toBe(open),
  );
});

describe('another code', () => {
  const table: readonly (readonly [auth.OtpPurpose, number | null, number])[] = [
    // purpose       seconds since the last  wait
    ['register', null, 0],
    ['register', 0, 60],
    ['register', 59.5, 1],
    ['register', 60, 0],
    ['super', 0, 179],
    ['super', 179, 0],
  ];
  it.each(table)('%s after %s s', (purpose, since, wait) =>
    expect(auth.resendInSeconds(purpose, since === null ? null : T, T + (since ?? 0) * 1000)).toBe(wait),
  );
});

describe('otpFromBytes', () => {
  it('skips the bytes that would favour low digits', () =>
    expect(auth.otpFromBytes('register', Uint8Array.of(250, 255, 0, 11, 249, 123, 4, 5))).toBe('019345'));
  it('keeps leading zeros', () => expect(auth.otpFromBytes('super', new Uint8Array(8))).toBe('00000000'));
  it('gives none rather than a short one', () => expect(auth.otpFromBytes('register', new Uint8Array(5))).toBeNull());
});

describe('a session', () => {
  const h = 3600;
  const table: readonly (readonly [auth.SessionKind, number, number, number, boolean])[] = [
    // kind      made   seen  now (s)          live
    ['member', 0, 0, 24 * h - 1, true],
    ['member', 0, 0, 24 * h, false],
    ['member', 0, 167 * h, 168 * h - 1, true],
    ['member', 0, 167.5 * h, 168 * h, false],
    ['admin', 0, 0, 2 * h - 1, true],
    ['admin', 0, 0, 2 * h, false],
    ['admin', 0, 11.5 * h, 12 * h, false],
    ['super', 0, 0, h / 2 - 1, true],
    ['super', 0, 0, h / 2, false],
    ['super', 0, 3.9 * h, 4 * h, false],
  ];
  it.each(table)('%s made %i seen %i at %i', (kind, made, seen, now, live) =>
    expect(auth.isSessionLive(kind, { createdAtMs: T + made * 1000, seenAtMs: T + seen * 1000 }, T + now * 1000)).toBe(
      live,
    ),
  );
  it('is marked as seen at most once a minute', () => {
    const times = { createdAtMs: T, seenAtMs: T };
    expect([59_999, 60_000].map((ms) => auth.needsTouch(times, T + ms))).toEqual([false, true]);
  });
  it('has a host cookie under https alone', () => {
    expect(auth.cookieName('member', false)).toBe('authToken');
    expect(auth.cookieName('admin', true)).toBe('__Host-accessToken');
    expect(auth.cookieName('super', true)).toBe('__Host-superAccessToken');
  });
});

describe('sign-in', () => {
  it('waits longer after each wrong try, up to four seconds', () =>
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 100].map(auth.loginDelayMs)).toEqual([
      0, 0, 0, 250, 500, 1000, 2000, 4000, 4000, 4000,
    ]));
});

describe('a new password', () => {
  const common = new Set(['password1', 'iloveyou1']);
  const table: readonly (readonly [string, string | null])[] = [
    ['correct horse', null],
    ['seven77', 'The password needs at least 8 characters.'],
    ['🐄🐄🐄🐄', 'The password needs at least 8 characters.'],
    ['x'.repeat(128), null],
    ['x'.repeat(129), 'The password can have at most 128 characters.'],
    ['password1', 'This password is among the most used ones. Please choose another.'],
    ['PassWord1', 'This password is among the most used ones. Please choose another.'],
    ['password12', null],
  ];
  it.each(table)('%s', (password, problem) => expect(auth.passwordProblem(password, common)).toBe(problem));
});

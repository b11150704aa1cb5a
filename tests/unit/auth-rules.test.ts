import { describe, expect, it } from 'vitest';
import * as auth from '@/lib/auth/rules.ts';

describe('the limits', () => {
  it('are those of the decisions', () => {
    expect(auth.OTP_POLICY.register).toEqual(auth.OTP_POLICY.reset);
    expect(auth.OTP_POLICY.register).toMatchObject({ digits: 6, ttlSeconds: 600, triesMax: 5, resendSeconds: 60 });
    expect(auth.OTP_POLICY.super).toMatchObject({ digits: 8, ttlSeconds: 180, triesMax: 3, resendSeconds: 179 });
    expect(auth.OTP_POLICY.super).toMatchObject({
      wrongPerDayMax: 20,
      perAddressHourMax: 5,
      perAddressDayMax: 10,
      perIpHourMax: 20,
    });
    const hours = Object.values(auth.SESSION_POLICY).map((it) => [it.idleSeconds / 3600, it.absoluteSeconds / 3600]);
    expect(hours).toEqual([
      [24, 168],
      [2, 12],
      [0.5, 4],
    ]);
  });
});

describe('otpFromBytes', () => {
  it('skips the bytes that would favour low digits', () =>
    expect(auth.otpFromBytes('register', Uint8Array.of(250, 255, 0, 11, 249, 123, 4, 5))).toBe('019345'));
  it('keeps leading zeros', () => expect(auth.otpFromBytes('super', new Uint8Array(8))).toBe('00000000'));
  it('gives none rather than a short one', () => expect(auth.otpFromBytes('register', new Uint8Array(5))).toBeNull());
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

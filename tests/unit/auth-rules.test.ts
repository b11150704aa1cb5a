import { describe, expect, it } from 'vitest';
import * as auth from '@/lib/auth/rules.ts';

describe('the limits', () => {
  it('match docs/contract.md', () => {
    expect(auth.OTP_POLICY.register).toEqual(auth.OTP_POLICY.reset);
    expect(auth.OTP_POLICY.register).toMatchObject({ digits: 6, ttlSeconds: 600, triesMax: 5, resendSeconds: 60 });
    expect(auth.OTP_POLICY.super).toMatchObject({ digits: 8, ttlSeconds: 180, triesMax: 3, resendSeconds: 179 });
    const countOf = ({ max, windowSeconds }: { max: number; windowSeconds: number }) => [max, windowSeconds / 3600];
    const { ofNetwork, hourly, daily, ofAddress, ofDevice, ownTries, otherTries } = auth.CODE_LIMITS;
    expect([ofNetwork, hourly, daily, ofAddress, ofDevice, ownTries, otherTries].map(countOf)).toEqual([
      [20, 1],
      [5, 1],
      [10, 24],
      [30, 24],
      [10, 24],
      [20, 24],
      [20, 24],
    ]);
    const hours = Object.values(auth.SESSION_POLICY).map((it) => [it.idleSeconds / 3600, it.absoluteSeconds / 3600]);
    expect(hours).toEqual([
      [24, 168],
      [2, 12],
      [0.5, 4],
    ]);
  });
});

describe('otpFromBytes', () => {
  it('skips bytes that would favour low digits', () =>
    expect(auth.otpFromBytes('register', Uint8Array.of(250, 255, 0, 11, 249, 123, 4, 5))).toBe('019345'));
  it('keeps leading zeros', () => expect(auth.otpFromBytes('super', new Uint8Array(8))).toBe('00000000'));
  it('returns null instead of a short code', () => expect(auth.otpFromBytes('register', new Uint8Array(5))).toBeNull());
});

describe('sign-in', () => {
  it('delays more after each failed attempt, up to four seconds', () =>
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 100].map(auth.loginDelayMs)).toEqual([
      0, 0, 0, 250, 500, 1000, 2000, 4000, 4000, 4000,
    ]));
});

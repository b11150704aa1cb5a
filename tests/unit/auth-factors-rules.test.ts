/** Codes of authenticator apps and recovery codes: the published vectors, the time window, and what people type. */
import { describe, expect, it, test } from 'vitest';
import { RECOVERY, recoveryCodeOf } from '../../src/lib/auth/factors/recovery.rules.ts';
import { kindsOf } from '../../src/lib/auth/factors/rules.ts';
import { matchTotp, totpCode, totpSecretText, totpStep, totpUri } from '../../src/lib/auth/factors/totp.rules.ts';
import { CROCKFORD, encodeBase32, RFC_4648 } from '../../src/lib/core/base32.ts';
import { readFactorCode } from '../../src/lib/core/factor-codes.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
/** The secret of the vectors of RFC 4226 and RFC 6238. */
const SECRET = utf8('12345678901234567890');
const at = (seconds: number): Date => new Date(seconds * 1000);

// RFC 6238, appendix B, the rows of SHA-1.
test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('RFC 6238: the code of second %i is %s', (seconds, code) => {
  expect(totpCode(SECRET, totpStep(at(seconds)), 8)).toBe(code);
  expect(totpCode(SECRET, totpStep(at(seconds)))).toBe(code.slice(2));
});

// RFC 4226, appendix D.
test.each(
  ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
    (code, counter) => [counter, code] as const,
  ),
)('RFC 4226: the code of counter %i is %s', (counter, code) => {
  expect(totpCode(SECRET, counter)).toBe(code);
});

// RFC 4648, section 10, without padding.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648: %j in base 32 is %j', (text, encoded) => {
  expect(encodeBase32(utf8(text), RFC_4648)).toBe(encoded);
});

describe('a code of an authenticator app', () => {
  const now = at(1_000_000_005);
  const present = totpStep(now);
  const match = (step: number, lastStep = 0) => matchTotp(SECRET, totpCode(SECRET, step), { now, lastStep });

  test.each([
    [-2, null],
    [-1, present - 1],
    [0, present],
    [1, present + 1],
    [2, null],
  ])('%i steps from now gives %j', (offset, step) => {
    expect(match(present + offset)).toBe(step);
  });

  it('works once, and none before it works after it', () => {
    expect(match(present, present)).toBeNull();
    expect(match(present - 1, present)).toBeNull();
    expect(match(present + 1, present)).toBe(present + 1);
  });

  test.each(['', '12345', '1234567', 'abcdef', '００００００'])('%j matches nothing', (code) => {
    expect(matchTotp(SECRET, code, { now, lastStep: 0 })).toBeNull();
  });
});

test('the address of the QR code names the site and the account, and nothing breaks out of it', () => {
  const uri = totpUri(SECRET, { issuer: 'Cow: Launch & Co', account: 'asha+1@example.com' });
  const { protocol, host, pathname, searchParams } = new URL(uri);
  expect([protocol, host, decodeURIComponent(pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Cow  Launch & Co:asha+1@example.com',
  ]);
  expect(Object.fromEntries(searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Cow: Launch & Co',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  expect(totpSecretText(SECRET)).toBe('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ');
});

describe('a recovery code', () => {
  it('has 128 bits in 26 letters that people can copy', () => {
    expect(RECOVERY.bytes * 8).toBe(128);
    expect(recoveryCodeOf(new Uint8Array(16))).toBe('00000-00000-00000-00000-000000');
    expect(recoveryCodeOf(new Uint8Array(16).fill(255))).toBe('ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZW');
    expect(CROCKFORD).toHaveLength(32);
  });

  test.each([
    ['as it is shown', 'AB1C0-DEFGH-JKMNP-QRSTV-WXYZ23', 'AB1C0DEFGHJKMNPQRSTVWXYZ23'],
    ['in small letters, without gaps', 'ab1c0defghjkmnpqrstvwxyz23', 'AB1C0DEFGHJKMNPQRSTVWXYZ23'],
    ['with I for 1 and o for 0', 'ABiCo-DEFGH JKMNP QRSTV WXYZ23', 'AB1C0DEFGHJKMNPQRSTVWXYZ23'],
  ])('is read %s', (_, text, code) => {
    expect(readFactorCode(text)).toEqual({ kind: 'recovery', code });
  });

  test.each(['', 'U'.repeat(26), 'A'.repeat(25), 'A'.repeat(27), '12345', '1234567', '１２３４５'])(
    '%j is no code',
    (text) => {
      expect(readFactorCode(text)).toBeNull();
    },
  );

  test.each(['123456', '123 456', ' 123-456 ', '१२३ ४५६', '１２３４５６'])('%j is a code of an app', (text) => {
    expect(readFactorCode(text)).toEqual({ kind: 'totp', code: '123456' });
  });
});

test.each([
  [{ passkeys: 0, hasTotp: false, recoveryCodes: 0 }, []],
  // Recovery codes stand in for another factor.
  [{ passkeys: 0, hasTotp: false, recoveryCodes: 10 }, []],
  [{ passkeys: 0, hasTotp: true, recoveryCodes: 0 }, ['totp']],
  [{ passkeys: 2, hasTotp: false, recoveryCodes: 1 }, ['passkey', 'recovery']],
  [{ passkeys: 1, hasTotp: true, recoveryCodes: 1 }, ['passkey', 'totp', 'recovery']],
])('an account with %j finishes a sign-in with %j', (counts, kinds) => {
  expect(kindsOf(counts)).toEqual(kinds);
});

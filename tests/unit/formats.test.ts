import { describe, expect, it } from 'vitest';
import { canonicalJson } from '@/lib/core/canonical.ts';
import { isAadhaar, isDate, isIfsc, isPan, isUpiId, verhoeffHolds } from '@/lib/core/formats.ts';
import { mediaPath, paymentPath } from '@/lib/core/paths.ts';
import { cleanLine } from '@/lib/core/text.ts';

describe('official numbers', () => {
  const table: readonly (readonly [(text: string) => boolean, string, boolean])[] = [
    [isAadhaar, '234123412346', true],
    [isAadhaar, '234123412347', false],
    [isAadhaar, '222222222222', false],
    [isAadhaar, '123412341234', false],
    [isAadhaar, '23412341234', false],
    [isAadhaar, '2341 2341 2346', false],
    [verhoeffHolds, '2363', true], // the check digit of 236 is 3
    [verhoeffHolds, '2364', false],
    [isPan, 'ABCPE1234F', true],
    [isPan, 'AAACR5055K', true],
    [isPan, 'ABCDE1234F', false],
    [isPan, 'ABCPE12345', false],
    [isIfsc, 'HDFC0000001', true],
    [isIfsc, 'HDFC0ABC12X', true],
    [isIfsc, 'HDFCO000001', false],
    [isIfsc, 'HDFC000001', false],
    [isUpiId, 'a.b-c_1@okhdfcbank', true],
    [isUpiId, 'a@sbi', false],
    [isUpiId, 'ab@s', false],
    [isUpiId, 'ab@sb1', false],
    [isUpiId, 'ab@sbi\n', false],
    [isUpiId, `${'a'.repeat(96)}@sbi`, true],
    [isUpiId, `${'a'.repeat(97)}@sbi`, false],
    [isDate, '2024-02-29', true],
    [isDate, '2023-02-29', false],
    [isDate, '2000-02-29', true],
    [isDate, '2100-02-29', false],
    [isDate, '2026-04-31', false],
    [isDate, '2026-4-1', false],
    [isDate, '2026-12-31', true],
  ];
  it.each(table.map(([check, ...rest]) => [check.name, ...rest, check] as const))('%s %j', (_, text, right, check) =>
    expect(check(text)).toBe(right),
  );
});

describe('cleanLine', () => {
  const table: readonly (readonly [string, string])[] = [
    ['  a  ', 'a'],
    ['a\r\nBcc: b', 'a Bcc: b'],
    ['a\u2028b', 'a b'],
    ['a\u0000b\u0007', 'ab'],
    ['\ufeffa\u200b', 'a'],
    ['\u2066abc\u2069\u202e', 'abc'],
    ['\ud800a', 'a'],
    ['\u{e0061}a', 'a'],
    ['👨‍👩‍👧', '👨‍👩‍👧'],
    ['\u200d', ''],
    ['e\u0301', 'é'],
  ];
  it.each(table)('%j is %j', (text, clean) => expect(cleanLine(text)).toBe(clean));
});

describe('canonicalJson', () => {
  it('does not depend on the order of keys, at any depth', () =>
    expect(canonicalJson({ b: [{ d: 1, c: 'x' }], a: null })).toBe('{"a":null,"b":[{"c":"x","d":1}]}'));
  it('writes bigint as digits and leaves out undefined', () =>
    expect(canonicalJson({ q: 10n, u: undefined, l: [undefined] })).toBe('{"l":[null],"q":"10"}'));
  it('rejects values that JSON cannot represent', () =>
    expect(() => canonicalJson({ a: Number.NaN })).toThrow(TypeError));
});

describe('addresses', () => {
  it('encode their parameters', () => {
    expect(mediaPath('../x')).toBe('/api/v1/media/..%2Fx');
    expect(paymentPath('PUR-123456', '1180.00')).toBe('/user/payment?purchaseId=PUR-123456&purchaseAmount=1180.00');
  });
});

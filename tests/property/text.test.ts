import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as fields from '@/lib/core/fields.ts';
import { purchaseId } from '@/lib/core/fields.ts';
import { isAadhaar, isDate, verhoeffHolds } from '@/lib/core/formats.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { typedReference } from '@/lib/core/reference-field.ts';
import { cleanLine } from '@/lib/core/text.ts';
import { walletAddress } from '@/lib/core/wallet-field.ts';
import * as z from '@/lib/core/zod.ts';
import { canonicalPath, guard } from '@/lib/http/guard-rules.ts';
import { UPI_LINK_BYTES_MAX, upiLink } from '@/lib/purchases/checkout/upi.rules.ts';
import {
  normaliseReference,
  recogniseReference,
  referenceHint,
  referenceProblem,
} from '@/lib/purchases/reference.rules.ts';

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());

describe('text', () => {
  it('cleaned text stays the same when cleaned again, and contains nothing invisible', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = cleanLine(text);
        expect(cleanLine(clean)).toBe(clean);
        expect(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(clean)).toBe(false);
        expect(clean.isWellFormed()).toBe(true);
      }),
    ));

  it('any text is either accepted or rejected with a message', () => {
    const kinds: Record<string, z.ZodMiniType> = {
      ...fields.listQuery,
      name: fields.name,
      email: fields.email,
      newPassword: fields.newPassword,
      otp6: fields.otp6,
      mobile: fields.mobile,
      pincode: fields.pincode,
      dateOfBirth: fields.dateOfBirth,
      gender: fields.gender,
      referralCode: fields.referralCode,
      ifsc: fields.ifsc,
      upiId: fields.upiId,
      pan: fields.pan,
      aadhaar: fields.aadhaar,
      accountNumber: fields.accountNumber,
      walletAddress,
      typedReference,
      uuid: fields.uuid,
      purchaseId,
      companyId: fields.companyId,
    };
    fc.assert(
      fc.property(fc.oneof(anyText, fc.anything()), fc.constantFrom(...Object.keys(kinds)), (sent, kind) => {
        const result = z.safeParse(kinds[kind] as z.ZodMiniType, sent);
        if (result.success) return;
        for (const issue of result.error.issues) expect(issue.message).not.toMatch(/^Invalid input/);
        if (typeof sent === 'string') expect(result.error.issues).toHaveLength(1);
      }),
    );
  });
});

describe('an Aadhaar number', () => {
  const digits = fc.array(fc.nat({ max: 9 }), { minLength: 11, maxLength: 11 }).map((it) => it.join(''));
  const checkDigit = (text: string) => [...'0123456789'].find((digit) => verhoeffHolds(text + digit));
  const withCheck = digits.map((text) => `${text}${checkDigit(text)}`);
  it('has exactly one check digit', () =>
    fc.assert(
      fc.property(digits, (text) => {
        expect([...'0123456789'].filter((digit) => verhoeffHolds(text + digit))).toHaveLength(1);
      }),
    ));
  it('is invalid with one wrong digit or two swapped neighbours', () =>
    fc.assert(
      fc.property(withCheck, fc.nat({ max: 10 }), fc.integer({ min: 1, max: 9 }), (right, at, by) => {
        const wrong = right.slice(0, at) + ((Number(right[at]) + by) % 10) + right.slice(at + 1);
        expect(verhoeffHolds(wrong)).toBe(false);
        const swapped = right.slice(0, at) + right.charAt(at + 1) + right.charAt(at) + right.slice(at + 2);
        expect(swapped === right || !verhoeffHolds(swapped)).toBe(true);
        expect(isAadhaar(wrong)).toBe(false);
      }),
    ));
});

describe('a date', () => {
  it('is valid if the calendar contains it', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1900, max: 2100 }),
        fc.nat({ max: 14 }),
        fc.nat({ max: 33 }),
        (year, month, day) => {
          const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
          const date = new Date(Date.UTC(year, month - 1, day));
          expect(isDate(text)).toBe(date.toISOString().slice(0, 10) === text);
        },
      ),
    ));
});

describe('a reference', () => {
  it('stays the same when normalised again, and can always be classified', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        const reference = normaliseReference(text);
        expect(normaliseReference(reference)).toBe(reference);
        recogniseReference(reference);
        referenceHint(reference);
        if (referenceProblem(reference) === null) expect(reference).toMatch(/^[A-Z0-9]{6,35}$/);
      }),
    ));
  it('is the same with any spaces, case or padding', () => {
    const rrn = fc.array(fc.nat({ max: 9 }), { minLength: 12, maxLength: 12 }).map((it) => it.join(''));
    const gap = fc.constantFrom('', ' ', '-', '/', '\u00a0', '\u200b', '\n');
    fc.assert(
      fc.property(rrn, fc.array(gap, { minLength: 12, maxLength: 12 }), (number, gaps) => {
        const spaced = [...number].map((digit, n) => digit + gaps[n]).join('');
        expect(normaliseReference(spaced)).toBe(number);
        expect(normaliseReference(`0000${spaced}`)).toBe(number);
      }),
    );
  });
});

describe('a UPI link', () => {
  const payment = fc.record({
    payeeAddress: fc.stringMatching(/^[a-z0-9._-]{2,30}@[a-z]{2,12}$/),
    payeeName: anyText,
    reference: anyText,
    note: anyText,
    amountPaise: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  });
  it('can be parsed, contains only characters that apps accept, and is as short as possible', () =>
    fc.assert(
      fc.property(payment, (input) => {
        const link = upiLink(input);
        expect(link).toMatch(
          /^upi:\/\/pay\?pa=[a-z0-9._@-]+&pn=[^&=+ ]*(&tr=[A-Za-z0-9]{1,35})?(&tn=[^&=+ ]+)?&am=\d+\.\d\d&cu=INR$/,
        );
        const query = new URL(link).searchParams;
        expect(query.get('pa')).toBe(input.payeeAddress);
        expect(query.get('cu')).toBe('INR');
        if (link.length > UPI_LINK_BYTES_MAX) expect(query.get('tn')).toBeNull();
        // Whole or not at all: a cut order number looks like another order.
        const note = query.get('tn');
        if (note !== null) expect(note).toBe(input.note.replace(/\p{Cs}/gu, '').trim());
      }),
    ));
});

describe('the guard', () => {
  const signedIn = fc.record({ member: fc.boolean(), admin: fc.boolean(), super: fc.boolean() });
  const piece = fc.constantFrom(
    ...Object.values(PATHS),
    '/forgot-password',
    '/',
    '//',
    '\\',
    '..',
    '/../',
    '.',
    ';a=b',
    '%2f',
    '%2e',
    '%252e',
    '%5c',
    '%00',
    '%',
    '%75ser',
    'USER',
    'x',
    '?',
    '#',
    ' ',
    '%c3',
    '\u212a',
  );
  const path = fc
    .array(fc.oneof({ weight: 5, arbitrary: piece }, anyText), { maxLength: 6 })
    .map((it) => `/${it.join('')}`);

  it('never redirects twice', () =>
    fc.assert(
      fc.property(path, signedIn, (at, who) => {
        const target = guard(at, who);
        if (target !== null) expect(guard(target, who)).toBeNull();
      }),
      { numRuns: 5000 },
    ));

  it('protects a path in every spelling', () => {
    const nobody = { member: false, admin: false, super: false };
    fc.assert(
      fc.property(path, (at) => {
        const canonical = canonicalPath(at);
        const open = canonical === PATHS.adminLogin || canonical === PATHS.superadminLogin;
        if (!open && /^\/(user|admin|superadmin)/.test(canonical)) expect(guard(at, nobody)).not.toBeNull();
      }),
      { numRuns: 5000 },
    );
  });

  it('has one canonical form', () =>
    fc.assert(
      fc.property(path, (at) => {
        const canonical = canonicalPath(at);
        expect(canonical).toMatch(/^\/$|^(\/[^/\\]+)+$/u);
        if (!at.includes('%')) expect(canonicalPath(canonical)).toBe(canonical);
      }),
    ));
});

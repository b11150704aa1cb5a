import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import * as fields from '@/lib/core/fields.ts';
import { isAadhaar, isDate, verhoeffHolds } from '@/lib/core/formats.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { purchaseId } from '@/lib/core/query-fields.ts';
import { cleanLine } from '@/lib/core/text.ts';
import { canonicalPath, guard } from '@/lib/http/guard-rules.ts';
import { normaliseReference, recogniseReference, referenceHint, referenceProblem } from '@/lib/purchases/reference.ts';
import { UPI_LINK_BYTES_MAX, upiLink } from '@/lib/purchases/upi.ts';

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());

describe('text', () => {
  it('once clean stays as it is, and holds nothing that can not be seen', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = cleanLine(text);
        expect(cleanLine(clean)).toBe(clean);
        expect(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(clean)).toBe(false);
        expect(clean.isWellFormed()).toBe(true);
      }),
    ));

  it('of any kind is either taken or refused with a sentence of its own', () => {
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
      walletAddress: fields.walletAddress,
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
  const withCheck = digits.map((it) => {
    const found = [...'0123456789'].find((digit) => verhoeffHolds(it + digit));
    return it + found;
  });
  it('has exactly one check digit', () =>
    fc.assert(
      fc.property(digits, (it) => {
        expect([...'0123456789'].filter((digit) => verhoeffHolds(it + digit))).toHaveLength(1);
      }),
    ));
  it('with one wrong digit or two neighbours swapped is refused', () =>
    fc.assert(
      fc.property(withCheck, fc.nat({ max: 10 }), fc.integer({ min: 1, max: 9 }), (it, place, by) => {
        const wrong = it.slice(0, place) + ((Number(it[place]) + by) % 10) + it.slice(place + 1);
        expect(verhoeffHolds(wrong)).toBe(false);
        const swapped = it.slice(0, place) + it.charAt(place + 1) + it.charAt(place) + it.slice(place + 2);
        expect(swapped === it || !verhoeffHolds(swapped)).toBe(true);
        expect(isAadhaar(wrong)).toBe(false);
      }),
    ));
});

describe('a date', () => {
  it('is real when the calendar has it', () =>
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
  it('once normalised stays as it is, and can always be judged', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        const reference = normaliseReference(text);
        expect(normaliseReference(reference)).toBe(reference);
        recogniseReference(reference);
        referenceHint(reference);
        if (referenceProblem(reference) === null) expect(reference).toMatch(/^[A-Z0-9]{6,35}$/);
      }),
    ));
  it('is the same however it was spaced, cased or padded', () => {
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
  it('can be read back, holds only what an app takes, and is short where it can be', () =>
    fc.assert(
      fc.property(payment, (it) => {
        const link = upiLink(it);
        expect(link).toMatch(
          /^upi:\/\/pay\?pa=[a-z0-9._@-]+&pn=[^&=+ ]*(&tr=[A-Za-z0-9]{1,35})?(&tn=[^&=+ ]+)?&am=\d+\.\d\d&cu=INR$/,
        );
        const query = new URL(link).searchParams;
        expect(query.get('pa')).toBe(it.payeeAddress);
        expect(query.get('cu')).toBe('INR');
        if (link.length > UPI_LINK_BYTES_MAX) expect(query.get('tn')).toBeNull();
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

  it('lets nobody by whose canonical path is protected', () => {
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

  it('knows one canonical form', () =>
    fc.assert(
      fc.property(path, (at) => {
        const canonical = canonicalPath(at);
        expect(canonical).toMatch(/^\/$|^(\/[^/\\]+)+$/u);
        if (!at.includes('%')) expect(canonicalPath(canonical)).toBe(canonical);
      }),
    ));
});

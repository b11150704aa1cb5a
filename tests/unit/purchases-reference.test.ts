/** Reference numbers as people type and paste them. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { referenceAdvice, typedReferenceProblem } from '@/lib/purchases/proof.rules.ts';
import { normaliseReference } from '@/lib/purchases/reference.rules.ts';
import { findReference, readReference } from '@/lib/purchases/typed-reference.rules.ts';
import { inDigits, NUMBERING_SYSTEMS } from '../support/scripts.ts';

const RRN = '633012345699';
const NEFT = 'SBIN426330123456';
const RTGS = 'HDFCR52026112612345678';

/** Messages of banks and apps in their public forms; names, numbers and accounts are invented. */
const MESSAGES: Readonly<Record<string, string>> = {
  'SBI by UPI':
    'Dear UPI user A/C X1234 debited by 1298.0 on date 26Nov26 trf to COWL TOKENS Refno 633012345699. If not u? call 1800000000. -SBI',
  PhonePe: 'Transaction ID\nT2611262101234567890123\nUTR: 633012345699',
  'PhonePe, line ends lost': 'Transaction IDT2611262101234567890123UTR: 633012345699',
  HDFC: 'Sent Rs.1298.00\nFrom HDFC Bank A/C *1234\nTo COWL TOKENS\nOn 26/11/26\nRef 633012345699\nNot You?\nCall 18002586161/SMS BLOCK UPI to 7308080808',
  ICICI:
    'ICICI Bank Acct XX123 debited for Rs 1298.00 on 26-Nov-26; COWL TOKENS credited. UPI:633012345699. Call 18002662 for dispute. SMS BLOCK 123 to 9215676766.',
  'Axis, with a phone number of twelve digits':
    'INR 1298.00 debited\nA/c no. XX1234\n26-11-26, 10:11:12\nUPI/P2M/633012345699/COWL\nNot you? SMS BLOCKUPI Cust ID to 919951860002\nAxis Bank',
  Kotak:
    'Sent Rs.1298.00 from Kotak Bank AC X1234 to cowl@okhdfcbank on 26-11-26.UPI Ref 633012345699. Not you, https://kotak.com/KBANKT/Fraud',
  PNB: 'A/c X1234 debited INR 1298.00 Dt 26-11-26 10:11 thru UPI:633012345699.Bal INR 12345.67 Not u?Fwd this SMS to 9264192641 to block UPI.-PNB',
  'Bank of Baroda':
    'Rs.1298.00 Dr. from A/C XXXXXX1234 and Cr. to cowl@okaxis. Ref:633012345699. AvlBal:Rs12345.67(2026:11:26 10:11:12). Not you? Call 18005700-BOB',
  Union:
    'A/c *1234 Debited for Rs:1298.00 on 26-11-2026 10:11:12 by Mob Bk ref no 633012345699 Avl Bal Rs:12345.67. If not you, Call 1800222243',
  IDFC: 'Your A/C XXXXXXXX123 is debited by Rs. 1,298.00 on 26/11/26 10:11. RRN 633012345699. Available balance Rs 12,345.67',
  Federal:
    'Rs 1298.00 debited via UPI on 26-11-2026 10:11:12 to VPA cowl@ybl.Ref No 633012345699.Small txns?Use UPI Lite!-Federal Bank',
  'a space that was lost': 'A/c *1234 debited Rs 1298.00 RRN 633012345699Avl Bal Rs 12345.67',
  'an account of twelve digits': 'Rs 1298.00 debited from A/c no. 123456789012. UPI Ref No 633012345699.',
  'a phone number as UPI address': 'Paid Rs 1298 to 919876543210@ybl. UPI transaction ID 633012345699',
  'Google Pay': 'UPI transaction ID\n633012345699\nTo: COWL TOKENS\nGoogle transaction ID\nCICAgKDxyzAbCdE',
  Paytm: 'Rs.1,298 Paid Successfully\nTo: COWL TOKENS\nUPI Ref. No: 633012345699\nPaid at 10:11 AM, 26 Nov 2026',
  'the number twice': 'UTR 633012345699. Please check UTR 633012345699.',
  Hindi: 'आपके खाते X1234 से ₹1298.00 कटे। यूपीआई संदर्भ संख्या ६३३०१२३४५६९९',
  narration: 'UPI/CR/633012345699/ASHA RAO/SBIN/asha@oksbi/PUR-123456--',
};

test.each(Object.entries(MESSAGES))('reads the number of a message: %s', (_, message) => {
  expect(readReference(message)).toBe(RRN);
  expect(typedReferenceProblem(message)).toBeNull();
});

test.each([
  ['Your NEFT of Rs 1,298.00 to COWL TOKENS has UTR SBIN426330123456. Call 1800112211', NEFT],
  ['NEFT Cr-SBIN0001234-COWL-Ref N326112345678901 on 26-11-2026', 'N326112345678901'],
  ['RTGS UTR NO: HDFCR52026112612345678--', RTGS],
  ['INR 2,50,000.00 by RTGS on 26/11/2026 10:11:12. UTR: hdfcr52026112612345678.', RTGS],
  ['NEFTSBIN426330123456', NEFT],
])('reads a NEFT or RTGS number: %j', (message, reference) => {
  expect(readReference(message)).toBe(reference);
});

describe('words around the number', () => {
  test.each([
    [`UTR: ${RRN}`],
    [`utr: ${RRN}`],
    [`UTR No. ${RRN}`],
    [`UPI Ref No: ${RRN}.`],
    ['UPI Ref. No.: 6330 1234 5699'],
    [`UPI transaction ID: ${RRN}`],
    [`RRN-${RRN} `],
    [`Ref#${RRN}`],
    [`#${RRN}`],
    [`${RRN}.`],
    [`(${RRN})`],
    [`“${RRN}”`],
    [`UTR${RRN}`],
    [`Utr${RRN}`],
    [`IMPS${RRN}`],
    [`IMPS/${RRN}`],
    [`UPI/${RRN}`],
    [`RefNo${RRN}`],
    [`TxnID${RRN}`],
    [`UTRN ${RRN}`],
    [`Ref No ${RRN} via GPay`],
    [`PAID ${RRN}`],
    [`HDFC ${RRN}`],
    [`MMT/IMPS/${RRN}/COWL/ASHA RAO/SBI`],
    ['6330-1234-5699'],
    ['633 012 345 699'],
    ['63 30 12 34 56 99'],
    ['UTR 6330–1234–5699'],
    ['६३३०१२३४५६९९'],
    ['６３３０１２３４５６９９'],
    ['UTR: ৬৩৩০১২৩৪৫৬৯৯'],
    [`0000${RRN}`],
    [`\u202a${RRN}\u202c`],
  ])('%j is the number alone', (typed) => {
    expect(readReference(typed)).toBe(RRN);
  });
  test.each([
    [NEFT, NEFT],
    [NEFT.toLowerCase(), NEFT],
    ['SBIN-426330123456', NEFT],
    ['SBIN 4263 3012 3456', NEFT],
    ['UTR: SBIN 4263 3012 3456', NEFT],
    ['IDIB426330123456', 'IDIB426330123456'],
    ['INDBN12345678901', 'INDBN12345678901'],
    ['HDFCN 12345678901', 'HDFCN12345678901'],
    ['N 3261 1234 5678 901', 'N326112345678901'],
    ['UTR no: N326112345678901', 'N326112345678901'],
    ['Reference number SBINN12345678901', 'SBINN12345678901'],
    ['UTR: 41234567', '41234567'],
    ['12345678901', '012345678901'],
    ['axmb-1234/5678 9012 3456', 'AXMB1234567890123456'],
    ['axmb1234 5678 9012 3456', 'AXMB1234567890123456'],
    ['AXMB 1234 5678 9012 3456', 'AXMB1234567890123456'],
    ['HDFC-R5-2026 1126 12345678', 'HDFCR52026112612345678'],
    ['4123-4567/8901', '412345678901'],
    ['1234 5678 9012/3456', '1234567890123456'],
  ])('%j keeps its letters: %s', (typed, reference) => {
    expect(readReference(typed)).toBe(reference);
  });
});

describe('a text in which no number is certain', () => {
  const SEVERAL = 'There are several numbers in this text. Please enter only the UTR or Transaction Number.';
  const SIGNS = 'The UTR or Transaction Number can have only letters and digits.';
  test.each([
    ['UTR 633012345699 or 633012345700', SEVERAL],
    ['UTR 633012345699, 6330 1234 5700', SEVERAL],
    [`${NEFT} and ${RTGS}`, SEVERAL],
    [`${NEFT}, from account 123456789012 or ${RRN}`, SEVERAL],
    [`Ref ${RRN} / Ref N326112345678901`, SEVERAL],
    ['paid to cowl, thanks', SIGNS],
    ['Not you? SMS BLOCK to 919951860002', SIGNS],
    ['Rs 1298.00 debited from A/c no. 123456789012.', SIGNS],
    ['Paid 123456789012.50 rupees', SIGNS],
    ['Sent to 919876543210@ybl', SIGNS],
    ['on 26-11-2026 1011 hours, Rs 12', SIGNS],
    ['call 1800 1234 5678, A/c 12', SIGNS],
    [`Order 63301234569912345`, null],
    ['', 'Please enter UTR or Transaction Number.'],
  ])('%j is refused, or stays as it is', (typed, problem) => {
    expect(findReference(typed)).toBeNull();
    expect(typedReferenceProblem(typed)).toBe(problem);
  });
});

describe('letters in place of digits', () => {
  test.each([
    ['633O12345699', '633O12345699'],
    ['6330I2345699', '6330I2345699'],
    ['6330 l234 5699', '6330L2345699'],
    ['63301234S699', '63301234S699'],
    ['633012345B99', '633012345B99'],
    ['UTR: 633O12345699', '633O12345699'],
    ['UTR633O12345699', '633O12345699'],
    ['IMPS633O12345699', '633O12345699'],
    ['Ref No 633O12345699 via GPay', '633O12345699'],
    ['UTR 633O12345699. Not you? SMS BLOCK to 919951860002', '633O12345699'],
  ])('%j is stored as %s', (typed, reference) => {
    expect(readReference(typed)).toBe(reference);
    expect(typedReferenceProblem(typed)).toBeNull();
  });
});

describe('a phone number', () => {
  const advice = /^This looks like a phone number\./;
  test.each([
    ['919876543210', '919876543210'],
    ['+91 98765 43210', '919876543210'],
    ['+91-9876543210', '919876543210'],
    ['91 98765 43210', '919876543210'],
    ['९१९८७६५४३२१०', '919876543210'],
    ['UTR 919876543210', '919876543210'],
    ['9876543210', '9876543210'],
    ['098765 43210', '09876543210'],
  ])('%j is taken with advice', (typed, reference) => {
    expect(readReference(typed)).toBe(reference);
    expect(typedReferenceProblem(typed)).toBeNull();
    expect(referenceAdvice(typed)).toMatch(advice);
  });
  test.each([['915876543210'], [RRN], [NEFT], ['UTR 633012345699, phone 919876543210']])(
    '%j has no advice',
    (typed) => {
      expect(referenceAdvice(typed)).toBeNull();
    },
  );
});

test.each(['63301234569', '063301234569', 'UTR: 63301234569', '६३३०१२३४५६९'])(
  'a number with a digit too few is taken, and its buyer is asked to look: %j',
  (typed) => {
    expect(typedReferenceProblem(typed)).toBeNull();
    expect(referenceAdvice(typed)).toContain('a digit is missing');
    // The form shows the number that it read in place of the text.
    expect(referenceAdvice(readReference(typed))).toBe(referenceAdvice(typed));
  },
);

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const rrn = digits(12).filter((it) => !/^91[6-9]/.test(it));

it('finds a number in any words, and in the digits of any script', () => {
  const parts = fc.array(fc.constantFrom('paid', 'to', 'ASHA', 'UTR:', 'Ref No', 'न', 'on 26/11/26', 'Rs 1,298.00'), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(rrn, parts, parts, fc.constantFrom(...NUMBERING_SYSTEMS), (number, before, after, system) => {
      const text = inDigits([...before, number, ...after].join(' '), system);
      expect(readReference(text)).toBe(number);
    }),
  );
});

it('reads a plain reference as it was always stored', () => {
  const bank = fc.stringMatching(/^(?:SBIN|HDFC|ICIC|UTIB|KKBK|IDIB|INDB)N?[0-9]{11,12}$/);
  fc.assert(
    fc.property(fc.oneof(rrn, digits(11), digits(16), bank), (reference) => {
      expect(readReference(reference)).toBe(normaliseReference(reference));
    }),
  );
});

it('finds the same number again in what it has found, and stores at most 35 characters', () => {
  const part = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('UTR', 'REF NO', RRN, NEFT, RTGS, '91', '9876543210'),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom('', ' ', '/'), (parts, gap) => {
      const reference = findReference(parts.join(gap));
      if (reference === null) return;
      expect(reference).toMatch(/^[A-Z0-9]{1,35}$/);
      expect(readReference(reference)).toBe(reference);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['REF'.repeat(666)],
  ['REFNO '.repeat(333)],
  ['1 '.repeat(1_000)],
  ['1'.repeat(2_000)],
  [`${'UTRN'.repeat(490)}1`],
  ['A/C '.repeat(500)],
  ['633012345699 '.repeat(150)],
])('reads the longest text quickly: %#', (text) => {
  const before = performance.now();
  readReference(text);
  typedReferenceProblem(text);
  expect(performance.now() - before).toBeLessThan(50);
});

import { describe, expect, it } from 'vitest';
import { appLinks, UPI_LINK_BYTES_MAX, type UpiPayment, upiLink } from '@/lib/purchases/checkout/upi.rules.ts';
import {
  normaliseReference,
  recogniseReference,
  referenceHint,
  referenceProblem,
} from '@/lib/purchases/reference.rules.ts';

const payment: UpiPayment = {
  payeeAddress: 'example@upi',
  payeeName: 'Example Co',
  reference: 'PUR-123456',
  note: 'PUR-123456',
  amountPaise: 118000n,
};

describe('upiLink', () => {
  const table: readonly (readonly [string, Partial<UpiPayment>, string])[] = [
    ['plain', {}, 'upi://pay?pa=example@upi&pn=Example%20Co&tr=PUR123456&tn=PUR-123456&am=1180.00&cu=INR'],
    [
      'paise',
      { amountPaise: 5n },
      'upi://pay?pa=example@upi&pn=Example%20Co&tr=PUR123456&tn=PUR-123456&am=0.05&cu=INR',
    ],
    [
      'characters that end a parameter',
      { payeeName: 'A&B=C#+%', note: '' },
      'upi://pay?pa=example@upi&pn=A%26B%3DC%23%2B%25&tr=PUR123456&am=1180.00&cu=INR',
    ],
    [
      'a long name is cut, and the order number in the note never is',
      { payeeName: 'A very long company name of the sort that banks keep in full' },
      'upi://pay?pa=example@upi&pn=A%20very%20long%20company%20name%20of&tr=PUR123456&tn=PUR-123456&am=1180.00&cu=INR',
    ],
    [
      'a note that is too long is left out whole',
      { note: 'x'.repeat(60) },
      'upi://pay?pa=example@upi&pn=Example%20Co&tr=PUR123456&am=1180.00&cu=INR',
    ],
    [
      'the note is left out whole when the shortest name is not enough',
      { payeeAddress: `${'a'.repeat(48)}@bank` },
      `upi://pay?pa=${'a'.repeat(48)}@bank&pn=Example&tr=PUR123456&am=1180.00&cu=INR`,
    ],
    [
      'whole letters of other scripts',
      { payeeName: 'उदाहरण', note: '' },
      `upi://pay?pa=example@upi&pn=${encodeURIComponent('उदाहर')}&tr=PUR123456&am=1180.00&cu=INR`,
    ],
    [
      'an unpaired surrogate',
      { payeeName: 'A\ud800B', note: '' },
      'upi://pay?pa=example@upi&pn=AB&tr=PUR123456&am=1180.00&cu=INR',
    ],
    ['no reference', { reference: '--', note: '' }, 'upi://pay?pa=example@upi&pn=Example%20Co&am=1180.00&cu=INR'],
  ];
  it.each(table)('%s', (_, change, link) => {
    expect(upiLink({ ...payment, ...change })).toBe(link);
    expect(link.length).toBeLessThanOrEqual(UPI_LINK_BYTES_MAX);
  });
  it('never shortens the address, the reference or the amount', () => {
    const payeeAddress = `${'a'.repeat(90)}@bank`;
    expect(upiLink({ ...payment, payeeAddress })).toBe(
      `upi://pay?pa=${payeeAddress}&pn=E&tr=PUR123456&am=1180.00&cu=INR`,
    );
  });
  it('passes the same payment to each app', () => {
    const query = 'pa=example@upi&pn=Example%20Co&tr=PUR123456&tn=PUR-123456&am=1180.00&cu=INR';
    expect(appLinks(upiLink(payment)).map((it) => it.href)).toEqual([
      `phonepe://pay?${query}`,
      `tez://upi/pay?${query}`,
      `paytmmp://pay?${query}`,
      `bhim://pay?${query}`,
      `upi://pay?${query}`,
    ]);
  });
});

describe('a reference', () => {
  const empty = 'Please enter UTR or Transaction Number.';
  const length = 'The UTR or Transaction Number must have 6 to 35 letters and digits.';
  const signs = 'The UTR or Transaction Number can have only letters and digits.';
  const table: readonly (readonly [string, string, string, string | null])[] = [
    // as typed                normalised                     looks like   refused because
    ['412345678901', '412345678901', 'UPI_IMPS', null],
    [' 4123 4567 8901 ', '412345678901', 'UPI_IMPS', null],
    ['４１２３４５６７８９０１', '412345678901', 'UPI_IMPS', null],
    ['0000412345678901', '412345678901', 'UPI_IMPS', null],
    ['0000000345678901', '000345678901', 'UPI_IMPS', null],
    ['12345678901', '012345678901', 'UPI_IMPS', null],
    ['012345678901', '012345678901', 'UPI_IMPS', null],
    ['4123-4567/8901', '412345678901', 'UPI_IMPS', null],
    ['4123\u20134567\u200b8901', '412345678901', 'UPI_IMPS', null],
    ['hdfcn12345678901', 'HDFCN12345678901', 'NEFT', null],
    ['HDFCR52026112112345678', 'HDFCR52026112112345678', 'RTGS', null],
    ['N325261234567890', 'N325261234567890', 'NEFT', null],
    ['SBINN52026112112345678', 'SBINN52026112112345678', 'NEFT', null],
    ['SBINX52026112112345678', 'SBINX52026112112345678', 'UNKNOWN', null],
    ['N32526123456789', 'N32526123456789', 'UNKNOWN', null],
    ['CICAgOjZ5qWxGg', 'CICAGOJZ5QWXGG', 'GOOGLE_ID', null],
    ['PUR-123456', 'PUR123456', 'ORDER_NUMBER', null],
    ['PUR-123456-2', 'PUR1234562', 'ORDER_NUMBER', null],
    ['9876543210', '9876543210', 'PHONE', null],
    ['09876543210', '09876543210', 'PHONE', null],
    ['+91 98765 43210', '+919876543210', 'PHONE', signs],
    ['AB12CD', 'AB12CD', 'UNKNOWN', null],
    ['x'.repeat(35), 'X'.repeat(35), 'UNKNOWN', null],
    ['', '', 'UNKNOWN', empty],
    [' - / ', '', 'UNKNOWN', empty],
    ['12345', '12345', 'UNKNOWN', length],
    ['x'.repeat(36), 'X'.repeat(36), 'UNKNOWN', length],
    ["4123'; drop", "4123';DROP", 'UNKNOWN', signs],
    // NFKC makes U+02DB a space and an accent. Without the space, the accent combines with the letter.
    ['\u01cd\u02db12345', '\u0104\u030c12345', 'UNKNOWN', signs],
    ['<b>412345</b>', '<B>412345<B>', 'UNKNOWN', signs],
  ];
  it.each(table)('%j', (typed, normalised, kind, problem) => {
    const reference = normaliseReference(typed);
    expect([reference, recogniseReference(reference), referenceProblem(reference)]).toEqual([
      normalised,
      kind,
      problem,
    ]);
  });
  it('gives only advice if it looks wrong', () => {
    const advised = ['412345678901', 'HDFCN12345678901', '', 'CICAGOJZ5QWXGG', 'PUR123456', '9876543210', 'AB12CD'];
    expect(advised.map((it) => referenceHint(it)?.slice(0, 14) ?? null)).toEqual([
      null,
      null,
      null,
      'This is Google',
      'This is our or',
      'This looks lik',
      'A UPI or IMPS ',
    ]);
  });
});

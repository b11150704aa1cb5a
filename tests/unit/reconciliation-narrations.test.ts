/** What a narration says by the bank's own hand: the number in its place, and whether the payment went back. */
import { describe, expect, it } from 'vitest';
import { bankNumbers, isReversal } from '@/lib/reconciliation/statement/narration.rules.ts';
import { payerOf, referencesOf } from '@/lib/reconciliation/statement/references.rules.ts';

const RRN = '633012345671';
const OTHER = '633099887766';
const PHONE = '919876543210';
const ACCOUNT = '001712345678';

describe('the number in the bank’s place', () => {
  it.each([
    ['HDFC', `UPI-ASHA RAO-ASHA@OKHDFC-HDFC0000001-${RRN}-${OTHER}`],
    ['HDFC, a hyphen in the address', `UPI-ASHA RAO-${PHONE}-1@OKAXIS-HDFC0000001-${RRN}-RENT`],
    ['HDFC, digits in the address', `UPI-ASHA RAO-${OTHER}-2@YBL-HDFC0000001-${RRN}-RENT`],
    ['SBI', `BY TRANSFER-UPI/CR/${RRN}/ASHA RAO/HDFC/asha@ok/${OTHER}--`],
    ['Axis', `UPI/P2A/${RRN}/ASHA RAO/HDFC/${OTHER}`],
    ['ICICI, number first', `UPI/${RRN}/${OTHER}/asha@ok/HDFC BANK`],
    ['ICICI, bank before the number', `UPI/ASHA RAO/HDFC Bank/${RRN}/${OTHER}`],
    ['ICICI, note before the number', `UPI/ASHA RAO/asha@ok/${OTHER}/HDFC BANK/${RRN}/ICI6f1e`],
    ['ICICI, note with a slash', `UPI/ASHA RAO/asha@ok/a/${OTHER}/HDFC BANK/${RRN}/ICI6f1e`],
    ['Kotak', `UPI/ASHA RAO/${RRN}/${OTHER}`],
    ['a phone before the number', `UPI/ASHA RAO/${PHONE}/${RRN}/x`],
    ['Union', `UPIAR/${RRN}/CR/ASHA_RAO/YESB/asha.rao@ybl`],
    ['Karnataka', `UPI:${RRN}:asharao@ybl(Asha Rao)`],
    ['IMPS, ICICI', `MMT/IMPS/${RRN}/${OTHER}/ASHA RAO/HDFC BANK`],
    ['IMPS, SBI', `BY TRANSFER-INB IMPS/${RRN}/XX4417/COWL--`],
    ['IMPS with a phone', `IMPS/P2A-${RRN}-SYEDSADIQ-${PHONE}`],
    ['IMPS, HDFC', `IMPS-${RRN}-ASHA RAO-HDFC-XXXXXXX4417-${OTHER}`],
    ['IMPS inward', `IMPS-INW/${RRN}/RAVI/KKBK`],
    ['IMPS received', `Recd:IMPS/${RRN}/RAVI M/KKBK/X1234/COWL`],
    ['IMPS, a phone before the number', `IMPS/${PHONE}/${RRN}/ASHA RAO`],
    ['Bandhan', `UPI/CR/C${RRN}/ASHA RAO/HDFC/${OTHER}`],
    ['Bandhan, a debit', `UPI/DR/D${RRN}/ASHA RAO/HDFC/x`],
    ['padded to sixteen digits', `UPI/CR/0000${RRN}/ASHA RAO/HDFC/asha@ok/x`],
    ['internal', `INF/INFT/${RRN}/${ACCOUNT}/ASHA RAO`],
    ['an unknown form', `FUNDS RECEIVED ${RRN} ASHA RAO ${OTHER}`],
    ['after an account', `FT FROM A/C ${ACCOUNT} REF ${RRN} ASHA`],
    ['after an IFSC', `TRF HDFC0000123-${ACCOUNT}-${RRN}`],
    ['a phone first', `PAID BY ${PHONE} ${RRN}`],
  ])('%s', (_, narration) => expect(bankNumbers(narration)).toEqual([RRN]));

  it.each([
    ['SBI', 'BY TRANSFER-NEFT*SBIN0000001*SBIN426330123456*ASHA RAO--', 'SBIN426330123456'],
    ['HDFC', 'NEFT CR-SBIN0000001-ASHA RAO-COWL-SBIN426330123456', 'SBIN426330123456'],
    [
      'HDFC, a false number as a name',
      'NEFT CR-SBIN0000001-UTIB426339999999-COWL-SBIN426330123456',
      'SBIN426330123456',
    ],
    ['Axis, a false number in the note', 'NEFT/SBIN426330123456/ASHA/UTIB426339999999', 'SBIN426330123456'],
    ['12 digits in the note', `NEFT-SBIN426330123456-ASHA RAO-${OTHER}`, 'SBIN426330123456'],
    ['RTGS', 'BY TRANSFER-RTGS UTR NO: HDFCR52026111812345678--ASHA', 'HDFCR52026111812345678'],
    ['IndusInd', 'NEFT-SBIN426330123456-ASHA RAO', 'SBIN426330123456'],
    ['N and 15 digits', 'NEFT/N320261123456789/ASHA RAO', 'N320261123456789'],
  ])('of a transfer: %s', (_, narration, number) => expect(bankNumbers(narration)).toEqual([number]));

  it('is the only one of an IMPS payment, also where it looks like a phone number', () =>
    expect(bankNumbers(`IMPS/P2A/${PHONE}/ASHA RAO/HDFC`)).toEqual([PHONE]));

  it.each([
    ['only a phone number', `IMPS/P2A/SYEDSADIQ/${PHONE}`],
    ['only an account', `TRANSFER FROM A/C NO ${ACCOUNT}`],
    ['an account of an internal transfer', `INF/INFT/0345/${ACCOUNT}/ASHA`],
    ['only an address', `UPI-ASHA-${OTHER}@YBL-X`],
    ['digits between letters', `RecdIMPS${RRN}RAVI MENON/KKBK`],
    ['thirteen digits', `UPI/CR/${RRN}0/ASHA`],
    ['zeros', 'UPI/CR/000000000000/ASHA'],
    ['nothing', 'CASH DEPOSIT'],
  ])('is missing: %s', (_, narration) => expect(bankNumbers(narration)).toEqual([]));

  it('is listed with its place, and other numbers as notes', () =>
    expect(
      referencesOf({ narration: `UPI/CR/${RRN}/ASHA/HDFC/x@y/${OTHER}`, reference: '', transactionId: '' }),
    ).toEqual([
      { reference: RRN, source: 'NARRATION' },
      { reference: OTHER, source: 'NOTE' },
    ]));

  it('of a column of references is the whole cell, or the bank’s place in its text', () => {
    const ofCell = (reference: string) =>
      referencesOf({ narration: '', reference, transactionId: '' }).filter(({ source }) => source === 'REFERENCE');
    for (const cell of [RRN, `UPI-${RRN}`, `IMPS${RRN}`, `0000${RRN}`, `UPI/CR/${RRN}/A/${OTHER}`])
      expect(ofCell(cell), cell).toEqual([{ reference: RRN, source: 'REFERENCE' }]);
  });
});

describe('a payment that the bank took back', () => {
  it.each([
    `REV-UPI-ASHA RAO-ASHA@OKHDFC-HDFC0000001-${RRN}`,
    `UPI/REV/${RRN}/ASHA RAO/HDFC`,
    `UPIRV/${RRN}/ASHA`,
    `UPI REVERSAL ${RRN}`,
    `UPI-REV-${RRN}`,
    `UPI/CRADJ/${RRN}/x`,
    `CRADJ/${RRN}`,
    `REV/IMPS/${RRN}`,
    `IMPS/REV/P2A/${RRN}`,
    `REV ${RRN}`,
    'NEFT RETURN-SBIN426330123456-ACCOUNT CLOSED',
    'NEFT RTN SBIN426330123456 INVALID ACCOUNT',
    'RTGS RETURN UTR NO HDFCR52026111812345678',
    'RETURN NEFT SBIN426330123456',
    `BY TRANSFER-UPI/REV/${RRN}/ASHA`,
    `UPI RETURN-${RRN}`,
    `UPI REVERSAL-${RRN}`,
    `UPI RET ${RRN}`,
    `UPIRET/${RRN}/ASHA RAO`,
    `UPI/REVERSED/${RRN}/ASHA RAO`,
    'NEFT/RTN/SBIN326112345678/ASHA RAO',
    'RET-NEFT-SBIN326112345678-ASHA RAO',
    'NEFT RTND-SBIN326112345678',
    'IW RTN NEFT SBIN326112345678',
    `CR ADJ ${RRN}`,
    'NEFT_RTN:SBIN326112345678',
    `UPI_REV/${RRN}`,
    `CR-ADJ-UPI-${RRN}`,
  ])('%s', (narration) => expect(isReversal(narration)).toBe(true));

  it.each([
    `UPI/CR/${RRN}/REV THOMAS MATHEW/FDRL/thomas@okaxis/UPI`,
    `UPI/CR/${RRN}/ASHA RAO/HDFC/asha@okhdfc/Please return rcpt`,
    `UPI-REV THOMAS MATHEW-THOMAS@OKAXIS-FDRL0000001-${RRN}-UPI`,
    `UPI-RETURN GIFTS-RETURN.GIFTS@YBL-HDFC0000001-${RRN}-X`,
    `UPI-RETURN-GIFTS-RETURN.GIFTS@YBL-HDFC0000001-${RRN}-X`,
    `UPI/${RRN}/reversal of fees/asha@ok/HDFC BANK`,
    `UPI/REV FATHER JOSE/FDRL Bank/${RRN}/x`,
    `MMT/IMPS/${RRN}/RETURN/REV JOHN/HDFC BANK`,
    'NEFT-RETURN GIFTS-SBIN426330123456',
    'NEFT RETURN GIFTS LTD-SBIN426330123456',
    'NEFT CR-SBIN0000001-REV JOHN-COWL-SBIN426330123456',
    'NEFT*SBIN0000001*SBIN426330123456*REV PETER--',
    `UPI/CR/${RRN}/REVATHI/HDFC/r@ok/CRADJ`,
    `IMPS-${RRN}-REVERSAL TRADERS-HDFC`,
    `UPI-RETURN GIFTS-a@ybl-SBIN0001234-${RRN}-x`,
    'NEFT/RETURN GIFTS/SBIN326112345678',
    `UPI/REVERSED SINGH/${RRN}/x`,
    `CR ADJAY RAO ${RRN}`,
  ])('is not: %s', (narration) => expect(isReversal(narration)).toBe(false));
});

it.each([
  [`UPI/CR/${RRN}/REV THOMAS MATHEW/FDRL/thomas@okaxis/UPI`, 'REV THOMAS MATHEW'],
  [`UPIAR/${RRN}/CR/ASHA_RAO/YESB/asha.rao@ybl`, 'ASHA_RAO'],
  [`UPI:${RRN}:asharao@ybl(Asha Rao)`, 'Asha Rao'],
  [`IMPS/P2A-${RRN}-ASHARAO-${PHONE}`, 'ASHARAO'],
  [`IMPS-INW/${RRN}/RAVI/KKBK`, 'RAVI'],
  [`MMT/IMPS/${RRN}/NOTE/ASHA RAO/HDFC BANK`, 'ASHA RAO'],
  [`INB IMPS/${RRN}/XX4417/COWL--`, null],
  [`INB IMPS/${RRN}/HARSH JOSHI/x`, null],
  [`IMPS/HARSH JOSHI/${RRN}/HDFC`, null],
  [`IMPS FROM HARSH JOSHI/${RRN}/GIFT`, null],
  [`IMPS-${RRN}-HDFC BANK LTD-X`, null],
  [`UPI/HDFC/${RRN}/HARSH JOSHI`, null],
  [`UPI/BOB/HDFC/${RRN}`, 'BOB'],
  ['NEFT-HARSH JOSHI-SBIN426330123456-RENT', null],
  ['NEFT RETURN-SBIN426330123456-ACCOUNT CLOSED', null],
  ['RTGS RETURN UTR NO HDFCR52026111812345678-INVALID ACCOUNT', null],
  [`REV-UPI-ASHA RAO-ASHA@OKHDFC-HDFC0000001-${RRN}`, null],
  ['NEFT/SBIN426330123456/ASHA RAO/SBIN0000001', 'ASHA RAO'],
  ['RTGS UTR NO: HDFCR52026111812345678--ASHA RAO', 'ASHA RAO'],
  [`UPI/${RRN}/LEELA NAIR/leela@okhdfc`, null],
])('the payer of %s is %s', (narration, name) => expect(payerOf(narration).name).toBe(name));

it('takes time in proportion to the text, whatever it says', () => {
  const near = ['UPI/', 'REV ', `${RRN}@`, 'A@', '1-', 'NEFT RETURN ', 'A.', '9'.repeat(12), 'UTR NO REF '];
  for (const part of near) {
    const text = part.repeat(Math.ceil(100_000 / part.length));
    bankNumbers(text);
    isReversal(text);
    payerOf(text);
  }
});

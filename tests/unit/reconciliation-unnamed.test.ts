/** Buyers whom nobody has verified: rows that name nobody, accounts as new as the payment, and names that collect others. */
import { describe, expect, it } from 'vitest';
import { indexOf } from '@/lib/reconciliation/matching/candidates.rules.ts';
import { rowOutcome } from '@/lib/reconciliation/matching/rules.ts';
import type { BankRow, Claim } from '@/lib/reconciliation/rules.ts';
import { bankRow, claimOf } from '../support/matching.ts';

const RRN = '632112345678';
const MEMBERS = ['Jhanavi Gokarn', 'Kanika Phadke', 'Ravi Kumar Menon'].map((name, nth) => ({
  id: `member-${nth}`,
  name,
  isVerified: true,
}));
function outcomeOf(row: Partial<BankRow>, claim: Partial<Claim>): (string | null)[] {
  const own = bankRow(row);
  const { bucket, label } = rowOutcome(indexOf([own], [claimOf(claim)], undefined, MEMBERS), own);
  return [bucket, label];
}

describe('a row without a name', () => {
  const unnamed = (vpa: string | null, rest = ''): Partial<BankRow> => ({
    payerName: null,
    vpa,
    narration: `UPI/CR/${RRN}//SBIN/${vpa ?? ''}/${rest}`,
  });
  it.each<[string, string | null, string]>([
    ['the address of a member', 'jhanavigokarn@okaxis', 'SHARED_NAME'],
    ['with a dot', 'jhanavi.gokarn@okaxis', 'SHARED_NAME'],
    ['with digits', 'kanika.phadke1990@ybl', 'SHARED_NAME'],
    ['the other way round', 'phadkekanika@ybl', 'SHARED_NAME'],
    ['of the first name', 'jhanavi22@ybl', 'SHARED_NAME'],
    ['cut', 'ravikumarm@oksbi', 'SHARED_NAME'],
    ['a phone number of somebody', '9822054321@ybl', 'OTHER_PHONE'],
    ['with the country', '919822054321@ybl', 'OTHER_PHONE'],
  ])('has %s (%s), and another buyer is looked at', (_, vpa, label) => {
    expect(outcomeOf(unnamed(vpa), { buyerName: 'Wolfgang Xi', isBuyerVerified: false })).toEqual([
      'PAYER_DIFFERS',
      label,
    ]);
  });
  it.each<[string, string | null]>([
    ['nothing', null],
    ['the address of nobody', 'sunshine22@okaxis'],
    ['their own', 'wolfgangxi@okaxis'],
    ['their own phone number', '9876543210@ybl'],
  ])('has %s, and is exact', (_, vpa) =>
    expect(outcomeOf(unnamed(vpa), { buyerName: 'Wolfgang Xi', isBuyerVerified: false })[0]).toBe('EXACT'),
  );
  it('with a phone number in the narration', () => {
    const row = { payerName: null, vpa: null, narration: `IMPS-${RRN}-919822054323-HDFC` };
    expect(outcomeOf(row, { buyerName: 'Wolfgang Xi', isBuyerVerified: false })).toEqual([
      'PAYER_DIFFERS',
      'OTHER_PHONE',
    ]);
  });
});

describe('an account that nobody has verified', () => {
  const isBuyerVerified = false;
  it.each<[string, Partial<Claim>, string | null]>([
    ['registered on the bank’s day', { registeredOn: '2026-11-18' }, 'NEW_ACCOUNT'],
    ['registered while the bank was closed', { registeredOn: '2026-11-15' }, 'NEW_ACCOUNT'],
    ['registered long before', { registeredOn: '2026-11-14' }, null],
    ['was approved before', { registeredOn: '2026-11-18', payerNames: ['ASHA RAO'] }, null],
    ['is verified', { registeredOn: '2026-11-18', isBuyerVerified: true }, null],
  ])('%s: the approval of all sees it', (_, claim, label) =>
    expect(outcomeOf({}, { isBuyerVerified, ...claim })).toEqual(['EXACT', label]),
  );

  it.each([
    ['RAMESH PATEL', 'Devi Kumar Singh Sharma Patel'],
    ['RAMESH PATEL', 'Asha Patel'],
    ['ZENITH TRADERS', 'Raj Traders'],
    ['GLOBAL SERVICES', 'Services Wolf'],
    ['GLOBAL SERVICES', 'Global Traders'],
  ])('%s does not fit %s', (payerName, buyerName) =>
    expect(outcomeOf({ payerName }, { buyerName, isBuyerVerified })[0]).toBe('PAYER_DIFFERS'),
  );
  it.each([
    ['RAMESH K PATEL', 'Ramesh Patel'],
    ['RAMESH', 'Ramesh Patel'],
    ['PATELRAMESH', 'Ramesh Patel'],
    ['ZENITH TRADERS', 'Zenith Traders'],
    ['GLOBAL SERVICES', 'Global Services'],
  ])('%s fits %s', (payerName, buyerName) =>
    expect(outcomeOf({ payerName }, { buyerName, isBuyerVerified })[0]).toBe('EXACT'),
  );
});

it.each(['Exports', 'Solutions', 'Stores', 'Enterprises', 'International'])(
  'a word of firms fits nobody, also a verified one: %s',
  (word) => {
    expect(outcomeOf({ payerName: `ZENITH ${word}` }, { buyerName: `Raj ${word}` })[0]).toBe('PAYER_DIFFERS');
    expect(outcomeOf({ payerName: `GLOBAL ${word}` }, { payerNames: ['GLOBAL TRADERS'], buyerName: 'Q' })[0]).toBe(
      'PAYER_DIFFERS',
    );
    expect(outcomeOf({ payerName: `ZENITH ${word}` }, { buyerName: `Zenith ${word}` })[0]).toBe('EXACT');
  },
);

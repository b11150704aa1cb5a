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
    ['registered on the bank’s day', { registeredOn: '2026-11-18' }, 'UNVERIFIED'],
    ['registered long before', { registeredOn: '2026-01-14' }, 'UNVERIFIED'],
    ['was approved before, with another payer', { payerNames: ['ASHA PATEL'] }, 'UNVERIFIED'],
    ['was approved before, with this payer', { payerNames: ['ASHA RAO'] }, 'UNVERIFIED'],
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

describe('a verified buyer', () => {
  const wolf: Partial<Claim> = { buyerName: 'Wolfgang Xi' };
  const unnamed = { payerName: null, vpa: null, narration: `UPI/CR/${RRN}//SBIN/` };
  it.each<[string, Partial<BankRow>, string]>([
    ['at the address of another member', { ...unnamed, vpa: 'jhanavigokarn@okaxis' }, 'SHARED_NAME'],
    ['at an address in the narration', { ...unnamed, narration: `UPI/${RRN}/x/jhanavigokarn@okaxis` }, 'SHARED_NAME'],
    ['at another phone number', { ...unnamed, vpa: '9822054321@ybl' }, 'OTHER_PHONE'],
    [
      'who is the word of a note',
      { ...unnamed, narration: `UPI/CR/${RRN}/jhanavigokarn@okaxis/SBIN/wolfgangxi` },
      'SHARED_NAME',
    ],
  ])('%s is looked at', (_, row, label) => expect(outcomeOf(row, wolf)).toEqual(['PAYER_DIFFERS', label]));

  it.each<[string, Partial<BankRow>]>([
    ['nothing', unnamed],
    ['a number like a phone number', { ...unnamed, reference: '916339547727' } as Partial<BankRow>],
    ['their own address', { ...unnamed, vpa: 'wolfgangxi@ok' }],
  ])('is exact on a row with %s', (_, row) => {
    const reference = (row as { reference?: string }).reference ?? RRN;
    const narration = `INB IMPS/${reference}/XX4417/--`;
    expect(outcomeOf({ narration, ...row }, { ...wolf, reference })).toEqual(['EXACT', null]);
  });

  const FORMS = [
    `UPI/${RRN}/UPI/ADDRESS@okzqx/HDFC`,
    `UPI/${RRN}/From:ADDRESS@okzqx/To:cowl@yesbank/Pay`,
    `UPI IN/${RRN}/ADDRESS@ybl/Pay/0000`,
    `UPI/${RRN}/10:11:12/UPI/ADDRESS@ybl`,
    `UPI/CR/${RRN}//SBIN/ADDRESS@ybl/`,
  ];
  const named = FORMS.flatMap((form) => [
    ['Jhanavi Gokarn', form.replace('ADDRESS', 'jhanavigokarn'), 'Jhanavi Gupte'] as const,
    ['Kanika Phadke', form.replace('ADDRESS', 'phadkekanika'), 'Kanika Rao'] as const,
    ['Ravi Kumar Menon', form.replace('ADDRESS', 'ravikumarmenon'), 'Ravi Menon'] as const,
  ]);
  it.each(named)(
    'glues the name of %s, and another with the same first name is looked at: %s',
    (_, narration, buyerName) => {
      for (const isBuyerVerified of [true, false])
        expect(outcomeOf({ payerName: null, narration }, { buyerName, isBuyerVerified })[0]).toBe('PAYER_DIFFERS');
    },
  );
  it.each(named)('glues the name of %s, and is theirs: %s', (buyerName, narration) => {
    const buyerId = MEMBERS.find(({ name }) => name === buyerName)?.id ?? '';
    expect(outcomeOf({ payerName: null, narration }, { buyerName, buyerId })).toEqual(['EXACT', null]);
  });

  const PHONE = '9822054321';
  it.each(FORMS.map((form) => form.replace('ADDRESS', PHONE)))('is of two members: %s', (narration) => {
    const own = bankRow({ payerName: null, narration });
    const bucketOf = (claim: Partial<Claim>, isVerified: boolean) => {
      const members = [{ id: 'kusum', name: 'Kusum Chagat', mobile: `+91${PHONE}`, isVerified }];
      const mine = claimOf({ buyerName: 'K', buyerMobile: `+91${PHONE}`, ...claim });
      return rowOutcome(indexOf([own], [mine], undefined, members), own).bucket;
    };
    expect(bucketOf({ isBuyerVerified: true }, true)).toBe('PAYER_DIFFERS');
    expect(bucketOf({ isBuyerVerified: false }, true)).toBe('PAYER_DIFFERS');
    expect(bucketOf({ isBuyerVerified: false }, false)).toBe('PAYER_DIFFERS');
    // Anybody can enter the number of a verified buyer.
    expect(bucketOf({ isBuyerVerified: true }, false)).toBe('EXACT');
    expect(bucketOf({ isBuyerVerified: true, buyerId: 'kusum' }, true)).toBe('EXACT');
  });

  const payerOf = (id: string, name: string) => ({ payerMembers: [{ id, name, isVerified: true }] });
  it('with a family name of a payer whom another member has is looked at', () =>
    expect(
      outcomeOf({ payerName: 'SUNITA KULKARNI', ...payerOf('asha', 'Asha Rao') }, { buyerName: 'Lokesh Kulkarni' }),
    ).toEqual(['PAYER_DIFFERS', 'OTHER_MEMBER']));
  it('who is known for the payer does not take the payments of the member who is the payer', () => {
    const known = { buyerName: 'Wolfgang Xi', payerNames: ['MEENAL GORE'] };
    expect(outcomeOf({ payerName: 'MEENAL GORE', ...payerOf('meenal', 'Meenal Gore') }, known)).toEqual([
      'PAYER_DIFFERS',
      'SHARED_NAME',
    ]);
    expect(outcomeOf({ payerName: 'MEENAL GORE' }, known)).toEqual(['EXACT', null]);
  });
});

describe('another claim has the number', () => {
  const outcome = (row: Partial<BankRow>, claims: readonly Partial<Claim>[]): string => {
    const own = bankRow(row);
    return rowOutcome(indexOf([own], claims.map(claimOf)), own).bucket;
  };
  const rejected = { purchaseId: 'first', status: 'REJECTED' } as const;
  const next = { purchaseId: 'next', orderNumber: 'PUR-700002', buyerId: 'b2' } as const;
  it.each<[string, Partial<BankRow>, Partial<Claim>, string]>([
    ['of the same buyer', {}, { buyerId: 'buyer-1' }, 'EXACT'],
    ['of a namesake', {}, {}, 'CONFLICT'],
    ['of another buyer, on a row without a name', { payerName: null }, { buyerName: 'Wolfgang Xi' }, 'CONFLICT'],
    ['of a buyer who does not fit', {}, { buyerName: 'Wolfgang Xi' }, 'CONFLICT'],
  ])('and was rejected: that %s', (_, row, claim, bucket) => {
    const narration = row.payerName === null ? `INB IMPS/${RRN}/XX4417/--` : undefined;
    expect(outcome({ ...row, ...(narration && { narration }) }, [rejected, { ...next, ...claim }])).toBe(bucket);
  });
  it('and was rejected next to the row: the next one of another buyer is looked at', () => {
    const row = { payerName: null, narration: `INB IMPS/${RRN}/XX4417/--`, rejectedPurchaseId: 'first' };
    expect(outcome(row, [rejected, { ...next, buyerName: 'Wolfgang Xi' }])).toBe('CONFLICT');
    expect(outcome(row, [rejected, { ...next, buyerId: 'buyer-1' }])).toBe('EXACT');
  });
  it('and was rejected under a name that does not fit: who named the number first is shown with the next one', () => {
    const at = (minute: number) => ({ unchangedSince: new Date(Date.UTC(2026, 10, 18, 9, minute)) });
    const relative = { ...rejected, buyerName: 'Wolfgang Xi' };
    expect(outcome({}, [relative, next])).toBe('CONFLICT');
    expect(
      outcome({}, [
        { ...relative, ...at(1) },
        { ...next, ...at(2) },
      ]),
    ).toBe('CONFLICT');
    expect(
      outcome({}, [
        { ...relative, ...at(2) },
        { ...next, ...at(1) },
      ]),
    ).toBe('EXACT');
    expect(outcome({}, [{ ...relative, submittedOn: '2026-11-19' }, next])).toBe('EXACT');
    expect(outcome({}, [{ ...relative, duePaise: 5n }, next])).toBe('EXACT');
    // Who rejected it next to the row saw the payment.
    expect(outcome({ rejectedPurchaseId: 'first' }, [relative, next])).toBe('EXACT');
  });
  it('and was approved with another amount: both are shown', () => {
    const approved = { purchaseId: 'first', status: 'APPROVED', duePaise: 172_044n } as const;
    expect(outcome({}, [approved, next])).toBe('CONFLICT');
    expect(outcome({}, [{ ...approved, duePaise: 118_000n }, next])).toBe('ALREADY_USED');
  });
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

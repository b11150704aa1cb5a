/** Whether the payer of a row fits a buyer, and what speaks against an equal number. */
import { describe, expect, it } from 'vitest';
import { indexOf } from '@/lib/reconciliation/matching/candidates.rules.ts';
import { fitOf, nameTokens } from '@/lib/reconciliation/matching/payer.rules.ts';
import { rivalScore, rowOutcome } from '@/lib/reconciliation/matching/rules.ts';
import { ranked } from '@/lib/reconciliation/matching/suggest.rules.ts';
import type { BankRow, Claim } from '@/lib/reconciliation/rules.ts';
import { payerOf } from '@/lib/reconciliation/statement/references.rules.ts';
import { bankRow, claimOf } from '../support/matching.ts';

const RRN = '632112345678';
const idle = (id: string) => ({ id, name: 'Asha Rao', isVerified: false });
const outcome = (row: Partial<BankRow>, claims: readonly Partial<Claim>[], ownTokens?: ReadonlySet<string>) =>
  rowOutcome(indexOf([bankRow(row)], claims.map(claimOf), ownTokens), bankRow(row));
const bucketOf = (...args: Parameters<typeof outcome>) => outcome(...args).bucket;

describe('a name', () => {
  it.each([
    ['ASHA RAO', 'Asha Rao', 'FULL'],
    ['RAO ASHA', 'Asha Rao', 'FULL'],
    ['MRS ASHA RAO', 'Asha Rao', 'FULL'],
    ['ASHARAO', 'Asha Rao', 'FULL'],
    ['RAOASHA', 'Asha Rao', 'PART'],
    ['RAVI MEN', 'Ravi Menon', 'PART'],
    ['THOMAS MATHEW P', 'Thomas Mathew', 'PART'],
    ['REV THOMAS MATHEW', 'Thomas Mathew', 'FULL'],
    ['RAMACHANDRAN', 'Ramachandra Iyer', 'PART'],
    ['ASHARAOK', 'Asha Rao', 'PART'],
    ['JOSE MARIA', 'José Maria', 'FULL'],
    ['आशा राव', 'आशा राव', 'FULL'],
    ['SYED SADIQ', 'Ravi Menon', 'NONE'],
    ['ASHA RAO', 'आशा राव', 'NONE'],
    ['SHRI RAM LAL', 'Shri Krishna Das', 'NONE'],
    ['REV JOHN', 'Rev Peter', 'NONE'],
    ['AL BO', 'Al Xi', 'NONE'],
    ['', 'Asha Rao', 'NONE'],
    ['S', 'Sunita Rao', 'NONE'],
    ['K S', 'Kavya Rao', 'NONE'],
  ])('%s and %s: %s', (row, name, kind) => expect(fitOf(nameTokens(row), nameTokens(name)).kind).toBe(kind));

  it.each([
    ['NAMBIAR S', 'Sreedharan Nambiar', 'Kavya Nambiar'],
    ['S NAMBIAR', 'Sreedharan Nambiar', 'Nambiar'],
    ['NAMBIAR N', 'Nandini Nambiar', 'Kavya Nambiar'],
    ['RAO A K', 'Asha Kumud Rao', 'Asha Rao'],
    ['TEJAS KU', 'Tejas Kulkarni', 'Tejas Patil'],
    ['ADIL SHA', 'Adil Shaikh', 'Adil Khan'],
    ['RAHUL CHAU', 'Rahul Chaudhary', 'Rahul Mehta'],
  ])('%s fits %s better than %s by the initials', (row, better, other) => {
    const weights = [better, other].map((name) => fitOf(nameTokens(row), nameTokens(name)));
    expect(weights.map((fit) => fit.kind)).toEqual(['PART', 'PART']);
    expect(weights[0]?.weight).toBeGreaterThan(weights[1]?.weight ?? 0);
  });
});

describe('the payer', () => {
  it.each<[string, Partial<BankRow>, Partial<Claim>, string]>([
    ['fits', {}, {}, 'EXACT'],
    ['is somebody else', { payerName: 'SYED SADIQ' }, {}, 'PAYER_DIFFERS'],
    ['paid for this buyer before', { payerName: 'SYED SADIQ' }, { payerNames: ['Syed Sadiq'] }, 'EXACT'],
    ['writes the order number', { payerName: 'SYED SADIQ', narration: 'UPI PUR-700001' }, {}, 'PAYER_DIFFERS'],
    ['has the buyer’s phone', { payerName: 'SYED SADIQ', vpa: '9876543210@ybl' }, {}, 'EXACT'],
    ['is nobody', { payerName: null, narration: `INB IMPS/${RRN}/XX4417/--` }, {}, 'EXACT'],
    ['is a word of the text', { payerName: null, narration: `FT ${RRN} RENT ASHA` }, {}, 'EXACT'],
    ['is no word of the text', { payerName: null, narration: `FT ${RRN} SYED SADIQ` }, {}, 'PAYER_DIFFERS'],
    [
      'has a number of NEFT and no name',
      {
        payerName: null,
        narration: `NEFT N337889263595665 ${RRN}`,
        references: [{ reference: RRN, source: 'REFERENCE' }],
      },
      {},
      'EXACT',
    ],
    ['is only an address', { payerName: null, narration: `UPI/CR/${RRN}//HDFC/asha@ok/UPI` }, {}, 'EXACT'],
    ['is the company', { payerName: null, narration: `FT ${RRN} COWL LAUNCH` }, {}, 'EXACT'],
    ['is another member', { payerMembers: [idle('buyer-9')] }, { buyerName: 'Asha Kale' }, 'PAYER_DIFFERS'],
    [
      'is another member, with the order number',
      { payerMembers: [idle('b9')], narration: 'PUR-700001' },
      { buyerName: 'Asha Kale' },
      'PAYER_DIFFERS',
    ],
    ['shares the name', { payerMembers: [idle('buyer-1'), idle('b9')] }, { isBuyerVerified: false }, 'PAYER_DIFFERS'],
    ['shares the name and is verified', { payerMembers: [idle('buyer-1'), idle('b9')] }, {}, 'EXACT'],
    ['took the name after the payment', {}, { identityChangedOn: '2026-11-18' }, 'PAYER_DIFFERS'],
    ['took the name while the bank was closed', {}, { identityChangedOn: '2026-11-15' }, 'PAYER_DIFFERS'],
    ['took the name long before the payment', {}, { identityChangedOn: '2026-11-14' }, 'EXACT'],
    [
      'took a name, and was paid for by this payer before',
      {},
      { identityChangedOn: '2026-11-18', payerNames: ['ASHA RAO'] },
      'EXACT',
    ],
    [
      'took the phone number of the address',
      { narration: 'UPI/CR/632112345678/KIRAN/HDFC/9876543210@ybl/x', payerName: 'KIRAN', vpa: '9876543210@ybl' },
      { identityChangedOn: '2026-11-18' },
      'PAYER_DIFFERS',
    ],
    ['registered after the bank’s day', {}, { registeredOn: '2026-11-19', isBuyerVerified: false }, 'PAYER_DIFFERS'],
    ['registered on the bank’s day', {}, { registeredOn: '2026-11-18', isBuyerVerified: false }, 'EXACT'],
    ['registered later and is verified', {}, { registeredOn: '2026-11-19' }, 'EXACT'],
    ['is new and has a name of their own', { payerMembers: [idle('buyer-1')] }, { isBuyerVerified: false }, 'EXACT'],
  ])('%s: %s', (_, row, claim, bucket) => expect(bucketOf(row, [claim], new Set(['COWL', 'LAUNCH']))).toBe(bucket));

  it('of a rejected claim has to fit for a reopening', () => {
    const rejected: Partial<Claim> = { status: 'REJECTED' };
    expect(bucketOf({}, [rejected])).toBe('REOPEN');
    expect(bucketOf({ payerName: 'SYED SADIQ' }, [rejected])).toBe('WITHOUT_CLAIM');
  });
});

describe('a stranger who registers under a word that a bank writes', () => {
  const FORMS = [
    'IMPS/NAME/RRN/BANK',
    'IMPS NAME/RRN/BANK',
    'IMPS FROM NAME/RRN/BANK',
    'IMPS/RRN/NAME/BANK',
    'IMPS-RRN-NAME-BANK',
    'IMPS/P2A/RRN/NAME/BANK',
    'INB IMPS/RRN/NAME/BANK',
    'INB IMPS/RRN/NAME--',
    'INB IMPS/P2A/RRN/NAME',
    'BY TRANSFER-INB IMPS/RRN/NAME--',
    'MMT/IMPS/RRN/NOTE/NAME/BANK',
    'UPI/NAME/BANK/RRN/x',
    'UPI/CR/RRN/NAME/BANK/a@ybl/x',
    'UPI/CR/CRRN/NAME/BANK/a@ybl/x',
    'UPI/RRN/NOTE/a@ybl/NAME/BANK',
    'UPI/a@ybl/BANK/NAME/RRN',
    'NEFT-NAME-BANK/RRN/x',
  ] as const;
  const BANKS =
    'HDFC|HDFC BANK|FDRL|Kotak Mahindra Bank|SBIN|AXIS BANK LTD|Yes Bank|Saraswat Bank|State Bank of India|Bank of Baroda'.split(
      '|',
    );
  const NAMES = [
    ['HARSH JOSHI', 'Harsh Joshi'],
    ['REV THOMAS MATHEW', 'Thomas Mathew'],
    ['ZUBIN DARUWALA', 'Zubin Daruwala'],
    ['MEENAKSHI AMMAL', 'Meenakshi Ammal'],
  ] as const;
  const cases = FORMS.flatMap((form) =>
    BANKS.flatMap((bank) =>
      NAMES.map(
        ([name, member]) =>
          [form.replace('NAME', name).replace('BANK', bank).replace('RRN', RRN), bank, member] as const,
      ),
    ),
  );
  const bucketFor = (narration: string, buyerName: string): string => {
    const { name, vpa } = payerOf(narration);
    return bucketOf({ narration, payerName: name, vpa }, [{ buyerName, isBuyerVerified: false }]);
  };

  it('is not the payer, and the payer is', () => {
    for (const [narration, bank, member] of cases) {
      const namesakes = bank.split(' ').map((word) => `${word} Kumar`);
      for (const stranger of [...namesakes, bank, 'Vikram Outsider', 'Note Kumar'])
        expect([narration, stranger, bucketFor(narration, stranger)]).not.toEqual([narration, stranger, 'EXACT']);
      expect([narration, member, bucketFor(narration, member)]).toEqual([narration, member, 'EXACT']);
    }
    expect(cases.length).toBeGreaterThan(400);
  });
});

describe('a stranger who registers under the form of a name that the bank prints', () => {
  const FORMS: readonly (readonly [payer: string, member: string])[] = [
    ['R MENON', 'Raghav Menon'],
    ['MENON R', 'Raghav Menon'],
    ['V S MENON', 'Venkata Subramaniam Menon'],
    ['GAYATRI ACHAR', 'Gayatri Acharya'],
    ['RAVI MEN', 'Ravi Menon'],
    ['THOMAS MATHEW PALLIKKAL', 'Thomas Mathew'],
    ['NEHA ANIL RAO', 'Neha Rao'],
    ['RAO', 'Neha Rao'],
    ['KAVITHA RAO', 'Kavita Rao'],
    ['SREENIVASAN IYER', 'Sreenivas Iyer'],
    ['NEHARAO', 'Neha Rao'],
    ['RAONEHA', 'Neha Rao'],
    ['SMT NEHA RAO', 'Neha Rao'],
    ['RAO NEHA', 'Neha Rao'],
  ];
  const bucketFor = (payerName: string, claim: Partial<Claim>, member: string, isVerified: boolean): string => {
    const row = bankRow({ payerName });
    const members = [{ id: 'b9', name: member, isVerified }];
    return rowOutcome(indexOf([row], [claimOf(claim)], undefined, members), row).bucket;
  };

  it.each(FORMS)('%s, which may be %s, never fits them', (payerName, member) => {
    for (const isVerified of [true, false])
      expect(bucketFor(payerName, { buyerName: payerName, isBuyerVerified: false }, member, isVerified)).toBe(
        'PAYER_DIFFERS',
      );
  });

  it.each(FORMS)('%s fits %s, who is verified, or is looked at, and never is another member', (payerName, member) => {
    const row = bankRow({ payerName });
    const claim = claimOf({ buyerName: member });
    const strangers = [{ id: 'b9', name: payerName, isVerified: false }];
    const { bucket, label } = rowOutcome(indexOf([row], [claim], undefined, strangers), row);
    expect([
      ['EXACT', null],
      ['PAYER_DIFFERS', 'SHARED_NAME'],
    ]).toContainEqual([bucket, label]);
  });

  it.each([
    ['RAJESH KUMAR', 'Sunil Kumar'],
    ['NEHA RAO', 'Kiran Rao'],
    ['S MENON', 'Raghav Menon'],
  ])('%s is not %s', (payerName, member) =>
    expect(bucketFor(payerName, { buyerName: payerName, isBuyerVerified: false }, member, true)).toBe('EXACT'),
  );

  it('has the phone number of the address: it speaks for a verified buyer only', () => {
    const row = bankRow({ payerName: 'KIRAN', vpa: '9876543210@ybl' });
    const of = (isBuyerVerified: boolean) => rowOutcome(indexOf([row], [claimOf({ isBuyerVerified })]), row).bucket;
    expect([of(true), of(false)]).toEqual(['EXACT', 'PAYER_DIFFERS']);
  });

  it('shares a common word with as many members as another buyer, and is not verified', () =>
    expect(bucketFor('RAMESH RAO', { buyerName: 'Suresh Rao', isBuyerVerified: false }, 'Kavita Rao', false)).toBe(
      'PAYER_DIFFERS',
    ));
});

describe('another member', () => {
  const verdictOf = (payerName: string, buyerName: string, member: string, isBuyerVerified: boolean): string => {
    const row = bankRow({ payerName });
    const claim = claimOf({ buyerName, isBuyerVerified });
    return rowOutcome(indexOf([row], [claim], undefined, [{ id: 'b9', name: member, isVerified: false }]), row).bucket;
  };
  it.each([
    ['THOMAS MATHEWS P', 'Thomas Kurien', 'Thomas Mathews'],
    ['SAVITHRI VENKATARA', 'Savithri Sundaram', 'Savithri Venkataraman'],
    ['MANOJ KUMAR T', 'Zaheer Kumar', 'Manoj Kumar'],
    ['RAGHAVAN PILLAI', 'Raghavendra Q', 'Raghavan Pillai M'],
    ['LAKSHMINARAYANAN', 'Lakshman Xavier', 'Lakshminarayanan P'],
    ['ASHARAO', 'Asha Ramani', 'Asha Rao'],
  ])('who fits %s better than %s is %s', (payer, buyer, member) => {
    expect(verdictOf(payer, buyer, member, true)).toBe('PAYER_DIFFERS');
    expect(verdictOf(payer, member, buyer, true)).toBe('EXACT');
  });
  it('who fits as well leaves the payment to a look, unless the buyer is verified', () => {
    expect(verdictOf('THOMAS MATHEWS P', 'Thomas Mathews', 'Thomas Mathews', false)).toBe('PAYER_DIFFERS');
    expect(verdictOf('THOMAS MATHEWS P', 'Thomas Mathews', 'Thomas Mathews', true)).toBe('EXACT');
    expect(verdictOf('R KUMAR', 'Rajesh Kumar', 'Ramesh Kumar', false)).toBe('PAYER_DIFFERS');
  });
  it('who fits only a word changes nothing for the payer', () =>
    expect(verdictOf('ASHA RAO', 'Asha Rao', 'Sunil Rao', false)).toBe('EXACT'));
});

it.each([
  ['VIKRAM PAYMENT FOR TOKENS', 'Payment Verma'],
  ['VIKRAM TOKEN PURCHASE', 'Purchase Das'],
  ['TRANSFER FROM VIKRAM', 'From Transfer'],
  ['MOONBEAM PRIVATE LIMITED', 'Private Zed'],
  ['KRISHNA TRADERS PVT LTD', 'Ltd Pvt'],
])('the form of a company, or a word of payments, is no name: %s', (payerName, buyerName) =>
  expect(bucketOf({ payerName }, [{ buyerName }])).toBe('PAYER_DIFFERS'),
);

it.each<[string, Partial<BankRow>, Partial<Claim>, string | null]>([
  ['the payer', {}, {}, 'PART'],
  ['nobody', { payerName: null, narration: `INB IMPS/${RRN}/XX4417/--` }, {}, 'PART'],
  ['somebody else', { payerName: 'SYED SADIQ' }, {}, 'OTHER_PAYER'],
  [
    'another member',
    { payerMembers: [{ ...idle('b9'), isVerified: true }] },
    { buyerName: 'Asha Kale' },
    'OTHER_MEMBER',
  ],
  ['a name taken later', {}, { identityChangedOn: '2026-11-18' }, 'NEW_NAME'],
])('a part of the amount from %s says so', (_, row, claim, label) => {
  const { bucket, label: shown } = outcome({ ...row, amountPaise: 50_000n, restPaise: 50_000n }, [claim]);
  expect([bucket, shown]).toEqual(['AMOUNT_DIFFERS', label]);
});

it('a row of another account is looked at', () =>
  expect(bucketOf({ beneficiaryId: 'another' }, [{}])).toBe('SUGGESTED'));

it('a claim of a stranger does not hide the rightful one, which was rejected', () => {
  const rightful = { purchaseId: 'rejected', status: 'REJECTED', buyerId: 'buyer-2' } as const;
  const { bucket, rivals } = outcome({}, [{ buyerName: 'Wolfgang Xi' }, rightful]);
  expect({ bucket, ids: rivals.purchaseIds.length }).toEqual({ bucket: 'CONFLICT', ids: 2 });
});

it('of two claims for one number, the one whose buyer the payer fits is first', () => {
  const row = bankRow({ narration: `UPI/CR/${RRN}/ASHA RAO/HDFC/x@y/PUR-777003` });
  const stranger = claimOf({ purchaseId: 'a', orderNumber: 'PUR-777003', buyerId: 'b1', buyerName: 'Farah Pathan' });
  const payer = claimOf({ purchaseId: 'b', orderNumber: 'PUR-777003-2', buyerId: 'b2' });
  const index = indexOf([row], [stranger, payer]);
  expect(rowOutcome(index, row).bucket).toBe('CONFLICT');
  const first = ranked([stranger, payer].map((claim) => rivalScore(index, row, claim)))[0];
  expect([first?.purchaseId, first?.reasons.at(-1)]).toEqual(['b', 'The payer fits']);
});

it('a charge of the bank with the number of a payment speaks against nothing', () => {
  const debit = bankRow({ id: 'row-2', side: 'DEBIT', amountPaise: 900n, narration: `UPI CHARGES ${RRN}` });
  const row = bankRow({});
  expect(rowOutcome(indexOf([row, debit], [claimOf({})]), row).bucket).toBe('EXACT');
});

describe('another open claim', () => {
  const other: Partial<Claim> = {
    purchaseId: 'purchase-2',
    orderNumber: 'PUR-700002',
    reference: '799999999999',
    buyerId: 'buyer-2',
    buyerName: 'Asha Rao',
  };
  const stranger: Partial<Claim> = { buyerName: 'Ravi Menon' };

  it.each<[string, Partial<BankRow>, readonly Partial<Claim>[], string]>([
    ['whose name fits, and this one’s not', {}, [stranger, other], 'CONFLICT'],
    ['whose name fits better', {}, [{ buyerName: 'Asha Verma' }, other], 'CONFLICT'],
    ['whose name fits as well', {}, [{}, other], 'CONFLICT'],
    ['whose name fits worse', {}, [{}, { ...other, buyerName: 'Asha Verma' }], 'EXACT'],
    ['of another amount', {}, [{}, { ...other, duePaise: 5n }], 'EXACT'],
    ['of the same buyer', {}, [{}, { ...other, buyerId: 'buyer-1' }], 'EXACT'],
    ['that is decided', {}, [{}, { ...other, status: 'REJECTED' }], 'EXACT'],
    [
      'that the note names',
      { narration: `UPI/CR/${RRN}/ASHA RAO/HDFC/x@y/PUR 700002` },
      [{}, { ...other, duePaise: 5n }],
      'CONFLICT',
    ],
    ['glued in the row', { payerName: 'ASHARAO' }, [stranger, other], 'CONFLICT'],
    ['cut in the row', { payerName: 'RAMACHAN' }, [stranger, { ...other, buyerName: 'Ramachandra' }], 'CONFLICT'],
  ])('%s: %s', (_, row, claims, bucket) => expect(bucketOf(row, claims)).toBe(bucket));

  it('is shown next to this one, with what fits of each', () => {
    const shown = outcome({}, [stranger, other]);
    expect(shown.rivals.purchaseIds).toEqual(['purchase-1', 'purchase-2']);
  });
});

/** Who does not fit a payer: names of titles, names inside other names, names of single letters, names that only sound alike. */
import { describe, expect, it } from 'vitest';
import { indexOf } from '@/lib/reconciliation/matching/candidates.rules.ts';
import { fitOf, nameTokens } from '@/lib/reconciliation/matching/payer.rules.ts';
import { rowOutcome } from '@/lib/reconciliation/matching/rules.ts';
import type { BankRow, Claim } from '@/lib/reconciliation/rules.ts';
import { bankNumbers } from '@/lib/reconciliation/statement/narration.rules.ts';
import { payerOf } from '@/lib/reconciliation/statement/references.rules.ts';
import { bankRow, claimOf } from '../support/matching.ts';

const RRN = '632112345678';
const outcome = (row: Partial<BankRow>, claims: readonly Partial<Claim>[]) =>
  rowOutcome(indexOf([bankRow(row)], claims.map(claimOf)), bankRow(row));
const bucketFor = (narration: string, claim: Partial<Claim>): string => {
  const { name, vpa } = payerOf(narration);
  return outcome({ narration, payerName: name, vpa }, [claim]).bucket;
};

const FORMS = [
  'UPI-NAME-p1@oksbi-SBIN0001234-RRN-PAY',
  'UPI/CR/RRN/NAME/SBIN/p1@oksbi/x',
  'UPI/CR/CRRN/NAME/SBIN/p1@oksbi/x',
  'UPI/NAME/SBIN/RRN/x',
  'IMPS/P2A/RRN/NAME/SBIN',
  'IMPS-RRN-NAME-SBIN',
  'MMT/IMPS/RRN/rent/NAME/SBIN0001234',
  'MMT/IMPS/RRN/NAME/State Bank of India',
] as const;

describe('a name that is short, or a title', () => {
  const NAMES =
    'KUMARI|SMT KUMARI|MASTER|SHREE|CA|MD|DR|M S|A.B|X|OM|JO|LI XU|SHRI|SH|KUM|ADV|REV|FR|MISS|ER|BR|CO|SO|LT|MAJ|DHANLAXMI|UJJIVAN|EQUITAS|JAKA|KARB|ROTARY BLOOD BANK|LIFE FOOD BANK|BANK OF IDEAS LLP'.split(
      '|',
    );
  it.each(FORMS)('in %s fits its own member and nobody else', (form) => {
    for (const name of NAMES) {
      const narration = form.replace('NAME', name).replace('RRN', RRN);
      const buckets = ['Wolfgang Zuse', name].map((buyerName) => bucketFor(narration, { buyerName }));
      expect([name, ...buckets]).toEqual([name, 'PAYER_DIFFERS', 'EXACT']);
    }
  });

  it.each(['KUMARI', 'MASTER', 'SHREE', 'SUSHRI'])('%s is somebody where the form is not known, too', (name) =>
    expect(bucketFor(`FT ${RRN} ${name}`, { buyerName: 'Wolfgang Zuse' })).toBe('PAYER_DIFFERS'),
  );

  it.each(['LI XU', 'OM', 'JO', 'S K', 'NG LI', 'DHANLAXMI', 'ROTARY BLOOD BANK', 'BANK OF IDEAS LLP'])(
    '%s is somebody where no place is the name’s',
    (name) => {
      for (const form of [
        'BY TRANSFER-INB IMPS/RRN/NAME/token--',
        'DEP TFR IMPS/RRN/HDFC-xx417-NAME AT 04430',
        'FT RRN NAME',
      ]) {
        const narration = form.replace('NAME', name).replace('RRN', RRN);
        expect([narration, bucketFor(narration, { buyerName: 'Wolfgang Zuse' })]).toEqual([narration, 'PAYER_DIFFERS']);
      }
    },
  );

  it.each([
    ['UPI/CR/RRN/NAME/HDFC/st@okhdfc/UPI', 'M/S SHARMA TRADERS', 'Sharma Traders'],
    ['IMPS/P2A/RRN/NAME/SBIN', 'M/S. SHARMA TRADERS', 'Sharma Traders'],
    ['IMPS/P2A/RRN/NAME/SBIN', 'ASHA D/O RAVI RAO', 'Asha Rao'],
    ['UPI/CR/RRN/NAME/HDFC/st@okhdfc/UPI', 'ASHA W/O RAVI RAO', 'Asha Rao'],
    ['IMPS/RRN/CR/NAME', 'RAJESH KUMAR', 'Rajesh Kumar'],
    ['IMPS/RRN/MOB/NAME', 'ASHA RAO', 'Asha Rao'],
    ['IMPS/RRN/CR/NAME/SBIN', 'RAJESH KUMAR', 'Rajesh Kumar'],
  ])('%s of %s is of %s alone', (form, name, member) => {
    const narration = form.replace('NAME', name).replace('RRN', RRN);
    for (const buyerName of ['M', 'Cr', 'Mob', 'Wolfgang Zuse'])
      expect([buyerName, bucketFor(narration, { buyerName })]).toEqual([buyerName, 'PAYER_DIFFERS']);
    expect(bucketFor(narration, { buyerName: member })).toBe('EXACT');
  });

  it.each([
    ['FT RRN NAME', 'OM TRADERS'],
    ['DEP TFR IMPS/RRN/HDFC-xx417-NAME AT 04430', 'SS EXPORTS'],
    ['UPI-NAME-asha@okhdfc-HDFC0000001-RRN-ok@home', 'ASHA RAO'],
    ['UPI-NAME-asha-1@okhdfc-HDFC0000001-RRN-9123456780@ybl thanks', 'ASHA RAO'],
    ['IMPS RRN FROM NAME REF TOKEN', 'ASHA RAO'],
    ['TO ONL UPI/CR/RRN/NAME/HDFC/asha@ok/chit', 'ASHA RAO'],
    ['UPI/CR/RRN/LAXMI/SBIN/x@ybl/UPI', 'Lakshmi'],
    ['UPI/CR/RRN/LAKSHMAN RAO/SBIN/x@ybl/UPI', 'Laxman Rao'],
  ])('%s of %s fits by the number of the bank and the name', (form, name) => {
    const narration = form.replace('NAME', name).replace('RRN', RRN);
    expect([RRN]).toEqual(bankNumbers(narration));
    for (const isBuyerVerified of [true, false])
      expect(bucketFor(narration, { buyerName: name, isBuyerVerified })).toBe('EXACT');
    expect(bucketFor(narration, { buyerName: 'Wolfgang Zuse' })).toBe('PAYER_DIFFERS');
  });

  it.each([
    ['Ketan Rajesh Parikh', 'KETAN PARIKH P', 'Ketan Parikh P'],
    ['Asha Sunita Rao', 'ASHA RAO S', 'Asha Rao S'],
  ])('%s, who may be %s, keeps the stranger %s away', (name, payerName, buyerName) => {
    const row = bankRow({ payerName });
    const claim = claimOf({ buyerName, isBuyerVerified: false });
    const member = { id: 'member-2', name, isVerified: true };
    expect(rowOutcome(indexOf([row], [claim], new Set(), [member]), row).bucket).toBe('PAYER_DIFFERS');
  });

  it.each([
    ['ANUPAMA W O DHRUVKANT LAL', 'Dhruvkant Lal', 'Anupama Sathaye'],
    ['BHAVIKA W/O ESHWARLAL DOSHI', 'Eshwarlal Doshi', 'Bhavika Doshi'],
    ['RAVI S/O MOHAN NAIR', 'Mohan Nair', 'Ravi Nair'],
    ['RAVI C/O MOHAN NAIR', 'Mohan Nair', 'Ravi Menon'],
  ])('%s is not %s', (name, relative, payer) => {
    const narration = `UPI/CR/${RRN}/${name}/HDFC/x1@ok/UPI`;
    expect(bucketFor(narration, { buyerName: relative })).toBe('PAYER_DIFFERS');
    expect(bucketFor(narration, { buyerName: payer })).toBe('EXACT');
  });

  it.each([
    ['SRI RAM', 'Sriram'],
    ['SRIRAM V', 'Sri Ram V'],
    ['SRIDEVI', 'Sri Devi'],
    ['SHREEDEVI RAO', 'Shree Devi Rao'],
  ])('%s is %s, with the title in the name', (payer, buyerName) => {
    for (const isBuyerVerified of [true, false])
      expect(bucketFor(`UPI/CR/${RRN}/${payer}/HDFC/x1@ok/UPI`, { buyerName, isBuyerVerified })).toBe('EXACT');
    expect(bucketFor(`UPI/CR/${RRN}/${payer}/HDFC/x1@ok/UPI`, { buyerName: 'Wolfgang Zuse' })).toBe('PAYER_DIFFERS');
  });

  it.each([
    `UPI/${RRN}/Payment from Ph/nalini.bapat@ybl/AXIS BANK/ICI0a1b`,
    `UPI/nalini.bapat@ybl/Payment from Ph/AXIS BANK/${RRN}/ICI0a1b`,
    `UPI/${RRN}/Paid via Xyzzy/nalini.bapat@ybl/AXIS BANK/ICI0a1b`,
    `UPI/${RRN}/Happy Xyzzy/nalinibapat12@ybl/AXIS BANK/ICI0a1b`,
  ])('in the address alone fits: %s', (narration) => {
    for (const isBuyerVerified of [true, false])
      expect(bucketFor(narration, { buyerName: 'Nalini Bapat', isBuyerVerified })).toBe('EXACT');
    const { name, vpa } = payerOf(narration);
    const row = bankRow({ narration, payerName: name, vpa });
    const member = { id: 'member-2', name: 'Nalini Bapat', isVerified: true };
    const stranger = claimOf({ buyerName: 'Nalini Bapat', isBuyerVerified: false });
    expect(rowOutcome(indexOf([row], [stranger], new Set(), [member]), row).bucket).toBe('PAYER_DIFFERS');
  });

  it('is in its place where SBI glues the number', () => {
    const narration = `BY TRANSFER-INB IMPS${RRN}/8754891888/XX7441/TCF`;
    expect(bankNumbers(narration)).toEqual([RRN]);
    expect(bucketFor('UPI/CR/', { buyerName: 'Asha Rao' })).toBe('EXACT');
  });

  it.each(['Self', 'loan repayment', 'fees', 'refund', 'salary/ICI12ab', 'Family maintenance', 'monthly savings'])(
    'is not the note %s',
    (note) => {
      for (const narration of [
        `UPI/${RRN}/${note}/asha.rao@okicici/HDFC BANK`,
        `BY TRANSFER-INB IMPS/${RRN}/XX4417/${note}--`,
      ])
        expect(bucketFor(narration, { buyerName: 'Asha Rao' })).toBe('EXACT');
    },
  );

  it.each(['NA', 'NULL', 'NIL', 'SBIN', 'HDFC BANK'])('%s in its place is nobody', (name) =>
    expect(bucketFor(`UPI-${name}-p1@oksbi-SBIN0001234-${RRN}-PAY`, { buyerName: 'Asha Rao' })).toBe('EXACT'),
  );
});

/** First names and family names, of which many contain each other. */
const FIRST =
  'ASHOK RAJESH KHALID AMAN GANESH NARESH SHARMILA ANITA RAVI SURESH MEENA MOHAN KANNAN FATIMA IRFAN JOSE ANN OM KAMALA VIJAYA DEVI RAMA'.split(
    ' ',
  );
const FAMILY =
  'HANDA AHUJA RAHMAN AIRY AHLUWALIA KALIA IRANI RAO SHAH KHAN ALI NAIR NAIDU DAS SEN ROY IYER MENON ANSARI HAN SHAHANE'.split(
    ' ',
  );
const SINGLE = 'A E I K M N R S'.split(' ');

/** The rule (docs/product.md): a common word of three letters, or a common beginning of five, also without spaces. */
function mayFit(payer: readonly string[], name: readonly string[]): boolean {
  const begins = (a: string, b: string): boolean => a.length >= 5 && b.length >= 5 && a.slice(0, 5) === b.slice(0, 5);
  if (payer.some((word) => name.some((it) => (word === it && word.length >= 3) || begins(word, it)))) return true;
  const orders = (parts: readonly string[]): string[] =>
    parts.length < 2
      ? [parts.join('')]
      : parts.flatMap((word, at) => orders(parts.toSpliced(at, 1)).map((it) => word + it));
  return orders(payer).some((a) => orders(name).some((b) => a === b || begins(a, b)));
}

describe('names inside other names', () => {
  const people = FIRST.flatMap((first) => FAMILY.map((family) => [first, family] as const));
  const buyers = [
    ...people,
    ...SINGLE.flatMap((initial) => FAMILY.map((family) => [initial, family] as const)),
    ...SINGLE.flatMap((a) => FAMILY.map((family) => [a, 'R', family] as const)),
  ];
  it('fit only by the rule', () => {
    const wrong: string[] = [];
    let count = 0;
    for (const payer of people)
      for (const name of buyers) {
        if (mayFit(payer, name)) continue;
        count++;
        for (const row of [payer, [payer.join('')], [payer.toReversed().join('')]])
          if (fitOf(row, name).kind !== 'NONE' && !mayFit(row, name))
            wrong.push(`${row.join(' ')} | ${name.join(' ')}`);
      }
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(count).toBeGreaterThan(200_000);
  });

  it.each(['A E I K N R S', 'A R S I N', 'S H A R M I L', 'N K', 'K N A R', 'R A O S'])(
    '%s, which has letters of everybody, fits nobody',
    (buyerName) => {
      for (const [first, family] of people)
        for (const isBuyerVerified of [true, false])
          expect([
            first,
            family,
            outcome({ payerName: `${first} ${family}` }, [{ buyerName, isBuyerVerified }]).bucket,
          ]).toEqual([first, family, 'PAYER_DIFFERS']);
    },
  );

  it.each([
    ['ASHARAO', 'Asha Rao'],
    ['RAOASHA', 'Asha Rao'],
    ['ASHARAOK', 'Asha Rao'],
    ['ASHAKUMARIRAO', 'Asha Rao'],
    ['RAHULDEVSEN', 'Rahul Dev Sen'],
    ['SENRAHULDEV', 'Rahul Dev Sen'],
  ])('%s is %s all the same', (payer, name) =>
    expect(fitOf(nameTokens(payer), nameTokens(name)).kind).not.toBe('NONE'),
  );
});

describe('a bank in the place of a name', () => {
  const BANKS = [
    'Kotak Mahindra',
    'Kotak Mahindra Bank',
    'HDFC Bank',
    'HDFC BANK LTD',
    'Federal Bank',
    'Yes Bank',
    'IDFC FIRST Bank',
    'Bandhan Bank',
    'State Bank of India',
    'STATE BANK OF I',
    'State Bank',
    'Union Bank of India',
    'UNION BANK OF I',
    'Canara Bank',
    'Indian Bank',
    'IndusInd Bank',
    'South Indian Bank',
    'Karnataka Bank',
    'Saraswat Co-op Bank',
    'Airtel Payments Bank',
    'Ujjivan Small Finance Bank',
    'Bank of Maharashtra',
    'SBIN0001234',
    'HDFC0000240',
    'Central Bank of India',
    'UCO Bank',
    'DBS Bank',
    'Citi Bank',
    'City Union Bank',
    'Paytm Payments Bank',
    'Punjab National Bank',
    'RBL Bank',
    'AU Small Finance Bank',
  ];
  it.each(BANKS)('%s is nobody in MMT/IMPS without a note, and the payer is', (bank) => {
    const narration = `MMT/IMPS/${RRN}/ASHA RAO/${bank}`;
    const strangers = [bank, ...bank.split(/[ -]/).map((word) => `Anil ${word}`), 'Wolfgang Zuse'];
    for (const buyerName of strangers)
      expect([buyerName, bucketFor(narration, { buyerName })]).not.toEqual([buyerName, 'EXACT']);
    expect(bucketFor(narration, { buyerName: 'Asha Rao' })).toBe('EXACT');
    expect(bucketFor(`MMT/IMPS/${RRN}/rent/ASHA RAO/${bank}`, { buyerName: 'Asha Rao' })).toBe('EXACT');
  });
});

describe('another open claim of the amount', () => {
  const other = { purchaseId: 'p2', buyerId: 'b2', orderNumber: 'PUR-700002', reference: '632112345670' };
  it.each([
    ['P KUMAR', 'Ravi Kumar', 'Suresh Kumar', 'CONFLICT'],
    ['KUMAR', 'Ravi Kumar', 'Suresh Kumar', 'CONFLICT'],
    ['DR KUMAR', 'Ravi Kumar', 'Suresh Kumar', 'CONFLICT'],
    ['KUMARASWAMY', 'Kumaran Rao', 'Kumaresan Das', 'CONFLICT'],
    ['RAVI KUMAR', 'Ravi Kumar', 'Suresh Kumar', 'EXACT'],
    ['R KUMAR', 'Ravi Kumar', 'Suresh Kumar', 'EXACT'],
    ['RAVI KUMAR', 'Ravi Kumar', 'Ravi Kumar', 'CONFLICT'],
  ])('%s, claimed by %s, with one of %s: %s', (payerName, buyerName, otherName, bucket) =>
    expect(outcome({ payerName }, [{ buyerName }, { ...other, buyerName: otherName }]).bucket).toBe(bucket),
  );
});

describe('an order number in the note', () => {
  const other = {
    purchaseId: 'p2',
    buyerId: 'b2',
    buyerName: 'Kiran Das',
    orderNumber: 'PUR-990001',
    reference: '632112345670',
  };
  it.each([
    'PUR-990001',
    'pur 990001',
    'PUR990001',
    'forPUR-990001',
    'PUR990001tokens',
    'PUR NO 990001',
    'PUR-NO-990001',
    'ORDER 990001',
    'order no 990001',
    'Order#990001',
    'ORD990001',
    'PUR-९९०००१',
    'ＰＵＲ－９９０００１',
    'PUR_990001',
    'PUR.990001',
    'MYORDER990001',
    'PUR—990001',
    'PUR-990001 tokens',
    'PUR৯৯০০০১',
  ])('%s names the other order', (note) =>
    expect(outcome({ narration: `UPI/CR/${RRN}/ASHA RAO/HDFC/a@ybl/${note}` }, [{}, other]).bucket).toBe('CONFLICT'),
  );
  it.each(['990001', 'PUR-990002', 'BORDER 1', 'PURSE 990002', 'RENT 990001'])('%s does not', (note) =>
    expect(outcome({ narration: `UPI/CR/${RRN}/ASHA RAO/HDFC/a@ybl/${note}` }, [{}, other]).bucket).toBe('EXACT'),
  );
});

describe('a short name in another script', () => {
  const APART: readonly (readonly [string, string])[] = [
    ['आशा', 'AJAY JAYA JOY USHA ISHA'],
    ['मीना', 'MOHAN MAYA YAMI MANOJ NEHA'],
    ['सीता', 'SUDHA SADHU STEVE SUDHIR'],
    ['আশা', 'AJAY JAYA JOY USHA'],
    ['ആശ', 'AJAY JOY USHA'],
    ['రవి', 'REVA ROY RAVEENDRA'],
    ['आशा राव', 'AJAY RAO|USHA ROY|JAYA RAO'],
  ];
  it.each(APART)('%s does not fit %s', (buyerName, all) => {
    for (const payerName of all.split(all.includes('|') ? '|' : ' '))
      expect([payerName, outcome({ payerName }, [{ buyerName }]).bucket]).toEqual([payerName, 'PAYER_DIFFERS']);
  });

  it.each([
    ['आशा', 'ASHA'],
    ['मीना', 'MEENA'],
    ['मीना', 'MINA'],
    ['सीता', 'SEETHA'],
    ['রীতা', 'RITA'],
    ['रवि राव', 'RAVI RAO'],
    ['उषा', 'USHA'],
  ])('%s is %s', (buyerName, payerName) => expect(outcome({ payerName }, [{ buyerName }]).bucket).toBe('EXACT'));
});

describe('a last word that the bank has cut', () => {
  const FAMILIES = 'Kulkarni Patil Bose Chaudhary Pereira Shaikh Wani Siddiqui Menon Rao'.split(' ');
  const memberOf = (name: string) => ({ id: name, name, isVerified: true });
  it.each(FAMILIES)('of %s is of nobody else with the same first name', (family) => {
    for (const other of FAMILIES.filter((it) => it !== family))
      for (let length = 1; length <= family.length; length++) {
        const cut = family.slice(0, length);
        if (other.startsWith(cut)) continue;
        const row = bankRow({ payerName: `TEJAS ${cut.toUpperCase()}` });
        const bucketOf = (name: string): string => {
          const claim = claimOf({ buyerId: name, buyerName: name });
          const members = [`Tejas ${family}`, `Tejas ${other}`].map(memberOf);
          return rowOutcome(indexOf([row], [claim], undefined, members), row).bucket;
        };
        const buckets = [`Tejas ${other}`, `Tejas ${family}`].map(bucketOf);
        expect([cut, other, ...buckets]).toEqual([cut, other, 'PAYER_DIFFERS', 'EXACT']);
      }
  });
});

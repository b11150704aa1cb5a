/**
 * 20,000 narrations of all banks, with names, notes and addresses that have misled a comparison: no false match, no false return, and
 * no match missed where the bank's number, the amount and the payer are right.
 */
import { expect, test } from 'vitest';
import { indexOf } from '@/lib/reconciliation/matching/candidates.rules.ts';
import { rowOutcome } from '@/lib/reconciliation/matching/rules.ts';
import type { BankRow, Claim } from '@/lib/reconciliation/rules.ts';
import { payerOf, referencesOf } from '@/lib/reconciliation/statement/references.rules.ts';
import { bankRow, claimOf } from '../support/matching.ts';

const ROWS = 20_000;
const SEED = 20_261_127;

function drawing(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
}

interface Payment {
  readonly number: string;
  readonly name: string;
  readonly note: string;
  readonly vpa: string;
}
type Form = (payment: Payment) => string;

/** The forms of docs/statements.md with a number of UPI or IMPS. */
const FORMS: readonly Form[] = [
  ({ number, name, note, vpa }) => `UPI-${name}-${vpa.toUpperCase()}-HDFC0000001-${number}-${note}`,
  ({ number, name, note, vpa }) => `UPI/CR/${number}/${name}/HDFC/${vpa}/${note}--`,
  ({ number, name, note, vpa }) => `BY TRANSFER-UPI/CR/${number}/${name}/HDFC/${vpa}/${note}--`,
  ({ number, name, note }) => `UPI/P2A/${number}/${name}/HDFC/${note}`,
  ({ number, name, note }) => `UPI/P2M/${number}/${name}/HDFC/${note}`,
  ({ number, name, note }) => `UPI/${name}/HDFC Bank/${number}/${note}`,
  ({ number, name, note, vpa }) => `UPI/${name}/${vpa}/${note}/HDFC BANK/${number}/ICI6f1e`,
  ({ number, name, note }) => `UPI/${name}/${number}/${note}`,
  ({ number, name, vpa, note }) => `UPIAR/${number}/CR/${name}/YESB/${vpa}/${note}`,
  ({ number, name, vpa }) => `UPI:${number}:${vpa}(${name})`,
  ({ number, name, note }) => `MMT/IMPS/${number}/${note}/${name}/HDFC BANK`,
  ({ number, name, note }) => `IMPS/P2A/${number}/${name}/X4417/${note}`,
  ({ number, name, note }) => `IMPS-${number}-${name}-HDFC-XXXXXXX4417-${note}`,
  ({ number, name, note }) => `Recd:IMPS/${number}/${name}/KKBK/X1234/${note}`,
  ({ number, name }) => `IMPS-INW/${number}/${name}/KKBK`,
];
/** Forms with a number of NEFT or RTGS. */
const TRANSFER_FORMS: readonly Form[] = [
  ({ number, name }) => `BY TRANSFER-NEFT*SBIN0000001*${number}*${name}--`,
  ({ number, name }) => `NEFT CR-SBIN0000001-${name}-LAUNCHBOOK-${number}`,
  ({ number, name, note }) => `NEFT/${number}/${name}/SBIN0000001/${note}`,
  ({ number, name, note }) => `NEFT-${number}-${name}-${note}-XXXX4417-SBIN0000001`,
  ({ number, name }) => `RTGS UTR NO: ${number}--${name}`,
];

const FIRST = ['ASHA', 'RAVI', 'THOMAS', 'LEELA', 'IMRAN', 'MEERA', 'JOHN', 'REVATHI', 'SYED', 'PRIYANKA', 'CRISTINA'];
const LAST = ['RAO', 'MENON', 'MATHEW', 'NAIR', 'KHAN', 'IYER', 'RETURNWALA', 'CREDITOR', 'SADIQ', 'VERMA', 'DRAVID'];
const TITLES = ['', 'REV ', 'MR ', 'MRS ', 'DR ', 'SMT '];

const twelve = (n: number): string => String(633_000_000_000 + n * 7_919).slice(0, 12);
/** What payers write: numbers of others, words of banks, phones, accounts, dates. */
const notesOf = (other: string): readonly string[] => [
  'please return rcpt',
  'REVERSAL',
  'RETURN GIFTS',
  'REV',
  'CRADJ',
  'NEFT RTN',
  other,
  `UTR ${other}`,
  '919876543210',
  '001712345678',
  `UPI/REV/${other}`,
  '27112026',
  'rent',
  'CR',
  'SBIN426330123456',
];

test('no false match, no false return, and no match missed', () => {
  const draw = drawing(SEED);
  const pick = <T>(values: readonly T[]): T => values[draw(values.length)] ?? expect.fail('nothing to pick');
  const counts = { EXACT: 0, PAYER_DIFFERS: 0, other: 0 };
  for (let nth = 0; nth < ROWS; nth++) {
    const isTransfer = draw(4) === 0;
    const number = isTransfer ? `SBIN4${String(26_330_000_000 + nth)}` : twelve(nth * 2);
    const other = twelve(nth * 2 + 1);
    const [first, last] = [pick(FIRST), pick(LAST)];
    const isPayer = draw(3) > 0;
    const name = `${pick(TITLES)}${first} ${last}`;
    const note = pick(notesOf(other));
    const vpa = pick([`${first.toLowerCase()}@okaxis`, 'return.gifts@ybl', '919876543210@ybl', `${other}@paytm`]);
    const narration = pick(isTransfer ? TRANSFER_FORMS : FORMS)({ number, name, note, vpa });
    const payer = payerOf(narration);
    const row: BankRow = bankRow({
      narration,
      references: referencesOf({ narration, reference: '', transactionId: '' }),
      payerName: payer.name,
      vpa: payer.vpa,
    });
    const buyerName = isPayer ? `${first} ${last}` : 'Zubin Quereshi';
    const rightful = claimOf({ purchaseId: 'rightful', reference: number, buyerName, buyerMobile: '+917000000001' });
    // Strangers who claim what the payer wrote: a number, a phone, an account.
    const strangers = [other, '919876543210', '001712345678'].map(
      (reference, at): Claim =>
        claimOf({
          purchaseId: `stranger-${at}`,
          orderNumber: `PUR-90000${at}`,
          buyerId: `stranger-${at}`,
          buyerName: 'Wolfgang Xi',
          buyerMobile: '+917000000002',
          reference,
        }),
    );
    const { bucket, purchaseId } = rowOutcome(indexOf([row], [rightful, ...strangers]), row);
    const what = `${narration} for ${buyerName}`;
    expect(bucket, what).toBe(isPayer ? 'EXACT' : 'PAYER_DIFFERS');
    expect(purchaseId, what).toBe('rightful');
    const alone = rowOutcome(indexOf([row], strangers), row);
    expect(alone.bucket, what).toMatch(/^(?:SUGGESTED|WITHOUT_CLAIM)$/);
    counts[bucket === 'EXACT' || bucket === 'PAYER_DIFFERS' ? bucket : 'other']++;
  }
  expect(counts.EXACT).toBeGreaterThan(ROWS / 2);
  expect(counts.PAYER_DIFFERS).toBeGreaterThan(ROWS / 5);
}, 120_000);

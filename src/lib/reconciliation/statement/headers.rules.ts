/**
 * The names that banks give their columns, as data: add one here and a line to its test. Names are in the form of `labelOf`.
 * Spelling mistakes of one or two letters in a long word need no line (`corrected`).
 */
import type { ColumnMeaning } from './contract.ts';
import { labelOf, scriptLabelOf } from './sheet.rules.ts';

const RUPEES = '(?: (?:DR|CR|INR|RS|RE|IN RS|IN INR|RUPEES|₹))*';
const TXN = '(?:TRANSACTION|TXN|TRAN|TRANS|TRN)';
const SUM = '(?:AMT|AMOUNT|AMNT)';

/** The first that fits names the column. */
const PATTERNS: readonly (readonly [ColumnMeaning, RegExp])[] = [
  ['valueDate', /^VALUE (?:DT|DAT|DATE)\b/],
  [
    'date',
    new RegExp(
      `^(?:(?:${TXN}|POSTING|POST|POSTED|BOOKING|ENTRY) )?(?:POSTED )?(?:DATE|DT)(?: (?:AND )?TIME)?(?: (?:DD|MM|MMM|YY|YYYY)){0,3}(?: VALUE (?:DT|DATE))?$`,
    ),
  ],
  ['date', /^(?:DATE OF TRANSACTION|DATE TIME)$/],
  ['transactionId', new RegExp(`^${TXN} (?:ID|NO|NUMBER)$`)],
  ['reference', /^(?:.* )?(?:REF|REFERENCE|UTR|RRN)(?: .*)?$/],
  ['reference', /^(?:CHQ|CHEQUE|CHEQ|INSTRUMENT|INST) ?(?:NO|NUMBER|ID)$/],
  [
    'narration',
    new RegExp(
      `^(?:(?:${TXN}|PAYMENT|ADDITIONAL|REMITTANCE|OTHER) )?(?:NARRATIONS?|NARRATIVES?|DESCRIPTIONS?|DESC|PARTICULARS?|DETAILS?|REMARKS?)(?: (?:NARRATION|\\d))?$`,
    ),
  ],
  ['narration', /^(?:ADDITIONAL|ADDL|REMITTANCE|REMITTER|PAYMENT|SUPPLEMENTARY) (?:INFO|INFORMATION)(?: \d)?$/],
  ['narration', /^(?:NARRATION|DESCRIPTION|PARTICULARS) (?:OF|FOR) TRANSACTIONS?$|^NOTES?$|^MEMO$/],
  // Before debit and credit, whose names it combines.
  [
    'side',
    /^(?:CR DR|DR CR|CREDIT DEBIT|DEBIT CREDIT|DEBIT OR CREDIT|CREDIT OR DEBIT|CRDR|DRCR|CD|DC|C D|D C|CD FLAG|DR CR INDICATOR|CR DR INDICATOR|(?:TXN |TRANSACTION )?TYPE)$/,
  ],
  ['amount', /^WITHDRAWALS? (?:DR )?DEPOSITS?(?: CR)?$|^DEPOSITS? (?:CR )?WITHDRAWALS?(?: DR)?$/],
  [
    'debit',
    new RegExp(
      `^(?:DEBITS?|WITHDRAWALS?|DR|PAID OUT|MONEY OUT|PAYMENTS?)(?: ${SUM}(?: (?:DEBITED|WITHDRAWN))?)?${RUPEES}$`,
    ),
  ],
  ['debit', new RegExp(`^${SUM} (?:DEBITED|WITHDRAWN)${RUPEES}$`)],
  [
    'credit',
    new RegExp(
      `^(?:CREDITS?|DEPOSITS?|CR|PAID IN|MONEY IN|RECEIPTS?)(?: ${SUM}(?: (?:CREDITED|DEPOSITED))?)?${RUPEES}$`,
    ),
  ],
  ['credit', new RegExp(`^${SUM} (?:CREDITED|DEPOSITED)${RUPEES}$`)],
  ['amount', new RegExp(`^(?:${TXN} )?${SUM}${RUPEES}$`)],
  [
    'balance',
    new RegExp(
      `^(?:(?:CLOSING|AVAILABLE|RUNNING|LEDGER|AVL|AVAIL|CURRENT|LINE) )?(?:BAL|BALANCE)(?: ${SUM})?${RUPEES}$`,
    ),
  ],
  ['payer', /^(?:PAYER|REMITTER|SENDER|COUNTERPARTY|PARTY)(?: (?:ACCOUNT )?NAME)?$/],
];

/** Whole names that no pattern has: short forms, misspelt ones, and those in Indian languages. */
export const NAMES: Readonly<Partial<Record<ColumnMeaning, readonly string[]>>> = {
  date: [
    ...['TXN DT', 'TRANSACTION ON', 'DATED'],
    ...[
      'दिनांक',
      'तिथि',
      'तारीख',
      'लेनदेन तिथि',
      'लेन देन तिथि',
      'लेनदेन की तारीख',
      'लेन देन की तिथि',
      'તારીખ',
      'தேதி',
      'తేదీ',
      'তারিখ',
      'ದಿನಾಂಕ',
    ],
  ],
  valueDate: ['VAL DATE', 'VAL DT', 'VALUEDATE', 'मूल्य तिथि', 'मूल्य दिनांक', 'मूल्य की तिथि'],
  narration: [
    ...[
      'NARR',
      'PERTICULARS',
      'PARTICULER',
      'TRANSACTION PARTICULAR',
      'DETAILS OF TRANSACTION',
      'TRANSACTION NARRATION',
    ],
    ...[
      'विवरण',
      'ब्यौरा',
      'ब्योरा',
      'वर्णन',
      'लेनदेन विवरण',
      'लेन देन का विवरण',
      'तपशील',
      'વિગત',
      'விவரம்',
      'వివరాలు',
      'বিবরণ',
      'ವಿವರಗಳು',
    ],
  ],
  reference: ['संदर्भ', 'संदर्भ संख्या', 'संदर्भ क्रमांक', 'चेक संख्या', 'चेक नं', 'धनादेश क्रमांक', 'यूटीआर'],
  debit: [
    ...[
      'WITHDRAWS',
      'WITHDRAW',
      'WITHDRAWN',
      'WITHDRAWL',
      'WITHDRAWLS',
      'WDL',
      'WDL AMT',
      'WDRL',
      'W DRAWALS',
      'WITHDRAWAL S',
    ],
    ...['DEBITED', 'DEBITED AMOUNT', 'DR AMT', 'OUTFLOW', 'OUT'],
    ...['नामे', 'नावे', 'आहरण', 'निकासी', 'निकाली गई राशि', 'डेबिट', 'नामे राशि', 'ઉધાર', 'பற்று', 'ఖర్చు', 'খরচ', 'ನಾವೆ'],
  ],
  credit: [
    ...[
      'DEPOST',
      'DEPOSTS',
      'DEPOSITE',
      'DEPOSITES',
      'DEPOSITED',
      'DEP',
      'DEP AMT',
      'LODGEMENT',
      'LODGEMENTS',
      'CREDITED',
      'CREDITED AMOUNT',
      'INFLOW',
      'IN',
    ],
    ...['जमा', 'जमा राशि', 'क्रेडिट', 'જમા', 'வரவு', 'జమ', 'জমা', 'ಜಮಾ'],
  ],
  amount: ['राशि', 'रकम', 'रक्कम', 'धनराशि'],
  balance: [
    ...['BALENCE', 'BALANCE AS ON DATE', 'CLOSING BALANCE AMOUNT', 'RUNNING BAL'],
    ...['शेष', 'शेष राशि', 'बैलेंस', 'बकाया', 'शिल्लक', 'સિલક', 'இருப்பு', 'నిల్వ', 'ব্যালেন্স', 'ಶಿಲ್ಕು'],
  ],
};

const BY_NAME: ReadonlyMap<string, ColumnMeaning> = new Map(
  (Object.entries(NAMES) as [ColumnMeaning, readonly string[]][]).flatMap(([meaning, names]) =>
    names.map((name) => [labelOf(name), meaning] as const),
  ),
);

/** The words whose spelling mistakes are corrected. */
const VOCABULARY: readonly string[] = [
  ...['WITHDRAWAL', 'WITHDRAWALS', 'DEPOSIT', 'DEPOSITS', 'DEBIT', 'CREDIT', 'BALANCE', 'AMOUNT', 'NARRATION'],
  ...['PARTICULARS', 'DESCRIPTION', 'REMARKS', 'DETAILS', 'TRANSACTION', 'REFERENCE', 'CHEQUE', 'CLOSING', 'AVAILABLE'],
];
/** Right words of headers that look like a mistake in another. */
const OWN_SPELLINGS = new Set([
  ...[
    'DEBITS',
    'CREDITS',
    'DEBITED',
    'CREDITED',
    'DEBITOR',
    'CREDITOR',
    'DEPOSITOR',
    'DEPOSITED',
    'AMOUNTS',
    'BALANCES',
  ],
  ...['DETAIL', 'REMARK', 'PARTICULAR', 'NARRATIONS', 'NARRATIVE', 'DESCRIPTIONS', 'TRANSACTIONS', 'CHEQUES', 'EDIT'],
]);
const LETTERS_MIN = 5;

/** Whether two words differ by at most so many letters that are added, left out, replaced, or swapped with the next. */
function isWithin(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(replaced, (last[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swapped));
    }
    [before, last] = [last, next];
  }
  return (last[b.length] ?? 0) <= most;
}

/** The word that is meant; the same for a right word, and for one that could be two others. */
function corrected(word: string): string {
  if (word.length < LETTERS_MIN || OWN_SPELLINGS.has(word) || VOCABULARY.includes(word)) return word;
  const meant = VOCABULARY.filter(
    (right) => right[0] === word[0] && isWithin(word, right, Math.min(word.length, right.length) >= 8 ? 2 : 1),
  );
  const singular = new Set(meant.map((right) => right.replace(/S$/, '')));
  return singular.size === 1 ? (meant[0] ?? word) : word;
}

const byLabel = (label: string): ColumnMeaning | null =>
  BY_NAME.get(label) ?? PATTERNS.find(([, pattern]) => pattern.test(label))?.[0] ?? null;

/** Longer texts are no names of columns. */
const NAME_LENGTH_MAX = 80;

/** The meaning of a column by its name; null for a name that is not known. */
export function meaningOfHeader(name: string): ColumnMeaning | null {
  if (name.length > NAME_LENGTH_MAX) return null;
  const label = labelOf(name);
  if (label === '') return null;
  return byLabel(label) ?? BY_NAME.get(scriptLabelOf(name)) ?? byLabel(label.split(' ').map(corrected).join(' '));
}

/** Names of columns whose whole numbers are no money: serial numbers, branches, codes. */
const NO_MONEY =
  /\b(?:NO|NUM|NUMBER|ID|CODE|SOL|BRANCH|SERIAL|SERIES|SR|SL|SEQ|SEQUENCE|TIME|DAY|MONTH|YEAR|PHONE|MOBILE|ACCOUNT|ACC|IFSC|MICR|PIN|PINCODE|TELLER|USER|MCC|CURRENCY|CHQ|CHQNO|CHEQUE|INSTRUMENT|REF|REFERENCE|UTR|RRN|JOURNAL|VOUCHER|LOCATION)\b|^(?:#|SNO|SRNO|SLNO|क्रमांक|क्र सं|शाखा)$/;

export const namesNoMoney = (name: string): boolean =>
  NO_MONEY.test(labelOf(name)) || NO_MONEY.test(scriptLabelOf(name));

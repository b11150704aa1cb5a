/*
 * The bank's number in what a buyer types or pastes: the number alone, with words around it, or a whole message of a bank or
 * payment app. The form and the server read it here (docs/contract.md, Reference numbers).
 */
import { latinDigits } from '../core/digits.ts';
import { normaliseReference, recogniseReference } from './reference.rules.ts';

/** Words before the number, as in 'UPI Ref. No.: …' and 'IMPS/…'. No two sequences of them read the same: that keeps matching linear. */
const LABEL =
  '(?:UTRN|UTR|RRN|UPI|IMPS|NEFT|RTGS|REFERENCE|REF|TRANSACTION|TXN|TRXN|TRN|TRF|BANK|PAYMENT|NUMBER|NUM|NO|ID|P2A|P2M|MMT|INB|CR|DR|IS)';
const LABELS = new RegExp(`^(?:${LABEL}+[^A-Z0-9]+)+`);
/** The words directly before twelve digits, of which some may be letters that look alike. */
const GLUED_TO_DIGITS = new RegExp(`^${LABEL}+(?=(?:0000)?[0-9OILSBZ]{12}$)`);
const GLUED_TO_BANK_NUMBER = new RegExp(`^${LABEL}+(?=N[0-9]{15}$|[A-Z]{4}[A-Z0-9]{12}$|[A-Z]{4}[NR][A-Z0-9]{17}$)`);
/** Words that messages write directly after the number when a space is lost. */
const GLUED_AFTER = /^(\d{12})(?:AVL|BAL|DR|CR|UPI|IF|NOT|ON|FROM|TO|VIA|THRU|THROUGH|IS|FOR)$/;
/** Words before digits that are no number of a payment. */
const OTHER_NUMBER =
  /(?<![A-Z])(?:A\/?C|ACCT|ACCOUNT|CARD|CUST(?:OMER)? ?ID|MOB|MOBILE|PHONE|AADHAA?R)(?: ?(?:NO|NUM|NUMBER))?[^A-Z0-9]{0,3}$/;

/** A whole run of groups, which no mark joins to other digits: 'AXMB-1234/5678 9012 3456' is a number of its own. */
const GROUPED_DIGITS = /(?<![A-Z0-9])(?<!\d[ /-]{1,3})\d+(?:(?: +| ?- ?)\d+)+(?![A-Z0-9]|[ /-]{1,3}\d)/g;

const TWELVE_DIGITS = /^(?:0000)?\d{12}$/;
const PHONE = /^91[6-9]\d{9}$/;
const HELPLINE = /^18[06]0/;
const LOOK_ALIKES = /^(?=.*[OILSBZ])[0-9OILSBZ]{12}$/;
/** A word of sixteen letters has the shape of a NEFT number, and the number of a bank has at least these digits. */
const BANK_NUMBER_DIGITS_MIN = 8;

/** Letters that begin NEFT and RTGS numbers, and that nobody writes as the name of a bank before a number. */
const BANK_CODES: ReadonlySet<string> = new Set(
  (
    'SBIN ICIC UTIB KKBK PUNB BARB CNRB UBIN IDIB IOBA CBIN BKID MAHB UCBA PSIB YESB INDB IDFB FDRL SIBL KVBL KARB CIUB ' +
    'TMBL DLXB DCBL RATN BDBL CSBK JAKA ESFB AUBL UJVN USFB IBKL SCBL SVCB SRCB COSB ABHY TJSB NKGS'
  ).split(' '),
);
/** Codes that are also the name of the bank: a NEFT number only with another letter, as in 'HDFCN 12345678901'. */
const BANK_NAMES: ReadonlySet<string> = new Set(['HDFC', 'CITI', 'HSBC', 'DBSS', 'DEUT']);

/** Upper case with digits 0 to 9, spaces for line ends, and no invisible characters. Words and marks stay. */
function plain(text: string): string {
  return latinDigits(text.normalize('NFKC'))
    .toUpperCase()
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]/gu, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim();
}

const digitCount = (text: string): number => text.replace(/\D/g, '').length;

const isBankNumber = (reference: string): boolean =>
  ['NEFT', 'RTGS'].includes(recogniseReference(reference)) && digitCount(reference) >= BANK_NUMBER_DIGITS_MIN;

/** 91 and ten digits that begin with 6 to 9: an Indian phone number, though a UPI number may look like it. */
export function isPhoneLike(reference: string): boolean {
  return PHONE.test(reference) || recogniseReference(reference) === 'PHONE';
}

/** The parts of the text that match, except those of an amount, an address, an account or a phone. */
function partsOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: part, index }) => {
    const before = text.slice(0, index);
    const after = text.slice(index + part.length, index + part.length + 2);
    const isOther = /^(?:[.,]\d|@)/.test(after) || /\d[.,]$/.test(before) || OTHER_NUMBER.test(before.slice(-30));
    return isOther ? [] : [part];
  });
}

const tokensOf = (text: string): string[] => partsOf(text, /[A-Z0-9]+/g);

/** The number of a payment that a token is, without the words glued to it; null for any other token. */
function numberOfToken(token: string): string | null {
  const digits = GLUED_AFTER.exec(token)?.[1] ?? token.replace(GLUED_TO_DIGITS, '');
  if (TWELVE_DIGITS.test(digits)) return normaliseReference(digits);
  if (digits !== token) return null;
  if (isBankNumber(token)) return token;
  const bare = token.replace(GLUED_TO_BANK_NUMBER, '');
  return isBankNumber(bare) ? bare : null;
}

/**
 * Twelve digits that are printed in groups, as '6330 1234 5699'. Groups of two may be a date or the code of a country: they
 * count only where the text has no other digits.
 */
function groupedNumbers(text: string): string[] {
  return partsOf(text, GROUPED_DIGITS).flatMap((run) => {
    const digits = run.replace(/\D/g, '');
    if (digits.length !== 12) return [];
    const hasEvenGroups = new Set(run.match(/\D+/g)).size === 1 && run.split(/\D+/).every((it) => it.length >= 3);
    return (hasEvenGroups && !HELPLINE.test(digits)) || digitCount(text) === 12 ? [digits] : [];
  });
}

/** A NEFT or RTGS number that is alone in the text, in groups: 'SBIN 4263 3012 3456', 'N 3261 1234 5678 901'. */
function groupedBankNumber(rest: string): string | null {
  const [, code, letter = ''] = /^(N|[A-Z]{4}([A-Z])?)\d*(?:[ /-]+\d+)+$/.exec(rest) ?? [];
  if (code === undefined) return null;
  const bank = code.slice(0, 4);
  const isCode = code === 'N' || BANK_CODES.has(bank) || (letter !== '' && BANK_NAMES.has(bank));
  const whole = normaliseReference(rest);
  return isCode && isBankNumber(whole) ? whole : null;
}

/** The text without the words that name the number before it, and without marks at its ends. */
const withoutLabels = (text: string): string =>
  text
    .replace(/^[^A-Z0-9]+/, '')
    .replace(/[^A-Z0-9]+$/, '')
    .replace(LABELS, '');

/** Every number in the text that can be the number of the payment, each once. */
function numbersIn(text: string): string[] {
  const single = tokensOf(text).flatMap((token) => numberOfToken(token) ?? []);
  return [...new Set([...single, ...groupedNumbers(text)])].filter((number) => !PHONE.test(number));
}

/** The one number with letters in place of some digits, as '6330I2345699'. It stays as it was typed. */
function lookAlike(text: string): string | null {
  const tokens = tokensOf(text)
    .map((token) => token.replace(GLUED_TO_DIGITS, ''))
    .filter((token) => LOOK_ALIKES.test(token) && digitCount(token) >= BANK_NUMBER_DIGITS_MIN);
  const [only, ...more] = new Set(tokens);
  return only !== undefined && more.length === 0 ? only : null;
}

/** A number of any other form behind its name, as in 'UTR: 41234567'. A phone number counts only here. */
function namedNumber(rest: string, text: string): string | null {
  const bare = normaliseReference(rest);
  if (PHONE.test(bare)) return bare;
  return rest !== text && /^(?=[A-Z]{0,10}\d)[A-Z0-9]{6,35}$/.test(rest) ? bare : null;
}

/** The number of the payment that a text contains next to other words; null without one, or with several. */
export function findReference(typed: string): string | null {
  const text = plain(typed);
  const rest = withoutLabels(text);
  const grouped = groupedBankNumber(rest);
  if (grouped !== null) return grouped;
  const [number, ...more] = numbersIn(text);
  if (more.length > 0) return null;
  return number ?? lookAlike(text) ?? namedNumber(rest, text);
}

/** Whether a text has several numbers of which only the buyer knows the right one. */
export function hasSeveralNumbers(typed: string): boolean {
  return findReference(typed) === null && numbersIn(plain(typed)).length > 1;
}

/** The reference as it is stored and compared. Check it with `referenceProblem`. */
export function readReference(typed: string): string {
  return findReference(typed) ?? normaliseReference(latinDigits(typed));
}

/*
 * What a narration says by the bank's own hand (docs/product.md, Reconciliation): the number in the bank's place, and whether the
 * bank took the payment back. Names, notes, phone numbers and UPI addresses are the payer's: they prove no number and no return.
 * Forms come from public samples (docs/statements.md).
 */
import { normaliseReference, recogniseReference } from '../../purchases/reference.rules.ts';

export const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
const ADDRESS_FIELD = /^[A-Z0-9][A-Z0-9._-]*@[A-Z][A-Z0-9.]*$/;
/** `91` and ten digits that begin with 6 to 9. */
const PHONE_OF_INDIA = /^91[6-9]\d{9}$/;

const isRrn = (token: string | undefined): token is string =>
  token !== undefined && /^\d{12}$/.test(normaliseReference(token)) && !/^0+$/.test(token);
const isTransferNumber = (token: string): boolean =>
  /^(?:NEFT|RTGS)$/.test(recogniseReference(token)) && /\d{6}/.test(token) && !IFSC.test(token);

/**
 * A narration in the form of the other banks: titles without the slash that elsewhere ends a field, as in `M/S SHARMA TRADERS` and
 * `ASHA D/O RAVI`, and a number without the side that Bandhan writes before it, `UPI/CR/CRRN/…`.
 */
export const inCommonForm = (text: string): string =>
  text
    .replace(/(?<=^UPI\/[CD]R\/)[CD](?=\d{12}\/)/i, '')
    .replace(/(?<![\p{L}\p{N}])([MCSDW])\/([SO])(?=[ .])/giu, (title, a: string, b: string) =>
      /^(?:M\/S|[CSDW]\/O)$/i.test(title) ? a + b : title,
    );

/** Upper case, with single spaces, and without what banks put before the form. */
function bare(narration: string): string {
  return inCommonForm(narration)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:(?:BY|TO) TRANSFER|TRANSFER FROM|DEP TFR|WDL TFR|RECD|RCVD|CREDIT|CR)[ :/-]+(?=\S)/, '');
}

/** A number with the text before it. */
interface Token {
  readonly text: string;
  readonly before: string;
}

function tokens(text: string): Token[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({
    text: match[0],
    before: text.slice(Math.max(0, match.index - 24), match.index),
  }));
}

/** A number after these words, or after an IFSC, is an account. */
const ACCOUNT_BEFORE =
  /(?:(?<![A-Z0-9])(?:A\/?C|ACC|ACCT|ACCOUNT|FROM|TO)(?: ?(?:NO|NUM|NUMBER))?|(?<![A-Z0-9])[A-Z]{4}0[A-Z0-9]{6})[ .:#*/-]{1,4}$/;

/** The first 12-digit token that is neither a phone number nor an account. */
function firstRrn(text: string): string[] {
  const token = tokens(text).find(
    (it) => isRrn(it.text) && !PHONE_OF_INDIA.test(it.text) && !ACCOUNT_BEFORE.test(it.before),
  );
  return token ? [token.text] : [];
}

/** Codes before the number of a UPI payment. */
export const UPI_KIND =
  /^(?:CR|DR|CREDIT|DEBIT|P2A|P2M|P2V|P2P|P2PM|REV|RVSL|PAY|COLLECT|IN|INW|MOB|MOBILE|INET|WEB|QR|INTENT)$/i;

/** `UPI/CR/RRN/…`, `UPI/RRN/…`, `UPI/NAME/RRN/…`, `UPI/NAME/BANK/RRN/…`, and `UPI/NAME/ADDRESS/NOTE/BANK/RRN/…`. */
function upiBySlashes(text: string): string[] {
  const [, ...fields] = text.split('/').map((field) => field.trim());
  const [kind = '', second, third] = fields;
  if (isRrn(kind)) return [kind];
  if (UPI_KIND.test(kind) && isRrn(second)) return [second];
  if (second !== undefined && ADDRESS_FIELD.test(second.replaceAll(' ', ''))) {
    // The note comes before the bank, so a number of the note comes before that of the bank.
    const last = fields.slice(3, 7).findLast(isRrn);
    return last === undefined ? firstRrn(withoutAddresses(text)) : [last];
  }
  const numbers = [second, third].filter(isRrn);
  const own = numbers.find((number) => !PHONE_OF_INDIA.test(number)) ?? numbers[0];
  return own === undefined ? firstRrn(withoutAddresses(text)) : [own];
}

/** `UPI-NAME-ADDRESS-IFSC-RRN-NOTE`: the number follows the payer's bank. Names and addresses may contain hyphens. */
function upiByHyphens(text: string): string[] {
  const fields = text.split('-').map((field) => field.trim());
  const bank = fields.findIndex((field, nth) => IFSC.test(field) && isRrn(fields[nth + 1]));
  const number = bank < 0 ? undefined : fields[bank + 1];
  return number === undefined ? firstRrn(text) : [number];
}

const IMPS =
  /(?<![A-Z0-9])(?:MMT[ /-])?(?:IMPS|IMPSAB|IMPSAR)(?:[ /:*.-]{1,3}(?:P2A|P2P|P2M|INW|IN|CR|RRN|REF|NO|UTR))*[ /:*.-]{1,3}(\d{12}|0{4}\d{12})(?![\p{L}\p{N}])/u;

/** Letters and digits, as the numbers of aggregators have them. */
const isMixed = (token: string): boolean =>
  /^[A-Z0-9]{10,22}$/.test(token) && /[A-Z]/.test(token) && /\d{4}/.test(token) && !IFSC.test(token);

/** The first number with the form of NEFT or RTGS, or of letters and digits; `NEFT CR-IFSC-NAME-…-REF` has it last. */
function transferNumber(text: string): string[] {
  const texts = tokens(text).map((token) => token.text);
  const known = texts.filter(isTransferNumber);
  const numbers = known.length > 0 ? known : texts.filter(isMixed);
  const number = /^(?:NEFT|RTGS) CR-/.test(text) ? numbers.at(-1) : numbers[0];
  return number === undefined ? [] : [number];
}

const ADDRESSES = /(?:\d{6,20}-)?[A-Z0-9._]{1,64}@[A-Z][A-Z0-9.]{1,63}/g;

/** The text without UPI addresses, whose digits are the payer's. */
export const withoutAddresses = (text: string): string => text.replace(ADDRESSES, ' ');

/** The text without the payer's address: one in the note, `…-RRN-ok@home`, follows the number. */
const withoutFirstAddress = (text: string): string => text.replace(new RegExp(ADDRESSES, ''), ' ');

/**
 * The text without the payer's bank, which ICICI writes after the address: `UPI/RRN/NOTE/ADDRESS/BANK`. Where another field of words
 * follows, either may be a name.
 */
export function withoutPayersBank(text: string): string {
  const [whole, before = '', rest = ''] =
    /^(UPI(?=\/).*?\/[A-Z0-9._-]{1,64}@[A-Z][A-Z0-9.]{1,63}\/)[^/]{0,64}(.*)$/is.exec(text) ?? [];
  return whole === undefined || /\/[\p{L}\p{M} .]{3,}(?=\/|$)/u.test(rest) ? text : before + rest;
}

function placed(text: string): string[] {
  if (/^(?:REV[ -])?UPI[A-Z]{0,3}\//.test(text)) return upiBySlashes(text);
  if (/^(?:REV[ -])?UPI-/.test(text)) return upiByHyphens(withoutFirstAddress(text));
  const plain = withoutAddresses(text);
  const [, glued] = /^INB IMPS(\d{12})(?=\/)/.exec(plain) ?? [];
  if (glued !== undefined) return [glued];
  const [, imps] = IMPS.exec(plain) ?? [];
  if (imps !== undefined) {
    // A number that looks like a phone number is the bank's where the text has no other.
    const others = PHONE_OF_INDIA.test(imps) ? firstRrn(plain) : [];
    return others.length > 0 ? others : [imps];
  }
  const [, internal] = /^INF\/INFT\/([A-Z0-9]{6,22})(?![A-Z0-9])/.exec(text) ?? [];
  if (internal !== undefined) return [internal];
  if (/^INF\/INFT\//.test(text)) return [];
  if (/(?<![A-Z])(?:NEFT|RTGS)(?![A-Z])/.test(plain.slice(0, 24))) {
    const number = transferNumber(plain);
    return number.length > 0 ? number : firstRrn(plain);
  }
  const number = firstRrn(plain);
  return number.length > 0 ? number : transferNumber(plain);
}

/**
 * The payment numbers in the bank's place of a narration, in the form of `normaliseReference`. Everything else that looks like a
 * number is a phone number, an account or a note, and at most a suggestion.
 */
export function bankNumbers(narration: string): string[] {
  return placed(bare(narration)).map(normaliseReference);
}

/** Codes with which banks begin the narration of a payment that they took back. */
const REVERSALS = [
  /^CRADJ(?![\p{L}\p{N}])/u,
  /^(?:CR[ -])?ADJ[ :/-]{1,2}(?:[A-Z]{2,5}[ :/-]{1,2})?\d{12}/,
  /^(?:(?:IW|OW|INW|INWARD|OUTWARD)[ :/-])?(?:REV|REVERSAL|RVSL|RET|RTN|RETURN|RETURNED)[ :/-]{1,2}(?:OF )?(?:UPI|IMPS|MMT|NEFT|RTGS)(?![\p{L}\p{N}])/u,
  /^(?:REV|REVERSAL|RVSL)[ :/-]{1,2}\d{12}/,
  /^UPI ?(?:RV|REV|RVSL|REVERSAL|RET|RETURN|RTN)[ :/-]{1,2}(?:CR[ /-])?\d{12}/,
  /^UPI(?:RV|RET)\//,
  /^(?:UPI|IMPS|MMT\/IMPS)[/-](?:REV|RVSL|REVERSAL|REVERSED|CRADJ|RET|RTN|RETURN|RETURNED)[/-](?:(?:CR|DR|P2A|P2M)[/-])?\d{12}/,
  /^(?:NEFT|RTGS)\/(?:RTN|RET|RETURN|REV|REVERSAL)\/(?:[A-Z]{4}[A-Z0-9]{1,12}\d{6}|N?\d{6})/,
  // A word after the code is a name, as in NEFT-RETURN GIFTS, unless a number follows.
  /^(?:NEFT|RTGS|IMPS)[ -]?(?:RETURN|RETURNED|RTN|RTND|RET|REVERSAL|RVSL|REV)(?:[/:-]| (?:(?:UTR|REF|NO|OF|TXN)[ :./-]{1,3}){0,3}(?:[A-Z]{4}[A-Z0-9]{1,12}\d{6}|N?\d{6}))/,
];

/** Words of a debit by which the bank takes its charges, with the number of the payment. */
const CHARGES = /(?<![A-Z])(?:CHARGES?|CHRGS?|CHGS?|CHG|[CSI]?GST|MDR|FEES?|COMMISSION)(?![A-Z])/;

/** Whether a debit of the own account is a charge of the bank. */
export const isCharge = (narration: string): boolean => CHARGES.test(bare(narration));

/** Whether the bank's own code field says that the payment went back. */
export function isReversal(narration: string): boolean {
  const text = bare(narration).replaceAll('_', ' ');
  return REVERSALS.some((code) => code.test(text));
}

/**
 * References, payers and UPI addresses in the texts of a bank. A reference is always a whole token; tokens end at every
 * character that is neither letter nor digit.
 */
import { normaliseReference, recogniseReference, referenceProblem } from '../../purchases/reference.rules.ts';
import type { ReferenceSource, RowReference } from '../rules.ts';
import { BANK_CODES, isBankName, maybeBank } from './banks.rules.ts';
import { bankNumbers, IFSC, inCommonForm, isReversal, UPI_KIND } from './narration.rules.ts';

const PHONE = /^(?:0|91)?[6-9]\d{9}$/;

/** The forms of UPI, IMPS, NEFT and RTGS numbers. */
const isKnownForm = (token: string): boolean =>
  /^(?:UPI_IMPS|NEFT|RTGS)$/.test(recogniseReference(token)) && /\d{6}/.test(token);

/**
 * The tokens of a narration that can be a reference: a known form, or 10 to 35 letters and digits with at least six digits,
 * so that a number that the bank has cut is still a suggestion. 13 digits are no RRN, and 11 no number that lost its zero.
 */
function isCandidate(token: string): boolean {
  if (IFSC.test(token) || token.length > 35) return false;
  if (isKnownForm(token)) return true;
  if (token.length < 10 || PHONE.test(token) || /^(?:\d{11}|\d{13})$/.test(token)) return false;
  return (token.match(/\d/g) ?? []).length >= 6 && !/^0+$/.test(token);
}

/** The part of a UPI address before the `@`, from the last separator of fields; hyphens may belong to it. */
const ADDRESS = /[A-Z0-9._-]{1,64}@[A-Z][A-Z0-9.]{0,63}/g;

/** Without what belongs to UPI addresses: the digits in them are phone numbers or inventions of the payer. */
function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, (address) => {
    const fields = address.slice(0, address.indexOf('@')).split('-').slice(0, -1);
    return `${fields.filter((field) => !PHONE.test(field)).join('-')}-`;
  });
}

export function tokensOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);
}

/** Banks break long narrations into lines, also within a number: then both halves are one token. */
function joinNumbers(text: string): string {
  return text.replace(/(?<![A-Z0-9])([A-Z0-9]+)\n([A-Z0-9]+)/g, (halves, before: string, after: string) =>
    isKnownForm(before + after) && !isKnownForm(before) && !isKnownForm(after) ? before + after : halves,
  );
}

/** Everything in a narration that can be a reference, in the bank's place or elsewhere. */
export function narrationReferences(text: string): string[] {
  const upper = joinNumbers(withoutAddresses(text.normalize('NFKC').toUpperCase()));
  return unique(tokensOf(upper).filter(isCandidate).map(normaliseReference));
}

/** The numbers in the bank's place of a narration. */
const placedReferences = (text: string): string[] =>
  unique(bankNumbers(joinNumbers(text.normalize('NFKC').toUpperCase())));

/** A word that banks and apps put before a number without a space; the number of a NEFT transfer has its own four letters. */
const GLUED = /^(?:UPI|IMPS|UTR|RRN|REF|REFNO)(\d{12})$/;

const isPlausible = (reference: string): boolean =>
  referenceProblem(reference) === null && /\d{4}/.test(reference) && !IFSC.test(reference) && !/^0+$/.test(reference);

/** The numbers of a column of references: the whole cell if it is one number, else the number in the bank's place of its text. */
export function cellReferences(text: string): string[] {
  const whole = normaliseReference(text).replace(GLUED, '$1');
  const isOne = tokensOf(text).length === 1 || isKnownForm(whole);
  return unique(isOne ? [whole] : placedReferences(text)).filter(isPlausible);
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** All references of a row with where they were read. One in the bank's place is not listed as a note again. */
export function referencesOf(row: { narration: string; reference: string; transactionId: string }): RowReference[] {
  const from = (source: ReferenceSource, all: readonly string[]): RowReference[] =>
    all.map((reference) => ({ reference, source }));
  const ofCell = cellReferences(row.reference);
  const ofBank = placedReferences(row.narration);
  const others = [...narrationReferences(row.narration), ...narrationReferences(row.reference)];
  return [
    ...from('REFERENCE', ofCell),
    ...from('NARRATION', ofBank),
    ...from(
      'NOTE',
      unique(others).filter((it) => !ofBank.includes(it) && !ofCell.includes(it)),
    ),
    ...from(
      'TRANSACTION_ID',
      row.transactionId === '' ? [] : [normaliseReference(row.transactionId)].filter(isPlausible),
    ),
  ];
}

export interface Payer {
  readonly name: string | null;
  readonly vpa: string | null;
}

const VPA = /^[a-z0-9][a-z0-9._-]*@[a-z][a-z0-9]+$/i;
const RRN = /^\d{12}$/;

/** Whether a text in the place of a name names nobody: a bank, its code, or a placeholder. */
export const isNobody = (text: string): boolean =>
  isBankName(text) || IFSC.test(text.toUpperCase()) || /^(?:NA|NIL|NULL|NONE|UNKNOWN|NO NAME|XX+)$/i.test(text);

const cleanName = (text: string | undefined): string | null => {
  const name = (text ?? '').replace(/\s+/g, ' ').replace(/^[\s.]+|[\s.-]+$/g, '');
  return /\p{L}/u.test(name) && !VPA.test(name) && !/^(?:NA|NIL|NULL|NONE|UNKNOWN|NO NAME|XX+)$/i.test(name)
    ? name
    : null;
};

/** A name that is no bank's. */
const personIn = (text: string | undefined): string | null => (isNobody(text ?? '') ? null : cleanName(text));

/** `UPI-NAME-VPA-IFSC-RRN-NOTE`: the address may contain hyphens, so it reaches from the name to the IFSC. */
function upiByHyphens(text: string): Payer {
  const [, name, ...rest] = text.split('-');
  const bank = rest.findIndex((field) => IFSC.test(field.trim().toUpperCase()) || RRN.test(field.trim()));
  const address = rest
    .slice(0, bank < 0 ? 1 : bank)
    .join('-')
    .replace(/\s/g, '');
  return { name: personIn(name), vpa: VPA.test(address) ? address.toLowerCase() : null };
}

/** `UPI/CR/RRN/NAME/BANK/VPA/NOTE`, `UPI/RRN/CR/NAME/…`, `UPI/RRN/NOTE/VPA/…` and `UPI/NAME/BANK/RRN/…`. */
function upiBySlashes(text: string): Payer {
  const [, ...fields] = text.split('/').map((field) => field.trim());
  const vpa =
    fields
      .find((field) => VPA.test(field.replace(/\s/g, '')))
      ?.replace(/\s/g, '')
      .toLowerCase() ?? null;
  const [kind = '', second = '', third] = fields;
  if (UPI_KIND.test(kind) && RRN.test(second)) return { name: personIn(third), vpa };
  if (RRN.test(kind)) return { name: /^(?:CR|DR)$/i.test(second) ? personIn(third) : null, vpa };
  return { name: /^CR$/i.test(kind) ? null : personIn(kind), vpa };
}

/** Codes between `IMPS`, `NEFT` or `RTGS` and the number. */
const HEADS: ReadonlySet<string> = new Set(
  (
    'IMPS NEFT RTGS INB MMT INF INFT P2A P2P P2M P2V INW INWARD CR CREDIT RRN REF REFNO UTR UTRNO NO NUM NUMBER TXN ID TRF TFR TRANSFER ' +
    'FROM BY VIA NET BANKING MOBILE ONLINE'
  ).split(' '),
);

/** Whether the payer may be named before the number: then what follows it is a bank, or what the payer wrote. */
const namesBefore = (text: string): boolean =>
  (text.toUpperCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).some(
    (word) => /^\D{3,}$/.test(word) && !HEADS.has(word) && !BANK_CODES.has(word) && !/^X+$/.test(word),
  );

/** The field after the number in the bank's place: `IMPS/P2A/RRN/NAME/…`, `NEFT/REF/NAME/…`, `RTGS UTR NO: REF--NAME`. */
function nameAfterNumber(text: string): string | null {
  const [number] = bankNumbers(text);
  // A return has its reason there, such as ACCOUNT CLOSED.
  if (number === undefined || isReversal(text)) return null;
  const at = text.toUpperCase().indexOf(number);
  if (at > 0 && namesBefore(text.slice(0, at))) return null;
  const fields = at < 0 ? [] : text.slice(at + number.length).split(/[/*:-]+/);
  const [first, second] = fields.map((it) => it.trim()).filter(Boolean);
  // A code comes before the name; alone it is the name of somebody.
  const isCode = UPI_KIND.test(first ?? '') && second !== undefined && !isNobody(second) && !/\d{4}/.test(second);
  const field = isCode ? second : first;
  return /^X+\d|\d{4}/i.test(field ?? '') || isNobody(field ?? '') ? null : cleanName(field?.replaceAll('_', ' '));
}

/**
 * `MMT/IMPS/RRN/NOTE/NAME/BANK`, also without the note: the name is before the bank. Null where two fields may be note and name or
 * name and bank: then each word may be the name.
 */
function nameBeforeBank(fields: readonly string[]): string | null {
  const last = (fields.at(-1) ?? '').trim();
  const hasBank = maybeBank(last) || IFSC.test(last.toUpperCase());
  if (!hasBank && fields.length < 3) return null;
  return personIn(fields.at(-2)?.trim());
}

/** Name and UPI address of the payer, in the narrations whose form is known. */
export function payerOf(narration: string): Payer {
  const text = inCommonForm(narration.replace(/(?<!\s)\s*\n\s*/g, ' ')).replace(
    /^(?:BY TRANSFER|TO TRANSFER|TRANSFER FROM|DEP TFR|WDL TFR|RECD)[\s:-]+/i,
    '',
  );
  if (/^UPI-/i.test(text)) return upiByHyphens(text);
  if (/^(?:REV-)?UPI[A-Z]{0,3}\//i.test(text)) return upiBySlashes(text);
  const [, address] = /(?:^|[\s/:])([a-z0-9][a-z0-9._-]{0,63}@[a-z][a-z0-9]{1,63})(?=$|[\s/(])/i.exec(text) ?? [];
  const vpa = address?.toLowerCase() ?? null;
  const [, bracketed] = /^UPI:\d{12}:[^()]{1,80}\(([^()]{2,60})\)/i.exec(text) ?? [];
  if (bracketed !== undefined) return { name: personIn(bracketed), vpa };
  if (/^MMT\/IMPS\//i.test(text)) return { name: nameBeforeBank(text.split('/').slice(3)), vpa: null };
  if (/^NEFT\*/i.test(text)) return { name: personIn(text.split('*')[3]), vpa: null };
  if (/^(?:NEFT|RTGS) CR-/i.test(text)) return { name: personIn(text.split('-')[2]), vpa: null };
  if (/^(?:IMPS|NEFT|RTGS)/i.test(text)) return { name: nameAfterNumber(text), vpa };
  return { name: null, vpa };
}

/**
 * References, payers and UPI addresses in the texts of a bank. A reference is always a whole token; tokens end at every
 * character that is neither letter nor digit.
 */
import { normaliseReference, recogniseReference, referenceProblem } from '../../purchases/reference.rules.ts';
import type { ReferenceSource, RowReference } from '../rules.ts';

const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
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
const ADDRESS = /[A-Z0-9._-]+@[A-Z][A-Z0-9.]*/g;

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

/** Candidates of a narration. Banks break long ones into lines, also within a number: then both halves are one token. */
export function narrationReferences(text: string): string[] {
  const upper = withoutAddresses(text.normalize('NFKC').toUpperCase());
  const joined = [...upper.matchAll(/([A-Z0-9]+)\n([A-Z0-9]+)/g)].map(([, before = '', after = '']) => before + after);
  return unique([...tokensOf(upper).filter(isCandidate), ...joined.filter(isKnownForm)].map(normaliseReference));
}

const isPlausible = (reference: string): boolean =>
  referenceProblem(reference) === null && /\d{4}/.test(reference) && !IFSC.test(reference) && !/^0+$/.test(reference);

/** Candidates of a column of references: the whole cell if it is one number, and the tokens of a cell with several. */
export function cellReferences(text: string): string[] {
  const whole = normaliseReference(text);
  const isOne = tokensOf(text).length === 1 || isKnownForm(whole);
  return unique([...(isOne ? [whole] : []), ...narrationReferences(text)]).filter(isPlausible);
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** All references of a row with where they were read, each once for each place. */
export function referencesOf(row: { narration: string; reference: string; transactionId: string }): RowReference[] {
  const from = (source: ReferenceSource, all: readonly string[]): RowReference[] =>
    all.map((reference) => ({ reference, source }));
  return [
    ...from('REFERENCE', cellReferences(row.reference)),
    ...from('NARRATION', narrationReferences(row.narration)),
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

const cleanName = (text: string | undefined): string | null => {
  const name = (text ?? '').replace(/\s+/g, ' ').replace(/^[\s.]+|[\s.-]+$/g, '');
  return /[a-z]{2}/i.test(name) && !VPA.test(name) ? name : null;
};

/** `UPI-NAME-VPA-IFSC-RRN-NOTE`: the address may contain hyphens, so it reaches from the name to the IFSC. */
function upiByHyphens(text: string): Payer {
  const [, name, ...rest] = text.split('-');
  const bank = rest.findIndex((field) => IFSC.test(field.trim().toUpperCase()) || RRN.test(field.trim()));
  const address = rest
    .slice(0, bank < 0 ? 1 : bank)
    .join('-')
    .replace(/\s/g, '');
  return { name: cleanName(name), vpa: VPA.test(address) ? address.toLowerCase() : null };
}

/** `UPI/CR/RRN/NAME/BANK/VPA/NOTE`, `UPI/P2A/RRN/NAME/…`, `UPI/RRN/NOTE/VPA/…` and `UPI/NAME/BANK/RRN/…`. */
function upiBySlashes(text: string): Payer {
  const [, ...fields] = text.split('/').map((field) => field.trim());
  const vpa =
    fields
      .find((field) => VPA.test(field.replace(/\s/g, '')))
      ?.replace(/\s/g, '')
      .toLowerCase() ?? null;
  const [kind = '', second = ''] = fields;
  if (/^(?:CR|DR|P2A|P2M|P2V|P2PM)$/i.test(kind) && RRN.test(second)) return { name: cleanName(fields[2]), vpa };
  return { name: RRN.test(kind) ? null : cleanName(kind), vpa };
}

/** Name and UPI address of the payer, in the narrations whose form is known. */
export function payerOf(narration: string): Payer {
  const text = narration
    .replace(/\s*\n\s*/g, ' ')
    .replace(/^(?:BY TRANSFER|TO TRANSFER|TRANSFER FROM|DEP TFR|WDL TFR)[\s-]+/i, '');
  if (/^UPI-/i.test(text)) return upiByHyphens(text);
  if (/^(?:REV-)?UPI\//i.test(text)) return upiBySlashes(text);
  if (/^MMT\/IMPS\//i.test(text)) return { name: cleanName(text.split('/')[4]), vpa: null };
  if (/^NEFT\*/i.test(text)) return { name: cleanName(text.split('*')[3]), vpa: null };
  if (/^(?:NEFT|RTGS) CR-/i.test(text)) return { name: cleanName(text.split('-')[2]), vpa: null };
  const [, address] = /(?:^|[\s/:])([a-z0-9][a-z0-9._-]*@[a-z][a-z0-9]+)(?=$|[\s/])/i.exec(text) ?? [];
  return { name: null, vpa: address?.toLowerCase() ?? null };
}

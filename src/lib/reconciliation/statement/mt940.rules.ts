/**
 * MT940, the statement message of SWIFT: `:25:` account, `:60F:` opening balance, `:61:` a movement, `:86:` its narration,
 * `:62F:` closing balance. A file can have several messages, which continue each other.
 */

import { isDate } from '../../core/formats.ts';
import { formatRupeesOfPaise, type Paise, parseDecimal, RUPEE_DIGITS_MAX } from '../../core/money.ts';
import type { Side, StatementRow } from '../rules.ts';
import { payerOf, referencesOf } from './references.rules.ts';
import { CELL_LENGTH_MAX, type LineProblem } from './sheet.rules.ts';

export interface Mt940 {
  readonly accountNumber: string | null;
  readonly ifsc: string | null;
  readonly rows: readonly StatementRow[];
  readonly openingPaise: Paise | null;
  readonly closingPaise: Paise | null;
  readonly problems: readonly LineProblem[];
}

interface Field {
  readonly line: number;
  readonly tag: string;
  readonly lines: string[];
  /** Characters of the lines together. */
  length: number;
}

const START = /^:(\d{2}[A-Z]?):(.*)$/;

export const isMt940 = (text: string): boolean => /^:60[FM]: {0,3}[CD] {0,3}\d{6}/m.test(text) && /^:20:/m.test(text);

function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  for (const [at, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = raw.slice(0, CELL_LENGTH_MAX + 1).trimEnd();
    const [, tag, rest = ''] = START.exec(line) ?? [];
    const last = fields.at(-1);
    if (tag !== undefined) fields.push({ line: at + 1, tag, lines: [rest], length: rest.length });
    // '-' and braces end a message. A field that is too long is refused, so more of it is not collected.
    else if (last && last.length <= CELL_LENGTH_MAX && !/^-?\}?$|^\{/.test(line)) {
      last.lines.push(line);
      last.length += line.length;
    }
  }
  return fields;
}

/** Amounts have a comma before the paise, also without any: '1180,'. */
function paiseOf(amount: string): Paise | null {
  return /^\d+,\d{0,2}$/.test(amount) ? parseDecimal(amount.replace(',', '.'), 2, RUPEE_DIGITS_MAX) : null;
}

const dayOf = (yymmdd: string): string | null => {
  const day = yymmdd.replace(/^(..)(..)(..)$/, '20$1-$2-$3');
  return isDate(day) ? day : null;
};

/** The entry date has no year: it is the one that is nearest to the value date. */
function entryDay(valueDay: string, mmdd: string): string | null {
  if (mmdd === '') return valueDay;
  const [year, month] = [Number(valueDay.slice(0, 4)), Number(valueDay.slice(5, 7))];
  const entryMonth = Number(mmdd.slice(0, 2));
  const shift = entryMonth - month > 6 ? -1 : month - entryMonth > 6 ? 1 : 0;
  const day = `${year + shift}-${mmdd.slice(0, 2)}-${mmdd.slice(2)}`;
  return isDate(day) ? day : null;
}

/** Some banks fill an entry date that they do not state with four spaces, and put a space after the mark. */
const MOVEMENT =
  /^(\d{6})(\d{4}| {4})?(R?[CD])(?:[A-Z]| [A-Z]?)? {0,3}([\d,]+) {0,3}[A-Z][A-Z0-9]{3}(.*?)(?:\/\/(.*))?$/;

/** Banks report a note without money as a movement of 0,00. Null for a line that cannot be read. */
function movementOf({ line, lines }: Field): StatementRow | 'NO_MONEY' | null {
  const [, value = '', entry = '', mark = '', amount = '', customer = '', bank = ''] =
    MOVEMENT.exec(lines[0] ?? '') ?? [];
  const valueDate = dayOf(value);
  const date = valueDate && entryDay(valueDate, entry.trim());
  const amountPaise = paiseOf(amount);
  if (!date || amountPaise === null) return null;
  if (amountPaise === 0n) return 'NO_MONEY';
  // The reversal of a debit is a credit.
  const side: Side = mark === 'C' || mark === 'RD' ? 'CREDIT' : 'DEBIT';
  const reference = customer === 'NONREF' ? '' : customer.trim();
  const narration = [...(mark.startsWith('R') ? ['REVERSAL'] : []), ...lines.slice(1)].join(' ');
  const row = { line, date, time: null, valueDate, side, amountPaise, balancePaise: null, narration };
  const transactionId = bank.trim();
  return { ...row, ...readText({ narration, reference, transactionId }), transactionId: transactionId || null };
}

function readText(texts: { narration: string; reference: string; transactionId: string }) {
  const { name, vpa } = payerOf(texts.narration);
  return { references: referencesOf(texts), payerName: name, vpa };
}

/** With the narration of `:86:`, whose codes such as `?20` separate its parts. */
function withNarration(row: StatementRow, { lines }: Field): StatementRow {
  const text = lines
    .join('\n')
    .replace(/^\d{3}(?=\?)/, '')
    .replace(/\?\d{2}/g, ' ');
  const narration = [row.narration, text].filter(Boolean).join(' ');
  const reference = row.references.find((it) => it.source === 'REFERENCE')?.reference ?? '';
  const read = readText({ narration: narration.trim(), reference, transactionId: row.transactionId ?? '' });
  return { ...row, ...read, narration: narration.replace(/\s+/g, ' ').trim() };
}

interface State {
  readonly rows: StatementRow[];
  readonly problems: LineProblem[];
  openingPaise: Paise | null;
  /** After the last field; null before the first balance. */
  balancePaise: Paise | null;
  isOpen: boolean;
}

const BALANCE = /^([CD]) {0,3}(\d{6}) {0,3}([A-Z]{3}) {0,3}([\d,]+)$/;

function readBalance(state: State, { line, tag, lines }: Field): void {
  const [, mark, , currency, amount = ''] = BALANCE.exec((lines[0] ?? '').trim()) ?? [];
  const paise = paiseOf(amount);
  if (paise === null) return void state.problems.push({ line, message: 'This balance cannot be read.' });
  if (currency !== 'INR')
    return void state.problems.push({
      line,
      message: `This statement is in ${currency}. Only accounts in INR can be compared.`,
    });
  const stated = mark === 'D' ? -paise : paise;
  if (state.balancePaise !== null && state.balancePaise !== stated) {
    const [should, says] = [state.balancePaise, stated].map(formatRupeesOfPaise);
    const message = `The balance should be ${should} here, but the statement says ${says}. A row is missing, changed or out of order.`;
    state.problems.push({ line, message });
  }
  state.openingPaise ??= stated;
  state.balancePaise = stated;
  state.isOpen = tag.startsWith('60');
}

function readMovement(state: State, field: Field): void {
  const row = movementOf(field);
  if (row === null) return void state.problems.push({ line: field.line, message: 'This movement cannot be read.' });
  if (row === 'NO_MONEY') return;
  if (!state.isOpen) state.problems.push({ line: field.line, message: 'This movement is outside of a statement.' });
  state.rows.push(row);
  if (state.balancePaise !== null) state.balancePaise += row.side === 'CREDIT' ? row.amountPaise : -row.amountPaise;
}

export function parseMt940(text: string): Mt940 {
  const fields = fieldsOf(text);
  const state: State = { rows: [], problems: [], openingPaise: null, balancePaise: null, isOpen: false };
  for (const [at, field] of fields.entries()) {
    if (/^6[02][FM]$/.test(field.tag)) readBalance(state, field);
    else if (field.tag === '61') readMovement(state, field);
    else if (field.tag === '86' && fields[at - 1]?.tag === '61' && state.rows.at(-1)?.line === fields[at - 1]?.line) {
      const last = state.rows.pop();
      if (last) state.rows.push(withNarration(last, field));
    }
  }
  if (state.isOpen)
    state.problems.push({ line: fields.at(-1)?.line ?? 0, message: 'This statement ends before its closing balance.' });
  const accounts = [
    ...new Set(fields.filter((field) => field.tag === '25').map((field) => field.lines[0]?.trim() ?? '')),
  ];
  if (accounts.length > 1)
    state.problems.push({
      line: 0,
      message: `This file has statements of several accounts (${accounts.join(', ')}). Upload one of each account.`,
    });
  const [account = ''] = accounts;
  return {
    accountNumber: /(\d{6,})\D*$/.exec(account)?.[1] ?? null,
    ifsc: /\b[A-Z]{4}0[A-Z0-9]{6}\b/.exec(account)?.[0] ?? null,
    rows: state.rows,
    openingPaise: state.openingPaise,
    closingPaise: state.balancePaise,
    problems: state.problems,
  };
}

/** Cells of a settlement file: amounts in rupees or paise, and times with or without a zone. */
import type { Paise } from '../../core/money.ts';
import { amountOfNumber, isBlankAmount, parseAmount } from '../statement/amounts.rules.ts';
import type { DateOrder, Unit } from '../statement/contract.ts';
import { type DateText, dayOf, parseDateText } from '../statement/dates.rules.ts';
import type { SheetRow } from '../statement/sheet.rules.ts';

const isBlank = (text: string): boolean => isBlankAmount(text) || /^(?:null|none|nan)$/i.test(text);

/** An amount below zero where the cell has a minus; 0 for an empty cell; null for text that is not surely an amount. */
export function paiseAt(row: SheetRow, at: number, unit: Unit): Paise | null {
  const text = row.cells[at] ?? '';
  const value = row.numbers?.get(at);
  if (unit === 'PAISE') {
    if (value !== undefined) return Number.isSafeInteger(value) ? BigInt(value) : null;
    return isBlank(text) ? 0n : /^-?\d{1,15}$/.test(text) ? BigInt(text) : null;
  }
  if (value !== undefined) return amountOfNumber(value);
  return isBlank(text) ? 0n : (parseAmount(text)?.paise ?? null);
}

/** Whether the cell has a fraction, which paise never have. */
export function hasFraction(row: SheetRow, at: number): boolean {
  const value = row.numbers?.get(at);
  return value === undefined ? /\d\.\d/.test(row.cells[at] ?? '') : !Number.isInteger(value);
}

/** Spreadsheets have 15 digits: a longer number is no longer the one of the file. */
export function isRounded(row: SheetRow, at: number): boolean {
  const value = row.numbers?.get(at);
  return (
    (value !== undefined && Math.abs(value) > 999_999_999_999_999) || /^\d(?:\.\d+)?E\+\d+$/i.test(row.cells[at] ?? '')
  );
}

/** A day and time in India. */
export interface Moment {
  readonly day: string;
  /** `HH:MM:SS`; null without one. */
  readonly time: string | null;
}

const INDIA_MS = 19_800_000;
const ZONED = /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i;

function momentOf(ms: number): Moment | null {
  const at = new Date(ms + INDIA_MS);
  if (Number.isNaN(at.getTime())) return null;
  const text = at.toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 19) };
}

/** Seconds since 1970, from 2001 to 2100. */
export const isEpoch = (text: string): boolean => /^[1-3]\d{9}$/.test(text) || /^[1-3]\d{12}$/.test(text);

/** A time that says its zone, or counts from 1970; null for others. */
function parseZoned(text: string): Moment | null {
  if (isEpoch(text)) return momentOf(Number(text.slice(0, 10)) * 1000);
  const [, day = '', clock = '', zone = ''] = ZONED.exec(text) ?? [];
  if (zone === '') return null;
  const offset = /^[+-]/.test(zone) ? zone.replace(/^(.\d{2})(\d{2})$/, '$1:$2') : 'Z';
  return momentOf(
    Date.parse(
      `${day}T${clock.padStart(clock.length === 4 || clock.length === 7 ? clock.length + 1 : 0, '0')}${offset}`,
    ),
  );
}

/** A time as a file writes it: with its zone, or in India in an order of day and month that the whole column decides. */
export type TimeText = { readonly moment: Moment } | { readonly date: DateText };

/** Null for text that is no date. */
export function parseTime(row: SheetRow, at: number): TimeText | null {
  const text = (row.cells[at] ?? '').replace(/(?<!\s)\s+IST$/i, '').trim();
  const moment = parseZoned(text);
  if (moment) return { moment };
  const date = parseDateText(text, row.numbers?.get(at));
  return date && { date };
}

/** Null for a day that does not exist in this order. */
export function momentIn(text: TimeText, order: DateOrder): Moment | null {
  if ('moment' in text) return text.moment;
  const day = dayOf(text.date, order);
  return day === null ? null : { day, time: text.date.time };
}

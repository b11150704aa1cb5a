import { latinDigits } from './digits.ts';
import { parsePaise, parsePercent, parsePrice } from './money.ts';
import { SPEC_TEXTS } from './spec-texts.ts';
import { typedAmount } from './typed-amount.ts';
import * as z from './zod.ts';

/*
 * Money and quantities in JSON. Output has money as a string with two decimals; the program uses integer paise. Input may also
 * be a JSON number, of which the shortest decimal form counts: 0.1 is exactly ten paise.
 */

/** The largest number of whole tokens that a JSON number represents exactly. */
export const QUANTITY_MAX = Number.MAX_SAFE_INTEGER;

const bare = (text: string): string => latinDigits(text).trim();

function decimal<T>(message: string, read: (text: string) => T | null, clean: (text: string) => string = bare) {
  return z.pipe(
    z.union([z.string(), z.number()], message),
    z.transform((sent, ctx): T => {
      const value = read(clean(String(sent)));
      if (value !== null) return value;
      ctx.issues.push({ code: 'custom', message, input: sent });
      return z.NEVER;
    }),
  );
}

function positivePaise(text: string): bigint | null {
  const paise = parsePaise(text);
  return paise !== null && paise > 0n ? paise : null;
}

/** Rupees above 0 with at most two decimals. Parsed to paise. */
export function amountPaise(message: string = SPEC_TEXTS.amountInvalid) {
  return decimal(message, positivePaise);
}

/** Rupees of a filter, above 0: as `amountPaise`, and as people type and paste them, '₹1,416.00'. Parsed to paise. */
export function amountFilter(message: string = SPEC_TEXTS.amountInvalid) {
  return decimal(message, positivePaise, typedAmount);
}

/** Rupees above 0 with at most six decimals. Parsed to micro-rupees. */
export function priceMicros(message: string) {
  return decimal(message, (text) => {
    const micros = parsePrice(text);
    return micros !== null && micros > 0n ? micros : null;
  });
}

/** Per cent from 0 to 100 with at most two decimals. Parsed to basis points. */
export function percentBps(message: string) {
  return decimal(message, parsePercent);
}

/** Whole tokens, 0 or more. Parsed to a bigint. */
export function quantity(message: string) {
  return decimal(message, (text) => {
    const tokens = /^\d{1,16}$/.test(text) ? BigInt(text) : null;
    return tokens !== null && tokens <= BigInt(QUANTITY_MAX) ? tokens : null;
  });
}

/** The output of a list call: a page of records; `page` and `lastPage` count from 1. */
export function pageOf<T extends z.ZodMiniType>(record: T) {
  const count = z.number();
  return z.object({ records: z.array(record), total: count, lastPage: count, page: count, limit: count });
}

/** Output fields, for the `output` of a contract. */
export const out = {
  /** Rupees with two decimals, '1180.00'. */
  money: z.string().check(z.regex(/^-?\d+\.\d{2}$/)),
  /** Rupees with two to six decimals, '0.25'. */
  price: z.string().check(z.regex(/^\d+\.\d{2,6}$/)),
  /** '18' or '7.25'. */
  percent: z.string().check(z.regex(/^\d+(\.\d{1,2})?$/)),
  /** Whole tokens. */
  quantity: z.number().check(z.refine((n: number) => Number.isSafeInteger(n))),
  /** ISO 8601 in UTC with milliseconds. */
  time: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)),
} as const;

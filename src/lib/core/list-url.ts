/** What a list shows, as its address has it: any address reads as a query that can be shown. */
import { SEARCH_LENGTH_MAX } from './bounds.ts';
import { isDate } from './formats.ts';
import { PAGE_MAX } from './pagination.ts';
import { cleanLine } from './text.ts';

/** One parameter of an address. */
export interface Param<T> {
  readonly name: string;
  /** The value of a text; the default for null and for a text that cannot be read. */
  read(text: string | null): T;
  /** The text of a value; '' for the default, which the address leaves out. */
  write(value: T): string;
}

/** Any text that `isValid` accepts; '' by default. */
export function textParam(name: string, isValid: (text: string) => boolean): Param<string> {
  return { name, read: (text) => (text !== null && isValid(text) ? text : ''), write: (value) => value };
}

/** Whether a text is a day to filter by: half-typed years are not. */
export function isDay(text: string): boolean {
  return isDate(text) && text >= '1900-01-01';
}

/** A day as 'YYYY-MM-DD'; '' without one. */
export const dayParam = (name: string): Param<string> => textParam(name, isDay);

/** Whether a text is an amount to filter by: rupees above 0 with at most two decimals. */
export function isAmount(text: string): boolean {
  return /^\d{1,12}(\.\d{1,2})?$/.test(text) && /[1-9]/.test(text);
}

/** Rupees, as typed; '' without them. */
export const amountParam = (name: string): Param<string> => textParam(name, isAmount);

/** A search; empty without one. */
export function searchParam(name = 'search'): Param<string> {
  return {
    name,
    read: (text) => [...cleanLine(text ?? '')].slice(0, SEARCH_LENGTH_MAX).join(''),
    write: (value) => value,
  };
}

/** A page from 1. */
export function pageParam(name = 'page'): Param<number> {
  return {
    name,
    read: (text) => {
      const page = Number(text ?? 1);
      return Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1;
    },
    write: (page) => (page === 1 ? '' : String(page)),
  };
}

/** One of a few values; `initial` may be another one, as null for 'all'. */
export function choiceParam<T extends string | number | null>(
  name: string,
  choices: readonly T[],
  initial: T,
): Param<T> {
  return {
    name,
    read: (text) => choices.find((choice) => String(choice) === text) ?? initial,
    write: (value) => (value === initial ? '' : String(value)),
  };
}

/** On while the parameter has this text. */
export function flagParam(name: string, text: string): Param<boolean> {
  return { name, read: (sent) => sent === text, write: (isOn) => (isOn ? text : '') };
}

export interface ListAddress<Q> {
  /** The names of its parameters. */
  readonly names: readonly string[];
  read(params: URLSearchParams): Q;
  /** Path and query of the list that shows this. */
  path(query: Q): string;
}

/**
 * The address of a list. Its parameters come in the order of `params`.
 * @param settle drops what does not go together, as a filter of another tab
 */
export function listAddress<Q extends object>(
  path: string,
  params: { readonly [K in keyof Q]: Param<Q[K]> },
  settle: (query: Q) => Q = (query) => query,
): ListAddress<Q> {
  const keys = Object.keys(params) as (keyof Q)[];
  return {
    names: keys.map((key) => params[key].name),
    read: (sent) =>
      settle(Object.fromEntries(keys.map((key) => [key, params[key].read(sent.get(params[key].name))])) as Q),
    path: (query) => {
      const settled = settle(query);
      const parts = new URLSearchParams();
      for (const key of keys) {
        const text = params[key].write(settled[key]);
        if (text !== '') parts.set(params[key].name, text);
      }
      const text = parts.toString();
      return text === '' ? path : `${path}?${text}`;
    },
  };
}

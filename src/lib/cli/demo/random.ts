/** Seeded random numbers, so that every demonstration is the same. */
import { createHash } from 'node:crypto';

export interface Dice {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the values, each as likely as its weight. */
  weighted<T>(list: readonly (readonly [T, number])[]): T;
  /** Decimal digits, the first not 0. */
  digits(count: number): string;
  hex(count: number): string;
}

/** Mulberry32: 32 bits of state, uniform enough for names and amounts. Never for secrets. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(list: readonly T[]): T => {
    const one = list[int(0, list.length - 1)];
    if (one === undefined) throw new RangeError('nothing to pick from');
    return one;
  };
  return {
    next,
    int,
    pick,
    chance: (probability) => next() < probability,
    weighted: (list) => {
      let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of list) {
        left -= weight;
        if (left < 0) return value;
      }
      return pick(list)[0];
    },
    digits: (count) => Array.from({ length: count }, (_, at) => int(at === 0 ? 1 : 0, 9)).join(''),
    hex: (count) => Array.from({ length: count }, () => int(0, 15).toString(16)).join(''),
  };
}

/** A UUID (version 8) that depends on the company and the label alone. */
export function idOf(companyId: string, label: string): string {
  const hex = createHash('sha256').update(`demo\0${companyId}\0${label}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

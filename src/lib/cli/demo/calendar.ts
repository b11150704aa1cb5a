/** Days and hours in India, counted back from the start of the program. Times are milliseconds since 1970. */
import { formatDateTime } from '../../core/format.ts';
import type { Dice } from './random.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** UTC+05:30. */
const IST_MS = 5.5 * HOUR_MS;

/** The Indian date as digits for file names: '21112026'. */
export const dayStamp = (at: number): string => formatDateTime(new Date(at)).slice(0, 10).replaceAll('/', '');

/** The Indian time for files: '2026-11-21 15:35:00'. */
export const timeStamp = (at: number): string => new Date(at + IST_MS).toISOString().slice(0, 19).replace('T', ' ');

const startOfDay = (at: number): number => Math.floor((at + IST_MS) / DAY_MS) * DAY_MS - IST_MS;
/** 0 is Sunday. */
const weekdayOf = (at: number): number => (Math.floor((at + IST_MS) / DAY_MS) + 4) % 7;

/** Hours of the day with the weight of their orders. */
const HOURS = [
  [7, 2],
  [8, 4],
  [9, 7],
  [10, 9],
  [11, 10],
  [12, 9],
  [13, 7],
  [14, 6],
  [15, 6],
  [16, 7],
  [17, 7],
  [18, 8],
  [19, 10],
  [20, 12],
  [21, 11],
  [22, 7],
  [23, 3],
] as const;

/** A time on the day `daysAgo` days ago; today it may still be in the future. */
export function momentOf(dice: Dice, now: number, daysAgo: number): number {
  return startOfDay(now) - daysAgo * DAY_MS + dice.weighted(HOURS) * HOUR_MS + dice.int(0, HOUR_MS - 1);
}

/** Moves a time that is still to come to yesterday. */
export function past(planned: number, now: number): number {
  return planned > now - 3 * MINUTE_MS ? planned - DAY_MS : planned;
}

/** The midnight after now. The plan counts from here, so that it does not depend on the hour of the start. */
export function endOfToday(now: number): number {
  return startOfDay(now) + DAY_MS;
}

/**
 * Picks how many days ago something happened: more often recently, less often on one day of the week, and twice as often
 * around the company's two campaigns. @param days how far back it goes
 */
export function dayPicker(days: number): (dice: Dice) => number {
  const weights = Array.from({ length: days }, (_, daysAgo) => {
    const growth = 0.35 + (days - daysAgo) / days;
    const quiet = daysAgo % 7 === 4 ? 0.6 : 1;
    const campaign = [31, 32, 33, 11, 12].includes(daysAgo) ? 2 : 1;
    return [daysAgo, growth * quiet * campaign] as const;
  });
  return (dice) => dice.weighted(weights);
}

const OPENS_HOUR = 10;
const CLOSES_HOUR = 19;

/** The time when an admin, who works from Monday to Saturday, has worked for `workMs` after `from`. */
export function afterWork(from: number, workMs: number): number {
  let at = from;
  for (let left = workMs; ; ) {
    const day = startOfDay(at);
    const opens = day + OPENS_HOUR * HOUR_MS;
    const closes = day + CLOSES_HOUR * HOUR_MS;
    const begins = Math.max(at, opens);
    if (weekdayOf(at) !== 0 && begins < closes) {
      if (begins + left <= closes) return begins + left;
      left -= closes - begins;
    }
    at = day + DAY_MS;
  }
}

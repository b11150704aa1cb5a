import { backoffSeconds, type Pace } from '../rules.ts';

/** Mails in flight before the first success. */
const FIRST_WIDTH = 4;

/**
 * How many mails may be in flight. One failed delivery may be about its mail, so a second one without a success in between
 * closes the gate for a while. After a failure one mail at a time is tried. The number begins small and grows with each success.
 * A server that accepts only some connections is not asked for more: a failure halves the number, and from then on it grows by
 * one for each round of deliveries.
 */
export interface Gate {
  /** Mails that may be in flight now; 0 while the gate is closed. */
  width(): number;
  /** Failures of the mail server in a row. */
  failures(): number;
  /** @returns the seconds for which the failed mail waits */
  fail(): number;
  /** After a delivery: the mail server works. */
  succeed(): void;
  stop(): void;
}

export function createGate(pace: Pace, onOpen: () => void): Gate {
  let failures = 0;
  let width = Math.min(pace.concurrency, FIRST_WIDTH);
  /** Up to here each success adds one. */
  let fastUntil = pace.concurrency;
  let timer: NodeJS.Timeout | null = null;
  return {
    width() {
      if (timer) return 0;
      return failures > 0 ? 1 : Math.floor(width);
    },
    failures: () => failures,
    fail() {
      // Deliveries that fail together are one failure of the server.
      if (!timer) failures++;
      if (failures === 1) width = fastUntil = Math.max(1, width / 2);
      const seconds = backoffSeconds(failures, pace.gateFirstSeconds, pace.gateMaxSeconds, Math.random());
      if (failures > 1)
        timer ??= setTimeout(() => {
          timer = null;
          onOpen();
        }, seconds * 1000).unref();
      return seconds;
    },
    succeed() {
      failures = 0;
      width = Math.min(pace.concurrency, width + (width < fastUntil ? 1 : 1 / width));
    },
    stop: () => {
      if (timer) clearTimeout(timer);
    },
  };
}

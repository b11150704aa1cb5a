/**
 * Bounds work that is done at the same time. One account or one address gets a few of the slots, so that it cannot take them
 * all.
 */
import { ApiError } from '../core/errors.ts';

export interface SlotBounds {
  readonly activeMax: number;
  readonly activePerKeyMax: number;
  readonly waitingMax: number;
  readonly waitingPerKeyMax: number;
  /** What is refused, for the message: `files are being sent`. */
  readonly what: string;
}

/** How long one waits for a slot before it is refused. */
const WAIT_MS = 5_000;

export interface Slots {
  /**
   * Waits for a slot.
   * @param keys the account and the address that it counts for
   * @returns a function that releases the slot
   * @throws ApiError unavailable with `Retry-After` when no slot is free within five seconds
   */
  acquire(keys: readonly string[]): Promise<() => void>;
  /** How many slots are taken. */
  size(): number;
}

interface Waiter {
  readonly keys: readonly string[];
  readonly start: () => void;
}

export function createSlots(bounds: SlotBounds): Slots {
  const { activeMax, activePerKeyMax, waitingMax, waitingPerKeyMax, what } = bounds;
  const active = createMembers();
  const waiting = createMembers();
  const hasRoom = ({ keys }: Waiter): boolean =>
    active.all.size < activeMax && keys.every((key) => active.countOf(key) < activePerKeyMax);
  const mayWait = ({ keys }: Waiter): boolean =>
    waiting.all.size < waitingMax && keys.every((key) => waiting.countOf(key) < waitingPerKeyMax);
  /** Starts the waiters that have room now, in the order in which they came. */
  const startWaiters = (): void => {
    for (const waiter of waiting.all) if (hasRoom(waiter)) waiter.start();
  };

  return {
    size: () => active.all.size,
    acquire: (keys) =>
      new Promise((resolve, reject) => {
        const release = (): void => {
          if (active.delete(waiter)) startWaiters();
        };
        const start = (): void => {
          clearTimeout(timer);
          waiting.delete(waiter);
          active.add(waiter);
          resolve(release);
        };
        const waiter: Waiter = { keys, start };
        const timer = setTimeout(() => {
          waiting.delete(waiter);
          reject(refusal(what, active.all.size >= activeMax));
        }, WAIT_MS);
        if (hasRoom(waiter)) return start();
        if (mayWait(waiter)) return void waiting.add(waiter);
        clearTimeout(timer);
        reject(refusal(what, active.all.size >= activeMax));
      }),
  };
}

interface Members {
  readonly all: ReadonlySet<Waiter>;
  countOf(key: string): number;
  add(waiter: Waiter): void;
  /** @returns false if it was not there */
  delete(waiter: Waiter): boolean;
}

/** Waiters, counted by key. */
function createMembers(): Members {
  const all = new Set<Waiter>();
  const counts = new Map<string, number>();
  const change = (keys: readonly string[], by: number): void => {
    for (const key of keys) {
      const count = (counts.get(key) ?? 0) + by;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    }
  };
  return {
    all,
    countOf: (key) => counts.get(key) ?? 0,
    add(waiter) {
      all.add(waiter);
      change(waiter.keys, 1);
    },
    delete(waiter) {
      const isMember = all.delete(waiter);
      if (isMember) change(waiter.keys, -1);
      return isMember;
    },
  };
}

function refusal(what: string, isFull: boolean): ApiError {
  const message = isFull
    ? `Many ${what} right now. Please try again in a moment.`
    : `Many ${what} for your account or your network already. Please try again in a moment.`;
  return new ApiError('unavailable', message, {
    // A client that takes all its slots does not also get to keep the connections.
    headers: { 'Retry-After': '5', Connection: 'close' },
  });
}

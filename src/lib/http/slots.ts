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
  /** Ends the connection of a client that is refused, so that it does not keep those either. Not of one that still sends. */
  readonly endsConnection?: true;
}

/** How long one waits for a slot before it is refused. */
const WAIT_MS = 5_000;

/** The account or network that a slot counts for. */
export interface SlotKey {
  readonly name: string;
  /** How many there may be, in multiples of what one account or one address may have; 1 if left out. */
  readonly times?: number;
}

export interface Slots {
  /**
   * Waits for a slot.
   * @param keys the account and the address that it counts for
   * @param standing waiters with a higher one come first
   * @returns a function that releases the slot
   * @throws ApiError unavailable with `Retry-After` when no slot is free within five seconds
   */
  acquire(keys: readonly SlotKey[], standing?: number): Promise<() => void>;
  /** Whether one more fits for these keys, however many slots others have. */
  fits(keys: readonly SlotKey[]): boolean;
  /** How many slots are taken. */
  size(): number;
}

interface Waiter {
  readonly keys: readonly SlotKey[];
  readonly standing: number;
  readonly start: () => void;
}

export function createSlots(bounds: SlotBounds): Slots {
  const { activeMax, activePerKeyMax, waitingMax, waitingPerKeyMax, what, endsConnection } = bounds;
  const active = createMembers();
  const waiting = createMembers();
  const fits = (keys: readonly SlotKey[]): boolean =>
    keys.every(({ name, times = 1 }) => active.countOf(name) < activePerKeyMax * times);
  const hasRoom = ({ keys }: Waiter): boolean => active.all.size < activeMax && fits(keys);
  const mayWait = ({ keys }: Waiter): boolean =>
    waiting.all.size < waitingMax &&
    keys.every(({ name, times = 1 }) => waiting.countOf(name) < waitingPerKeyMax * times);
  /** Starts the waiters that have room now, in the order in which they came. */
  const startWaiters = (): void => {
    const inOrder = [...waiting.all].sort((a, b) => b.standing - a.standing);
    for (const waiter of inOrder) if (hasRoom(waiter)) waiter.start();
  };

  return {
    size: () => active.all.size,
    fits,
    acquire: (keys, standing = 0) =>
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
        const waiter: Waiter = { keys, standing, start };
        const timer = setTimeout(() => {
          waiting.delete(waiter);
          reject(refusal(what, active.all.size >= activeMax, endsConnection));
        }, WAIT_MS);
        if (hasRoom(waiter)) return start();
        if (mayWait(waiter)) return void waiting.add(waiter);
        clearTimeout(timer);
        reject(refusal(what, active.all.size >= activeMax, endsConnection));
      }),
  };
}

interface Members {
  readonly all: ReadonlySet<Waiter>;
  countOf(name: string): number;
  add(waiter: Waiter): void;
  /** @returns false if it was not there */
  delete(waiter: Waiter): boolean;
}

/** Waiters, counted by key. */
function createMembers(): Members {
  const all = new Set<Waiter>();
  const counts = new Map<string, number>();
  const change = (keys: readonly SlotKey[], by: number): void => {
    for (const { name } of keys) {
      const count = (counts.get(name) ?? 0) + by;
      if (count > 0) counts.set(name, count);
      else counts.delete(name);
    }
  };
  return {
    all,
    countOf: (name) => counts.get(name) ?? 0,
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

/** @param isFull whether all slots are taken, and not only those of one account or address */
export function refusal(what: string, isFull: boolean, endsConnection = false): ApiError {
  const message = isFull
    ? `Many ${what} right now. Please try again in a moment.`
    : `Many ${what} for your account or your network already. Please try again in a moment.`;
  const headers = { 'Retry-After': '5', ...(endsConnection && { Connection: 'close' }) };
  return new ApiError('unavailable', message, { headers });
}

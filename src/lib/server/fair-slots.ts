/**
 * Slots for short work that is done at the same time, shared fairly: of the clients that wait, the one comes next that had the
 * fewest in the last seconds. When all waiting room is taken, the client with the largest share loses its youngest waiter.
 */

export interface FairSlotBounds {
  readonly activeMax: number;
  readonly activeOfClientMax: number;
  readonly waitingMax: number;
  readonly waitMsMax: number;
}

/** Releases a slot; more calls do nothing. */
export type Release = () => void;

export interface FairSlots {
  /** @returns the release of the slot; null if there was none in time */
  acquire(client: string): Promise<Release | null>;
  /** How many are taken. */
  activeCount(): number;
}

interface Waiter {
  readonly client: string;
  /** Gives it a slot, or refuses it. */
  readonly end: (isStarted: boolean) => void;
}

/** How long a slot counts, at least; twice that at most. */
const SHARE_MS = 2_000;

export function createFairSlots(
  { activeMax, activeOfClientMax, waitingMax, waitMsMax }: FairSlotBounds,
  nowMs: () => number = () => performance.now(),
): FairSlots {
  /** By client, the oldest first. */
  const waiting = new Map<string, Set<Waiter>>();
  const shares = createShares(nowMs);
  let waitingCount = 0;
  const active = createActive(activeMax, activeOfClientMax);

  const remove = (waiter: Waiter): boolean => {
    const own = waiting.get(waiter.client);
    if (!own?.delete(waiter)) return false;
    waitingCount--;
    if (own.size === 0) waiting.delete(waiter.client);
    return true;
  };
  const take = (client: string): Release => {
    active.change(client, 1);
    shares.add(client);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      active.change(client, -1);
      startNext();
    };
  };
  const startNext = (): void => {
    const client = extreme([...waiting.keys()].filter(active.hasRoom), (name) => -shares.of(name));
    const [first] = (client !== undefined && waiting.get(client)) || [];
    first?.end(true);
  };
  /** Whether there is room for one more of the client, at the expense of a larger one if need be. */
  const makeRoom = (client: string): boolean => {
    if (waitingCount < waitingMax) return true;
    const sizeOf = (name: string): number => shares.of(name) + (waiting.get(name)?.size ?? 0);
    const largest = extreme([...waiting.keys()], sizeOf);
    if (largest === undefined || sizeOf(largest) <= sizeOf(client) + 1) return false;
    [...(waiting.get(largest) ?? [])].at(-1)?.end(false);
    return true;
  };

  return {
    activeCount: active.count,
    acquire: (client) => {
      // While slots are free, only clients wait that have all of theirs.
      if (active.hasRoom(client)) return Promise.resolve(take(client));
      if (!makeRoom(client)) return Promise.resolve(null);
      return new Promise((resolve) => {
        const end = (isStarted: boolean): void => {
          clearTimeout(timer);
          if (remove(waiter)) resolve(isStarted ? take(client) : null);
        };
        const waiter: Waiter = { client, end };
        const timer = setTimeout(end, waitMsMax, false);
        const own = waiting.get(client) ?? new Set();
        own.add(waiter);
        waiting.set(client, own);
        waitingCount++;
      });
    },
  };
}

/** The slots that are taken, in all and by client. */
function createActive(
  max: number,
  ofClientMax: number,
): { count(): number; hasRoom(client: string): boolean; change(client: string, by: 1 | -1): void } {
  const counts = new Map<string, number>();
  let sum = 0;
  const countOf = (client: string): number => counts.get(client) ?? 0;
  return {
    count: () => sum,
    hasRoom: (client) => sum < max && countOf(client) < ofClientMax,
    change: (client, by) => {
      sum += by;
      const count = countOf(client) + by;
      if (count > 0) counts.set(client, count);
      else counts.delete(client);
    },
  };
}

/** The name with the largest value; the first of equals. */
function extreme(names: readonly string[], weigh: (name: string) => number): string | undefined {
  let [best] = names;
  let most = best === undefined ? 0 : weigh(best);
  for (const name of names) {
    const value = weigh(name);
    if (value > most) [best, most] = [name, value];
  }
  return best;
}

/** The slots of each client in the present window and the one before. */
function createShares(nowMs: () => number): { of(client: string): number; add(client: string): void } {
  let [before, present] = [new Map<string, number>(), new Map<string, number>()];
  let endsMs = 0;
  const renew = (): void => {
    const now = nowMs();
    if (now < endsMs) return;
    before = now < endsMs + SHARE_MS ? present : new Map();
    present = new Map();
    endsMs = now + SHARE_MS;
  };
  return {
    of: (client) => {
      renew();
      return (before.get(client) ?? 0) + (present.get(client) ?? 0);
    },
    add: (client) => {
      renew();
      present.set(client, (present.get(client) ?? 0) + 1);
    },
  };
}

/**
 * A bounded and fair queue for sign-ins and password hashes (decision 0182). A hash takes tens of milliseconds of a core and
 * 19 MiB, so a client that could fill the queue would keep everybody else from signing in. Waiters are chosen lane by lane, every
 * second one from the lane of known browsers, which also has permits that no stranger gets (decision 0760). Within a lane the client
 * comes first that had the fewest permits in the last hour. A client that came before, for a page or with a sign-in that was refused,
 * counts as if it had had a few less (decision 0235), and one that was refused again and again as if it had had more. Of equals, the one
 * comes first whose first visit is the oldest. When a lane is full, the client with the largest share loses a waiter.
 */
import { ApiError } from '../../../core/errors.ts';

/**
 * - `trusted`: a signed-in account, a right code, or a browser that has signed in before.
 * - `admin`: the sign-in of admins.
 * - `public`: everybody else.
 */
export type Lane = 'trusted' | 'admin' | 'public';
/** In which order the lanes are served, again and again. */
const ROTATION: readonly Lane[] = ['trusted', 'admin', 'trusted', 'public'];

export interface PermitRequest {
  readonly lane: Lane;
  /** Whom the permit counts for: an account or a network. */
  readonly client: string;
  /** Aborted when the client has gone. */
  readonly signal?: AbortSignal | undefined;
}

export interface QueueBounds {
  /** Permits at the same time. */
  readonly runningMax: number;
  /** Waiters of one lane. */
  readonly waitingMax: number;
  /** Waiters of one client in one lane. */
  readonly waitingOfClientMax: number;
  readonly waitMsMax: number;
  /** Permits of `runningMax` that only the lane `trusted` gets; none if it is left out. */
  readonly trustedMin?: number;
  /** As `waitMsMax`, for the lane `trusted`. */
  readonly trustedWaitMsMax?: number;
}

interface Waiter extends PermitRequest {
  readonly start: () => void;
  readonly refuse: () => void;
}

const RETRY_SECONDS = 1;

export const isBusy = (cause: unknown): boolean => cause instanceof ApiError && cause.code === 'unavailable';

const busy = (): ApiError =>
  new ApiError('unavailable', 'Many people are logging in right now. Please try again in a few seconds.', {
    headers: { 'Retry-After': String(RETRY_SECONDS) },
  });

export interface PermitQueue {
  /**
   * Waits for a permit.
   * @returns a function that releases it; more calls of that do nothing
   * @throws ApiError unavailable with `Retry-After`, when the lane is full, the wait too long or the client gone
   */
  acquire(request: PermitRequest): Promise<() => void>;
  /** Throws what `acquire` would throw now. @throws ApiError unavailable with `Retry-After` */
  requireRoom(request: Omit<PermitRequest, 'signal'>): void;
  /** Notes that a client came for something else, such as a page: it goes before clients that were never seen. */
  noteClient(client: string): void;
}

export function createPermitQueue(bounds: QueueBounds): PermitQueue {
  const waiting = new Set<Waiter>();
  const shares = createShares();
  const running = createRunning(bounds);
  let position = 0;

  const startNext = (): void => {
    for (;;) {
      const eligible = [...waiting].filter(({ lane }) => running.hasRoom(lane));
      if (eligible.length === 0) return;
      position = nextPosition(eligible, position);
      const next = fairestOf(
        eligible.filter(({ lane }) => lane === ROTATION[position]),
        shares,
      );
      if (!next) return;
      running.change(next.lane, 1);
      shares.add(next.client);
      next.start();
    }
  };

  const createRelease = (lane: Lane): (() => void) =>
    callOnce(() => {
      running.change(lane, -1);
      startNext();
    });

  const takeRoom = (request: Omit<PermitRequest, 'signal'>): Room => {
    const room = findRoom(waiting, request, shares, bounds);
    if (room !== null) return room;
    shares.noteRefused(request.client);
    throw busy();
  };

  return {
    requireRoom: takeRoom,
    noteClient: shares.note,
    async acquire(request) {
      const { client, signal } = request;
      if (signal?.aborted) throw busy();
      takeRoom(request).loser?.refuse();
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abandon);
        waiting.delete(waiter);
      };
      const abandon = (): void => {
        leave();
        reject(busy());
      };
      const refuse = (): void => {
        shares.noteRefused(client);
        abandon();
      };
      const start = (): void => {
        leave();
        resolve(createRelease(request.lane));
      };
      const waiter: Waiter = { ...request, start, refuse };
      const isTrusted = request.lane === 'trusted';
      const timer = setTimeout(refuse, isTrusted ? (bounds.trustedWaitMsMax ?? bounds.waitMsMax) : bounds.waitMsMax);
      signal?.addEventListener('abort', abandon, { once: true });
      waiting.add(waiter);
      startNext();
      return promise;
    },
  };
}

/** The permits that are given, of which strangers leave some to the lane `trusted`. */
function createRunning({ runningMax, trustedMin = 0 }: QueueBounds): {
  hasRoom(lane: Lane): boolean;
  change(lane: Lane, by: 1 | -1): void;
} {
  const counts = { trusted: 0, others: 0 };
  return {
    hasRoom: (lane) =>
      counts.trusted + counts.others < runningMax && (lane === 'trusted' || counts.others < runningMax - trustedMin),
    change: (lane, by) => {
      counts[lane === 'trusted' ? 'trusted' : 'others'] += by;
    },
  };
}

/** @returns a function that calls `run` the first time, and then does nothing */
function callOnce(run: () => void): () => void {
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    run();
  };
}

/** The index after `position` of the next entry of `ROTATION` whose lane has a waiter. */
function nextPosition(waiters: readonly Waiter[], position: number): number {
  const lanes = new Set(waiters.map(({ lane }) => lane));
  const order = ROTATION.map((_, n) => (position + 1 + n) % ROTATION.length);
  return order.find((turn) => lanes.has(ROTATION[turn] ?? 'public')) ?? position;
}

/** The waiter whose client has the smallest share, of equals the one with the oldest visit; then the first that came. */
function fairestOf(waiters: readonly Waiter[], shares: Shares): Waiter | undefined {
  const [first, ...others] = waiters;
  const isBefore = (a: Waiter, b: Waiter): boolean => {
    const difference = shares.of(a.client) - shares.of(b.client);
    return difference < 0 || (difference === 0 && shares.firstVisitMs(a.client) < shares.firstVisitMs(b.client));
  };
  return first && others.reduce((a, b) => (isBefore(b, a) ? b : a), first);
}

interface Room {
  /** Who loses its place; null where there is room for both. */
  readonly loser: Waiter | null;
}

/**
 * The room for one more waiter, in a full lane at the expense of the client with the largest share.
 * @returns null if the client waits too often already, or the lane is full and no client has a larger share
 */
function findRoom(
  waiting: ReadonlySet<Waiter>,
  { lane, client }: Omit<PermitRequest, 'signal'>,
  shares: Shares,
  { waitingMax, waitingOfClientMax }: QueueBounds,
): Room | null {
  const rivals = [...waiting].filter((waiter) => waiter.lane === lane);
  const counts = new Map<string, number>();
  for (const rival of rivals) counts.set(rival.client, (counts.get(rival.client) ?? 0) + 1);
  if ((counts.get(client) ?? 0) >= waitingOfClientMax) return null;
  if (rivals.length < waitingMax) return { loser: null };
  const sizeOf = (name: string): number => shares.of(name) + (counts.get(name) ?? 0);
  const sizes = new Map([...counts.keys()].map((name) => [name, sizeOf(name)]));
  const largest = rivals.reduce((a, b) => ((sizes.get(b.client) ?? 0) >= (sizes.get(a.client) ?? 0) ? b : a));
  if ((sizes.get(largest.client) ?? 0) <= sizeOf(client) + 1) return null;
  return { loser: largest };
}

/** How long a permit counts. The longer, the longer a network that had one comes after those that had none. */
const SHARE_MS = 3_600_000;
/** About 10 MB. Beyond it the shares begin again, and the clients that were noted first are forgotten. */
const CLIENTS_MAX = 100_000;
/** What a client that came before is ahead of one that was never seen: a person may mistype a password twice. */
const KNOWN_PERMITS = 3;

/** Refusals of an hour that count for nothing: a person, or a browser, repeats a few times. */
const REFUSALS_FREE = 5;

interface Shares {
  /**
   * The permits of a client in this hour, and its refusals beyond a few, less `KNOWN_PERMITS` if it was noted at least a second ago. A
   * network of a flood is refused several times a second.
   */
  of(client: string): number;
  /** When it was noted first in the last hour; infinite if it was not. */
  firstVisitMs(client: string): number;
  add(client: string): void;
  note(client: string): void;
  noteRefused(client: string): void;
}

/** Counts the permits of each client, in windows of an hour. */
function createShares(): Shares {
  const [permits, refusals] = [createHourlyCounts(), createHourlyCounts()];
  const notedAtMs = new Map<string, number>();
  const firstVisitMs = (client: string): number => notedAtMs.get(client) ?? Number.POSITIVE_INFINITY;
  const isKnown = (client: string): boolean => {
    const agoMs = performance.now() - firstVisitMs(client);
    return agoMs >= RETRY_SECONDS * 1000 && agoMs < SHARE_MS;
  };
  const note = (client: string): void => {
    const nowMs = performance.now();
    const agoMs = nowMs - (notedAtMs.get(client) ?? Number.NEGATIVE_INFINITY);
    if (agoMs < SHARE_MS) return;
    notedAtMs.delete(client);
    // The map has the order in which clients were noted.
    for (const [name, atMs] of notedAtMs) {
      if (nowMs - atMs < SHARE_MS && notedAtMs.size < CLIENTS_MAX) break;
      notedAtMs.delete(name);
    }
    notedAtMs.set(client, nowMs);
  };
  return {
    of: (client) =>
      permits.of(client) + Math.max(0, refusals.of(client) - REFUSALS_FREE) - (isKnown(client) ? KNOWN_PERMITS : 0),
    firstVisitMs,
    add: permits.add,
    note,
    noteRefused(client) {
      refusals.add(client);
      note(client);
    },
  };
}

function createHourlyCounts(): { of(client: string): number; add(client: string): void } {
  let counts = new Map<string, number>();
  let endsMs = 0;
  return {
    of: (client) => counts.get(client) ?? 0,
    add(client) {
      const nowMs = performance.now();
      if (nowMs >= endsMs || counts.size >= CLIENTS_MAX) {
        counts = new Map();
        endsMs = nowMs + SHARE_MS;
      }
      counts.set(client, (counts.get(client) ?? 0) + 1);
    },
  };
}

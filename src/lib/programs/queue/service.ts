/**
 * One after another, and fair: of those who wait, the company comes next that used the least time in the last hour. A company
 * that used its time of an hour is refused until some of it is over (decision 0755). Each node counts for itself.
 */
import { ApiError } from '../../core/errors.ts';

export interface QueueBounds {
  /** Milliseconds that a company may use in an hour. A turn that has begun is not cut short by it. */
  readonly hourlyMs: number;
  /** Works of one company that wait. */
  readonly waitingMax: number;
  /** The message for a company that used its time. @param minutes until it may go on */
  readonly usedUp: (minutes: number) => string;
  /** The message for a company with `waitingMax` works that wait. */
  readonly allWait: string;
}

interface Waiter {
  readonly companyId: string;
  readonly start: () => void;
}

interface Used {
  readonly endedAt: number;
  readonly ms: number;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const RETRY_SECONDS = 5;

const refusal = (message: string, seconds: number): ApiError =>
  new ApiError('rate_limited', message, { headers: { 'Retry-After': String(seconds) } });

export class CompanyQueue {
  readonly #bounds: QueueBounds;
  readonly #now: () => number;
  /** The first that came first. */
  readonly #waiting = new Set<Waiter>();
  readonly #used = new Map<string, readonly Used[]>();
  #isTaken = false;

  /** @param now milliseconds of a clock that never goes back */
  constructor(bounds: QueueBounds, now: () => number = () => performance.now()) {
    this.#bounds = bounds;
    this.#now = now;
  }

  /**
   * Waits for a turn, and does the work in it.
   * @param signal ends the wait; the promise then rejects with the signal's reason
   * @throws ApiError `rate_limited` with `Retry-After`
   */
  async take<T>(companyId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    this.#requireRoom(companyId);
    if (this.#isTaken) await this.#wait(companyId, signal);
    this.#isTaken = true;
    const startedAt = this.#now();
    try {
      return await work();
    } finally {
      const endedAt = this.#now();
      this.#used.set(companyId, [...this.#usedBy(companyId), { endedAt, ms: endedAt - startedAt }]);
      this.#isTaken = false;
      this.#startNext();
    }
  }

  #requireRoom(companyId: string): void {
    const used = this.#usedBy(companyId);
    const [oldest] = used;
    if (oldest && sumOf(used) >= this.#bounds.hourlyMs) {
      const waitMs = oldest.endedAt + HOUR_MS - this.#now();
      throw refusal(this.#bounds.usedUp(Math.ceil(waitMs / MINUTE_MS)), Math.ceil(waitMs / 1000));
    }
    const count = [...this.#waiting].filter((waiter) => waiter.companyId === companyId).length;
    if (count >= this.#bounds.waitingMax) throw refusal(this.#bounds.allWait, RETRY_SECONDS);
  }

  #wait(companyId: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        this.#waiting.delete(waiter);
        reject(signal?.reason);
      };
      const start = (): void => {
        signal?.removeEventListener('abort', abandon);
        resolve();
      };
      const waiter: Waiter = { companyId, start };
      signal?.addEventListener('abort', abandon, { once: true });
      this.#waiting.add(waiter);
    });
  }

  #startNext(): void {
    const [first, ...others] = this.#waiting;
    if (!first) return;
    const shareOf = ({ companyId }: Waiter): number => sumOf(this.#usedBy(companyId));
    const next = others.reduce((a, b) => (shareOf(b) < shareOf(a) ? b : a), first);
    this.#waiting.delete(next);
    // Nobody who comes now takes the turn before the one that waited.
    this.#isTaken = true;
    next.start();
  }

  /** The uses of a company in the last hour. Earlier ones are forgotten. */
  #usedBy(companyId: string): readonly Used[] {
    const since = this.#now() - HOUR_MS;
    const used = (this.#used.get(companyId) ?? []).filter(({ endedAt }) => endedAt > since);
    if (used.length > 0) this.#used.set(companyId, used);
    else this.#used.delete(companyId);
    return used;
  }
}

const sumOf = (used: readonly Used[]): number => used.reduce((sum, { ms }) => sum + ms, 0);

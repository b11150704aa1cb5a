/**
 * Rate limits for services and endpoints (decision 0181). Keys are hashed, so the table contains no addresses in plain text.
 * The counters are in the database, for all nodes; a node remembers which networks it has refused and asks no more.
 */
import { ApiError } from '../core/errors.ts';
import { t } from '../core/texts.ts';
import type { App } from '../scope.ts';
import { networkOf, WIDE_FACTOR } from './network.rules.ts';
import * as store from './store.ts';

export interface Limit {
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
}

/** One counter: a limit and whom it counts (a network, a mail address, a pair of them). */
export interface Counter {
  readonly limit: Limit;
  readonly subject: string;
}

const keyOf = (app: App, { limit: { name }, subject }: Counter): string =>
  `${name}:${app.secrets.mac('limits', `${name}\0${subject}`).toString('base64url').slice(0, 27)}`;

export function tooMany(secondsLeft: number): ApiError {
  const message =
    secondsLeft < 90
      ? t('Too many attempts. Please try again in {seconds} seconds.', { seconds: secondsLeft })
      : t('Too many attempts. Please try again in {minutes} minutes.', { minutes: Math.ceil(secondsLeft / 60) });
  return new ApiError('rate_limited', message, {
    headers: { 'Retry-After': String(secondsLeft) },
  });
}

/** Counts one attempt on each counter. @returns the counts with this attempt, in the same order; all 1 without limits */
export async function count(app: App, counters: readonly Counter[]): Promise<store.Count[]> {
  if (counters.length === 0) return [];
  if (!app.config.rateLimits) return counters.map(() => ({ count: 1, secondsLeft: 0 }));
  const attempts = counters.map((counter) => ({
    key: keyOf(app, counter),
    windowSeconds: counter.limit.windowSeconds,
  }));
  return store.count(app.database.platform, attempts);
}

/**
 * Counts one attempt of a subject.
 * @throws ApiError rate_limited with `Retry-After` in seconds, once the window's limit is exceeded
 */
export async function spend(app: App, limit: Limit, subject: string): Promise<void> {
  const counters = [{ limit, subject }];
  refuseExcess(counters, await count(app, counters));
}

/** @throws ApiError rate_limited if a count exceeds its limit; with the longest wait */
export function refuseExcess(counters: readonly Counter[], counts: readonly store.Count[]): void {
  const waits = counts.filter((one, n) => one.count > (counters[n]?.limit.max ?? 0)).map((one) => one.secondsLeft);
  if (waits.length > 0) throw tooMany(Math.max(...waits));
}

/** Refused networks that a node remembers. Beyond it the oldest are forgotten and cost a query again. */
const REFUSED_MAX = 20_000;

/** When each refused counter counts again, by key, on the clock of `performance`. One map for each app: tests run several. */
const refusedUntilMs = new WeakMap<App, Map<string, number>>();

function refusalsOf(app: App): Map<string, number> {
  const known = refusedUntilMs.get(app) ?? new Map<string, number>();
  refusedUntilMs.set(app, known);
  return known;
}

/**
 * Refuses the client's network without a query, if this node has seen it refused and its window has not ended.
 * @throws ApiError rate_limited
 */
export function refuseKnownNetwork(app: App, limit: Limit, ip: string): void {
  if (!app.config.rateLimits) return;
  const refused = refusalsOf(app);
  const nowMs = performance.now();
  for (const counter of networkCounters(limit, ip)) {
    const key = keyOf(app, counter);
    const untilMs = refused.get(key) ?? 0;
    if (untilMs > nowMs) throw tooMany(Math.ceil((untilMs - nowMs) / 1000));
    if (untilMs > 0) refused.delete(key);
  }
}

/**
 * Counts one attempt of the client's network: an IPv4 address or a /64, and more generously a /48. Until the window of a
 * refused network ends, its attempts are refused without a query.
 * @throws ApiError rate_limited
 */
export async function spendOfNetwork(app: App, limit: Limit, ip: string): Promise<void> {
  refuseKnownNetwork(app, limit, ip);
  const counters = networkCounters(limit, ip);
  const counts = await count(app, counters);
  const refused = refusalsOf(app);
  for (const [n, counter] of counters.entries()) {
    const counted = counts[n];
    if (counted === undefined || counted.count <= counter.limit.max) continue;
    const [oldest] = refused.keys();
    if (refused.size >= REFUSED_MAX && oldest !== undefined) refused.delete(oldest);
    refused.set(keyOf(app, counter), performance.now() + counted.secondsLeft * 1000);
  }
  refuseExcess(counters, counts);
}

/**
 * The counters of a client's network, narrowest first.
 * @param subject what is counted for each network, such as a mail address; empty for the network itself
 */
export function networkCounters(limit: Limit, ip: string, subject = ''): Counter[] {
  const { narrow, wide } = networkOf(ip);
  const of = (network: string): string => (subject === '' ? network : `${subject}\0${network}`);
  if (wide === null) return [{ limit, subject: of(narrow) }];
  const widely = { ...limit, name: `${limit.name}-48`, max: limit.max * WIDE_FACTOR };
  return [
    { limit, subject: of(narrow) },
    { limit: widely, subject: of(wide) },
  ];
}

/** Clears a subject's attempts after a success. */
export async function reset(app: App, limit: Limit, subject: string): Promise<void> {
  if (app.config.rateLimits) await store.forget(app.database.platform, keyOf(app, { limit, subject }));
}

/** Takes back one attempt on each counter: it succeeded, or was not made. */
export async function refund(app: App, counters: readonly Counter[]): Promise<void> {
  if (app.config.rateLimits)
    await store.uncount(
      app.database.platform,
      counters.map((counter) => keyOf(app, counter)),
    );
}

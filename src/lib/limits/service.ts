/** Limits for services and the endpoint. Keys are hashed: the table holds no address in the clear. */
import { ApiError } from '../core/errors.ts';
import type { App } from '../scope.ts';
import * as store from './store.ts';

export interface Limit {
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
}

const keyOf = (app: App, name: string, subject: string): string =>
  `${name}:${app.secrets.mac('limits', `${name}\0${subject}`).toString('base64url').slice(0, 27)}`;

export function tooMany(secondsLeft: number): ApiError {
  const wait = secondsLeft < 90 ? `${secondsLeft} seconds` : `${Math.ceil(secondsLeft / 60)} minutes`;
  return new ApiError('rate_limited', `Too many attempts. Please try again in ${wait}.`, {
    headers: { 'Retry-After': String(secondsLeft) },
  });
}

/**
 * Counts one try of a subject (an IP, an address, a pair).
 * @throws ApiError rate_limited with `Retry-After` in seconds, once the limit of the window is used up
 */
export async function spend(app: App, limit: Limit, subject: string): Promise<void> {
  if (!app.config.rateLimits) return;
  const { count, secondsLeft } = await store.count(
    app.database.platform,
    keyOf(app, limit.name, subject),
    limit.windowSeconds,
  );
  if (count > limit.max) throw tooMany(secondsLeft);
}

/** @throws ApiError rate_limited when the limit is used up; counts nothing. */
export async function check(app: App, limit: Limit, subject: string): Promise<number> {
  if (!app.config.rateLimits) return 0;
  const { count, secondsLeft } = await store.peek(app.database.platform, keyOf(app, limit.name, subject));
  if (count >= limit.max) throw tooMany(secondsLeft);
  return count;
}

/** Forgets the tries of a subject, after a success. */
export async function reset(app: App, limit: Limit, subject: string): Promise<void> {
  if (app.config.rateLimits) await store.forget(app.database.platform, keyOf(app, limit.name, subject));
}

/**
 * Clients that this process recognises without a query: browsers that have signed in, and sessions and keys that it has seen open. Their
 * reads do not wait behind those of strangers (decision 0760). It is no permission: each request is authorised by itself.
 */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { browserOwner } from '../auth/devices/service.ts';
import type { App } from '../scope.ts';
import { readBrowserCookie, readSessionCookies } from './cookies.ts';

/** About 5 MB. Beyond it those are forgotten that were seen first. */
const SEEN_MAX = 50_000;

/** Digests of credentials. One set for each app: tests run several. */
const seenBy = new WeakMap<App, Set<string>>();

const digestOf = (credential: string): string =>
  createHash('sha256').update(credential).digest('base64url').slice(0, 22);

/** Remembers credentials of a request in which somebody was signed in. */
export function noteKnownClient(app: App, credentials: readonly string[]): void {
  const seen = seenBy.get(app) ?? new Set();
  seenBy.set(app, seen);
  for (const credential of credentials) {
    const digest = digestOf(credential);
    seen.delete(digest);
    seen.add(digest);
  }
  for (const oldest of seen) {
    if (seen.size <= SEEN_MAX) break;
    seen.delete(oldest);
  }
}

/** For whom a request counts: a tag of the session, key or browser; null for a stranger. */
export function knownClient(
  app: App,
  { authorization, cookie }: IncomingHttpHeaders,
  isSecure: boolean,
): string | null {
  const seen = seenBy.get(app);
  const cookies = readSessionCookies(cookie ?? null, isSecure);
  const header = authorization?.replace(/^Bearer +/i, '').trim();
  const credentials = header === undefined ? Object.values(cookies) : [header];
  const digest = seen && credentials.map(digestOf).find((one) => seen.has(one));
  if (digest !== undefined) return digest;
  const owner = browserOwner(app, readBrowserCookie(cookie ?? null, 'device', isSecure));
  return owner === null ? null : `browser ${owner}`;
}

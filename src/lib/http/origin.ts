/** Who may change state under a cookie: only pages of the site itself (decisions, point 3). */
import type { Config } from '../config.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The origins that are the deployment's own: `SITE_URL`, or without it the loopback names with the port. */
export function siteOrigins(config: Config): ReadonlySet<string> {
  if (config.siteUrl) return new Set([config.siteUrl]);
  return new Set(LOOPBACK.map((name) => new URL(`http://${name}:${config.port}`).origin));
}

/** The values of `Host` that are the deployment's own, lower case. */
export function siteHosts(config: Config): ReadonlySet<string> {
  return new Set([...siteOrigins(config)].map((origin) => new URL(origin).host));
}

/**
 * True when the request may act: `Sec-Fetch-Site`, where sent, is `same-origin` or `none`; else `Origin`, where sent,
 * is the site's; with neither, only without a session cookie.
 */
export function comesFromSite(headers: Headers, origins: ReadonlySet<string>, hasSessionCookie: boolean): boolean {
  const fetchSite = headers.get('sec-fetch-site');
  if (fetchSite !== null) return fetchSite === 'same-origin' || fetchSite === 'none';
  const origin = headers.get('origin');
  if (origin !== null) return origins.has(origin);
  return !hasSessionCookie;
}

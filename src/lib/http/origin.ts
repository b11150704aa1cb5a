/**
 * The names of a site, and who may change state under its cookies: only its own pages (docs/contract.md). The deployment
 * has names of its own (`SITE_URL`, or the loopback names); companies may have others, with the same scheme and port.
 */
import type { Config } from '../config.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The origins that are the deployment's own: `SITE_URL`, or without it the loopback names with the port. */
export function siteOrigins(config: Config): ReadonlySet<string> {
  if (config.siteUrl) return new Set([config.siteUrl]);
  return new Set(LOOPBACK.map((name) => new URL(`http://${name}:${config.port}`).origin));
}

/** The values of `Host` that are the deployment's own, lower case. The scheme's own port may be written or left out. */
export function siteHosts(config: Config): ReadonlySet<string> {
  const hostsOf = (origin: string): string[] => {
    const { protocol, hostname, host, port } = new URL(origin);
    return [host, `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`];
  };
  return new Set([...siteOrigins(config)].flatMap(hostsOf));
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

type SiteAddress = Pick<Config, 'siteUrl' | 'port'>;

const ownOrigin = ({ siteUrl, port }: SiteAddress): string => siteUrl ?? `http://localhost:${port}`;

/** The name in a `Host` header without the port; null when the port is not the site's. */
export function nameOfHost(config: SiteAddress, header: string): string | null {
  const own = new URL(ownOrigin(config)).port;
  const [, name = '', port = ''] = /^([a-z0-9.-]+)(?::(\d{1,5}))?$/.exec(header.toLowerCase()) ?? [];
  const sent = port === '80' || port === '443' ? '' : port;
  return name !== '' && sent === own ? name : null;
}

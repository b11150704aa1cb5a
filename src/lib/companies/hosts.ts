/**
 * Host names of companies. The deployment has names of its own (`SITE_URL`, or the loopback names); a company may have
 * others, under which its site alone is shown. They share the deployment's scheme and port.
 */
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import { isCompanyHost } from './store.ts';

type SiteAddress = Pick<Config, 'siteUrl' | 'port'>;

const ownOrigin = ({ siteUrl, port }: SiteAddress): string => siteUrl ?? `http://localhost:${port}`;

/** `https://sale.example.com` of `sale.example.com`. */
export function originOfHost(config: SiteAddress, host: string): string {
  const own = new URL(ownOrigin(config));
  return new URL(`${own.protocol}//${host}${own.port && `:${own.port}`}`).origin;
}

/** Where links and mails of a company lead: its own name if it has one, else the deployment's. */
export function publicOrigin(config: SiteAddress, primaryHost: string | null): string {
  return primaryHost === null ? ownOrigin(config) : originOfHost(config, primaryHost);
}

/** The name in a `Host` header without the port; null when the port is not the site's. */
export function nameOfHost(config: SiteAddress, header: string): string | null {
  const own = new URL(ownOrigin(config)).port;
  const [, name = '', port = ''] = /^([a-z0-9.-]+)(?::(\d{1,5}))?$/.exec(header.toLowerCase()) ?? [];
  const sent = port === '80' || port === '443' ? '' : port;
  return name !== '' && sent === own ? name : null;
}

export interface HostDirectory {
  /** Whether a company's site has this name, as of at most `KEPT_MS` ago; asks the database otherwise. */
  has(name: string): boolean | Promise<boolean>;
}

const KEPT_MS = 5_000;
/** Names that nobody has can be made up without end. */
const KEPT_MAX = 1_000;

export function createHostDirectory(platform: Db): HostDirectory {
  const kept = new Map<string, { known: boolean; untilMs: number }>();
  const ask = async (name: string): Promise<boolean> => {
    const known = await isCompanyHost(platform, name);
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(name, { known, untilMs: performance.now() + KEPT_MS });
    return known;
  };
  return {
    has: (name) => {
      const found = kept.get(name);
      return found && found.untilMs > performance.now() ? found.known : ask(name);
    },
  };
}

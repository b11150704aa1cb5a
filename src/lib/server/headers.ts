/** Security headers of every response. Astro replaces the policy of pages with its own, with the hashes of their scripts. */
import type { ServerResponse } from 'node:http';
import type { Config } from '../config.ts';

const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** What the service worker may do: fetch from its own site. */
export const WORKER_POLICY = `${NOTHING}; connect-src 'self'`;

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': NOTHING,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), publickey-credentials-create=(self), publickey-credentials-get=(self)',
};

/** Those that count for a script, a style sheet or a font; the others only weigh, half a kilobyte in each of thirty files. */
const OF_PARTS: ReadonlySet<string> = new Set(['X-Content-Type-Options', 'Cross-Origin-Resource-Policy']);

/** For a year; null without https. */
function strictTransport({ siteUrl, hstsSubdomains }: Config): string | null {
  if (!siteUrl?.startsWith('https:')) return null;
  return `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`;
}

/** A raw response for what is refused before there is a request: the parser's errors, and tunnels. */
export function rawResponse(status: string, config: Config, more: Readonly<Record<string, string>> = {}): string {
  const headers: Record<string, string> = { ...HEADERS, ...more, 'Cache-Control': 'no-store', 'Content-Length': '0' };
  const transport = strictTransport(config);
  if (transport !== null) headers['Strict-Transport-Security'] = transport;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status}\r\nConnection: close\r\n${lines.join('\r\n')}\r\n\r\n`;
}

export function setSecurityHeaders(res: ServerResponse, config: Config): void {
  for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value);
  const transport = strictTransport(config);
  if (transport !== null) res.setHeader('Strict-Transport-Security', transport);
}

/** Takes the headers of documents away again. */
export function setPartHeaders(res: ServerResponse): void {
  for (const name of Object.keys(HEADERS)) if (!OF_PARTS.has(name)) res.removeHeader(name);
}

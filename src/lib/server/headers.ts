/** Security headers of every answer. Astro replaces the policy of pages by its own, with the hashes of their scripts. */
import type { ServerResponse } from 'node:http';
import type { Config } from '../config.ts';

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';
const isPublic = (config: Config): boolean => config.siteUrl?.startsWith('https:') ?? false;

/** For what is refused before there is a request that could be answered. */
export function bareAnswer(status: string, config: Config): string {
  const headers: Record<string, string> = { ...HEADERS, 'Cache-Control': 'no-store', 'Content-Length': '0' };
  if (isPublic(config)) headers['Strict-Transport-Security'] = STRICT_TRANSPORT;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status}\r\nConnection: close\r\n${lines.join('\r\n')}\r\n\r\n`;
}

export function securityHeaders(res: ServerResponse, config: Config): void {
  for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value);
  if (isPublic(config)) res.setHeader('Strict-Transport-Security', STRICT_TRANSPORT);
}

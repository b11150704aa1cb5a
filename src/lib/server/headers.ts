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

export function securityHeaders(res: ServerResponse, config: Config): void {
  for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value);
  if (config.siteUrl?.startsWith('https:'))
    res.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
}

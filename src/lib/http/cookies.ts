/** Session cookies: `authToken`, `accessToken`, `superAccessToken`, under https with the `__Host-` prefix. */
import type { SessionKind } from '../db/schema.ts';

const NAMES: Record<SessionKind, string> = { member: 'authToken', admin: 'accessToken', super: 'superAccessToken' };
export const SESSION_KINDS: readonly SessionKind[] = ['member', 'admin', 'super'];

export function cookieName(kind: SessionKind, secure: boolean): string {
  return secure ? `__Host-${NAMES[kind]}` : NAMES[kind];
}

/** The values of our session cookies in a request; where a name comes twice, the first counts. */
export function readSessionCookies(header: string | null, secure: boolean): Partial<Record<SessionKind, string>> {
  const out: Partial<Record<SessionKind, string>> = {};
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at < 0) continue;
    const name = part.slice(0, at).trim();
    for (const kind of SESSION_KINDS) {
      if (name === cookieName(kind, secure) && out[kind] === undefined) out[kind] = part.slice(at + 1).trim();
    }
  }
  return out;
}

/** A `Set-Cookie` value; `null` clears the cookie. */
export function sessionCookie(kind: SessionKind, value: string | null, maxAgeSeconds: number, secure: boolean): string {
  const age = value === null ? 0 : maxAgeSeconds;
  return `${cookieName(kind, secure)}=${value ?? ''}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/**
 * Session cookies (`authToken`, `accessToken`, `superAccessToken`) and those of a browser (`deviceToken`, `codeChallenge`,
 * `passkeyBinding`); under https with the `__Host-` prefix.
 */
import { isLanguage, type Language } from '../core/texts.ts';
import type { SessionKind } from '../db/schema/schema.ts';
import type { NewCookie } from '../scope.ts';

const NAMES: Record<SessionKind, string> = { member: 'authToken', admin: 'accessToken', super: 'superAccessToken' };
export const SESSION_KINDS: readonly SessionKind[] = ['member', 'admin', 'super'];

export function cookieName(kind: SessionKind, secure: boolean): string {
  return securely(NAMES[kind], secure);
}

const BROWSER_NAMES: Record<NewCookie['name'], string> = {
  device: 'deviceToken',
  challenge: 'codeChallenge',
  passkeyBinding: 'passkeyBinding',
};

const securely = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

/** The value of a cookie in a request; where a name comes twice, the first counts. */
function cookieValue(header: string | null, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at >= 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** The values of our session cookies in a request. */
export function readSessionCookies(header: string | null, secure: boolean): Partial<Record<SessionKind, string>> {
  const out: Partial<Record<SessionKind, string>> = {};
  for (const kind of SESSION_KINDS) {
    const value = cookieValue(header, cookieName(kind, secure));
    if (value !== undefined) out[kind] = value;
  }
  return out;
}

/** The value of a browser's cookie, if it has the shape of one that we have set. */
export function readBrowserCookie(header: string | null, name: NewCookie['name'], secure: boolean): string | null {
  const value = cookieValue(header, securely(BROWSER_NAMES[name], secure));
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null;
}

const LANGUAGE = 'language';
const LANGUAGE_SECONDS = 365 * 86_400;

/** The language that this browser has chosen; null if none. A script of the page sets it too, so it is no secret. */
export function readLanguageCookie(header: string | null): Language | null {
  const value = cookieValue(header, LANGUAGE);
  return isLanguage(value) ? value : null;
}

/** A `Set-Cookie` value. */
export function languageCookie(language: Language, secure: boolean): string {
  return `${LANGUAGE}=${language}; Path=/; Max-Age=${LANGUAGE_SECONDS}; SameSite=Lax${secure ? '; Secure' : ''}`;
}

function setCookie(name: string, value: string, maxAgeSeconds: number, secure: boolean): string {
  return `${securely(name, secure)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** A `Set-Cookie` value; `null` clears the cookie. */
export function sessionCookie(kind: SessionKind, value: string | null, maxAgeSeconds: number, secure: boolean): string {
  return setCookie(NAMES[kind], value ?? '', value === null ? 0 : maxAgeSeconds, secure);
}

/** A `Set-Cookie` value. */
export function browserCookie({ name, value, maxAgeSeconds }: NewCookie, secure: boolean): string {
  return setCookie(BROWSER_NAMES[name], value, maxAgeSeconds, secure);
}

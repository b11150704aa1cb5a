/** Opens the scope of a request: the site's company and whoever is signed in, each read once. */
import { resolveSession } from '../auth/sessions.ts';
import { findSite } from '../companies/store.ts';
import { ApiError } from '../core/errors.ts';
import type { SessionKind } from '../db/schema.ts';
import type { Actor, App, RequestFacts, Scope } from '../scope.ts';
import { readSessionCookies } from './cookies.ts';

export function isSecure(app: App): boolean {
  return app.config.siteUrl?.startsWith('https:') ?? false;
}

/** What a request carries to prove who sends it. A header that is there decides alone. */
export interface Credentials {
  readonly header: string | null;
  readonly cookies: Partial<Record<SessionKind, string>>;
}

export function credentialsOf(app: App, headers: Headers): Credentials {
  const header = headers.get('authorization');
  return {
    header: header === null ? null : header.replace(/^Bearer +/i, '').trim(),
    cookies: readSessionCookies(headers.get('cookie'), isSecure(app)),
  };
}

export async function openScope(app: App, request: RequestFacts): Promise<Scope> {
  const site = await findSite(app.database.platform, {
    companyId: app.config.companyId,
    symbol: app.config.tokenSymbol,
  });
  if (!site) throw new ApiError('unavailable', 'This sale is not set up yet. Please come back later.');
  return { app, company: site.company, db: app.database.company(site.company.id), now: site.now, actor: null, request };
}

/** The account under a header: of any kind; the caller decides which kinds it lets through. */
export function actorOfHeader(scope: Scope, value: string): Promise<Actor | null> {
  return resolveSession(scope.db, { value, from: 'token' }, scope.company.id);
}

/** The account under the cookie of one kind. */
export async function actorOfCookie(scope: Scope, credentials: Credentials, kind: SessionKind): Promise<Actor | null> {
  const value = credentials.cookies[kind];
  if (!value) return null;
  const actor = await resolveSession(scope.db, { value, from: 'cookie' }, scope.company.id);
  return actor?.kind === kind ? actor : null;
}

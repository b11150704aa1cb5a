/** Opens the scope of a request: the site's company and the signed-in account, each read once. */
import { isPasswordDue } from '../accounts/passwords/given.rules.ts';
import { resolveSession } from '../auth/sessions/service.ts';
import { publicOriginOf } from '../companies/service.ts';
import { findSite, type SiteKey } from '../companies/store.ts';
import { ApiError } from '../core/errors.ts';
import type { SessionKind } from '../db/schema/schema.ts';
import type { Actor, App, Credentials, RequestFacts, Scope } from '../scope.ts';
import { readSessionCookies, SESSION_KINDS } from './cookies.ts';
import { siteOrigins } from './origin.ts';

/** Whether the account may do nothing but choose a password. */
export function mustChoosePassword({ passwordGivenAt }: Actor, now: Date): boolean {
  return isPasswordDue(passwordGivenAt, now);
}

/** @throws ApiError password_change_required if the account may do nothing but choose a password */
export function requireOwnPassword(actor: Actor, now: Date): void {
  if (mustChoosePassword(actor, now))
    throw new ApiError('password_change_required', 'Choose your own password to continue.');
}

export function isSecure(app: App): boolean {
  return app.config.siteUrl?.startsWith('https:') ?? false;
}

export function credentialsOf(app: App, headers: Headers): Credentials {
  const header = headers.get('authorization');
  return {
    header: header === null ? null : header.replace(/^Bearer +/i, '').trim(),
    cookies: readSessionCookies(headers.get('cookie'), isSecure(app)),
  };
}

/** How the site that is asked for is found. */
function siteKeyOf({ config }: App, host: string | null): SiteKey {
  return host === null ? { companyId: config.companyId, symbol: config.tokenSymbol } : { host };
}

/** @param host the company's own name under which the request came; null for the deployment's, whose company is configured */
export async function openScope(app: App, request: RequestFacts, host: string | null): Promise<Scope> {
  const site = await findSite(app.database.platform, siteKeyOf(app, host));
  if (!site && host !== null) throw new ApiError('misdirected', 'This host is not served here.');
  if (!site) throw new ApiError('unavailable', 'This sale is not set up yet. Please come back later.');
  const { company, now, primaryHost, brand } = site;
  return {
    app,
    company,
    db: app.database.company(company.id),
    now,
    actor: null,
    request,
    brand,
    origin: publicOriginOf(app, primaryHost),
    origins: host === null ? siteOrigins(app.config) : new Set([publicOriginOf(app, host)]),
  };
}

/** The account under a header: of any kind; the caller decides which kinds it lets through. */
export function actorOfHeader(scope: Scope, value: string): Promise<Actor | null> {
  return resolveSession(scope.app.database, { value, from: 'token' }, scope.company.id, SESSION_KINDS);
}

/** The account under the cookie of one kind. @param isPage counts the unread notifications for the frame of a page */
export async function actorOfCookie(
  scope: Scope,
  credentials: Credentials,
  kind: SessionKind,
  isPage = false,
): Promise<Actor | null> {
  const value = credentials.cookies[kind];
  if (!value) return null;
  const actor = await resolveSession(scope.app.database, { value, from: 'cookie' }, scope.company.id, [kind], isPage);
  return actor?.kind === kind ? actor : null;
}

/** Opens the scope of a request: the site's company and the signed-in account. */
import { isPasswordDue } from '../accounts/passwords/given.rules.ts';
import { mustAddFactor } from '../auth/factors/demand/service.ts';
import { findSiteAndActors, type Presented } from '../auth/sessions/service.ts';
import { publicOriginOf } from '../companies/service.ts';
import type { SiteKey } from '../companies/store.ts';
import { ApiError } from '../core/errors.ts';
import type { SessionKind } from '../db/schema/schema.ts';
import type { Actor, App, Credentials, RequestFacts, Scope } from '../scope.ts';
import { readSessionCookies, SESSION_KINDS } from './cookies.ts';
import { noteKnownClient } from './known-clients.ts';
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

/** @throws ApiError second_factor_required if the session may do nothing but add a second factor */
export function requireFactor(actor: Actor): void {
  if (mustAddFactor(actor)) throw new ApiError('second_factor_required', 'Add a second factor to continue.');
}

export function credentialsOf(app: App, headers: Headers): Credentials {
  const header = headers.get('authorization');
  return {
    header: header === null ? null : header.replace(/^Bearer +/i, '').trim(),
    cookies: readSessionCookies(headers.get('cookie'), isSecure(app)),
  };
}

const MOVING = 'This sale is moving to another server. Please try again in a few minutes.';

/** How the site that is asked for is found. */
function siteKeyOf({ config }: App, host: string | null): SiteKey {
  return host === null ? { companyId: config.companyId, symbol: config.tokenSymbol } : { host };
}

/**
 * By what of the credentials an account may show itself. A header that is there decides alone, and may open a session of any
 * kind: the caller decides which ones it lets through.
 * @param kinds of the cookies, in the order in which they count
 */
export function presentedBy({ header, cookies }: Credentials, kinds: readonly SessionKind[]): Presented[] {
  if (header !== null) return [{ value: header, from: 'token', kinds: SESSION_KINDS }];
  return kinds.flatMap((kind) => {
    const value = cookies[kind];
    return value ? [{ value, from: 'cookie' as const, kinds: [kind] }] : [];
  });
}

/**
 * Opens the scope of a request, with the account that is signed in, in one statement.
 * @param host the company's own name under which the request came; null for the deployment's, whose company is configured
 * @param presented what the account may show itself by; empty where nobody needs to be signed in
 * @param isPage counts the unread notifications for the frame of a page
 */
export async function openScope(
  app: App,
  request: RequestFacts,
  host: string | null,
  presented: readonly Presented[] = [],
  isPage = false,
): Promise<Scope> {
  const { scope, actors } = await openScopeOfAll(app, request, host, presented, isPage);
  return { ...scope, actor: actors[0] ?? null };
}

/** As `openScope`, but without an actor: with every account that the request can speak for. */
export async function openScopeOfAll(
  app: App,
  request: RequestFacts,
  host: string | null,
  presented: readonly Presented[],
  isPage = false,
): Promise<{ scope: Scope; actors: readonly Actor[] }> {
  const opened = await findSiteAndActors(app, siteKeyOf(app, host), presented, isPage);
  if (!opened && host !== null) throw new ApiError('misdirected', 'This host is not served here.');
  if (!opened) throw new ApiError('unavailable', 'This sale is not set up yet. Please come back later.');
  const { actors, site } = opened;
  if (actors.length > 0)
    noteKnownClient(
      app,
      presented.map(({ value }) => value),
    );
  const { company, now, primaryHost, brand } = site;
  if (company.moved_at) throw new ApiError('unavailable', MOVING, { headers: { 'Retry-After': '30' } });
  const scope = {
    app,
    company,
    db: app.database.companyForRequest(company.id),
    now,
    actor: null,
    request,
    brand,
    origin: publicOriginOf(app, primaryHost),
    origins: host === null ? siteOrigins(app.config) : new Set([publicOriginOf(app, host)]),
  };
  return { scope, actors };
}

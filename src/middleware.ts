/** Request facts, the scope of a page, the redirect table. No rule of its own; the API authorises by itself. */

import { defineMiddleware } from 'astro:middleware';
import { randomUUID } from 'node:crypto';
import { runDevApp } from './lib/app.ts';
import { ApiError } from './lib/core/errors.ts';
import type { Language } from './lib/core/texts.ts';
import { sessionCookie } from './lib/http/cookies.ts';
import { areaOf, guard } from './lib/http/guard-rules.ts';
import { keepBrand } from './lib/http/last-brand.ts';
import { isTranslated, languageOfPage } from './lib/http/page-language.ts';
import { failed, publicError } from './lib/http/respond.ts';
import { credentialsOf, isSecure, mustChoosePassword, openScope, presentedBy } from './lib/http/scope.ts';
import { inLanguage } from './lib/languages/service.ts';

/** Where no page was found, or one failed: whatever the method was. */
const NO_PAGE = /^\/(\[\.\.\.path\]|404|500|503)$/;

/** The pages of errors are also those of the admin side, which is in English alone. */
const languageFor = (kind: ReturnType<typeof areaOf>, { headers }: Request, route: string): Language =>
  kind === null || kind === 'member' ? languageOfPage(headers.get('cookie'), route) : 'en';

export const onRequest = defineMiddleware(async (context, next) => {
  const { locals, request } = context;
  locals.app ??= await runDevApp();
  locals.requestId ??= randomUUID();
  locals.ip ??= '127.0.0.1';
  locals.isForwarded ??= false;
  locals.host ??= null;
  locals.whenWritable ??= null;
  locals.releaseSlot ??= () => {};
  locals.onClose ??= (run) => run();
  locals.onRoute ??= () => {};
  locals.onRoute(context.routePattern);
  const { app, requestId } = locals;
  // Only the raw path says that a call of the API runs; each call authorises by itself.
  if (/^\/api\/./.test(context.url.pathname)) return next();
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD' && !NO_PAGE.test(context.routePattern)) {
    const headers = { Allow: 'GET, HEAD' };
    return failed(
      app,
      requestId,
      new ApiError('method_not_allowed', 'Method not allowed. Use GET or HEAD.', { headers }),
      '',
    );
  }
  try {
    const userAgent = request.headers.get('user-agent') ?? '';
    const facts = { id: requestId, ip: locals.ip, userAgent, idempotencyKey: null };
    // By the spelling that was sent and by the page that Astro would render for it: neither alone decides.
    const seen = [context.url.pathname, context.routePattern];
    const kind = seen.map(areaOf).find((area) => area !== null) ?? null;
    const credentials = credentialsOf(app, request.headers);
    const scope = await openScope(
      app,
      facts,
      locals.host,
      kind ? presentedBy({ ...credentials, header: null }, [kind]) : [],
      true,
    );
    const { actor } = scope;
    keepBrand(locals.host, scope);
    locals.scope = scope;
    const stale = kind !== null && credentials.cookies[kind] !== undefined && !actor;
    const signedIn = {
      member: actor?.kind === 'member',
      admin: actor?.kind === 'admin',
      super: actor?.kind === 'super',
      isPasswordDue: actor !== null && mustChoosePassword(actor, scope.now),
      isFactorDue: actor?.factorGraceLeft === 0,
    };
    const language = languageFor(kind, request, context.routePattern);
    const target = seen.map((path) => guard(path, signedIn)).find((to) => to !== null);
    const response = target
      ? new Response(null, { status: 302, headers: { Location: target } })
      : await inLanguage(language, next);
    if (kind) response.headers.set('Cache-Control', 'no-store');
    else if (isTranslated(context.routePattern)) response.headers.append('Vary', 'Cookie');
    if (stale && kind) response.headers.append('Set-Cookie', sessionCookie(kind, null, 0, isSecure(app)));
    return response;
  } catch (cause) {
    const error = publicError(cause, 'Something went wrong.');
    if (error.code === 'misdirected') return failed(app, requestId, error, error.message);
    if (error.code !== 'unavailable') throw cause;
    failed(app, requestId, error, error.message);
    locals.unavailable = error.message;
    const language = languageFor(areaOf(context.url.pathname), request, '/503');
    return inLanguage(language, () => next('/503'));
  }
});

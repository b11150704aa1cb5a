/** For the one GET that sends a mail (docs/contract.md): a link, a form or a typed address must not set it off. */
import type { APIRoute } from 'astro';
import { ApiError } from '../core/errors.ts';
import { failed } from './respond.ts';

/** True when a browser is about to show the answer as a page, or is only preparing for it. */
function isNavigation(headers: Headers): boolean {
  return (
    headers.get('sec-fetch-mode') === 'navigate' ||
    headers.get('sec-fetch-dest') === 'document' ||
    /prefetch|prerender/i.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? '')
  );
}

/** The same route, refused (403) to navigations. */
export function refusingNavigation(route: APIRoute): APIRoute {
  return (context) => {
    if (!isNavigation(context.request.headers)) return route(context);
    const { app, requestId } = context.locals;
    return failed(app, requestId, new ApiError('forbidden', 'Please use the login page for this.'), '');
  };
}

/** Responds to sign-ins that a flood leaves no room for, as early and as cheaply as possible (decision 0235). */
import { canonicalPath } from '../http/guard-rules.ts';
import { countRefusedSignIn } from '../http/metrics.ts';
import { delayRefusal, signInRefusal } from '../http/sign-in-gate.ts';
import type { App } from '../scope.ts';
import type { DrainRequestBody } from './drain-request-body.ts';
import { setSecurityHeaders } from './headers.ts';
import { refuse } from './refusal-page.ts';
import type { Visit } from './visit.ts';

const LOG_MS = 1_000;

/** @returns a function that says whether it refuses the request, and then responds by itself */
export function createSignInRefusals(app: App, drainRequestBody: DrainRequestBody): (visit: Visit) => boolean {
  let refusedCount = 0;
  /** One line for all refusals of a second: a line for each would take a tenth of the core. */
  const count = (): void => {
    refusedCount++;
    countRefusedSignIn();
    if (refusedCount > 1) return;
    setTimeout(() => {
      app.log.warn({ count: refusedCount }, 'sign-ins refused for lack of room');
      refusedCount = 0;
    }, LOG_MS).unref();
  };
  return (visit) => {
    const { req, res, requestId, path, ip, isApi } = visit;
    if (!isApi || req.method !== 'POST') return false;
    const refusal = signInRefusal(app, canonicalPath(path), ip, req.headers.cookie ?? null);
    if (refusal === null) return false;
    count();
    setSecurityHeaders(res, app.config);
    res.setHeader('X-Request-Id', requestId);
    drainRequestBody(visit);
    const headers = Object.fromEntries(new Headers(refusal.headers));
    void delayRefusal().then(() => refuse(visit, refusal.status, refusal.code, refusal.message, headers));
    return true;
  };
}

/**
 * Admits requests before Astro sees them, and before anything of their bodies is read: by the limits of the network, and for
 * reads a slot. Strangers have a share of the slots that people who are signed in do not wait for (decision 0760).
 */
import { API_PREFIX } from '../core/paths.ts';
import { knownClient } from '../http/known-clients.ts';
import { CALL_LIMIT, createRequestLimit, PAGE_LIMIT, strangerOf } from '../http/request-limit.ts';
import { isSecure } from '../http/scope.ts';
import { delayRefusal } from '../http/sign-in-gate.ts';
import type { App } from '../scope.ts';
import { createFairSlots, type FairSlotBounds, type Release } from './fair-slots.ts';
import { refuse } from './refusal-page.ts';
import type { Visit } from './visit.ts';

/** Fewer than the connections to the database with which a node counts calls and finds sessions, which are six. */
const STRANGERS: FairSlotBounds = { activeMax: 4, activeOfClientMax: 3, waitingMax: 400, waitMsMax: 5_000 };
/** Each account counts by itself. */
const KNOWN: FairSlotBounds = { activeMax: 24, activeOfClientMax: 12, waitingMax: 1_000, waitMsMax: 10_000 };
/** How often is looked whether a response has begun: a download takes no slot for as long as its client reads. */
const BEGUN_CHECK_MS = 100;

const LOG_MS = 1_000;

/** @returns calls `run` when the request may go on, with the release of its slot; otherwise it responds by itself */
export function createAdmission(app: App): (visit: Visit, run: (release: Release) => Promise<void>) => void {
  const limits = { page: createRequestLimit(PAGE_LIMIT), call: createRequestLimit(CALL_LIMIT) };
  const [strangers, known] = [createFairSlots(STRANGERS), createFairSlots(KNOWN)];
  const countRefused = createRefusedCount(app);
  const admitRead = async (visit: Visit, run: (release: Release) => Promise<void>): Promise<void> => {
    const owner = knownClient(app, visit.req.headers, isSecure(app));
    const release = await (owner === null ? strangers.acquire(strangerOf(visit.ip)) : known.acquire(owner));
    if (release === null) {
      countRefused();
      await delayRefusal();
      const message = 'Very many people are on this site right now. Please try again in a moment.';
      return refuse(visit, 503, 'unavailable', message, { 'Retry-After': '2' });
    }
    const timer = setInterval(() => visit.res.headersSent && release(), BEGUN_CHECK_MS);
    try {
      if (!visit.res.destroyed) await run(release);
    } finally {
      clearInterval(timer);
      release();
    }
  };
  return (visit, run) => {
    if (!app.config.rateLimits) return void run(() => {});
    // Whatever is no call of the API counts as a page, also under `/api`.
    const isCall = visit.path.startsWith(`${API_PREFIX}/`);
    const waitSeconds = limits[isCall ? 'call' : 'page'](visit.ip);
    if (waitSeconds > 0) {
      const message = isCall
        ? 'Too many requests came from your network. Please try again in a moment.'
        : 'Too many pages were opened from your network. Please try again in a minute.';
      return refuse(visit, 429, 'rate_limited', message, { 'Retry-After': String(waitSeconds) });
    }
    const { method } = visit.req;
    void (method === 'GET' || method === 'HEAD' ? admitRead(visit, run) : run(() => {}));
  };
}

/** One line for all refusals of a second. */
function createRefusedCount(app: App): () => void {
  let refusedCount = 0;
  return () => {
    refusedCount++;
    if (refusedCount > 1) return;
    setTimeout(() => {
      app.log.warn({ count: refusedCount }, 'reads refused for lack of room');
      refusedCount = 0;
    }, LOG_MS).unref();
  };
}

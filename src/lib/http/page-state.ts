/** Members' pages that are sent again while nothing that they are made of has changed, and how that is asked. */
import type { IncomingMessage } from 'node:http';
import { sessionHash } from '../auth/sessions.ts';
import { PATHS } from '../core/paths.ts';
import { historyState } from '../purchases/list.ts';
import type { App } from '../scope.ts';
import { readSessionCookies } from './cookies.ts';
import { findSiteId, isSecure } from './scope.ts';

/** Each by its whole address, without a query. */
const STATES: ReadonlyMap<string, typeof historyState> = new Map([[PATHS.paymentHistory, historyState]]);

export interface PageState {
  /** Of the page and of who asks: no two members have the same. */
  readonly key: string;
  /** Null where the page has to be drawn in any case, as for who is not signed in. */
  readonly state: Promise<string | null>;
}

/** Asks for the state of what a request is for; null where that is none of these pages, with the cookie of a session. */
export type AskState = (req: IncomingMessage, host: string | null) => PageState | null;

export function createAskState(app: App): AskState {
  const { companyId, tokenSymbol } = app.config;
  const symbol = companyId === null ? tokenSymbol : null;
  /** Of which company a host was the last time. A state is told only where it still is. */
  const siteIds = new Map<string | null, string>();

  async function siteIdOf(host: string | null): Promise<string | null> {
    const known = siteIds.get(host);
    if (known !== undefined) return known;
    const found = await findSiteId(app, host);
    if (found !== null) siteIds.set(host, found);
    return found;
  }

  async function ask(stateOf: typeof historyState, host: string | null, cookieHash: Buffer): Promise<string | null> {
    const id = await siteIdOf(host);
    if (id === null) return null;
    const asked = { companyId: id, host, symbol: host === null ? symbol : null, cookieHash };
    const state = await stateOf(app, asked);
    if (state === null) siteIds.delete(host);
    return state;
  }

  return (req, host) => {
    const path = req.url ?? '';
    const stateOf = req.method === 'GET' ? STATES.get(path) : undefined;
    if (!stateOf || req.headers.authorization !== undefined) return null;
    const cookie = readSessionCookies(req.headers.cookie ?? null, isSecure(app)).member;
    const cookieHash = cookie === undefined ? null : sessionHash(cookie);
    if (!cookieHash) return null;
    return { key: `${host ?? ''} ${path} ${cookieHash.toString('base64')}`, state: ask(stateOf, host, cookieHash) };
  };
}

/**
 * Tells the admins of each company by mail what has come to wait for them: one mail for all that came since the last one,
 * and none within a quarter of an hour after it. Any number of nodes may run it; each digest goes out once.
 */
import { mailBrand, publicOriginOf } from '../companies/service.ts';
import { findSite } from '../companies/store.ts';
import { type Database, inTransaction } from '../db/client.ts';
import { purchasesWaiting, type WaitingPurchase } from '../mail/templates-purchase.ts';
import type { App } from '../scope.ts';
import { tellAdmins } from '../users/admins-service.ts';
import * as store from './digest-store.ts';

const EVERY_MS = 60_000;

type Home = Pick<App, 'config' | 'log' | 'wakeMail'> & { readonly database: Database };

/** @returns how many companies were told */
export async function sendDigests(home: Home): Promise<number> {
  let told = 0;
  for (const companyId of await store.listDue(home.database.platform)) {
    if (await sendDigest(home, companyId)) told++;
  }
  if (told > 0) home.wakeMail();
  return told;
}

async function sendDigest(home: Home, companyId: string): Promise<boolean> {
  const site = await findSite(home.database.platform, { companyId, symbol: '' });
  if (!site) return false;
  const { company, primaryHost } = site;
  const brand = mailBrand({ company, origin: publicOriginOf(home, primaryHost) });
  return inTransaction(home.database.company(companyId), async (tx) => {
    const span = await store.takeTurn(tx, companyId);
    if (!span) return false;
    const waiting = await store.listWaiting(tx, companyId, span);
    if (waiting.length === 0) return false;
    await store.noteTold(tx, companyId, span.until);
    await tellAdmins(tx, { company }, 'purchases-waiting', purchasesWaiting({ brand, purchases: waiting.map(noted) }));
    return true;
  });
}

function noted({ status, isSecond, ...it }: Awaited<ReturnType<typeof store.listWaiting>>[number]): WaitingPurchase {
  const note = status === 'APPROVED' ? 'reversal asked for' : isSecond ? 'waits for a second admin' : null;
  return { ...it, note };
}

/** Once a minute. @returns a function that stops it and waits for a run under way */
export function startDigests(home: Home): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const run = (): Promise<unknown> =>
    sendDigests(home).catch((cause: unknown) => home.log.warn({ err: cause }, 'a digest failed; it is tried again'));
  const timer = setInterval(() => {
    running = running.then(run);
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

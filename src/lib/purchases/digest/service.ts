/**
 * Notifies the admins of each company by mail of purchases that wait for them: one mail for all since the last one, and at
 * most one in 15 minutes. Any number of nodes may run it; each digest is sent once.
 */

import { notifyAdmins } from '../../accounts/admins/service.ts';
import { mailBrand, publicOriginOf } from '../../companies/service.ts';
import { findSite } from '../../companies/store.ts';
import { repeatEvery } from '../../core/repeat.ts';
import { type Database, inTransaction } from '../../db/client.ts';
import { purchasesWaiting, type WaitingPurchase } from '../../mail/templates/purchase.ts';
import type { App } from '../../scope.ts';
import { findCheckpoint } from '../../transparency-log/publishing/service.ts';
import * as store from './store.ts';

const EVERY_MS = 60_000;

type Home = Pick<App, 'config' | 'log' | 'wakeMail'> & { readonly database: Database };

/** @returns the number of companies with a digest */
export async function sendDigests(home: Home): Promise<number> {
  let sent = 0;
  for (const companyId of await store.listDue(home.database.platform)) {
    if (await sendDigest(home, companyId)) sent++;
  }
  if (sent > 0) home.wakeMail();
  return sent;
}

async function sendDigest(home: Home, companyId: string): Promise<boolean> {
  const site = await findSite(home.database.platform, { companyId, symbol: '' });
  if (!site) return false;
  const { company, primaryHost } = site;
  const brand = mailBrand({ company, origin: publicOriginOf(home, primaryHost) });
  return inTransaction(home.database.company(companyId), async (tx) => {
    const span = await store.lockDue(tx, companyId);
    if (!span) return false;
    const waiting = await store.listWaiting(tx, companyId, span);
    if (waiting.length === 0) return false;
    await store.recordNotified(tx, companyId, span.until);
    const checkpoint = (await findCheckpoint({ db: tx, company }))?.note ?? null;
    await notifyAdmins(
      tx,
      { company },
      'purchases-waiting',
      purchasesWaiting({ brand, purchases: waiting.map(withNote), checkpoint }),
    );
    return true;
  });
}

function withNote({
  status,
  isSecond,
  ...purchase
}: Awaited<ReturnType<typeof store.listWaiting>>[number]): WaitingPurchase {
  const note = status === 'APPROVED' ? 'reversal asked for' : isSecond ? 'waits for a second admin' : null;
  return { ...purchase, note };
}

/** Runs `sendDigests` once a minute. @returns a function that stops it and waits for the current run */
export function startDigests(home: Home): () => Promise<void> {
  return repeatEvery(EVERY_MS, () =>
    sendDigests(home).catch((cause: unknown) => home.log.warn({ err: cause }, 'a digest failed; it is tried again')),
  );
}

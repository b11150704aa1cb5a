/**
 * Keeps the bank state of each claim up to date: one value, computed by the comparison and stored, which every screen, mail and call
 * shows (docs/decisions/0590). The database records what can change a state; a run compares the company and stores what differs.
 */
import { repeatEvery } from '../../core/repeat.ts';
import { type Database, type Db, inTransaction } from '../../db/client.ts';
import type { App } from '../../scope.ts';
import { compare } from '../compare/service.ts';
import { rereadRows } from './rereading/service.ts';
import { changesOf } from './rules.ts';
import * as store from './store.ts';

const EVERY_MS = 1_000;
/** A comparison that takes long is repeated less often, so that it uses at most a tenth of the time. */
const PAUSE_FACTOR = 10;

/** Compares the company's rows and claims and stores the states. @param db a database, not a transaction */
export async function refreshStates(db: Db, companyId: string): Promise<void> {
  const run = await store.beginRun(db, companyId);
  await rereadRows(db, companyId, run.rulesVersion);
  const comparison = await compare(db, companyId);
  const changes = changesOf(comparison, await store.listStates(db, companyId));
  await inTransaction(db, (tx) => store.applyRun(tx, companyId, run, changes));
}

type Home = Pick<App, 'log'> & { readonly database: Database };

/** Runs a comparison for each company with changes, once a second. @returns a function that stops it and waits for the current run */
export function startBankStates({ database, log }: Home): () => Promise<void> {
  const pausedUntilMs = new Map<string, number>();
  const refresh = async (companyId: string): Promise<void> => {
    const startMs = performance.now();
    if ((pausedUntilMs.get(companyId) ?? 0) > startMs) return;
    await refreshStates(database.company(companyId), companyId).catch((cause: unknown) =>
      log.warn({ err: cause, companyId }, 'the comparison with the bank statements failed; it is tried again'),
    );
    const endMs = performance.now();
    pausedUntilMs.set(companyId, endMs + PAUSE_FACTOR * (endMs - startMs));
  };
  return repeatEvery(EVERY_MS, async () => {
    try {
      for (const companyId of await store.listChanged(database.platform)) await refresh(companyId);
    } catch (cause) {
      log.warn({ err: cause }, 'changes of bank states could not be listed; it is tried again');
    }
  });
}

/**
 * Seals rows of the stock ledgers and audit trails: appends their leaf hashes to the tree of their log, and signs its new
 * checkpoint. One program at a time does it for a log, in one transaction, so that a crash leaves no half of it. What is sealed
 * is never sealed again: a log whose tiles, checkpoint or new rows do not agree stays as it is and is reported.
 */
import type { Logger } from 'pino';
import { publicOriginOf } from '../../companies/service.ts';
import type { Config } from '../../config.ts';
import { type Database, type Db, inTransaction } from '../../db/client.ts';
import { type LogKind, PLATFORM_ID } from '../../db/schema/schema.ts';
import type { Secrets } from '../../secrets.ts';
import { noteState, originOf, signersOf } from '../keys.rules.ts';
import { checkpointText, signNote } from '../note.rules.ts';
import { edgeOf, equalHashes, openTree, type Tile, tileBytes, tileHashes } from '../tree.rules.ts';
import * as store from './store.ts';

const ROUND_MS = 500;
/** Rows sealed in one transaction: ten times as many would keep every other answer waiting for a tenth of a second. */
const BATCH_ROWS = 1_000;

/** What cannot be sealed, and why. */
export class SealingFault extends Error {}

/**
 * Takes the rows that come next in a log and gives them their places. Runs in the transaction that seals them.
 * @returns their leaf hashes, at most `limit`
 * @throws SealingFault if a row is not as it was written
 */
export type TakeRows = (tx: Db, scopeId: string, size: number, limit: number) => Promise<Uint8Array[]>;

export interface SealingServices {
  readonly config: Config;
  readonly database: Pick<Database, 'platform'>;
  readonly secrets: Secrets;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly sources: Readonly<Record<LogKind, TakeRows>>;
}

type Sealed = 'all' | 'some' | 'busy';

/** Appends the next rows of a log, or signs its checkpoint where a key has not signed it. */
async function sealIn(tx: Db, { config, secrets, sources }: SealingServices, log: store.LogId): Promise<Sealed> {
  if (!(await store.lockSealing(tx, log))) return 'busy';
  const newest = await store.findNewest(tx, log);
  if (!newest) throw new SealingFault('the log has no checkpoint');
  const seeds = secrets.keys('log');
  const tree = await openStored(tx, log, newest);
  const state =
    newest.note === '' && newest.size === 0 ? 'partly signed' : noteState(newest.note, { ...log, ...newest }, seeds);
  if (state === 'wrong') throw new SealingFault(`the checkpoint of size ${newest.size} was changed`);
  if (state === 'unknown')
    throw new SealingFault(
      `the checkpoint of size ${newest.size} was signed under another secret: set APP_SECRET_PREVIOUS to it`,
    );
  const leaves = await sources[log.kind](tx, log.scopeId, newest.size, BATCH_ROWS);
  if (leaves.length === 0 && state === 'signed') return 'all';
  for (const leaf of leaves) tree.append(leaf);
  const host = log.scopeId === PLATFORM_ID ? null : await store.findPrimaryHost(tx, log.scopeId);
  const origin = originOf(new URL(publicOriginOf({ config }, host)).host, log);
  const checkpoint = { origin, size: tree.size(), root: tree.root() };
  const note = signNote(checkpointText(checkpoint), signersOf(origin, seeds));
  if (leaves.length === 0) {
    await store.replaceNote(tx, log, newest.size, note);
    return 'all';
  }
  const tiles = [...tree.full, ...tree.edge()].map(({ level, index, hashes }) => ({
    level,
    index,
    bytes: Buffer.from(tileBytes(hashes)),
  }));
  if (!(await store.saveTiles(tx, log, tiles)))
    throw new SealingFault('a tile holds other hashes than those that were sealed');
  await store.addCheckpoint(tx, log, { size: checkpoint.size, root: Buffer.from(checkpoint.root), note });
  return leaves.length < BATCH_ROWS ? 'all' : 'some';
}

/** The stored tree, and the tiles that it fills. @throws SealingFault unless its root is that of the checkpoint */
async function openStored(tx: Db, log: store.LogId, { size, root }: store.StoredCheckpoint) {
  const stored = await store.readTiles(tx, log, edgeOf(size));
  const edge = stored.map(({ level, index, bytes }) => ({ level, index, hashes: tileHashes(bytes) }));
  const full: Tile[] = [];
  const tree = openTree(size, edge, (tile) => full.push(tile));
  if (!equalHashes(tree.root(), root))
    throw new SealingFault(`the tiles do not have the root of the checkpoint of size ${size}`);
  return { ...tree, full };
}

/** What this process has seen sealed: a log never becomes shorter. */
type Sizes = Map<string, number>;

/** Seals all rows of a log. @returns false if another program seals it now */
async function sealLog(services: SealingServices, log: store.LogId): Promise<boolean> {
  for (;;) {
    const sealed = await inTransaction(services.database.platform, (tx) => sealIn(tx, services, log));
    if (sealed !== 'some') return sealed === 'all';
  }
}

async function checkSize(db: Db, log: store.LogId, sizes: Sizes): Promise<void> {
  const key = `${log.kind} ${log.scopeId}`;
  const size = (await store.findNewest(db, log))?.size ?? 0;
  const known = sizes.get(key) ?? 0;
  if (size < known) throw new SealingFault(`the log has shrunk from ${known} to ${size} entries`);
  sizes.set(key, size);
}

/**
 * Seals what waits, in all logs.
 * @throws the first failure that is not of the data; every `SealingFault` is passed to `onFault`
 */
async function sealAll(
  services: SealingServices,
  logs: readonly store.LogId[],
  sizes: Sizes,
  onFault: (log: store.LogId, fault: string | null) => void,
): Promise<void> {
  for (const log of logs) {
    try {
      await checkSize(services.database.platform, log, sizes);
      if (await sealLog(services, log)) onFault(log, null);
    } catch (cause) {
      if (!(cause instanceof SealingFault)) throw cause;
      onFault(log, cause.message);
    }
  }
}

/** @returns a function that stops sealing and waits for the present round */
export function startSealing(services: SealingServices): () => Promise<void> {
  const { database, log: logger } = services;
  const db = database.platform;
  const reported = new Map<string, string>();
  const sizes: Sizes = new Map();
  let isFirst = true;
  let isAway = false;
  let isStopped = false;
  const onFault = (log: store.LogId, fault: string | null): void => {
    const key = `${log.kind} ${log.scopeId}`;
    if (fault === null) reported.delete(key);
    else if (reported.get(key) !== fault) {
      reported.set(key, fault);
      logger.error({ log: key, fault }, 'sealing: a log cannot be sealed');
    }
  };
  const round = async (): Promise<void> => {
    try {
      await sealAll(services, isFirst ? await store.listLogs(db) : await store.listWaiting(db), sizes, onFault);
      isFirst = false;
      isAway = false;
    } catch (cause) {
      if (!isAway && !isStopped) logger.warn({ err: cause }, 'sealing failed and will be tried again');
      isAway = true;
    }
  };
  let wake = (): void => {};
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ROUND_MS);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const running = (async () => {
    while (!isStopped) {
      await round();
      if (!isStopped) await pause();
    }
  })();
  return async () => {
    isStopped = true;
    wake();
    await running;
  };
}

/**
 * The two steps in which rows are sealed. First they are appended to the tree, and the tree is committed. Then its head is written
 * outside the database, and only then signed: so no crash leaves a signed tree that the database has lost and nobody else knows.
 */
import type { Config } from '../../../config.ts';
import { type Db, inTransaction } from '../../../db/client.ts';
import type { LogKind } from '../../../db/schema/schema.ts';
import type { Secrets } from '../../../secrets.ts';
import { standingOf } from '../../epochs/rules.ts';
import { type LogKeys, readLogKeys, readOrigin } from '../../epochs/service.ts';
import type { Heads, WrittenHead } from '../../heads/service.ts';
import { noteState, signersOf } from '../../keys.rules.ts';
import { checkpointText, signNote } from '../../note.rules.ts';
import { insertRollback, isWaiting } from '../../rollbacks/store.ts';
import { edgeOf, equalHashes, openTree, type Tile, tileBytes, tileHashes } from '../../tree.rules.ts';
import * as store from '../store.ts';

/** Rows sealed in one transaction: ten times as many would keep every other answer waiting for a tenth of a second. */
const BATCH_ROWS = 1_000;

/** What cannot be sealed, and why. */
export class SealingFault extends Error {}

export const WAITS_FOR_OPERATOR =
  'the database was set back or restored: nothing is sealed before the operator has confirmed it (npm run ledger:confirm-rollback)';

/** Another node has to seal these rows. */
export class LeftToAnother extends Error {}

/** The log is not the one whose head is known outside the database. */
class SetBack extends SealingFault {
  readonly known: WrittenHead;
  readonly size: number;
  constructor(known: WrittenHead, size: number) {
    super(WAITS_FOR_OPERATOR);
    this.known = known;
    this.size = size;
  }
}

/**
 * Takes the rows that come next in a log and gives them their places. Runs in the transaction that seals them.
 * @returns their leaf hashes, at most `limit`
 * @throws SealingFault if a row is not as it was written; LeftToAnother if this node cannot judge it
 */
export type TakeRows = (tx: Db, scopeId: string, size: number, limit: number) => Promise<Uint8Array[]>;

export interface StepServices {
  readonly config: Config;
  readonly database: { readonly platform: Db };
  readonly secrets: Secrets;
  readonly sources: Readonly<Record<LogKind, TakeRows>>;
  readonly heads: Heads;
}

/** The log as it is stored. */
interface StoredLog {
  /** The newest checkpoint that is signed. */
  readonly signed: store.StoredCheckpoint;
  /** The tree of the tiles: the same, or a later one. */
  readonly tree: store.StoredCheckpoint;
  readonly keys: LogKeys;
  /** Whether all present keys have signed the tree. */
  readonly isSigned: boolean;
}

/** @throws SealingFault unless it continues what was signed, and what is known outside the database */
async function readLog(
  tx: Db,
  { secrets }: Pick<StepServices, 'secrets'>,
  log: store.LogId,
  known: WrittenHead | null,
): Promise<StoredLog> {
  const signed = await store.findNewest(tx, log);
  const tree = await store.findTree(tx, log);
  if (!signed || !tree) throw new SealingFault('the log has no checkpoint');
  const keys = await readLogKeys(tx, log, secrets);
  await requireContinuation(tx, log, { known, tree, keys });
  if (await isWaiting(tx, log)) throw new SealingFault(WAITS_FOR_OPERATOR);
  const state = signatureStateOf(log, signed, keys);
  if (tree.size !== signed.size && !(await hasRoot(tx, log, signed)))
    throw new SealingFault(`the tiles do not have the root of the checkpoint of size ${signed.size}`);
  return { signed, tree, keys, isSigned: state === 'signed' && tree.size === signed.size };
}

/** @throws SealingFault unless keys of the log have signed it */
function signatureStateOf(log: store.LogId, signed: store.StoredCheckpoint, keys: LogKeys): 'signed' | 'partly signed' {
  if (signed.note === '' && signed.size === 0) return 'partly signed';
  const state = noteState(signed.note, { ...log, ...signed }, keys.seeds);
  if (state === 'wrong') throw new SealingFault(`the checkpoint of size ${signed.size} was changed`);
  if (state !== 'unknown') return state;
  if (keys.present === null || noteState(signed.note, { ...log, ...signed }, keys.allSeeds) === 'unknown')
    throw new SealingFault(
      `the checkpoint of size ${signed.size} was signed under another secret: set APP_SECRET_PREVIOUS to it`,
    );
  // The keys have just changed, perhaps several times. Their note is signed as well, or access to the database would be enough to
  // change them.
  const begins = keys.succession?.begins;
  if (begins?.size !== signed.size || !equalHashes(begins.root, signed.root))
    throw new SealingFault('the note of the present keys is not one that they have signed for this tree');
  return 'partly signed';
}

/** Root of the tree of the first `size` entries, as far as tiles go. */
async function hasRoot(tx: Db, log: store.LogId, { size, root }: Pick<WrittenHead, 'size' | 'root'>): Promise<boolean> {
  const stored = await store.readTiles(tx, log, edgeOf(size));
  const edge = stored.map(({ level, index, bytes }) => ({ level, index, hashes: tileHashes(bytes) }));
  const isComplete = edgeOf(size).every(({ level, index, width }) =>
    edge.some((tile) => tile.level === level && tile.index === index && tile.hashes.length >= width),
  );
  return isComplete && equalHashes(openTree(size, edge, () => {}).root(), root);
}

/** @throws SetBack if the log is below or aside of a head that is known outside the database */
async function requireContinuation(
  tx: Db,
  log: store.LogId,
  { known, tree, keys }: { known: WrittenHead | null; tree: store.StoredCheckpoint; keys: LogKeys },
): Promise<void> {
  if (!known) return;
  const standing = standingOf(known, keys);
  if (standing === 'ended') return;
  if (standing === 'present' && tree.size === known.size && equalHashes(tree.root, known.root)) return;
  if (standing === 'present' && tree.size > known.size && (await hasRoot(tx, log, known))) return;
  throw new SetBack(known, tree.size);
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

interface Appended {
  /** To be signed; null if it is. */
  readonly head: WrittenHead | null;
  readonly hasMore: boolean;
}

/** Appends the next rows of a log. @returns null if another program seals it */
async function append(
  tx: Db,
  services: StepServices,
  log: store.LogId,
  known: WrittenHead | null,
): Promise<Appended | null> {
  if (!(await store.lockSealing(tx, log))) return null;
  const { tree: stored, keys, isSigned } = await readLog(tx, services, log, known);
  const tree = await openStored(tx, log, stored);
  const leaves = await services.sources[log.kind](tx, log.scopeId, stored.size, BATCH_ROWS);
  if (leaves.length === 0 && isSigned) return { head: null, hasMore: false };
  for (const leaf of leaves) tree.append(leaf);
  const head = { epoch: keys.present, size: tree.size(), root: tree.root() };
  if (leaves.length === 0) return { head, hasMore: false };
  const tiles = [...tree.full, ...tree.edge()].map(({ level, index, hashes }) => ({
    level,
    index,
    bytes: Buffer.from(tileBytes(hashes)),
  }));
  if (!(await store.saveTiles(tx, log, tiles)))
    throw new SealingFault('a tile holds other hashes than those that were sealed');
  await store.addCheckpoint(tx, log, { size: head.size, root: Buffer.from(head.root) });
  return { head, hasMore: leaves.length === BATCH_ROWS };
}

/** Signs the tree with this head, unless another program has gone on meanwhile. */
async function sign(tx: Db, services: StepServices, log: store.LogId, head: WrittenHead): Promise<void> {
  if (!(await store.lockSealing(tx, log))) return;
  const { tree, keys, isSigned } = await readLog(tx, services, log, head);
  if (isSigned || tree.size !== head.size || keys.present !== head.epoch) return;
  await openStored(tx, log, tree);
  const origin = await readOrigin(tx, services.config, log);
  const note = signNote(checkpointText({ origin, size: tree.size, root: tree.root }), signersOf(origin, keys.seeds));
  await store.signCheckpoint(tx, log, tree.size, note);
}

/** Stores that a log was set back, for all nodes, for the operator and for admins. */
async function recordSetBack<T>({ database }: StepServices, log: store.LogId, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof SetBack)
      await insertRollback(database.platform, log, { source: 'heads', known: cause.known, size: cause.size });
    throw cause;
  }
}

function leftToAnother(cause: unknown): null {
  if (cause instanceof LeftToAnother) return null;
  throw cause;
}

/** Seals all rows of a log. @returns false if another program seals it now */
export function sealLog(services: StepServices, log: store.LogId): Promise<boolean> {
  const { database, heads } = services;
  return recordSetBack(services, log, async () => {
    for (;;) {
      const known = await heads.read(log);
      const appended = await inTransaction(database.platform, (tx) => append(tx, services, log, known)).catch(
        leftToAnother,
      );
      if (!appended) return false;
      const { head, hasMore } = appended;
      if (head) {
        await heads.write(log, head);
        await inTransaction(database.platform, (tx) => sign(tx, services, log, head));
      }
      if (!hasMore) return true;
    }
  });
}

/**
 * Compares a log with the head that this node knows, and remembers its newest one.
 * @throws SealingFault if the log does not continue it
 */
export function compareLog(services: StepServices, log: store.LogId): Promise<void> {
  const { database, heads, secrets } = services;
  return recordSetBack(services, log, async () => {
    const known = await heads.read(log);
    const { signed, keys, isSigned } = await inTransaction(database.platform, (tx) =>
      readLog(tx, { secrets }, log, known),
    );
    if (isSigned && signed.size > 0)
      await heads.write(log, { epoch: keys.present, size: signed.size, root: signed.root });
  });
}

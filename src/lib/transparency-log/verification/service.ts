/** Recomputes a log: its leaves against the stored tiles, its tree against every stored checkpoint, and the signatures. */
import type { Db } from '../../db/client.ts';
import type { Secrets } from '../../secrets.ts';
import { type Head, standingOf } from '../epochs/rules.ts';
import { type LogKeys, readLogKeys } from '../epochs/service.ts';
import type { Heads } from '../heads/service.ts';
import { noteState } from '../keys.rules.ts';
import { listRollbacks, type Rollback } from '../rollbacks/store.ts';
import type { LogId } from '../sealing/store.ts';
import { EMPTY_ROOT, equalHashes, openTree, TILE_WIDTH, type Tile, tileBytes, tileHashes } from '../tree.rules.ts';
import * as store from './store.ts';

export interface LogFault {
  /** Number of the first wrong or missing entry, from 1. */
  readonly seq: bigint;
  readonly reason: string;
}

export interface Leaf {
  /** Its number, from 1. */
  readonly seq: bigint;
  /** Null for an entry that is missing. */
  readonly hash: Uint8Array | null;
  /** What is wrong with the entry itself. */
  readonly fault: string | null;
}

/** A checkpoint from outside the database. */
export interface Anchor extends LogId {
  readonly size: number;
  readonly root: Uint8Array;
}

export interface VerifyOptions {
  readonly secrets: Pick<Secrets, 'keys'>;
  readonly anchors: readonly Anchor[];
  /** What this node knows of the last heads. */
  readonly heads: Pick<Heads, 'read'>;
}

export interface LogReport {
  readonly entries: bigint;
  /** Entries that are not sealed yet. */
  readonly waiting: bigint;
  readonly fault: LogFault | null;
}

/** A size at which the root is known. */
interface Known {
  readonly size: number;
  readonly root: Uint8Array;
  readonly what: string;
}

/**
 * Verifies one log in one pass.
 * @param leaves all entries in order, also those that are not sealed yet
 */
export async function verifyLog(
  db: Db,
  log: LogId,
  leaves: AsyncIterable<Leaf>,
  { secrets, anchors, heads }: VerifyOptions,
): Promise<LogReport> {
  const checkpoints = await store.listCheckpoints(db, log);
  const newest = checkpoints.at(-1);
  if (!newest) return { entries: 0n, waiting: 0n, fault: { seq: 1n, reason: 'the log has no checkpoint' } };
  const keys = await readLogKeys(db, log, secrets);
  const rollbacks = await listRollbacks(db, log);
  const head = await heads.read(log);
  const signature =
    signatureFault(log, checkpoints, keys) ?? setBackFault(rollbacks, { head, keys, size: newest.size });
  const known: Known[] = [
    ...(head && rollbacks.length === 0 && standingOf(head, keys) === 'present'
      ? [{ ...head, what: 'the last head that this node has seen' }]
      : []),
    ...checkpoints.map(({ size, root }) => ({ size, root, what: `the checkpoint of size ${size}` })),
    ...anchors
      .filter((it) => it.kind === log.kind && it.scopeId === log.scopeId)
      .map(({ size, root }) => ({ size, root, what: `the anchor of size ${size}` })),
  ].sort((a, b) => a.size - b.size);
  const { entries, fault } = await walk(db, log, leaves, { sealed: newest.size, known });
  return { entries, waiting: entries - BigInt(Math.min(newest.size, Number(entries))), fault: fault ?? signature };
}

function signatureFault(log: LogId, checkpoints: readonly store.KnownCheckpoint[], keys: LogKeys): LogFault | null {
  const newest = checkpoints.findLastIndex(({ note }) => note !== '');
  for (const [index, { size, root, note }] of checkpoints.entries()) {
    if (size === 0 && note === '' && equalHashes(root, EMPTY_ROOT)) continue;
    // Trees after the newest signed one are signed a moment later: several, when other programs seal on before one signs.
    if (note === '' && index > newest) continue;
    const state = noteState(note, { ...log, size, root }, keys.allSeeds);
    const seq = BigInt(size);
    if (state === 'wrong') return { seq, reason: `the checkpoint of size ${size} is not validly signed` };
    // Earlier ones may carry the signature of a key that is not used any more.
    const isUnknown = index === newest && noteState(note, { ...log, size, root }, keys.seeds) === 'unknown';
    // The present keys may have begun with this tree, and sign it next.
    if (isUnknown && (state === 'unknown' || keys.succession?.begins.size !== size))
      return { seq, reason: `the checkpoint of size ${size} was signed under another secret` };
  }
  return null;
}

/** A log that was set back and not confirmed. That a backup was restored on purpose is no fault. */
function setBackFault(
  rollbacks: readonly Rollback[],
  { head, keys, size }: { head: Head | null; keys: LogKeys; size: number },
): LogFault | null {
  const noticed = rollbacks.find(({ source }) => source !== 'restore')?.known ?? null;
  const isUnknown = head !== null && standingOf(head, keys) === 'unknown' && rollbacks.length === 0;
  if (!isUnknown && rollbacks.every(({ source }) => source === 'restore')) return null;
  const seen = isUnknown ? head : noticed;
  return {
    seq: BigInt(size),
    reason: `the database was set back: ${seen ? `a head of ${seen.size} entries was signed before` : 'another log of it was'}. Compare, and then confirm it by npm run ledger:confirm-rollback`,
  };
}

async function walk(
  db: Db,
  log: LogId,
  leaves: AsyncIterable<Leaf>,
  { sealed, known }: { sealed: number; known: readonly Known[] },
): Promise<{ entries: bigint; fault: LogFault | null }> {
  const tiles = tileCheck(db, log, sealed);
  const waiting = [...known];
  const full: Tile[] = [];
  const tree = openTree(0, [], (tile) => tile.level > 0 && full.push(tile));
  let count = 0;
  const at = (fault: LogFault) => ({ entries: BigInt(count), fault });
  const checkKnown = async (): Promise<LogFault | null> => {
    while (waiting[0]?.size === tree.size()) {
      const { root, what } = waiting.shift() as Known;
      if (!equalHashes(tree.root(), root))
        return { seq: BigInt(tree.size()), reason: `the entries up to ${tree.size()} do not have the root of ${what}` };
    }
    return tree.size() === sealed ? tiles.finish([...full, ...tree.edge()]) : null;
  };
  const start = await checkKnown();
  if (start) return at(start);
  for await (const { seq, hash, fault } of leaves) {
    count++;
    if (seq !== BigInt(count))
      return at({
        seq: BigInt(count),
        reason: seq > count ? `entry ${count} is missing: ${seq} follows ${count - 1}` : `entry ${seq} is out of order`,
      });
    if (fault !== null || hash === null) return at({ seq, reason: fault ?? `entry ${seq} is missing` });
    if (count <= sealed && !equalHashes(await tiles.leaf(count - 1), hash))
      return at({ seq, reason: `the content of entry ${seq} is not what was sealed` });
    tree.append(hash);
    const wrong = await checkKnown();
    if (wrong) return at(wrong);
  }
  if (count < sealed)
    return at({ seq: BigInt(count + 1), reason: `entry ${count + 1} is missing: ${sealed} entries are sealed` });
  const [beyond] = waiting;
  return beyond
    ? at({ seq: BigInt(count + 1), reason: `entry ${count + 1} is missing: ${beyond.what} covers it` })
    : { entries: BigInt(count), fault: null };
}

/** Reads stored tiles one after the other, and compares those above the leaves at the end. */
function tileCheck(db: Db, log: LogId, sealed: number) {
  let index = -1;
  let hashes: readonly Uint8Array[] = [];
  return {
    /** The stored hash of a leaf; empty if it is missing. */
    leaf: async (position: number): Promise<Uint8Array> => {
      const tile = Math.floor(position / TILE_WIDTH);
      if (tile !== index) {
        hashes = tileHashes(await store.readLeafTile(db, log, tile));
        index = tile;
      }
      return hashes[position % TILE_WIDTH] ?? new Uint8Array();
    },
    /** Compares the last tile of leaves and all tiles above with those that the entries have. */
    finish: async (tiles: readonly Tile[]): Promise<LogFault | null> => {
      const wrong = (level: number, at: number, what: string): LogFault => ({
        seq: BigInt(sealed),
        reason: `tile ${level}/${at} ${what}`,
      });
      const last = Math.floor(sealed / TILE_WIDTH);
      const due = new Map(tiles.map((tile) => [`${tile.level}/${tile.index}`, Buffer.from(tileBytes(tile.hashes))]));
      const stored = [{ level: 0, index: last, bytes: await store.readLeafTile(db, log, last) }];
      stored.push(...(await store.listTilesAbove(db, log)));
      for (const tile of stored) {
        const key = `${tile.level}/${tile.index}`;
        if (!(due.get(key) ?? Buffer.alloc(0)).equals(tile.bytes))
          return wrong(tile.level, tile.index, 'does not have the hashes of the entries');
        due.delete(key);
      }
      const missing = tiles.find((tile) => due.has(`${tile.level}/${tile.index}`));
      return missing ? wrong(missing.level, missing.index, 'is missing') : null;
    },
  };
}

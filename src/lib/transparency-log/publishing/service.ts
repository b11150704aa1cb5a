/** What everybody may read of a company's ledger as a log: its newest checkpoint, its tiles of hashes and its keys. */
import { publicOriginOf } from '../../companies/service.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import type { Db } from '../../db/client.ts';
import type { Scope } from '../../scope.ts';
import { parseSuccession } from '../epochs/rules.ts';
import { readLogKeys } from '../epochs/service.ts';
import { epochSeeds, originOf, verifiersOf } from '../keys.rules.ts';
import { parseCheckpoint, parseNote, toBase64, verifierLine } from '../note.rules.ts';
import { consistencyPath, placesOf } from '../proof.rules.ts';
import { isWaiting } from '../rollbacks/store.ts';
import { countEntries, findNewest, findPrimaryHost, type LogId, readTiles } from '../sealing/store.ts';
import { tileHashes } from '../tree.rules.ts';
import { type Cosigned, listCosigned } from '../witnesses/store.ts';
import { sizesOf, tileAddress } from './rules.ts';

type Visitor = Pick<Scope, 'app' | 'db' | 'company'>;

const ledgerOf = ({ company }: Pick<Visitor, 'company'>): LogId => ({ kind: 'ledger', scopeId: company.id });

export interface Published {
  /** The signed note. */
  readonly note: string;
  readonly size: number;
  readonly root: Buffer;
  /** The name of the log in the note. */
  readonly origin: string;
  readonly sealedAt: Date;
}

/** The newest signed checkpoint of a company's ledger; null in the first second of a company. */
export async function findCheckpoint({ db, company }: Pick<Visitor, 'db' | 'company'>): Promise<Published | null> {
  const newest = await findNewest(db, ledgerOf({ company }));
  const parsed = newest && parseNote(newest.note);
  const checkpoint = parsed && parseCheckpoint(parsed.text);
  return newest && checkpoint ? { ...newest, origin: checkpoint.origin } : null;
}

/** The newest signed checkpoint of the ledger. @throws ApiError not_found in the first second of a company */
export async function readCheckpoint(visitor: Visitor): Promise<Published> {
  const checkpoint = await findCheckpoint(visitor);
  if (!checkpoint) throw notFound('Checkpoint');
  return checkpoint;
}

export interface LedgerOverview {
  /** Null in the first second of a company. */
  readonly checkpoint: Published | null;
  /** Verifier keys of the present epoch, that of the present secret first. */
  readonly keys: readonly string[];
  /** Keys that sign no more, the latest first. */
  readonly ended: readonly EndedKey[];
  /** Whether nothing is sealed before the operator has confirmed a rollback. */
  readonly isPaused: boolean;
  /** Entries that are not sealed yet. */
  readonly waiting: bigint;
  /** What witnesses cosigned, the newest first. */
  readonly cosigned: readonly Cosigned[];
}

/** What the public page of the ledger shows. */
export async function readOverview(visitor: Visitor): Promise<LedgerOverview> {
  const written = await countEntries(visitor.db, visitor.company.id);
  const checkpoint = await findCheckpoint(visitor);
  const waiting = written - BigInt(checkpoint?.size ?? 0);
  // The checkpoint is read later and may have entries that were written meanwhile.
  const cosigned = await listCosigned(visitor.db, ledgerOf(visitor));
  const { present, ended } = await readKeys(visitor);
  return {
    checkpoint,
    keys: present,
    ended,
    isPaused: await isWaiting(visitor.db, ledgerOf(visitor)),
    waiting: waiting > 0n ? waiting : 0n,
    cosigned,
  };
}

export interface EndedKey {
  readonly key: string;
  /** Entries of the largest tree that is known to be signed with it. */
  readonly size: number;
  readonly endedAt: Date;
}

export interface PublishedKeys {
  /** Verifier keys of the present epoch, that of the present secret first. */
  readonly present: readonly string[];
  /** Keys that sign no more, the latest first. */
  readonly ended: readonly EndedKey[];
  /** Signed notes with which keys followed each other, the first one first. */
  readonly notes: readonly string[];
}

/** The keys of the ledger. Their name is that of the newest checkpoint. */
export async function readKeys(visitor: Visitor): Promise<PublishedKeys> {
  const log = ledgerOf(visitor);
  const newest = await findNewest(visitor.db, log);
  const parsed = newest && parseNote(newest.note);
  const named = parsed && parseCheckpoint(parsed.text)?.origin;
  const origin = named ?? (await presentOrigin(visitor));
  const { seeds, epochs } = await readLogKeys(visitor.db, log, visitor.app.secrets);
  const linesOf = (of: readonly Uint8Array[]): string[] => verifiersOf(origin, of).map(verifierLine);
  const ended = epochs.flatMap(({ note, startedAt }, index) => {
    const [head] = parseSuccession(note)?.ended ?? [];
    const before = epochSeeds(visitor.app.secrets.keys('log'), epochs[index - 1]?.id ?? null);
    return linesOf(before).map((key) => ({ key, size: head?.size ?? 0, endedAt: startedAt }));
  });
  return { present: linesOf(seeds), ended: ended.reverse(), notes: epochs.map(({ note }) => note) };
}

/** All keys, one a line: the present ones first. */
export const keyLines = ({ present, ended }: PublishedKeys): string[] => [
  ...new Set([...present, ...ended.map(({ key }) => key)]),
];

async function presentOrigin(visitor: Visitor): Promise<string> {
  const host = await findPrimaryHost(visitor.db, visitor.company.id);
  return originOf(new URL(publicOriginOf(visitor.app, host)).host, ledgerOf(visitor));
}

/**
 * A tile of hashes. What is returned never changes.
 * @param path as in C2SP tlog-tiles: `<level>/<index>` with an index like `x001/x234/067`, and `.p/<width>` for a partial one
 * @throws ApiError not_found
 */
export async function readTile(visitor: Visitor, path: string): Promise<Uint8Array> {
  const address = tileAddress(path);
  const [tile] = address ? await readTiles(visitor.db, ledgerOf(visitor), [address]) : [];
  const bytes = address && tile?.bytes.subarray(0, address.width * 32);
  if (!bytes || bytes.length < address.width * 32) throw new ApiError('not_found', 'There is no such tile.');
  return bytes;
}

/**
 * The proof that the tree of the second size begins with all leaves of the tree of the first: hashes in base64, one a line.
 * What is returned never changes.
 * @throws ApiError not_found for sizes that are not 1 <= first <= second <= the newest checkpoint's
 */
export async function readConsistency(visitor: Visitor, from: string, to: string): Promise<string> {
  const newest = await findNewest(visitor.db, ledgerOf(visitor));
  const sizes = sizesOf(from, to, newest?.size ?? 0);
  if (!sizes)
    throw new ApiError(
      'not_found',
      'There is no such proof. Name two sizes from 1 to that of the newest checkpoint, the smaller one first.',
    );
  const path = await readConsistencyPath(visitor.db, ledgerOf(visitor), sizes);
  return path.map((hash) => `${hash}\n`).join('');
}

/** The hashes of that proof in Base64. @param sizes 1 <= first <= second <= the newest checkpoint's */
export async function readConsistencyPath(
  db: Db,
  log: LogId,
  { first, second }: { readonly first: number; readonly second: number },
): Promise<string[]> {
  const tiles = await readTiles(db, log, placesOf(first - 1, second));
  const hashesAt = (level: number, index: number) => tiles.find((it) => it.level === level && it.index === index);
  const path = consistencyPath(first, second, (level, index) =>
    tileHashes(hashesAt(level, index)?.bytes ?? Buffer.alloc(0)),
  );
  return path.map(toBase64);
}

/**
 * The newest checkpoint that a witness has cosigned, with the cosignatures of all who cosigned the same.
 * @throws ApiError not_found without one
 */
export async function readWitnessed(visitor: Visitor): Promise<string> {
  const [newest, ...rest] = await listCosigned(visitor.db, ledgerOf(visitor));
  if (!newest) throw notFound('Cosigned checkpoint');
  const same = [newest, ...rest.filter((it) => it.note === newest.note)];
  return `${newest.note}${same.map((it) => it.lines).join('')}`;
}

/** Whether nothing is sealed in a log of the company before the operator has confirmed a rollback. */
export async function isSealingPaused({ db, company }: Pick<Visitor, 'db' | 'company'>): Promise<boolean> {
  for (const kind of ['ledger', 'audit'] as const) if (await isWaiting(db, { kind, scopeId: company.id })) return true;
  return false;
}

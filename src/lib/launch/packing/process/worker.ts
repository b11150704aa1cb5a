/**
 * Makes one launch pack in a separate process, which `service.ts` starts and ends, and stores its files. The holders come by its
 * standard input and the pack goes by its standard output, because both are larger than a message may be.
 */
import { text } from 'node:stream/consumers';
import { serialize } from 'node:v8';
import { ApiError } from '../../../core/errors.ts';
import { openStorage, type StorageSettings } from '../../../media/storages.ts';
import { sendToParent } from '../../../programs/messages/service.ts';
import { makePack } from '../../pack/make.ts';
import { type Pack, TOKEN_DECIMALS, TREE_KINDS, type TreeKind } from '../../pack/types.ts';

export interface PackSettings {
  readonly tokenAddress: string;
  readonly chainId: number;
  readonly symbol: string;
  /** What the ledger says that all members own, in whole tokens. */
  readonly totalTokens: bigint;
  readonly storageSettings: StorageSettings;
  /** Under which the files are stored, in their order. */
  readonly storageKeys: readonly string[];
}

export interface StoredFile {
  readonly name: string;
  readonly storageKey: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface StoredPack {
  readonly files: readonly StoredFile[];
  readonly trees: readonly { readonly kind: TreeKind; readonly root: string; readonly nodes: Uint8Array }[];
  readonly holderCount: number;
  /** A line for each holder in their order: address, smallest units, and the node of the leaf in each tree. */
  readonly holders: string;
  readonly totalUnits: bigint;
}

export type PackMessage =
  | { readonly kind: 'progress'; readonly percent: number }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed'; readonly stack: string }
  /** So many bytes of the pack are on their way. */
  | { readonly kind: 'made'; readonly bytes: number };

const UNITS_PER_TOKEN = 10n ** BigInt(TOKEN_DECIMALS);
/** The share of making the files; storing them is the rest. */
const MADE_PERCENT = 80;

const send: (message: PackMessage) => void = sendToParent;
const STACK_LENGTH_MAX = 5_000;

function* allocationsOf(lines: string) {
  for (const line of lines.split('\n')) {
    const [address = '', tokens = '0'] = line.split(' ');
    if (address !== '') yield { address, units: BigInt(tokens) * UNITS_PER_TOKEN, unlockAt: null };
  }
}

async function store({ files }: Pack, { storageSettings, storageKeys }: PackSettings): Promise<StoredFile[]> {
  if (files.length > storageKeys.length) throw new Error(`${files.length} files have ${storageKeys.length} places`);
  const storage = openStorage(storageSettings);
  const stored: StoredFile[] = [];
  for (const [at, { name, bytes, sha256 }] of files.entries()) {
    const storageKey = storageKeys[at] as string;
    await storage.put(storageKey, bytes);
    stored.push({ name, storageKey, bytes: bytes.length, sha256 });
    send({ kind: 'progress', percent: MADE_PERCENT + Math.floor((19 * stored.length) / files.length) });
  }
  return stored;
}

async function answer(input: PackSettings): Promise<void> {
  try {
    const { tokenAddress, chainId, symbol, totalTokens } = input;
    const totalUnits = totalTokens * UNITS_PER_TOKEN;
    const settings = { tokenAddress, chainId, symbol, totalUnits };
    const pack = makePack([...allocationsOf(await text(process.stdin))], settings, (percent) =>
      send({ kind: 'progress', percent: Math.floor((MADE_PERCENT * percent) / 100) }),
    );
    const { holders, trees } = pack.claims;
    const files = await store(pack, input);
    const lines = holders.map(({ address, units }, index) =>
      [address, units, ...TREE_KINDS.map((kind) => trees[kind].leafAt[index])].join(' '),
    );
    const made: StoredPack = {
      files,
      trees: TREE_KINDS.map((kind) => ({ kind, root: pack.roots[kind], nodes: trees[kind].nodes })),
      holderCount: holders.length,
      holders: lines.join('\n'),
      totalUnits,
    };
    const bytes = serialize(made);
    process.stdout.write(bytes);
    send({ kind: 'made', bytes: bytes.length });
  } catch (error) {
    // A full disk is no fault of the holders: it is tried again.
    if (error instanceof ApiError && error.code === 'invalid') send({ kind: 'refused', message: error.message });
    else {
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
      send({ kind: 'failed', stack: stack.slice(0, STACK_LENGTH_MAX) });
    }
  }
}

process.once('message', (input: PackSettings) => void answer(input));
process.on('disconnect', () => process.exit());

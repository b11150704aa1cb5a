/**
 * The last head of each log that this node knows, in `DATA_DIR/heads`: outside the database, so that a database that was set back
 * is noticed (docs/decisions/0680). A head is written before its checkpoint is signed, and stays when the database goes back.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../../db/client.ts';
import type { Head } from '../epochs/rules.ts';
import { fromBase64, toBase64 } from '../note.rules.ts';
import { type LogId, listTrees } from '../sealing/store.ts';
import { HASH_BYTES } from '../tree.rules.ts';

/** As it is written: the root is known. */
export type WrittenHead = Head & { readonly root: Uint8Array };

/** What is wrong with a file, for the operator. */
export class DamagedHead extends Error {}

export interface Heads {
  /** @throws DamagedHead with a sentence for the operator */
  read(log: LogId): Promise<WrittenHead | null>;
  /** Returns when the head is on the disk. A head of the same epoch never gets smaller. */
  write(log: LogId, head: WrittenHead): Promise<void>;
}

/** For a verification of the rows alone. */
export const NO_HEADS: Pick<Heads, 'read'> = { read: async () => null };

/** The heads of all logs as they are now. Call it before the snapshot that is verified: a head is written after its tree. */
export async function readHeads(db: Db, heads: Pick<Heads, 'read'>): Promise<Pick<Heads, 'read'>> {
  const keyOf = ({ kind, scopeId }: LogId): string => `${kind} ${scopeId}`;
  const known = new Map<string, WrittenHead | null>();
  for (const log of await listTrees(db)) known.set(keyOf(log), await heads.read(log));
  return { read: async (log) => known.get(keyOf(log)) ?? null };
}

/** @param dataDir of this node; several nodes may share it */
export function openHeads(dataDir: string): Heads {
  const folder = path.join(dataDir, 'heads');
  const nameOf = ({ kind, scopeId }: LogId): string => path.join(folder, `${kind}-${scopeId}`);
  const known = new Map<string, WrittenHead>();
  const read = async (log: LogId): Promise<WrittenHead | null> => {
    const file = nameOf(log);
    const cached = known.get(file);
    if (cached) return cached;
    const stored = await readHead(file);
    if (stored) known.set(file, stored);
    return stored;
  };
  return {
    read,
    write: async (log, head) => {
      const file = nameOf(log);
      // Another node that shares the folder may have written it.
      const before = await readHead(file);
      if (before?.epoch === head.epoch && before.size >= head.size) return;
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      await replaceFile(file, `${head.epoch ?? '-'}\n${head.size}\n${toBase64(head.root)}\n`);
      known.set(file, head);
    },
  };
}

/** Null without a file. */
async function readHead(file: string): Promise<WrittenHead | null> {
  const text = await fs.readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  });
  if (text === null) return null;
  const [epoch = '', size = '', encoded = ''] = text.split('\n');
  const root = fromBase64(encoded);
  if (!/^(-|[0-9a-f-]{36})$/.test(epoch) || !/^[0-9]{1,15}$/.test(size) || root?.length !== HASH_BYTES)
    throw new DamagedHead(
      `${file} is damaged. It says what was signed last: put back a copy, or delete it if you know that the database was not set back.`,
    );
  return { epoch: epoch === '-' ? null : epoch, size: Number(size), root };
}

/** Several programs may share a folder: each writes a file of its own first. */
async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.new`;
  try {
    await fs.writeFile(draft, text, { mode: 0o600, flush: true });
    await fs.rename(draft, file);
  } catch (cause) {
    await fs.rm(draft, { force: true }).catch(() => undefined);
    throw cause;
  }
  const folder = await fs.open(path.dirname(file));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** This program among those that serve the site: it says that it lives, and on which disk it stands. */
import fs from 'node:fs';
import { readFile, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import { BEAT_SECONDS, NODE_KEPT_SECONDS } from './health-rules.ts';
import { type Beat, deleteNode, deleteNodesUnseenFor, saveBeat } from './nodes-store.ts';

/** The version that package.json names: it lies beside the built program as beside its source. */
async function readVersion(): Promise<string> {
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    const file = path.join(folder, 'package.json');
    if (fs.existsSync(file)) {
      const { version }: { version?: unknown } = JSON.parse(await readFile(file, 'utf8'));
      return typeof version === 'string' ? version : 'unknown';
    }
    if (folder === path.dirname(folder)) return 'unknown';
  }
}

async function readDisk(folder: string): Promise<Pick<Beat, 'diskFreeBytes' | 'diskTotalBytes'>> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder, { bigint: true });
    return { diskFreeBytes: bavail * bsize, diskTotalBytes: blocks * bsize };
  } catch {
    return { diskFreeBytes: null, diskTotalBytes: null };
  }
}

interface Node {
  /** The platform's. */
  readonly db: Db;
  readonly config: Pick<Config, 'port' | 'dataDir'>;
  readonly log: Logger;
}

/** @returns a function that stops it and takes the node off the board */
export function startBeating({ db, config, log }: Node): () => Promise<void> {
  const name = `${os.hostname()}:${config.port}`;
  const version = readVersion();
  let isFirst = true;
  const beat = async (): Promise<void> => {
    try {
      await saveBeat(db, { name, version: await version, ...(await readDisk(config.dataDir)) }, isFirst);
      isFirst = false;
      await deleteNodesUnseenFor(db, NODE_KEPT_SECONDS);
    } catch (cause) {
      log.warn({ err: cause }, 'this node could not say that it lives; it is tried again later');
    }
  };
  let running = beat();
  const timer = setInterval(() => {
    running = running.then(beat);
  }, BEAT_SECONDS * 1000);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
    await deleteNode(db, name).catch((cause: unknown) => log.warn({ err: cause }, 'this node stays on the board'));
  };
}

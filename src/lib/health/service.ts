/** Heartbeats: each node that serves the site reports that it is alive, and the space on its disk. */

import fs from 'node:fs';
import { readFile, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { repeatEvery } from '../core/repeat.ts';
import type { Db } from '../db/client.ts';
import { HEARTBEAT_SECONDS, NODE_RETENTION_SECONDS } from './rules.ts';
import { deleteNode, deleteNodesUnseenFor, type Heartbeat, saveHeartbeat } from './store.ts';

/** The version in package.json, which is in a parent folder of the built program and of its source. */
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

async function readDisk(folder: string): Promise<Pick<Heartbeat, 'diskFreeBytes' | 'diskTotalBytes'>> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder, { bigint: true });
    return { diskFreeBytes: bavail * bsize, diskTotalBytes: blocks * bsize };
  } catch {
    return { diskFreeBytes: null, diskTotalBytes: null };
  }
}

interface Node {
  /** The connection without a company. */
  readonly db: Db;
  readonly config: Pick<Config, 'port' | 'dataDir'>;
  readonly log: Logger;
  /** The reason why the node cannot send mails, or null. */
  mailProblem(): string | null;
}

/** @returns a function that stops the heartbeats and removes the node from the board */
export function startHeartbeats({ db, config, log, mailProblem }: Node): () => Promise<void> {
  const name = `${os.hostname()}:${config.port}`;
  const version = readVersion();
  let isFirst = true;
  const beat = async (): Promise<void> => {
    try {
      const disk = await readDisk(config.dataDir);
      await saveHeartbeat(db, { name, version: await version, ...disk, mailProblem: mailProblem() }, isFirst);
      isFirst = false;
      await deleteNodesUnseenFor(db, NODE_RETENTION_SECONDS);
    } catch (cause) {
      log.warn({ err: cause }, 'the heartbeat of this node failed and will be tried again');
    }
  };
  const stop = repeatEvery(HEARTBEAT_SECONDS * 1000, beat, beat());
  return async () => {
    await stop();
    await deleteNode(db, name).catch((cause: unknown) =>
      log.warn({ err: cause }, 'this node could not be removed from the health board'),
    );
  };
}

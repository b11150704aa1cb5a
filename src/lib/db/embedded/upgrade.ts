/**
 * Carries the data of an earlier major version of PostgreSQL over to this one: both servers run, the rows are copied and checked,
 * and the new folder takes the place of the old one, which stays under a dated name (docs/decisions/0195). The caller holds the
 * lock of DATA_DIR. Killed at any moment, the next start repeats or finishes it.
 */
import {
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import { type Binaries, POSTGRES_MAJOR, provideBinaries } from './binaries.ts';
import { checkServer, connectionsTo, type EmbeddedConnection, type EmbeddedConnections } from './check.ts';
import { initialise, majorOf, removeDir, syncDir, takeOwnership } from './cluster.ts';
import type { Passwords } from './passwords.ts';
import { clusterTag, processesOf, signalAll } from './process.ts';
import { type Log, launchServer, type ServerPlan } from './server.ts';
import { makeSocketDir } from './socket-dir.ts';

/** Copies everything and checks it. @throws Error with a sentence for the operator; then the old cluster stays */
export type CarryOver = (from: EmbeddedConnection, to: EmbeddedConnections) => Promise<void>;

export interface UpgradePlan {
  readonly clusterDir: string;
  readonly dataDir: string;
  readonly account: Account;
  /** Of this program's version. */
  readonly binaries: Binaries;
  readonly passwords: Passwords;
  readonly log: Log;
  readonly onCopied: (dir: string) => void;
  readonly carryOver?: CarryOver | undefined;
}

const UNFINISHED = '.upgrade-';

/** A copy needs less than the original, which also has unused space; its log needs some more. */
const SPACE_FACTOR = 1.2;
const SPACE_MORE_BYTES = 256 * 1024 * 1024;

/** @throws Error with a sentence for the operator; then the old cluster is as it was */
export async function upgradeCluster(plan: UpgradePlan): Promise<void> {
  const { clusterDir, account, log } = plan;
  const complete = `${clusterDir}.upgraded`;
  await removeUnfinished(clusterDir, account);
  if (existsSync(complete)) {
    // Killed between the two last steps, or before them. Then an earlier version may have written to the old cluster since.
    if (existsSync(clusterDir)) await remove(complete, account);
    else renameSync(complete, clusterDir);
    syncDir(dirname(clusterDir));
  }
  const major = majorOf(clusterDir);
  if (major === undefined || major === POSTGRES_MAJOR) return;
  const previous = previousBinaries(plan, major);
  const startedAt = Date.now();
  log('postgres.upgrade', { from: major, to: POSTGRES_MAJOR });
  takeOwnership(clusterDir, account);
  refuseWithoutSpace(clusterDir, major);
  const building = mkdtempSync(`${clusterDir}${UNFINISHED}`);
  if (account.switched) lchownSync(building, account.uid, account.gid);
  try {
    await initialise(building, account, plan.binaries, plan.passwords);
    await copy(plan, previous, building);
  } catch (cause) {
    await remove(building, account);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The data of PostgreSQL ${major} could not be carried over to ${POSTGRES_MAJOR}: ${reason} The old data in ${clusterDir} are as they were. Correct this and start again, or start the earlier version of Launchbook.`,
      { cause },
    );
  }
  const old = freeName(`${clusterDir}-${major}-${new Date().toISOString().slice(0, 10)}`);
  renameSync(building, complete);
  syncDir(dirname(clusterDir));
  renameSync(clusterDir, old);
  renameSync(complete, clusterDir);
  syncDir(dirname(clusterDir));
  leaveNote(old, major);
  log('postgres.upgraded', { from: major, to: POSTGRES_MAJOR, old, ms: Date.now() - startedAt });
}

function previousBinaries({ account, dataDir, onCopied, carryOver, clusterDir }: UpgradePlan, major: string): Binaries {
  const made = `The database in ${clusterDir} was made by PostgreSQL ${major}, and this program brings ${POSTGRES_MAJOR}`;
  if (Number(major) > Number(POSTGRES_MAJOR)) throw new Error(`${made}. Start the newer version of Launchbook.`);
  if (!carryOver) throw new Error(`${made}. Start the program once: it carries the data over.`);
  try {
    return provideBinaries(account, dataDir, onCopied, major);
  } catch (cause) {
    throw new Error(
      `${made} and cannot read it without the programs of ${major}. Nothing was changed. Do this:\n` +
        `  1. With the version of Launchbook that ran before: npm run backup -- /safe/launchbook.tar.gz\n` +
        `  2. With this version, a new folder as DATA_DIR and the same secret: npm run restore -- /safe/launchbook.tar.gz\n` +
        `  3. Start this version with the new DATA_DIR.`,
      { cause },
    );
  }
}

/** Runs both servers and copies. */
async function copy(plan: UpgradePlan, previous: Binaries, building: string): Promise<void> {
  const servers: { stop(): Promise<void> }[] = [];
  const launch = async (clusterDir: string, binaries: Binaries): Promise<EmbeddedConnections> => {
    const tag = clusterTag(clusterDir);
    const socketDir = makeSocketDir(tag, plan.account);
    const server: ServerPlan = {
      clusterDir,
      socketDir,
      tag,
      account: plan.account,
      binaries,
      maxConnections: 20,
      log: plan.log,
    };
    const running = await launchServer(server, new AbortController().signal);
    servers.push({
      stop: async () => {
        await running.stop();
        rmSync(socketDir, { recursive: true, force: true });
      },
    });
    return connectionsTo(socketDir, plan.passwords);
  };
  try {
    const from = await launch(plan.clusterDir, previous);
    const to = await launch(building, plan.binaries);
    await checkServer(to, plan.passwords);
    // The owner of today may not exist in a cluster of an earlier version.
    await plan.carryOver?.(from.superuserConnection, to);
  } finally {
    // The new one writes everything to disk before it ends.
    for (const server of servers.reverse()) await server.stop();
  }
}

function refuseWithoutSpace(clusterDir: string, major: string): void {
  const { bavail, bsize } = statfsSync(dirname(clusterDir));
  const needed = sizeOf(clusterDir) * SPACE_FACTOR + SPACE_MORE_BYTES;
  const free = bavail * bsize;
  if (free >= needed) return;
  const inMb = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;
  throw new Error(
    `To carry the data of PostgreSQL ${major} over to ${POSTGRES_MAJOR}, ${dirname(clusterDir)} needs ${inMb(needed)} of free disk and has ${inMb(free)}. Nothing was changed. Free the space and start again.`,
  );
}

function sizeOf(dir: string): number {
  let bytes = 0;
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }))
    bytes += statSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}

/** Each try has a name of its own: after a kill, initdb may still write for a moment to that of the last try. */
async function removeUnfinished(clusterDir: string, account: Account): Promise<void> {
  const parent = dirname(clusterDir);
  for (const name of readdirSync(parent))
    if (name.startsWith(`${basename(clusterDir)}${UNFINISHED}`)) await remove(join(parent, name), account);
}

/** Deletes a cluster that is not in use, after what still runs on it since a kill. */
async function remove(dir: string, account: Account): Promise<void> {
  if (!existsSync(dir)) return;
  const tag = clusterTag(dir);
  for (let left = processesOf(tag, account.uid); left.length > 0; left = processesOf(tag, account.uid)) {
    signalAll(left, 'SIGKILL');
    await sleep(20);
  }
  await removeDir(dir);
}

function freeName(wanted: string): string {
  for (let nth = 1; ; nth++) {
    const name = nth === 1 ? wanted : `${wanted}-${nth}`;
    if (!existsSync(name)) return name;
  }
}

function leaveNote(old: string, major: string): void {
  writeFileSync(
    join(old, 'README.txt'),
    `This is the database of PostgreSQL ${major}, as it was before its data were carried over to ${POSTGRES_MAJOR}.\n` +
      `Nothing uses it. When ledger:verify and audit:verify are correct and a new backup exists, delete it:\n` +
      `  rm -r ${old}\n`,
  );
}

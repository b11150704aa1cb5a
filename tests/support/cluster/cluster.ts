/**
 * The cluster of `deploy/ha` on addresses of this machine: three database machines (etcd, PostgreSQL under Patroni) and two of
 * the program (HAProxy, PgBouncer). It runs the shipped files, with other addresses, folders and passwords.
 */
import fs from 'node:fs';
import { isAlive, processesNaming, until } from '../embedded-programs.ts';
import { isInstalled } from '../proxies.ts';
import { type Databases, openDatabases } from './databases.ts';
import { DATABASES, type Layout, makeLayout, render } from './files.ts';
import { familyOf, Processes, signalAll } from './processes.ts';

const NEEDED = ['etcd', 'etcdctl', 'patroni', 'patronictl', 'haproxy', 'pgbouncer', 'nginx', 'psql'];
const POSTGRES = '/usr/lib/postgresql/15/bin/postgres';

/** Why the cluster cannot run here, or null. */
export function reasonToSkip(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs Linux and root';
  const missing = [...NEEDED.filter((name) => !isInstalled(name)), ...(fs.existsSync(POSTGRES) ? [] : [POSTGRES])];
  return missing.length === 0 ? null : `not installed: ${missing.join(', ')}`;
}

/** The machines of the program. */
export const MACHINES = [0, 1] as const;
export type Machine = (typeof MACHINES)[number];
const BETWEEN = ['haproxy', 'pgbouncer'] as const;
export type Between = (typeof BETWEEN)[number];

export interface Cluster extends Databases {
  /** Of each machine of the program: its own PgBouncer. */
  readonly databaseUrls: readonly [string, string];
  kill(program: Between, machine: Machine): Promise<void>;
  start(program: Between, machine: Machine): void;
  /** Stops its time: connections through it stay open and carry nothing. @returns what lets it go on */
  freeze(program: Between, machine: Machine): () => void;
  /** The end of what the processes have written. */
  logs(): string;
  stop(): Promise<void>;
}

const addressAt = ({ net }: Layout, machine: Machine): string => `${net}.2${machine + 1}`;
const nameAt = (program: Between, machine: Machine): string => `app${machine + 1}-${program}`;

function startBetween(layout: Layout, processes: Processes, program: Between, machine: Machine): void {
  const { net, account, secrets, write } = layout;
  const own = ['127.0.0.1', addressAt(layout, machine)] as const;
  const name = nameAt(program, machine);
  if (program === 'haproxy') {
    const file = write(`${name}.cfg`, render('haproxy.cfg', [own, ['10.20.0', net]]));
    processes.start(name, ['haproxy', '-db', '-f', file]);
    return;
  }
  const users = write(`${name}.users`, `"pgbouncer" "${secrets.PGBOUNCER_PASSWORD}"\n`);
  const file = write(`${name}.ini`, render('pgbouncer.ini', [own, ['/etc/pgbouncer/userlist.txt', users]]));
  processes.start(name, ['pgbouncer', file], account);
}

async function stopAll({ folder }: Layout, processes: Processes): Promise<void> {
  await processes.killAll();
  // PostgreSQL outlives its Patroni.
  const left = processesNaming(folder).flatMap(({ pid }) => familyOf(pid));
  signalAll(left, 'SIGKILL');
  await until(() => !left.some(isAlive), 'every process of the cluster has ended');
  fs.rmSync(folder, { recursive: true, force: true });
}

/** Starts everything and waits until the databases are whole. Call `stop` in the end. */
export async function startCluster(): Promise<Cluster> {
  const layout = makeLayout();
  const processes = new Processes(layout.folder);
  const databases = openDatabases(layout, processes);
  const urlAt = (machine: Machine): string =>
    `postgres://launchbook:${layout.secrets.LAUNCHBOOK_PASSWORD}@${addressAt(layout, machine)}:6432/launchbook`;
  const cluster: Cluster = {
    ...databases,
    databaseUrls: [urlAt(0), urlAt(1)],
    kill: (program, machine) => processes.kill(nameAt(program, machine)),
    start: (program, machine) => startBetween(layout, processes, program, machine),
    freeze: (program, machine) => {
      const frozen = familyOf(processes.pidOf(nameAt(program, machine)));
      signalAll(frozen, 'SIGSTOP');
      return () => signalAll(frozen, 'SIGCONT');
    },
    logs: () => processes.logs(),
    stop: () => stopAll(layout, processes),
  };
  try {
    for (const name of DATABASES) databases.startEtcd(name);
    for (const name of DATABASES) databases.startDatabase(name);
    for (const machine of MACHINES) for (const program of BETWEEN) cluster.start(program, machine);
    await databases.whole();
  } catch (cause) {
    const logs = cluster.logs();
    await cluster.stop();
    throw new Error(`the cluster did not start: ${cause}\n${logs}`);
  }
  return cluster;
}

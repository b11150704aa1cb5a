/** The three database machines of `deploy/ha`: etcd, and PostgreSQL under Patroni. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, until } from '../embedded-programs.ts';
import { DATABASES, type DatabaseMachine, type Layout, render, variablesOf } from './files.ts';
import { familyOf, type Processes, signalAll } from './processes.ts';

export interface Databases {
  startEtcd(name: DatabaseMachine): void;
  startDatabase(name: DatabaseMachine): void;
  primary(): Promise<DatabaseMachine>;
  /** The standby that has everything that was acknowledged. */
  syncStandby(): Promise<DatabaseMachine>;
  /** All three databases follow one primary, and one of them confirms its commits. */
  whole(): Promise<void>;
  /** Ends every process of PostgreSQL; Patroni lives. */
  killPostgres(name: DatabaseMachine): Promise<void>;
  /** Ends Patroni too, as a loss of power does. */
  killDatabase(name: DatabaseMachine): Promise<void>;
  /** Ends Patroni alone; PostgreSQL goes on as what it is. */
  killPatroni(name: DatabaseMachine): Promise<void>;
  /** Past every proxy, as no program may connect. */
  directUrl(name: DatabaseMachine): string;
  /** Stops the time of Patroni and PostgreSQL. @returns what lets it go on */
  freezeDatabase(name: DatabaseMachine): () => void;
  etcdLeader(): DatabaseMachine;
  killEtcd(name: DatabaseMachine): Promise<void>;
  /** Lets the standby that confirms commits take over, as an operator does. */
  switchover(): Promise<void>;
}

interface Member {
  readonly name: DatabaseMachine;
  readonly role: string;
  readonly state: string;
  readonly timeline: number;
  /** Bytes behind the primary, or 'unknown'. The primary has none. */
  readonly lag?: number | string;
}

/** What a standby that streams may be behind while nobody writes. */
const LAG_BYTES_MAX = 1 << 20;

export function openDatabases(layout: Layout, processes: Processes): Databases {
  const { account, secrets, addressOf } = layout;
  const postmasterOf = (name: DatabaseMachine): number =>
    Number(fs.readFileSync(path.join(dataOf(layout, name), 'postmaster.pid'), 'utf8').split('\n')[0]);
  const killPostgres = async (name: DatabaseMachine): Promise<void> => {
    const family = familyOf(postmasterOf(name));
    signalAll(family, 'SIGKILL');
    await until(() => !family.some(isAlive), 'every process of PostgreSQL has ended');
  };
  const named = (role: string): Promise<DatabaseMachine> => nameOfRole(layout, role);
  return {
    startEtcd: (name) => processes.start(`${name}-etcd`, ['etcd'], account, etcdVariables(layout, name)),
    killEtcd: (name) => processes.kill(`${name}-etcd`),
    startDatabase: (name) =>
      processes.start(`${name}-patroni`, ['patroni', patroniFile(layout, name)], account, {
        ...secrets,
        HOME: layout.folder,
      }),
    primary: () => named('leader'),
    syncStandby: () => named('sync_standby'),
    whole: () => untilWhole(layout),
    killPostgres,
    killPatroni: (name) => processes.kill(`${name}-patroni`),
    directUrl: (name) => `postgres://launchbook:${secrets.LAUNCHBOOK_PASSWORD}@${addressOf(name)}:5432/launchbook`,
    killDatabase: async (name) => {
      await processes.kill(`${name}-patroni`);
      await killPostgres(name);
    },
    freezeDatabase: (name) => {
      const frozen = [...familyOf(processes.pidOf(`${name}-patroni`)), ...familyOf(postmasterOf(name))];
      signalAll(frozen, 'SIGSTOP');
      return () => signalAll(frozen, 'SIGCONT');
    },
    etcdLeader: () => etcdLeader(DATABASES.map((name) => [name, `http://${addressOf(name)}:2379`])),
    switchover: async () => {
      const [from, to] = [await named('leader'), await named('sync_standby')];
      const args = ['switchover', '--force', '--master', from, '--candidate', to, 'launchbook'];
      execFileSync('patronictl', ['-c', path.join(layout.folder, `${from}.yml`), ...args], {
        env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...secrets },
      });
    },
  };
}

const dataOf = ({ folder }: Layout, name: DatabaseMachine): string => path.join(folder, `${name}-postgres`);

function etcdVariables({ net, folder, addressOf }: Layout, name: DatabaseMachine): Record<string, string> {
  const shipped = render('etcd.env', [
    ['ETCD_NAME=db1', `ETCD_NAME=${name}`],
    [/(_URLS=http:\/\/)10\.20\.0\.11/g, `$1${addressOf(name)}`],
    ['10.20.0', net],
    ['/var/lib/etcd/launchbook', path.join(folder, `${name}-etcd`)],
  ]);
  return variablesOf(shipped);
}

function patroniFile(layout: Layout, name: DatabaseMachine): string {
  const { net, folder, addressOf, write, makeFolder } = layout;
  const text = render('patroni.yml', [
    ['name: db1', `name: ${name}`],
    [/((?:listen|connect_address): )10\.20\.0\.11/g, `$1${addressOf(name)}`],
    // Whatever address a program has, it connects from 127.0.0.1.
    ['10.20.0.0/24', '127.0.0.0/8'],
    ['10.20.0', net],
    ['shared_buffers: 1GB', 'shared_buffers: 32MB'],
    ['wal_keep_size: 1GB', 'wal_keep_size: 64MB'],
    ['/etc/patroni/bootstrap.sh', path.resolve('deploy/ha/bootstrap.sh')],
    ['/var/lib/postgresql/15/launchbook', dataOf(layout, name)],
    ['/var/lib/postgresql/pgpass-patroni', path.join(folder, `${name}-pgpass`)],
    ['/var/run/postgresql', makeFolder(`${name}-socket`)],
  ]);
  return write(`${name}.yml`, text);
}

/** What the first Patroni that answers says of all. */
async function membersOf({ addressOf }: Layout): Promise<readonly Member[]> {
  for (const name of DATABASES) {
    try {
      const answer = await fetch(`http://${addressOf(name)}:8008/cluster`, { signal: AbortSignal.timeout(2_000) });
      const { members } = (await answer.json()) as { members?: Member[] };
      if (members) return members;
    } catch {
      // Dead, or not yet there.
    }
  }
  return [];
}

async function nameOfRole(layout: Layout, role: string): Promise<DatabaseMachine> {
  for (let tries = 0; tries < 600; tries++) {
    const member = (await membersOf(layout)).find((it) => it.role === role && it.state !== 'stopped');
    if (member) return member.name;
    await sleep(200);
  }
  throw new Error(`no database became ${role}`);
}

function untilWhole(layout: Layout): Promise<void> {
  const isWhole = async (): Promise<boolean> => {
    await sleep(200);
    const members = await membersOf(layout);
    const leader = members.find(({ role }) => role === 'leader');
    // A standby that went on behind the fork of a failover also runs; it follows when Patroni has rewound it.
    const following = members.filter(
      ({ state, timeline, lag = 0 }) =>
        /^(running|streaming)$/.test(state) &&
        timeline === leader?.timeline &&
        typeof lag === 'number' &&
        lag < LAG_BYTES_MAX,
    );
    return (
      following
        .map(({ role }) => role)
        .sort()
        .join(' ') === 'leader replica sync_standby'
    );
  };
  return until(isWhole, 'one primary and two standbys run, and one of these confirms commits', 120_000);
}

function etcdLeader(members: readonly (readonly [DatabaseMachine, string])[]): DatabaseMachine {
  const endpoints = members.map(([, url]) => url).join(',');
  const text = execFileSync('etcdctl', ['--endpoints', endpoints, 'endpoint', 'status', '-w', 'json'], {
    env: { PATH: process.env.PATH, ETCDCTL_API: '3' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const rows = JSON.parse(text) as { Endpoint: string; Status: { leader: number; header: { member_id: number } } }[];
  const leader = rows.find(({ Status }) => Status.leader === Status.header.member_id);
  const member = members.find(([, url]) => url === leader?.Endpoint);
  if (!member) throw new Error(`no member of etcd leads: ${text}`);
  return member[0];
}

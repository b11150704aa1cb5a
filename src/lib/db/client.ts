/** The only place that knows the driver. Other code sees `Db`, a Kysely bound to one company or to the platform. */
import { type Kysely, Kysely as KyselyClient, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { assert } from '../core/errors.ts';
import { companyMacs, type InTransaction, openBinder, openBinderOfTransactions, openOwners } from './binding.ts';
import { answerWithin, releaseAfter } from './commit.ts';
import {
  answersOf,
  type Connection,
  isStalePlan,
  type Send,
  type Started,
  Statements,
  withinTransaction,
} from './connection.ts';
import { sqlState } from './errors.ts';
import { type Permit, type SignPermit, setSigner } from './permits.ts';
import { answers, openPool, type PoolUse, roundTripMs, useOf } from './pool.ts';
import type { Schema } from './schema/schema.ts';
import { lendToAll } from './shared.ts';

export { answersOf, type Started } from './connection.ts';

export type Db = Kysely<Schema>;

/** Owns nothing; row-level security shows it the rows of one company and no others. The company's login is a member. */
export const APP_ROLE = 'launchbook_app';

/** The role that signs in for companies' connections. */
export interface CompanyLogin {
  readonly user: string;
  /** Null where the server asks for none. */
  readonly password: string | null;
}

/** How to reach one database as each of the two. */
export interface Connections {
  /** As the owner of the tables. What node-postgres takes: a connection string, or socket folder, user and database. */
  readonly connection: pg.PoolConfig;
  /** The same database as `login`. */
  readonly companyConnection: pg.PoolConfig;
  readonly login: CompanyLogin;
  /**
   * `transaction` where a pooler in between may give each transaction another session of the server; `session`, the default,
   * where a connection keeps one session.
   */
  readonly pooling?: 'session' | 'transaction';
}

export interface Database {
  /** As the owner of the tables, for what belongs to no company: companies themselves, super admins, migrations, mail. */
  readonly platform: Db;
  /** Connections of `login`, each bound to the company. */
  company(companyId: string): Db;
  /**
   * The same for one request: its statements that are under way at the same time share one connection, and those that are
   * started together travel in one write, with the binding. A transaction gets a connection of its own.
   */
  companyForRequest(companyId: string): Db;
  readonly login: CompanyLogin;
  /** True while the database answers. */
  answers(): Promise<boolean>;
  /** How long one question and its answer take, in whole milliseconds, at least 1. */
  roundTripMs(): Promise<number>;
  /** The connections of both pools by what they do; `waiting` are the callers that wait for one. */
  poolUse(): readonly PoolUse[];
  close(): Promise<void>;
}

/** How much of the pool serves what belongs to no company. */
const PLATFORM_SHARE = 0.3;

/** A `Db` that is not inside a transaction: it can give `inTransaction` a connection. */
interface PooledDb extends Db {
  takeConnection(): Promise<Connection>;
  readonly commitMsMax: number;
  /** Of a company. */
  readonly signPermit?: SignPermit;
}
const isPooled = (db: Db): db is PooledDb => 'takeConnection' in db;

function kyselyOver(connect: () => Promise<PostgresPoolClient>, options: object = {}): Db {
  return new KyselyClient<Schema>({
    dialect: new PostgresDialect({ pool: { connect, end: async () => {}, options } }),
  });
}

export interface DatabaseOptions extends Connections {
  readonly poolSize?: number;
  /** How long a commit may wait for a standby before its caller hears that the database is away. */
  readonly commitMsMax?: number;
  readonly onError?: (cause: Error) => void;
  /** The content of `app.writer` (`writers.ts`); null for connections that are not the program's. */
  readonly writer?: string | null;
}

/** Opens a pool; connects lazily, so that a server that is away for a moment is no reason to die. */
export function openDatabase({
  connection,
  companyConnection,
  login,
  pooling = 'session',
  poolSize = 20,
  commitMsMax = 30_000,
  onError,
  writer = null,
}: DatabaseOptions): Database {
  let isClosing = false;
  // A server that stops right after us ends connections that are just being closed: nothing is lost then.
  const onLoss = (cause: Error): void => {
    if (!isClosing) onError?.(cause);
  };
  // Two logins: no connection of the owner is ever handed to a company.
  const ownersMax = Math.max(2, Math.floor(poolSize * PLATFORM_SHARE));
  const isSession = pooling === 'session';
  const own = writer === null ? {} : { 'app.writer': writer };
  const owners = openPool(connection, ownersMax, onLoss);
  const pool = openPool(companyConnection, Math.max(1, poolSize - ownersMax), onLoss);
  const statements = { direct: new Statements(), pooled: isSession ? Statements.throughPooler() : new Statements(0) };
  const { bindingOf, permitOf } = companyMacs(owners);
  const settingsOf = async (id: string) => ({ 'app.company_binding': await bindingOf(id), ...own });
  const binderOf = (isSession ? openBinder : openBinderOfTransactions)(aloneIn)(pool, settingsOf, statements);
  const connectOwner = openOwners(owners, statements, { settings: own, aloneIn, isPooled: !isSession });
  const pooledOver = (connect: () => Promise<Connection>, options: object): PooledDb =>
    Object.assign(kyselyOver(connect, options), { takeConnection: connect, commitMsMax });
  const signerOf = (id: string) => ({ signPermit: (permit: Permit) => permitOf(id, permit) });
  const bound = new Map<string, Db>();
  const of = (id: string): Db => {
    const db = bound.get(id) ?? Object.assign(pooledOver(binderOf(id).connect, pool.options), signerOf(id));
    bound.set(id, db);
    return db;
  };
  return {
    platform: pooledOver(connectOwner, owners.options),
    company: of,
    companyForRequest: (id) => {
      const { connect, startConnecting } = binderOf(id);
      const own = { takeConnection: connect, commitMsMax, ...signerOf(id) };
      return Object.assign(kyselyOver(lendToAll(startConnecting), pool.options), own);
    },
    login,
    answers: () => answers(owners),
    roundTripMs: () => roundTripMs(owners),
    poolUse: () => [...useOf('platform', owners), ...useOf('company', pool)],
    close: async () => {
      isClosing = true;
      await Promise.all([owners.end(), pool.end()]);
    },
  };
}

const RETRYABLE = new Set(['40001', '40P01']);
const IN_FAILED_TRANSACTION = '25P02';

/** True when a unique index of this name refused a row. */
export function violates(cause: unknown, index: string): boolean {
  return sqlState(cause) === '23505' && cause instanceof Error && 'constraint' in cause && cause.constraint === index;
}

/**
 * Runs `work` in one transaction; up to five times when the database asks for that (serialisation, deadlock, a stale plan).
 * The only place that begins, commits and rolls back.
 *
 * `work` may start several statements without waiting for each other (`Promise.all`): they run in the order in which they
 * were started. After the first that fails all others fail, and nothing is committed.
 *
 * @param finish starts the last statements, one for each promise. The commit follows them without waiting for their answers, so
 * the locks for which others wait end as soon as the database can end them. When one of them fails, nothing is committed and
 * its failure is thrown (docs/decisions/0200).
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  finish: (result: T) => Started = () => [],
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runTransaction(db, 'begin', work, finish);
    } catch (cause) {
      if (attempt >= 5 || !(RETRYABLE.has(sqlState(cause) ?? '') || isStalePlan(cause))) throw cause;
    }
  }
}

const BEGIN_SNAPSHOT = 'begin isolation level repeatable read read only';

/** Reads one state of the database: a read-only transaction that does not see what others commit meanwhile. */
export function inSnapshot<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return runTransaction(db, BEGIN_SNAPSHOT, work, () => []);
}

/** The same for a reader that returns in between. It occupies a connection: call `end` in any case. */
export async function openSnapshot(db: Db): Promise<{ readonly tx: Db; end(): Promise<void> }> {
  assert(isPooled(db), 'a snapshot begins on a database, not inside a transaction');
  const client = await db.takeConnection();
  let isOver = false;
  const connection = withinTransaction(client, { onSend: () => {}, onFailure: () => {} });
  // A failure also fails the statements after it.
  client.beginWith(BEGIN_SNAPSHOT).catch(() => {});
  return {
    tx: kyselyOver(async () => {
      assert(!isOver, 'no statement comes after the end of its snapshot');
      return connection;
    }),
    end: async () => {
      isOver = true;
      // Nothing was written, and a lost connection has nothing to roll back.
      const [end] = await Promise.allSettled([client.send('rollback')]);
      client.release(end.status === 'rejected');
    },
  };
}

/** Begin, one statement and commit in one write: for a pooler of transactions (decision 0570). */
const aloneIn = ({ beginWith, send }: InTransaction): Send => {
  const sendOnce: Send = async (text, values) => {
    const begun = beginWith('begin');
    const answer = send(text, values);
    // After a failed statement it only ends the transaction.
    await answersOf([begun, answer, send('commit')]);
    return answer;
  };
  return async (text, values) => {
    try {
      return await sendOnce(text, values);
    } catch (cause) {
      // Nothing of it was committed.
      if (isStalePlan(cause)) return await sendOnce(text, values);
      throw cause;
    }
  };
};

/** Kysely sends a statement some microtasks after it was started: the next tick comes after them. */
const nextTick = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

async function runTransaction<T>(
  db: Db,
  begin: string,
  work: (tx: Db) => Promise<T>,
  finish: (result: T) => Started,
): Promise<T> {
  assert(isPooled(db), 'a transaction begins on a database, not inside another transaction');
  const client = await db.takeConnection();
  let isOver = false;
  let isBroken = false;
  let sent = 0;
  let firstFailure: unknown = null;
  let commit: Promise<pg.QueryResult> | null = null;
  let isWaiting = false;
  const connection = withinTransaction(client, {
    onSend: () => {
      sent++;
    },
    onFailure: (cause) => {
      firstFailure ??= cause;
    },
  });
  const tx = kyselyOver(async () => {
    assert(!isOver, 'no statement comes after the end of its transaction');
    return connection;
  });
  if (db.signPermit) setSigner(tx, db.signPermit);
  // Travels with the first statement of `work`. A failure also fails that statement.
  const begun = client.beginWith(begin);
  begun.catch(() => {});
  try {
    const result = await work(tx);
    await begun;
    const sentBefore = sent;
    const last = finish(result);
    const answers = answersOf(last);
    answers.catch(() => {});
    if (last.length > 0) await nextTick();
    if (sent < sentBefore + last.length) await answers;
    assert(sent === sentBefore + last.length, 'each of the last promises is one statement');
    isOver = true;
    commit = client.send('commit');
    commit.catch(() => {});
    await answers;
    // After a failed statement PostgreSQL answers COMMIT with ROLLBACK, without an error.
    const { command } = await answerWithin(commit, db.commitMsMax, () => {
      isWaiting = true;
    });
    assert(command === 'COMMIT', 'a transaction with a failed statement also fails');
    return result;
  } catch (cause) {
    isOver = true;
    // A commit that is sent ends a failed transaction, too.
    if (!isWaiting)
      await (commit ?? client.send('rollback')).catch(() => {
        isBroken = true;
      });
    // Statements that travel together all fail after the first one: only that failure says why.
    throw sqlState(cause) === IN_FAILED_TRANSACTION ? firstFailure : cause;
  } finally {
    if (isWaiting) releaseAfter(client, commit);
    else client.release(isBroken);
  }
}

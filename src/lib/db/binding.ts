/** Binds connections to one company: the database shows them the rows of that company and no others. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { assert } from '../core/errors.ts';
import {
  asKyselys,
  type Connection,
  forgetPrepared,
  type Send,
  type Statements,
  withPreparedStatements,
  writingTogether,
} from './connection.ts';
import type { Permit } from './permits.ts';

const boundTo = Symbol('company');
type BoundClient = pg.PoolClient & { [boundTo]?: string };

/** What `app.company_binding` must contain for a company: its id with a MAC that the database checks (migration 0150). */
type Binding = (companyId: string) => Promise<string>;

/** Parameters of a session or transaction by their names. */
type Settings = Readonly<Record<string, string>>;

/** @returns the statement that sets them in the session, and its values */
function settingStatement(settings: Settings): [string, string[]] {
  const calls = Object.keys(settings).map((name, i) => `set_config('${name}', $${i + 1}, false)`);
  return [`SELECT ${calls.join(', ')}`, Object.values(settings)];
}

/** The settings with which connections serve a company. */
type SettingsOf = (companyId: string) => Promise<Settings>;

/** MACs under the key that only the owner's connections can read. */
export interface CompanyMacs {
  readonly bindingOf: Binding;
  /** What `app.permit` must contain for a permit (migration 0650). */
  permitOf(companyId: string, permit: Permit): Promise<string>;
}

export function companyMacs(owners: pg.Pool): CompanyMacs {
  let key: Promise<Buffer> | null = null;
  const readKey = async (): Promise<Buffer> => {
    const { rows } = await owners.query<{ key: Buffer }>('SELECT key FROM company_binding_key');
    assert(rows[0], 'migration 0150 has created the key');
    return rows[0].key;
  };
  const macOf = async (companyId: string, text: string): Promise<string> => {
    key ??= readKey().catch((cause: unknown) => {
      key = null;
      throw cause;
    });
    const bytes = await key;
    const id = Buffer.from(companyId.replaceAll('-', ''), 'hex');
    return createHash('sha256').update(bytes).update(id).update(text).update(bytes).digest('hex');
  };
  return {
    bindingOf: async (companyId) => companyId + (await macOf(companyId, '')),
    permitOf: macOf,
  };
}

/** The kinds of statements, by what may become of a session. */
export interface Prepared {
  /** For connections that keep their session. */
  readonly direct: Statements;
  /** For connections through a pooler, which may give each transaction another session, from one moment to the next. */
  readonly pooled: Statements;
}

const pooledClients = new WeakMap<pg.PoolClient, boolean>();

/**
 * Whether a pooler is in between: it gives its clients a process id that it makes up. Without one the connection keeps its
 * session until it ends, and what is set in the session is set for good.
 */
async function isThroughPooler(client: pg.PoolClient): Promise<boolean> {
  const known = pooledClients.get(client);
  if (known !== undefined) return known;
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const isPooled = !('processID' in client) || client.processID !== rows[0]?.pid;
    pooledClients.set(client, isPooled);
    return isPooled;
  } catch (cause) {
    client.release(true);
    throw cause;
  }
}

/** A connection whose binding may still be under way. */
export interface Connecting {
  readonly connection: Connection;
  /** Null if the connection is bound. What is sent before it resolves may only read, and is void if it rejects. */
  readonly binding: Promise<void> | null;
}

export interface Binder {
  /** A connection that is bound. */
  connect(): Promise<Connection>;
  /** As `connect`, without waiting for the answer to the binding. */
  startConnecting(): Promise<Connecting>;
}

/**
 * Binds the session of a connection once. Through a pooler each transaction is bound, because a pooler may begin to pool
 * transactions while the program runs (decision 0760).
 */
export const openBinder =
  (aloneIn: AloneIn) =>
  (pool: pg.Pool, settingsOf: SettingsOf, statements: Prepared): ((companyId: string) => Binder) =>
  (companyId) => {
    const startConnecting = async (): Promise<Connecting> => {
      const wanted = await settingsOf(companyId);
      const client: BoundClient = await pool.connect();
      if (await isThroughPooler(client)) {
        await clearOfOther(client, companyId);
        return { connection: inBoundTransactions(client, statements.pooled, wanted, aloneIn), binding: null };
      }
      const connection = withPreparedStatements(client, statements.direct);
      if (client[boundTo] === companyId) return { connection, binding: null };
      const binding = bind(client, companyId, wanted);
      // Each statement on the connection fails with it, too.
      binding.catch(() => {});
      return { connection, binding };
    };
    const connect = async (): Promise<Connection> => {
      const { connection, binding } = await startConnecting();
      try {
        await binding;
      } catch (cause) {
        connection.release(true);
        throw cause;
      }
      return connection;
    };
    return { connect, startConnecting };
  };

/** The parts of a connection by which a transaction begins and its statements go. */
export type InTransaction = Pick<Connection, 'beginWith' | 'send'>;

/** Sends a single statement with a begin before it and a commit after it. */
type AloneIn = (connection: InTransaction) => Send;

/** A connection through a pooler: each transaction gets the settings when it begins. */
function inBoundTransactions(
  client: pg.PoolClient,
  statements: Statements,
  settings: Settings,
  aloneIn: AloneIn,
): Connection {
  const { beginWith: beginUnset, send, release } = withPreparedStatements(client, statements);
  // In one message with the begin, and never prepared: a session that is another one than before can't refuse it.
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`,
  );
  const beginWith = (text: string): Promise<unknown> => beginUnset(`${text}; SELECT ${calls.join(', ')}`);
  const sendAlone = aloneIn({ beginWith, send });
  return { ...asKyselys(sendAlone, release), beginWith, send, sendAlone };
}

interface OwnersOptions {
  /** Set on each connection, or in each transaction through a pooler. */
  readonly settings: Settings;
  readonly aloneIn: AloneIn;
  /** Whether a pooler is known to give each transaction any session. */
  readonly isPooled: boolean;
}

/** @returns gives connections of the owner */
export function openOwners(
  pool: pg.Pool,
  statements: Prepared,
  { settings, aloneIn, isPooled }: OwnersOptions,
): () => Promise<Connection> {
  const isSet = Object.keys(settings).length > 0;
  const set = new WeakSet<pg.PoolClient>();
  return async () => {
    const client = await pool.connect();
    if (isPooled || (await isThroughPooler(client)))
      return isSet
        ? inBoundTransactions(client, statements.pooled, settings, aloneIn)
        : withPreparedStatements(client, statements.pooled);
    // Comes before all other statements of the connection. One on which it fails is lost, and its next statement says so.
    if (isSet && !set.has(client)) void client.query(...settingStatement(settings)).catch(() => {});
    set.add(client);
    return withPreparedStatements(client, statements.direct);
  };
}

/** As `openBinder`, for a pooler of transactions. A session is bound to nobody between two transactions. */
export const openBinderOfTransactions =
  (aloneIn: AloneIn): ReturnType<typeof openBinder> =>
  (pool, settingsOf, { pooled }) =>
  (companyId) => {
    const connect = async (): Promise<Connection> => {
      const settings = await settingsOf(companyId);
      return inBoundTransactions(await pool.connect(), pooled, settings, aloneIn);
    };
    return { connect, startConnecting: async () => ({ connection: await connect(), binding: null }) };
  };

/** Where a pooler keeps the session, nothing that a statement for one company left in it may act in another company's. */
async function clearOfOther(client: BoundClient, companyId: string): Promise<void> {
  const before = client[boundTo];
  client[boundTo] = companyId;
  if (before === undefined || before === companyId) return;
  forgetPrepared(client);
  try {
    await client.query('DISCARD ALL');
  } catch (cause) {
    client.release(true);
    throw cause;
  }
}

async function bind(client: BoundClient, companyId: string, settings: Settings): Promise<void> {
  // Nothing that a statement for one company left in the session may act in another company's.
  const isUsed = client[boundTo] !== undefined;
  forgetPrepared(client);
  writingTogether(client);
  await Promise.all([isUsed && client.query('DISCARD ALL'), client.query(...settingStatement(settings))]);
  client[boundTo] = companyId;
}

/** Binds connections to one company: the database shows them the rows of that company and no others. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { assert } from '../core/errors.ts';
import {
  answersOf,
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
export type Settings = Readonly<Record<string, string>>;

/** @returns the statement that sets them, and its values */
export function settingStatement(settings: Settings, isLocal: boolean): [string, string[]] {
  const calls = Object.keys(settings).map((name, i) => `set_config('${name}', $${i + 1}, ${isLocal})`);
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

export function openBinder(
  pool: pg.Pool,
  settingsOf: SettingsOf,
  statements: Statements,
): (companyId: string) => Binder {
  return (companyId) => {
    const startConnecting = async (): Promise<Connecting> => {
      const wanted = await settingsOf(companyId);
      const client: BoundClient = await pool.connect();
      const connection = withPreparedStatements(client, statements);
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
}

/** The parts of a connection by which a transaction begins and its statements go. */
export type InTransaction = Pick<Connection, 'beginWith' | 'send'>;

/** Sends a single statement with a begin before it and a commit after it. */
type AloneIn = (connection: InTransaction) => Send;

/** A connection through a pooler that gives each transaction any session: each transaction gets the settings when it begins. */
async function connectToTransactions(
  pool: pg.Pool,
  statements: Statements,
  settings: Settings,
  aloneIn: AloneIn,
): Promise<Connection> {
  const { beginWith: beginUnset, send, release } = withPreparedStatements(await pool.connect(), statements);
  const beginWith = (text: string): Promise<unknown> =>
    answersOf([beginUnset(text), send(...settingStatement(settings, true))]);
  const sendAlone = aloneIn({ beginWith, send });
  return { ...asKyselys(sendAlone, release), beginWith, send, sendAlone };
}

interface OwnersOptions {
  /** Set on each connection. */
  readonly settings: Settings;
  /** For a pooler that gives each transaction any session; null without one. */
  readonly aloneIn: AloneIn | null;
}

/** @returns gives connections of the owner */
export function openOwners(
  pool: pg.Pool,
  statements: Statements,
  { settings, aloneIn }: OwnersOptions,
): () => Promise<Connection> {
  const isSet = Object.keys(settings).length > 0;
  if (isSet && aloneIn) return () => connectToTransactions(pool, statements, settings, aloneIn);
  // Comes before all other statements of the connection. One on which it fails is lost, and its next statement says so.
  if (isSet) pool.on('connect', (client) => void client.query(...settingStatement(settings, false)).catch(() => {}));
  return async () => withPreparedStatements(await pool.connect(), statements);
}

/** As `openBinder`, for such a pooler. A session is bound to nobody between two transactions. */
export const openBinderOfTransactions =
  (aloneIn: AloneIn): typeof openBinder =>
  (pool, settingsOf, statements) =>
  (companyId) => {
    const connect = async (): Promise<Connection> =>
      connectToTransactions(pool, statements, await settingsOf(companyId), aloneIn);
    return { connect, startConnecting: async () => ({ connection: await connect(), binding: null }) };
  };

async function bind(client: BoundClient, companyId: string, settings: Settings): Promise<void> {
  // Nothing that a statement for one company left in the session may act in another company's.
  const isUsed = client[boundTo] !== undefined;
  forgetPrepared(client);
  writingTogether(client);
  await Promise.all([isUsed && client.query('DISCARD ALL'), client.query(...settingStatement(settings, false))]);
  client[boundTo] = companyId;
}

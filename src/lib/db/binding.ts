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

export function openBinder(pool: pg.Pool, bindingOf: Binding, statements: Statements): (companyId: string) => Binder {
  return (companyId) => {
    const startConnecting = async (): Promise<Connecting> => {
      const wanted = await bindingOf(companyId);
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

/**
 * As `openBinder`, for a pooler that gives each transaction any session: each transaction is bound when it begins. A session is
 * bound to nobody between two.
 * @param aloneIn sends a single statement with a begin before it and a commit after it
 */
export const openBinderOfTransactions =
  (aloneIn: (connection: InTransaction) => Send): typeof openBinder =>
  (pool, bindingOf, statements) =>
  (companyId) => {
    const connect = async (): Promise<Connection> => {
      const binding = await bindingOf(companyId);
      const { beginWith: beginUnbound, send, release } = withPreparedStatements(await pool.connect(), statements);
      const beginWith = (text: string): Promise<unknown> =>
        answersOf([beginUnbound(text), send("SELECT set_config('app.company_binding', $1, true)", [binding])]);
      const sendAlone = aloneIn({ beginWith, send });
      return { ...asKyselys(sendAlone, release), beginWith, send, sendAlone };
    };
    return { connect, startConnecting: async () => ({ connection: await connect(), binding: null }) };
  };

async function bind(client: BoundClient, companyId: string, binding: string): Promise<void> {
  // Nothing that a statement for one company left in the session may act in another company's.
  const isUsed = client[boundTo] !== undefined;
  forgetPrepared(client);
  writingTogether(client);
  await Promise.all([
    isUsed && client.query('DISCARD ALL'),
    client.query("SELECT set_config('app.company_binding', $1, false)", [binding]),
  ]);
  client[boundTo] = companyId;
}

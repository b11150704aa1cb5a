/** The only place that knows the driver. Everybody else sees `Db`, a Kysely bound to one company (or to the platform). */
import { type Kysely, Kysely as KyselyClient, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { sqlState } from './errors.ts';
import { isStalePlan, preparing, Statements } from './prepared.ts';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;

pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);
// A birthday has no time zone: keep `YYYY-MM-DD`.
pg.types.setTypeParser(pg.types.builtins.DATE, (text: string) => text);

/** Owns nothing; row-level security shows it the rows of `app.company_id` and no others (migration 0090). */
export const APP_ROLE = 'launchbook_app';

export interface Database {
  /** As the owner of the tables, for what belongs to no company: companies themselves, super admins, migrations, mail. */
  readonly platform: Db;
  /** Connections that run as `APP_ROLE` and carry the company in `app.company_id`. */
  company(companyId: string): Db;
  /** True while the database answers. */
  answers(): Promise<boolean>;
  /** How long one question and its answer take, in whole milliseconds, at least 1. */
  roundTripMs(): Promise<number>;
  close(): Promise<void>;
}

/** How much of the pool serves what belongs to no company. */
const PLATFORM_SHARE = 0.3;

const boundTo = Symbol('company');
type BoundClient = pg.PoolClient & { [boundTo]?: string };

function bind(pool: pg.Pool, companyId: string, statements: Statements): Db {
  const connect = async (): Promise<PostgresPoolClient> => {
    const client: BoundClient = await pool.connect();
    if (client[boundTo] !== companyId) {
      try {
        await client.query("SELECT set_config('role', $1, false), set_config('app.company_id', $2, false)", [
          APP_ROLE,
          companyId,
        ]);
        client[boundTo] = companyId;
      } catch (cause) {
        client.release(true);
        throw cause;
      }
    }
    return preparing(client, statements);
  };
  return new KyselyClient<Schema>({
    dialect: new PostgresDialect({ pool: { connect, end: async () => {}, options: pool.options } }),
  });
}

export interface DatabaseOptions {
  /** What node-postgres takes: a connection string, or socket folder, user and database. */
  readonly connection: pg.PoolConfig;
  readonly poolSize?: number;
  readonly onError?: (cause: Error) => void;
}

/** Opens a pool; connects lazily, so that a server that is away for a moment is no reason to die. */
export function openDatabase({ connection, poolSize = 20, onError }: DatabaseOptions): Database {
  let isClosing = false;
  const open = (max: number): pg.Pool => {
    const pool = new pg.Pool({
      ...connection,
      max,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 30_000,
      application_name: 'launchbook',
      pipeline: true,
    });
    // A server that stops right after us ends connections that are just being closed: nothing is lost then.
    pool.on('error', (cause) => isClosing || onError?.(cause));
    // While a connection is lent out nobody else listens; unheard, the loss of one between two statements ends the program.
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  // Apart, so that no connection of the owner is ever handed to a company, and none changes sides at each request.
  const ownersMax = Math.max(2, Math.floor(poolSize * PLATFORM_SHARE));
  const owners = open(ownersMax);
  const pool = open(Math.max(1, poolSize - ownersMax));
  const statements = new Statements();
  const bound = new Map<string, Db>();
  const of = (id: string): Db => {
    let db = bound.get(id);
    if (!db) {
      db = bind(pool, id, statements);
      bound.set(id, db);
    }
    return db;
  };
  return {
    platform: new KyselyClient<Schema>({
      dialect: new PostgresDialect({
        pool: {
          connect: async () => preparing(await owners.connect(), statements),
          end: async () => {},
          options: owners.options,
        },
      }),
    }),
    company: of,
    answers: () =>
      owners.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    roundTripMs: async () => {
      const client = await owners.connect();
      try {
        const start = performance.now();
        await client.query('SELECT 1');
        return Math.ceil(performance.now() - start);
      } finally {
        client.release();
      }
    },
    close: async () => {
      isClosing = true;
      await Promise.all([owners.end(), pool.end()]);
    },
  };
}

const RETRYABLE = new Set(['40001', '40P01']);

/** True when a unique index of this name refused a row. */
export function violates(cause: unknown, index: string): boolean {
  return sqlState(cause) === '23505' && cause instanceof Error && 'constraint' in cause && cause.constraint === index;
}

/** True for what passes when the database is back: shut down, starting up, cut connections, no free connection. */
export function isUnavailable(cause: unknown): boolean {
  const code = sqlState(cause);
  if (code && (/^(08|57P|53)/.test(code) || /^(ECONN|ENOENT|EPIPE|ETIMEDOUT)/.test(code))) return true;
  return (
    cause instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      cause.message,
    )
  );
}

/** One transaction, tried again up to five times when the database asks for it (serialisation, deadlock, a stale plan). */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (cause) {
      if (attempt >= 5 || !(RETRYABLE.has(sqlState(cause) ?? '') || isStalePlan(cause))) throw cause;
    }
  }
}

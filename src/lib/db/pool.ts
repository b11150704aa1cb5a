/** Pools of connections, and how many of one do what. */
import pg from 'pg';
import { noteCancelledWait } from './commit.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);
// A birthday has no time zone: keep `YYYY-MM-DD`.
pg.types.setTypeParser(pg.types.builtins.DATE, (text: string) => text);

/** The name of the program's connections: what others change in the database is not recorded in the audit trail (decision 0660). */
export const PROGRAM_NAME = 'launchbook-program';

interface BothConnections {
  readonly connection: pg.PoolConfig;
  readonly companyConnection: pg.PoolConfig;
}

/**
 * The same connections under the program's name.
 * @param writer the content of `app.writer`: nonce and key, by which what they write in the audit trail is signed (decision 0753)
 */
export const asProgram = <T extends BothConnections>(to: T, writer: string): T & { readonly writer: string } => ({
  ...to,
  writer,
  connection: named(to.connection),
  companyConnection: named(to.companyConnection),
});

/** The name also counts where the address brings another one. */
function named(to: pg.PoolConfig): pg.PoolConfig {
  if (to.connectionString === undefined) return { ...to, application_name: PROGRAM_NAME };
  const [address = '', query = ''] = to.connectionString.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('application_name', PROGRAM_NAME);
  return { ...to, connectionString: `${address}?${parameters}` };
}

/** @param max connections; each is opened when it is needed */
export function openPool(to: pg.PoolConfig, max: number, onLoss: (cause: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    application_name: 'launchbook',
    ...to,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    pipeline: true,
  });
  pool.on('error', onLoss);
  pool.on('connect', (client) => {
    // While a connection is lent out nobody else listens; unheard, the loss of one between two statements ends the program.
    client.on('error', () => {});
    client.on('notice', (notice) => noteCancelledWait(client, notice));
  });
  return pool;
}

export interface PoolUse {
  readonly pool: 'platform' | 'company';
  readonly state: 'busy' | 'idle' | 'waiting';
  readonly count: number;
}

export const useOf = (name: PoolUse['pool'], { totalCount, idleCount, waitingCount }: pg.Pool): readonly PoolUse[] => [
  { pool: name, state: 'busy', count: totalCount - idleCount },
  { pool: name, state: 'idle', count: idleCount },
  { pool: name, state: 'waiting', count: waitingCount },
];

/** True while the database answers. */
export const answers = (pool: pg.Pool): Promise<boolean> =>
  pool.query('SELECT 1').then(
    () => true,
    () => false,
  );

/** How long one question and its answer take, in whole milliseconds, at least 1. */
export async function roundTripMs(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  try {
    const start = performance.now();
    await client.query('SELECT 1');
    return Math.ceil(performance.now() - start);
  } finally {
    client.release();
  }
}

/**
 * A program with an embedded database, to be killed by tests: `node embedded-child.ts DATA_DIR [write]`.
 * It prints one JSON line an event: `up`, `acked` for each committed row (with `write`), `log`, or `failed`.
 */
import pg from 'pg';
import { startEmbedded } from '../../src/lib/db/embedded/supervisor.ts';

const [, , dataDir = '', mode] = process.argv;

function say(line: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function writeRows(connection: pg.ClientConfig): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 4 });
  pool.on('error', () => {});
  await pool.query('CREATE TABLE IF NOT EXISTS written (n bigint GENERATED ALWAYS AS IDENTITY, worker int, seq int)');
  async function write(worker: number): Promise<void> {
    for (let seq = 0; ; seq += 1) {
      await pool.query('INSERT INTO written (worker, seq) VALUES ($1, $2)', [worker, seq]);
      say({ event: 'acked', worker, seq });
    }
  }
  await Promise.all([0, 1, 2, 3].map(write));
}

try {
  const startedAt = Date.now();
  const server = await startEmbedded({ dataDir, log: (name, fields) => say({ event: 'log', name, ...fields }) });
  // Installed before the event: a test that receives it may end this program immediately.
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
  say({ event: 'up', pid: server.pid, socketDir: server.socketDir, ms: Date.now() - startedAt });
  if (mode === 'write') await writeRows(server.connections.connection);
} catch (error) {
  say({ event: 'failed', message: (error as Error).message });
  process.exitCode = 1;
}

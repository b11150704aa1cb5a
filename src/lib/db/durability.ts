/** Refuses a server of `DATABASE_URL` that would forget what it has acknowledged (docs/decisions/0485). */
import pg from 'pg';
import type { Connections } from './client.ts';

/** PostgreSQL manual, 'Reliability and the Write-Ahead Log'. Full page writes are missing: some file systems do not need them. */
const DURABLE = ['fsync', 'synchronous_commit'];

/** @returns a sentence for the operator about settings that are off, or null */
export function durabilityFault(settings: ReadonlyMap<string, string>): string | null {
  const off = DURABLE.filter((name) => settings.get(name) === 'off');
  if (off.length === 0) return null;
  const plural = off.length > 1;
  return `${off.join(' and ')} ${plural ? 'are' : 'is'} off at the server of DATABASE_URL, so a crash would lose purchases that were acknowledged. Set ${plural ? 'them' : 'it'} to on, for the server, the database and the program's roles.`;
}

/**
 * Reads the settings as the program's own sessions have them: a database or a role may have settings of its own.
 * @throws Error with a sentence for the operator
 */
export async function requireDurable({ connection, companyConnection }: Connections): Promise<void> {
  for (const config of [connection, companyConnection]) {
    const client = new pg.Client({ ...config, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ name: string; setting: string }>(
        'SELECT name, setting FROM pg_catalog.pg_settings WHERE name = ANY ($1)',
        [DURABLE],
      );
      const fault = durabilityFault(new Map(rows.map(({ name, setting }) => [name, setting])));
      if (fault !== null) throw new Error(fault);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** Makes an embedded server one for tests with roles of their own: until its next start it asks nobody for a password. */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { EmbeddedConnections } from '../../src/lib/db/embedded/supervisor.ts';

export async function trustEverybody(dataDir: string, { superuserConnection }: EmbeddedConnections): Promise<void> {
  const superuser = new pg.Client(superuserConnection);
  await superuser.connect();
  fs.writeFileSync(path.join(dataDir, 'postgres', 'pg_hba.conf'), 'local all all trust\n');
  await superuser.query('SELECT pg_reload_conf()');
  await superuser.end();
  const { password: _, ...connection } = superuserConnection;
  while (!(await connects(connection))) await sleep(10);
}

async function connects(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  const isIn = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end();
  return isIn;
}

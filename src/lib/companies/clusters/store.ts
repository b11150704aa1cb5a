/** SQL for the hosts that other clusters serve. Connections of the database owner only. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { isHere } from '../../db/moved.ts';

export interface ClusterHost {
  readonly host: string;
  readonly cluster: string;
}

/** The cluster of each host. */
export async function readClusters(db: Db): Promise<ReadonlyMap<string, string>> {
  return new Map((await listClusterHosts(db)).map(({ host, cluster }) => [host, cluster]));
}

export function listClusterHosts(db: Db): Promise<ClusterHost[]> {
  return db.selectFrom('cluster_hosts').select(['host', 'cluster']).orderBy('cluster').orderBy('host').execute();
}

/** Names the cluster of each host, also of one that another cluster had before. */
export async function setClusterHosts(tx: Db, cluster: string, hosts: readonly string[]): Promise<void> {
  await tx
    .insertInto('cluster_hosts')
    .values(hosts.map((host) => ({ host, cluster })))
    .onConflict((conflict) => conflict.column('host').doUpdateSet({ cluster }))
    .execute();
}

/** @returns the hosts that were there */
export async function deleteClusterHosts(tx: Db, hosts: readonly string[]): Promise<string[]> {
  const rows = await tx.deleteFrom('cluster_hosts').where('host', 'in', hosts).returning('host').execute();
  return rows.map(({ host }) => host);
}

/** @returns those of the hosts that other clusters serve */
export async function findClusterHosts(db: Db, hosts: readonly string[]): Promise<string[]> {
  if (hosts.length === 0) return [];
  const rows = await db.selectFrom('cluster_hosts').select('host').where('host', 'in', hosts).execute();
  return rows.map(({ host }) => host);
}

/** @returns those of the hosts that companies of this database have, without companies that have moved */
export async function findCompanyHosts(db: Db, hosts: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('company_hosts')
    .select('host')
    .where('host', 'in', hosts)
    .where(isHere('company_id'))
    .execute();
  return rows.map(({ host }) => host);
}

/** Lets one transaction after the other decide where a host belongs. */
export async function lockHosts(tx: Db): Promise<void> {
  await sql`LOCK TABLE cluster_hosts IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}

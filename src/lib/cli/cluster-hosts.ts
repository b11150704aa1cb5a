/** `npm run cluster:hosts`: the hosts that other clusters serve (docs/operations.md, Several clusters). */
import { record } from '../audit/service.ts';
import { isClusterName } from '../companies/clusters/rules.ts';
import * as store from '../companies/clusters/store.ts';
import { type Database, type Db, inTransaction } from '../db/client.ts';
import { PLATFORM_ID } from '../db/schema/schema.ts';
import { isHostName } from '../superadmin/companies/contract.ts';
import type { Print } from './backup.ts';

const USAGE = 'Use: npm run cluster:hosts [-- set CLUSTER HOST… | -- remove HOST…]';

/** @throws Error with a sentence for the operator */
export async function clusterHosts(
  { platform }: Pick<Database, 'platform'>,
  args: readonly string[],
  print: Print,
): Promise<boolean> {
  const [verb, ...rest] = args;
  if (verb === undefined) {
    const rows = await store.listClusterHosts(platform);
    for (const { host, cluster } of rows) print(`${host} ${cluster}`);
    if (rows.length === 0) print('ok no host belongs to another cluster');
  } else if (verb === 'set') {
    const [cluster = '', ...hosts] = rest;
    await setHosts(platform, cluster, checkedHosts(hosts));
    print(`ok ${hosts.length} hosts belong to the cluster ${cluster}. Nodes follow within 5 seconds.`);
  } else if (verb === 'remove') {
    await removeHosts(platform, checkedHosts(rest));
    print(`ok ${rest.length} hosts belong to no other cluster any more. Nodes follow within 5 seconds.`);
  } else throw new Error(USAGE);
  return true;
}

function checkedHosts(hosts: readonly string[]): readonly string[] {
  if (hosts.length === 0) throw new Error(USAGE);
  const wrong = hosts.filter((host) => !isHostName(host));
  if (wrong.length > 0)
    throw new Error(
      `Not host names in lower case, without scheme, port and path: ${wrong.join(', ')}. Nothing was changed.`,
    );
  return hosts;
}

async function setHosts(platform: Db, cluster: string, hosts: readonly string[]): Promise<void> {
  if (!isClusterName(cluster))
    throw new Error(
      `'${cluster}' is no name of a cluster: lower-case letters, digits and dashes, at most 31. Nothing was changed.`,
    );
  await inTransaction(platform, async (tx) => {
    await store.lockHosts(tx);
    const own = await store.findCompanyHosts(tx, hosts);
    if (own.length > 0)
      throw new Error(
        `Companies of this cluster have ${own.join(', ')}. Remove these hosts from their company first. Nothing was changed.`,
      );
    await store.setClusterHosts(tx, cluster, hosts);
    await note(tx, { cluster, hosts: [...hosts] });
  });
}

async function removeHosts(platform: Db, hosts: readonly string[]): Promise<void> {
  await inTransaction(platform, async (tx) => {
    await store.lockHosts(tx);
    const removed = await store.deleteClusterHosts(tx, hosts);
    const unknown = hosts.filter((host) => !removed.includes(host));
    if (unknown.length > 0) throw new Error(`No other cluster has ${unknown.join(', ')}. Nothing was changed.`);
    await note(tx, { cluster: null, hosts: [...hosts] });
  });
}

const note = (tx: Db, after: { cluster: string | null; hosts: string[] }): Promise<void> =>
  record(tx, {
    scopeId: PLATFORM_ID,
    actor: null,
    action: 'company.clusters',
    subjectKind: 'platform',
    subjectId: null,
    after,
  });

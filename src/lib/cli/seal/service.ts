/**
 * `npm run secret:seal`: after a change of APP_SECRET, encrypts under the present secret whatever is still under the previous one,
 * while the site runs. Then nothing that is stored needs the previous secret (docs/operations.md, To change the secret).
 */
import { record } from '../../audit/service.ts';
import { bindUnderPresentSecret } from '../../auth/sessions/bound/service.ts';
import type { Config } from '../../config.ts';
import { type Database, inTransaction } from '../../db/client.ts';
import { serverConnections } from '../../db/company-login.ts';
import { PLATFORM_ID } from '../../db/schema/schema.ts';
import { loadSecrets, type Secrets, sealText, secretsOf, unsealText } from '../../secrets.ts';
import { readLogKeys } from '../../transparency-log/epochs/service.ts';
import { epochSeeds, noteState } from '../../transparency-log/keys.rules.ts';
import { findNewest, listLogs } from '../../transparency-log/sealing/store.ts';
import type { Print } from '../backup.ts';
import * as store from './store.ts';

const COLUMNS: readonly store.SealedColumn[] = [
  { what: 'authenticator apps', table: 'totp_factors', column: 'sealed_secret', use: 'factors' },
  { what: 'webhook secrets', table: 'webhooks', column: 'secret', use: 'webhooks' },
  { what: 'former webhook secrets', table: 'webhooks', column: 'previous_secret', use: 'webhooks' },
  { what: 'accounts of refunds', table: 'refunds', column: 'payee_sealed', use: 'payees' },
  { what: 'waiting mails', table: 'mails', column: 'payload', use: 'mail', isWaiting: true },
];

/** A row that changes between the look at it and its replacement is looked at again. */
const PASSES_MAX = 10;

interface Outcome {
  readonly present: number;
  readonly sealed: number;
  /** The ids of rows that neither secret opens. */
  readonly unreadable: readonly string[];
}

async function sealColumn({ platform }: Database, secrets: Secrets, column: store.SealedColumn): Promise<Outcome> {
  const keys = secrets.keys(column.use);
  const present = secrets.key(column.use);
  let sealed = 0;
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const seen = { present: 0, older: 0, unreadable: [] as string[] };
    for await (const row of store.listSealed(platform, column)) {
      if (unsealText([present], row.id, row.bytes) !== null) {
        seen.present++;
        continue;
      }
      const text = unsealText(keys, row.id, row.bytes);
      if (text === null) {
        seen.unreadable.push(row.id);
        continue;
      }
      seen.older++;
      await store.replaceSealed(platform, column, row, sealText(present, row.id, text));
    }
    if (seen.older === 0) return { present: seen.present, sealed, unreadable: seen.unreadable };
    sealed += seen.older;
  }
  throw new Error(
    `A program still writes ${column.what} under the previous secret. Start every node with the new one.`,
  );
}

/** Logs whose newest checkpoint only the previous secret has signed. A running program signs them at its start. */
async function listUnsigned({ platform }: Database, secrets: Secrets): Promise<string[]> {
  const unsigned: string[] = [];
  for (const log of await listLogs(platform)) {
    const newest = await findNewest(platform, log);
    if (!newest || newest.note === '') continue;
    const { present } = await readLogKeys(platform, log, secrets);
    if (noteState(newest.note, { ...log, ...newest }, epochSeeds([secrets.key('log')], present)) !== 'signed')
      unsigned.push(`${log.kind} ${log.scopeId}`);
  }
  return unsigned;
}

/** @throws Error while a node works with the previous secret: it would go on writing under it */
async function refuseOldNodes({ platform }: Database, { databaseUrl, appSecretPrevious }: Config): Promise<void> {
  if (databaseUrl === null || appSecretPrevious === null) return;
  const { user } = serverConnections(databaseUrl, secretsOf(appSecretPrevious)).login;
  const count = await store.countConnectionsOf(platform, user);
  if (count > 0)
    throw new Error(
      `A node still has APP_SECRET set to the previous secret: ${count} connections of its role ${user} are open. Start it with the new one first.`,
    );
}

/**
 * @returns false if something cannot be read under either secret, or still needs the previous one
 * @throws Error with a sentence for the operator
 */
export async function sealAgain(
  database: Database,
  config: Config,
  args: readonly string[],
  print: Print,
): Promise<boolean> {
  if (args.length > 0) throw new Error('This command takes no options.');
  const secrets = loadSecrets(config);
  await refuseOldNodes(database, config);
  let isWhole = true;
  let count = 0;
  for (const column of COLUMNS) {
    const { present, sealed, unreadable } = await sealColumn(database, secrets, column);
    count += sealed;
    print(`ok ${column.what}: ${sealed} sealed again, ${present} under the present secret`);
    for (const id of unreadable) print(`BAD ${column.what}: ${id} was sealed under another secret and cannot be read`);
    isWhole &&= unreadable.length === 0;
  }
  const sessions = await bindUnderPresentSecret(database.platform, secrets);
  count += sessions.bound;
  print(`ok sessions: ${sessions.bound} bound again, ${sessions.present} under the present secret`);
  const unsigned = await listUnsigned(database, secrets);
  for (const log of unsigned)
    print(`BAD log ${log}: its newest checkpoint is signed under another secret: start a node with both secrets`);
  if (unsigned.length === 0) print('ok logs: the newest checkpoint of each is signed under the present secret');
  if (count > 0)
    await inTransaction(database.platform, (tx) =>
      record(tx, {
        scopeId: PLATFORM_ID,
        actor: null,
        action: 'secret.seal',
        subjectKind: 'platform',
        subjectId: null,
        after: { count },
      }),
    );
  return isWhole && unsigned.length === 0;
}

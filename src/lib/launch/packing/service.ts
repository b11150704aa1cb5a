/**
 * Makes launch packs off the request path. A pack is a row that waits; each program looks for one and makes it in a process of its
 * own. If the program dies, another one or its next start makes the same pack again: the same stock gives the same bytes, under
 * the same keys (decision 0395).
 */
import type { Logger } from 'pino';
import { notifyAdmins } from '../../accounts/admins/service.ts';
import { type AuditEvent, record } from '../../audit/service.ts';
import { mailBrand, publicOriginOf } from '../../companies/service.ts';
import { findSite, lockCompany } from '../../companies/store.ts';
import { ApiError, assert } from '../../core/errors.ts';
import { formatQuantity } from '../../core/format.ts';
import { repeatEvery } from '../../core/repeat.ts';
import { type Database, type Db, inSnapshot, inTransaction } from '../../db/client.ts';
import { launchNews } from '../../mail/templates/launch.ts';
import type { MediaStorage } from '../../media/storage.ts';
import type { StorageSettings } from '../../media/storages.ts';
import { forgetErasedWallets } from '../../members/edit/store.ts';
import type { App } from '../../scope.ts';
import type { Secrets } from '../../secrets.ts';
import { type Heads, readHeads } from '../../transparency-log/heads/service.ts';
import { updateLaunch } from '../store.ts';
import { packInProcess } from './process/service.ts';
import type { StoredPack } from './process/worker.ts';
import * as store from './store.ts';
import { findFault, findSchemaFault, type PackFault } from './verification/service.ts';

const ROUND_MS = 1_000;
const HEARD_EVERY_MS = 5_000;
/** What stops a pack again and again is no accident of one program. */
const ATTEMPTS_MAX = 5;

export interface PackingServices extends Pick<App, 'config' | 'wakeMail'> {
  readonly database: Pick<Database, 'platform'>;
  readonly storage: Pick<MediaStorage, 'open'>;
  /** Of the keys that sign the logs. */
  readonly secrets: Pick<Secrets, 'keys'>;
  /** The last heads of the logs that this node knows. */
  readonly heads: Pick<Heads, 'read'>;
  /** For the process that stores the files. */
  readonly storageSettings: StorageSettings;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

const STOPPED = `It was tried ${ATTEMPTS_MAX} times. Please look at the log, the disk and the memory of the server, then make the pack again.`;

/** @throws ApiError invalid with what to do; else what the process failed of */
async function make(
  { database, secrets, heads, storageSettings }: PackingServices,
  pack: store.TakenPack,
  ending: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<StoredPack> {
  if (pack.attempt > ATTEMPTS_MAX) throw new ApiError('invalid', STOPPED);
  const read = Promise.withResolvers<Awaited<ReturnType<typeof store.readHolders>>>();
  const known = await readHeads(database.platform, heads);
  // One snapshot: what is packed is what verifies, whatever is put back meanwhile.
  const verified = inSnapshot(database.platform, async (tx) => {
    const stock = await store.readHolders(tx, pack.companyId);
    if (stock.withoutAddress > 0)
      throw new ApiError('invalid', `${formatQuantity(stock.withoutAddress)} holders have no wallet address.`);
    read.resolve(stock);
    return (await findSchemaFault(tx)) ?? findFault(tx, pack.companyId, { secrets, heads: known });
  });
  verified.catch(read.reject);
  const { holders, totalTokens } = await read.promise;
  const { tokenAddress, chainId, symbol, storageKeys } = pack;
  const made = await packInProcess(
    { holders, tokenAddress, chainId, symbol, totalTokens, storageSettings, storageKeys },
    ending,
    onProgress,
  );
  const fault = await verified;
  if (fault !== null) throw new ApiError('invalid', faultText(fault));
  return made;
}

const faultText = ({ command, reason }: PackFault): string =>
  `The stock or the accounts do not verify (${command}): ${reason}. Please ask the operator of the server to look at it, then make the pack again.`;

/** Stores the pack with the last step of the launch, which it is. */
function finish(services: PackingServices, pack: store.TakenPack, made: StoredPack): Promise<void> {
  return inTransaction(services.database.platform, async (tx) => {
    const company = await lockCompany(tx, pack.companyId);
    assert(company?.launch_state === 'FROZEN', 'nothing moves a launch while its pack is made');
    if (!(await store.finishPack(tx, pack, made))) return;
    await updateLaunch(tx, company.id, { launch_state: 'PACKED' });
    await forgetErasedWallets(tx, company.id);
    await recordAndTell(tx, services, pack, {
      action: 'launch.pack',
      before: { state: 'FROZEN' },
      after: {
        state: 'PACKED',
        packId: pack.packId,
        holders: made.holderCount,
        totalUnits: String(made.totalUnits),
        roots: Object.fromEntries(made.trees.map(({ kind, root }) => [kind, root])),
        manifest: made.files.at(-1)?.sha256 ?? '',
      },
    });
  });
}

function fail(services: PackingServices, pack: store.TakenPack, failure: string): Promise<void> {
  return inTransaction(services.database.platform, async (tx) => {
    if (!(await store.failPack(tx, pack, failure))) return;
    await recordAndTell(tx, services, pack, { action: 'launch.pack.fail', after: { packId: pack.packId } }, failure);
  });
}

/** Records how a pack ended, and tells every admin by mail. @param failure what to do, for a pack that failed */
async function recordAndTell(
  tx: Db,
  home: PackingServices,
  { companyId }: store.TakenPack,
  event: Pick<AuditEvent, 'action' | 'before' | 'after'>,
  failure: string | null = null,
): Promise<void> {
  await record(tx, { scopeId: companyId, actor: null, subjectKind: 'company', subjectId: companyId, ...event });
  const site = await findSite(tx, { companyId, symbol: '' });
  assert(site, 'the company of a pack exists');
  const brand = mailBrand({ company: site.company, origin: publicOriginOf(home, site.primaryHost) });
  const after = failure === null ? event.after : { failure };
  const letter = launchNews({ brand, action: event.action, after, by: null, at: site.now });
  await notifyAdmins(tx, site, event.action.replaceAll('.', '-'), letter);
}

/** Makes a pack that this program has taken; what stops it is for a later attempt, unless it is about the data. */
async function work(services: PackingServices, pack: store.TakenPack, ending: AbortSignal): Promise<void> {
  const db = services.database.platform;
  const stopped = new AbortController();
  let progress = 0;
  const hear = async (): Promise<void> => {
    try {
      if (!(await store.keepPack(db, pack, progress))) stopped.abort(new Error('another program makes this pack'));
    } catch (cause) {
      services.log.warn({ err: cause, pack: pack.packId }, 'the progress of a launch pack could not be stored');
    }
  };
  let hearing = Promise.resolve();
  const sayProgress = (percent: number): void => {
    progress = percent;
    hearing = hearing.then(hear);
  };
  const stopHearing = repeatEvery(HEARD_EVERY_MS, hear);
  try {
    const made = await make(services, pack, AbortSignal.any([ending, stopped.signal]), sayProgress);
    await hearing;
    await finish(services, pack, made);
    services.wakeMail();
  } catch (cause) {
    await hearing;
    if (cause instanceof ApiError) {
      await fail(services, pack, cause.message);
      return services.wakeMail();
    }
    // After a failure it waits as if its program were lost.
    if (ending.aborted) await store.leavePack(db, pack);
    else services.log.error({ err: cause, pack: pack.packId }, 'a launch pack was not made and is tried again');
  } finally {
    await stopHearing();
  }
}

/** Makes the files of ready packs again that are missing: a backup has what they are made from, and not the files. */
async function restoreFiles(
  { database, storage, storageSettings, log }: PackingServices,
  ending: AbortSignal,
): Promise<void> {
  for (const pack of await store.listMade(database.platform)) {
    const stored = await Promise.all(pack.storageKeys.slice(0, pack.sums.length).map((key) => storage.open(key)));
    if (stored.every((file) => file !== null)) continue;
    const holders = await store.readMadeHolders(database.platform, pack);
    const { files } = await packInProcess({ ...pack, holders, storageSettings }, ending, () => {});
    const isSame = files.length === pack.sums.length && files.every(({ sha256 }, nth) => sha256 === pack.sums[nth]);
    if (!isSame)
      log.error({ pack: pack.packId }, 'the files of a launch pack were made again and differ from its sums');
  }
}

/** @returns a function that stops making packs; another program or the next start goes on */
export function startPacking(services: PackingServices): () => Promise<void> {
  const ending = new AbortController();
  const round = async (): Promise<void> => {
    try {
      const pack = ending.signal.aborted ? null : await store.takePack(services.database.platform);
      if (pack) await work(services, pack, ending.signal);
    } catch (cause) {
      if (!ending.signal.aborted) services.log.warn({ err: cause }, 'launch packs could not be looked for');
    }
  };
  const restored = restoreFiles(services, ending.signal).catch((cause: unknown) => {
    if (!ending.signal.aborted)
      services.log.warn({ err: cause }, 'missing files of launch packs could not be made again');
  });
  const stop = repeatEvery(ROUND_MS, round, restored);
  return async () => {
    ending.abort(new Error('the program stops'));
    await stop();
  };
}

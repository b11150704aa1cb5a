/** The keys of a log: the present ones, those that have ended, and the beginning of new ones (docs/decisions/0680). */
import { randomUUID } from 'node:crypto';
import { publicOriginOf } from '../../companies/service.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/client.ts';
import { PLATFORM_ID } from '../../db/schema/schema.ts';
import type { Secrets } from '../../secrets.ts';
import { epochSeeds, originOf } from '../keys.rules.ts';
import { parseCheckpoint, parseNote } from '../note.rules.ts';
import { awaitLog, findNewest, findPrimaryHost, type LogId } from '../sealing/store.ts';
import { EMPTY_ROOT } from '../tree.rules.ts';
import { type Epoch, type Head, type LogEpochs, readEpochs, signSuccession } from './rules.ts';
import * as store from './store.ts';

export interface LogKeys extends LogEpochs {
  /** Of the present epoch: the one of the present secret first. */
  readonly seeds: readonly Uint8Array[];
  /** Of all epochs. */
  readonly allSeeds: readonly Uint8Array[];
  readonly epochs: readonly (Epoch & { startedAt: Date })[];
}

export async function readLogKeys(db: Db, log: LogId, secrets: Pick<Secrets, 'keys'>): Promise<LogKeys> {
  const seeds = secrets.keys('log');
  const epochs = await store.listEpochs(db, log);
  const read = readEpochs(epochs, seeds);
  return {
    ...read,
    epochs,
    seeds: epochSeeds(seeds, read.present),
    allSeeds: [null, ...epochs.map(({ id }) => id)].flatMap((id) => epochSeeds(seeds, id)),
  };
}

/** The name of a log by the present address of its site. */
export async function readOrigin(db: Db, config: Config, log: LogId): Promise<string> {
  const host = log.scopeId === PLATFORM_ID ? null : await findPrimaryHost(db, log.scopeId);
  return originOf(new URL(publicOriginOf({ config }, host)).host, log);
}

export interface KeyServices {
  readonly config: Config;
  readonly secrets: Secrets;
}

/**
 * Ends the present keys of a log, and begins new ones. Waits for a program that seals the log.
 * @param known heads outside the database that the log does not continue
 * @returns how many entries the signed tree has that the new keys continue
 */
export async function beginEpoch(
  tx: Db,
  { config, secrets }: KeyServices,
  log: LogId,
  known: readonly Head[],
): Promise<number> {
  await awaitLog(tx, log);
  const { present, epochs } = await readLogKeys(tx, log, secrets);
  const signed = await findNewest(tx, log);
  const begins = { size: signed?.size ?? 0, root: signed?.root ?? EMPTY_ROOT };
  const named = signed && parseCheckpoint(parseNote(signed.note)?.text ?? '')?.origin;
  const [own = { epoch: present, ...begins }] = known
    .filter(({ epoch }) => epoch === present)
    .toSorted((a, b) => b.size - a.size);
  const id = randomUUID();
  const note = signSuccession(
    {
      origin: named ?? (await readOrigin(tx, config, log)),
      at: (await store.readTime(tx)).toISOString(),
      begins,
      ended: [own, ...known.filter(({ epoch }) => epoch !== present)],
    },
    { seeds: secrets.keys('log'), before: present, epoch: id },
  );
  await store.insertEpoch(tx, log, { id, note, number: epochs.length + 1 });
  return begins.size;
}

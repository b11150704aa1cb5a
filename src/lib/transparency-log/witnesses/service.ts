/**
 * Asks witnesses to cosign the newest checkpoint of each stock ledger (docs/decisions/0417), so that the site cannot show
 * different histories to different people. A witness that does not answer delays nothing. Several nodes may ask: a witness
 * answers the same question twice.
 */
import { randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import { repeatEvery } from '../../core/repeat.ts';
import type { Database, Db } from '../../db/client.ts';
import { readEpochs } from '../epochs/rules.ts';
import { listEpochs } from '../epochs/store.ts';
import { readConsistencyPath } from '../publishing/service.ts';
import { findWitnessedSize, insertRollback } from '../rollbacks/store.ts';
import { findNewest, type LogId, listLogs, listTrees, type StoredCheckpoint } from '../sealing/store.ts';
import { conflictSize, cosignaturesIn, parseWitness, submission, type Witness } from './rules.ts';
import * as store from './store.ts';

const EVERY_MS = 10 * 60_000;
const TIMEOUT_MS = 10_000;
/** The time of one witness in one round. */
const ROUND_MS = 60_000;
/** Of an answer: some signature lines. */
const ANSWER_BYTES_MAX = 16 * 1024;

export interface WitnessServices {
  readonly witnesses: readonly Witness[];
  readonly database: Pick<Database, 'platform'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/** @throws Error that names the first entry of `WITNESS_URLS` which is not the address of a witness with its key */
export function witnessesOf(entries: readonly string[]): Witness[] {
  return entries.map((entry) => {
    const witness = parseWitness(entry);
    if (witness) return witness;
    throw new Error(
      `WITNESS_URLS: '${entry}' is not https://HOST/PATH#NAME+ID+KEY, the address of a witness with its verifier key for cosignatures.`,
    );
  });
}

interface Ledger {
  readonly log: LogId;
  readonly newest: StoredCheckpoint;
  readonly cosigned: Awaited<ReturnType<typeof store.listCosigned>>;
}

/**
 * Asks each witness about each ledger that has grown since it cosigned. Witnesses wait for no other one, and each has a minute.
 * @param isFirst asks about the others too: the database may have been set back with all that it knows
 */
export async function askWitnesses(services: WitnessServices, isFirst = false): Promise<void> {
  const db = services.database.platform;
  const ledgers: Ledger[] = [];
  for (const log of (await listLogs(db)).filter((it) => it.kind === 'ledger')) {
    const newest = await findNewest(db, log);
    if (newest && newest.size > 0) ledgers.push({ log, newest, cosigned: await store.listCosigned(db, log) });
  }
  await Promise.all(services.witnesses.map((witness) => askInTurn(db, services.log, { witness, ledgers, isFirst })));
}

/** From any ledger on, so that a slow witness gets to each in some round. */
async function askInTurn(
  db: Db,
  logger: WitnessServices['log'],
  {
    witness,
    ledgers,
    isFirst,
  }: { readonly witness: Witness; readonly ledgers: readonly Ledger[]; readonly isFirst: boolean },
): Promise<void> {
  const start = ledgers.length === 0 ? 0 : randomInt(ledgers.length);
  const deadline = AbortSignal.timeout(ROUND_MS);
  for (const { log, newest, cosigned } of [...ledgers.slice(start), ...ledgers.slice(0, start)]) {
    const oldSize = cosigned.find((it) => it.witness === witness.key.name)?.size ?? 0;
    if (oldSize === newest.size && !isFirst) continue;
    const problem = await askWitness(db, log, { witness, oldSize, ...newest, deadline });
    if (problem) {
      const about = { witness: witness.key.name, ledger: log.scopeId, problem: problem.text };
      const { seen, isFault } = problem;
      if (seen !== null && (await stopSealing(db, log, { seen, size: newest.size }))) {
        logger.error(about, 'a witness has seen another history: nothing is sealed before the operator confirms');
      } else if (isFault) logger.error(about, 'a witness does not accept the ledger as a continuation');
      else logger.warn(about, 'a witness did not cosign; it is asked again');
    }
    // It is asked about the other ledgers in the next round.
    if (problem?.isSilent || deadline.aborted) return;
  }
}

/**
 * Lets every log wait for the operator: what set one back has set back the whole database.
 * @returns false if the operator has confirmed that this witness has seen more
 */
async function stopSealing(db: Db, ledger: LogId, { seen, size }: { seen: number; size: number }): Promise<boolean> {
  if (((await findWitnessedSize(db, ledger)) ?? -1) >= seen) return false;
  for (const log of await listTrees(db)) {
    const isOwn = log.kind === ledger.kind && log.scopeId === ledger.scopeId;
    const { present } = readEpochs(await listEpochs(db, log), []);
    const known = isOwn ? { epoch: present, size: seen, root: null } : null;
    await insertRollback(db, log, { source: 'witness', known, size: isOwn ? size : log.size });
  }
  return true;
}

interface Question {
  readonly witness: Witness;
  /** Of the checkpoint that it cosigned last, as far as is known here. */
  readonly oldSize: number;
  readonly size: number;
  readonly note: string;
  readonly deadline: AbortSignal;
  /** The witness has said that it is of this size. */
  readonly isCorrection?: boolean;
}

interface Problem {
  readonly text: string;
  /** The witness has seen another history. */
  readonly isFault: boolean;
  /** Entries of the tree that it has seen of that; null if it has not. */
  readonly seen: number | null;
  /** It gave no answer. */
  readonly isSilent?: boolean;
}

/** Stores the cosignature. @returns null, or what kept it from that */
async function askWitness(db: Db, ledger: LogId, question: Question): Promise<Problem | null> {
  const { witness, oldSize, size, note, deadline, isCorrection } = question;
  const path = oldSize === 0 ? [] : await readConsistencyPath(db, ledger, { first: oldSize, second: size });
  const answer = await post(witness, submission(oldSize, path, note), deadline);
  const passing = (text: string): Problem => ({ text, isFault: false, seen: null });
  const fault = (text: string, seen: number): Problem => ({ text, isFault: true, seen });
  if (typeof answer === 'string') return { ...passing(answer), isSilent: true };
  if (answer.status === 200) {
    const lines = cosignaturesIn(answer.body, note, witness);
    if (lines === null) return passing('the answer has no valid cosignature of its key');
    await store.saveCosignature(db, ledger, { witness: witness.key.name, size, note, lines });
    return null;
  }
  if (answer.status === 422) return fault('the proof does not lead to what it cosigned', oldSize);
  if (answer.status !== 409) return passing(`the answer was ${answer.status}`);
  const seen = conflictSize(answer.body);
  if (seen === null || seen === oldSize) return fault('it has cosigned another tree of this size', oldSize);
  if (seen > size) return fault(`it has cosigned ${seen} entries, and there are ${size}`, seen);
  // One correction a round, and only upwards: a witness that names other sizes is not asked without end.
  if (isCorrection || seen < oldSize) return passing(`it named ${seen} entries after ${oldSize}`);
  return askWitness(db, ledger, { ...question, oldSize: seen, isCorrection: true });
}

/** @returns a sentence where there is no answer */
async function post(
  { url }: Witness,
  body: string,
  deadline: AbortSignal,
): Promise<{ status: number; body: string } | string> {
  try {
    const answer = await fetch(`${url}/add-checkpoint`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), deadline]),
    });
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of answer.body ?? []) {
      text += decoder.decode(part, { stream: true });
      if (text.length > ANSWER_BYTES_MAX) return 'the answer is too long';
    }
    return { status: answer.status, body: text };
  } catch {
    return 'there was no answer';
  }
}

export interface RunningWitnesses {
  /** Ends with the first round, before which nothing is sealed. */
  readonly first: Promise<void>;
  /** Waits for the current round. */
  stop(): Promise<void>;
}

/**
 * Asks at the start and every ten minutes.
 * @param services.entries as in `WITNESS_URLS`
 * @throws Error for an entry that is not a witness
 */
export function startWitnesses({
  entries,
  ...services
}: Omit<WitnessServices, 'witnesses'> & { readonly entries: readonly string[] }): RunningWitnesses {
  const witnesses = witnessesOf(entries);
  if (witnesses.length === 0) return { first: Promise.resolve(), stop: async () => {} };
  const round = (isFirst = false) =>
    askWitnesses({ ...services, witnesses }, isFirst).catch((cause: unknown) =>
      services.log.warn({ err: cause }, 'asking witnesses failed'),
    );
  const first = round(true);
  return { first, stop: repeatEvery(EVERY_MS, () => round(), first) };
}

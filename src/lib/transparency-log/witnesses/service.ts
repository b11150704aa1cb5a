/**
 * Asks witnesses to cosign the newest checkpoint of each stock ledger (docs/decisions/0417), so that the site cannot show
 * different histories to different people. A witness that does not answer delays nothing. Several nodes may ask: a witness
 * answers the same question twice.
 */
import type { Logger } from 'pino';
import { repeatEvery } from '../../core/repeat.ts';
import type { Database, Db } from '../../db/client.ts';
import { readConsistencyPath } from '../publishing/service.ts';
import { findNewest, type LogId, listLogs } from '../sealing/store.ts';
import { conflictSize, cosignaturesIn, parseWitness, submission, type Witness } from './rules.ts';
import * as store from './store.ts';

const EVERY_MS = 10 * 60_000;
const TIMEOUT_MS = 10_000;
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

/** Asks each witness about each ledger that has grown since it cosigned. */
export async function askWitnesses(services: WitnessServices): Promise<void> {
  const db = services.database.platform;
  for (const ledger of (await listLogs(db)).filter((it) => it.kind === 'ledger')) {
    const newest = await findNewest(db, ledger);
    if (!newest || newest.size === 0) continue;
    const cosigned = await store.listCosigned(db, ledger);
    await Promise.all(
      services.witnesses.map(async (witness) => {
        const oldSize = cosigned.find((it) => it.witness === witness.key.name)?.size ?? 0;
        if (oldSize === newest.size) return;
        const problem = await askWitness(db, ledger, { witness, oldSize, ...newest });
        if (!problem) return;
        const about = { witness: witness.key.name, ledger: ledger.scopeId, problem: problem.text };
        if (problem.isFault) services.log.error(about, 'a witness does not accept the ledger as a continuation');
        else services.log.warn(about, 'a witness did not cosign; it is asked again');
      }),
    );
  }
}

interface Question {
  readonly witness: Witness;
  /** Of the checkpoint that it cosigned last, as far as is known here. */
  readonly oldSize: number;
  readonly size: number;
  readonly note: string;
}

interface Problem {
  readonly text: string;
  /** The witness has seen another history. */
  readonly isFault: boolean;
}

/** Stores the cosignature. @returns null, or what kept it from that */
async function askWitness(db: Db, ledger: LogId, question: Question): Promise<Problem | null> {
  const { witness, oldSize, size, note } = question;
  const path = oldSize === 0 ? [] : await readConsistencyPath(db, ledger, { first: oldSize, second: size });
  const answer = await post(witness, submission(oldSize, path, note));
  if (typeof answer === 'string') return { text: answer, isFault: false };
  if (answer.status === 200) {
    const lines = cosignaturesIn(answer.body, note, witness);
    if (lines === null) return { text: 'the answer has no valid cosignature of its key', isFault: false };
    await store.saveCosignature(db, ledger, { witness: witness.key.name, size, note, lines });
    return null;
  }
  if (answer.status === 422) return { text: 'the proof does not lead to what it cosigned', isFault: true };
  if (answer.status !== 409) return { text: `the answer was ${answer.status}`, isFault: false };
  const seen = conflictSize(answer.body);
  if (seen === null || seen === oldSize) return { text: 'it has cosigned another tree of this size', isFault: true };
  if (seen > size) return { text: `it has cosigned ${seen} entries, and there are ${size}`, isFault: true };
  return askWitness(db, ledger, { ...question, oldSize: seen });
}

/** @returns a sentence where there is no answer */
async function post({ url }: Witness, body: string): Promise<{ status: number; body: string } | string> {
  try {
    const answer = await fetch(`${url}/add-checkpoint`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
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

/**
 * Asks at the start and every ten minutes.
 * @param services.entries as in `WITNESS_URLS`
 * @returns a function that stops it and waits for the current round
 * @throws Error for an entry that is not a witness
 */
export function startWitnesses({
  entries,
  ...services
}: Omit<WitnessServices, 'witnesses'> & { readonly entries: readonly string[] }): () => Promise<void> {
  const witnesses = witnessesOf(entries);
  if (witnesses.length === 0) return async () => {};
  const round = () =>
    askWitnesses({ ...services, witnesses }).catch((cause: unknown) =>
      services.log.warn({ err: cause }, 'asking witnesses failed'),
    );
  return repeatEvery(EVERY_MS, round, round());
}

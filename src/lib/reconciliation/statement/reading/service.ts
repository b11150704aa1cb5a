/**
 * Reads statements off the request path: in a process with bounds, one at a time, the companies in turn (decision 0755). Honest
 * files use up to 4.5 seconds of a processor and 450 MB: 10 MB in XLS, or 50,000 rows.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../../../core/errors.ts';
import { CompanyQueue } from '../../../programs/queue/service.ts';
import { programFile } from '../../../programs/service.ts';
import { type Overuse, type UseBounds, watchUse } from '../../../programs/watch/service.ts';
import type { SettlementFile } from '../../settlements/reading.rules.ts';
import type { ReadOptions, StatementReading } from './rules.ts';
import type { WorkerMessage } from './worker.ts';

export interface ReaderBounds extends UseBounds {
  /** A machine with other work gives the process less than a processor. */
  readonly deadlineMs: number;
  readonly heapMegabytes: number;
}
export const BOUNDS: ReaderBounds = {
  processorMs: 10_000,
  residentMegabytes: 768,
  deadlineMs: 30_000,
  heapMegabytes: 512,
};

const TOO_LONG = 'Reading this statement takes too long. Please download a shorter period.';
const TOO_LARGE = 'This statement is too large to read. Please download a shorter period.';
const OVERUSED: Readonly<Record<Overuse, string>> = { TIME: TOO_LONG, MEMORY: TOO_LARGE };

/** A hundred large files. */
const HOURLY_MS = 600_000;
const queue = new CompanyQueue({
  hourlyMs: HOURLY_MS,
  waitingMax: 10,
  usedUp: (minutes) =>
    `Your company has read statements for ten minutes in the last hour. Please go on in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  allWait: 'Several statements of your company wait to be read. Please try again when one of them is.',
});

type Progress = (share: number) => void;

/** Node aborts when its heap is full, and the kernel kills when the machine's memory is. */
const endedForMemory = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  signal === 'SIGABRT' || signal === 'SIGKILL' || signal === 'SIGTRAP' || code === 134;

/** Collects what the process sends. @throws ApiError `invalid` with what it refuses */
function collect(child: ChildProcess, options: ReadOptions, onProgress: Progress): Promise<StatementReading> {
  return new Promise((resolve, reject) => {
    const rows: StatementReading['rows'] = [];
    const settlements: SettlementFile['settlements'][number][] = [];
    child.on('message', async (message: WorkerMessage) => {
      if (message.kind === 'progress') return onProgress(message.percent / 100);
      if (message.kind === 'refused') return reject(new ApiError('invalid', message.message));
      if (message.kind === 'failed') return reject(new Error(message.stack));
      if (message.kind === 'reading') {
        const { settlementFile } = message.reading;
        return resolve({
          ...message.reading,
          rows,
          ...(settlementFile && { settlementFile: { ...settlementFile, settlements } }),
        });
      }
      for (const row of message.rows) rows.push(row);
      for (const settlement of message.settlements) settlements.push(settlement);
      await nextTurn();
      if (child.connected) child.send('next');
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      const cause = new Error(`the process that reads statements has ended early: ${signal ?? code}`);
      reject(endedForMemory(code, signal) ? new ApiError('invalid', TOO_LARGE, { cause }) : cause);
    });
    child.send(options);
  });
}

/** Ends the process in every case, and waits for its end. */
async function readInProcess(
  bytes: Uint8Array,
  options: ReadOptions,
  bounds: ReaderBounds,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<StatementReading> {
  const child = fork(programFile(import.meta.dirname, 'worker.ts', 'statement-worker.mjs'), {
    execArgv: [`--max-old-space-size=${bounds.heapMegabytes}`],
    env: {},
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit').catch(() => undefined);
  let endWatch = (): void => {};
  const overused = new Promise<never>((_, reject) => {
    endWatch = watchUse(child, bounds, (what) => reject(new ApiError('invalid', OVERUSED[what])));
  });
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  // A process that has ended reads no more: its end is what is reported.
  child.stdin?.on('error', () => {});
  child.stdin?.end(bytes);
  try {
    return await Promise.race([collect(child, options, onProgress), overused, aborted]);
  } finally {
    endWatch();
    child.kill('SIGKILL');
    await ended;
  }
}

/**
 * Reads a bank statement of any known format and layout and checks that it adds up.
 * @param bytes the uploaded file, at most `STATEMENT_BYTES_MAX`
 * @param options.companyId whose turn it is, and whose time of the hour is used
 * @param options.signal ends the reading; the promise then rejects with the signal's reason
 * @param onProgress called with the share that is done, from 0 to 1
 * @throws ApiError `invalid` with what to do, for a file that cannot be read as a statement; `rate_limited` if the company has
 *   used the reader for ten minutes in the last hour
 */
export async function readStatementFile(
  bytes: Uint8Array,
  options: ReadOptions & { readonly companyId: string; readonly signal?: AbortSignal | undefined },
  onProgress: Progress = () => {},
  bounds: ReaderBounds = BOUNDS,
): Promise<StatementReading> {
  const { signal, companyId, ...readOptions } = options;
  const run = async (): Promise<StatementReading> => {
    const deadline = AbortSignal.timeout(bounds.deadlineMs);
    try {
      const any = signal ? AbortSignal.any([signal, deadline]) : deadline;
      return await readInProcess(bytes, readOptions, bounds, any, onProgress);
    } catch (cause) {
      if (deadline.aborted && !signal?.aborted) throw new ApiError('invalid', TOO_LONG, { cause });
      throw cause;
    }
  };
  const result = await queue.take(companyId, run, signal);
  onProgress(1);
  return result;
}

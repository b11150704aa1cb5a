/** Reads statements off the request path: in a process with a memory limit and a deadline, one at a time. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../../../core/errors.ts';
import { programFile } from '../../../programs/service.ts';
import type { ReadOptions, StatementReading } from './rules.ts';
import type { WorkerInput, WorkerMessage } from './worker.ts';

interface Limits {
  readonly deadlineMs: number;
  readonly heapMegabytes: number;
}
const LIMITS: Limits = { deadlineMs: 30_000, heapMegabytes: 512 };

const TOO_LONG = 'Reading this statement takes too long. Please download a shorter period.';
const TOO_LARGE = 'This statement is too large to read. Please download a shorter period.';

type Progress = (share: number) => void;

/** Node aborts when its heap is full, and the kernel kills when the machine's memory is. */
const endedForMemory = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  signal === 'SIGABRT' || signal === 'SIGKILL' || signal === 'SIGTRAP' || code === 134;

/** Collects what the process sends. @throws ApiError `invalid` with what it refuses */
function collect(child: ChildProcess, input: WorkerInput, onProgress: Progress): Promise<StatementReading> {
  return new Promise((resolve, reject) => {
    const rows: StatementReading['rows'] = [];
    let head: Omit<StatementReading, 'rows'> | null = null;
    let rowCount = 0;
    const proceed = async (): Promise<void> => {
      if (head !== null && rows.length >= rowCount) return resolve({ ...head, rows });
      await nextTurn();
      if (child.connected) child.send('next');
    };
    child.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress') return onProgress(message.percent / 100);
      if (message.kind === 'refused') return reject(new ApiError('invalid', message.message));
      if (message.kind === 'failed') return reject(new Error(message.stack));
      if (message.kind === 'reading') ({ reading: head, rowCount } = message);
      else for (const row of message.rows) rows.push(row);
      void proceed();
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      const cause = new Error(`the process that reads statements has ended early: ${signal ?? code}`);
      reject(endedForMemory(code, signal) ? new ApiError('invalid', TOO_LARGE, { cause }) : cause);
    });
    child.send(input);
  });
}

/** Ends the process in every case, and waits for its end. */
async function readInProcess(
  input: WorkerInput,
  heapMegabytes: number,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<StatementReading> {
  const child = fork(programFile(import.meta.dirname, 'worker.ts', 'statement-worker.mjs'), {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit').catch(() => undefined);
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([collect(child, input, onProgress), aborted]);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

/** One process at a time bounds the memory of the node, however many statements arrive. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Reads a bank statement of any known format and layout and checks that it adds up.
 * @param bytes the uploaded file, at most `STATEMENT_BYTES_MAX`
 * @param options.signal ends the reading; the promise then rejects with the signal's reason
 * @param onProgress called with the share that is done, from 0 to 1
 * @throws ApiError `invalid` with what to do, for a file that cannot be read as a statement
 */
export async function readStatementFile(
  bytes: Uint8Array,
  options: ReadOptions & { readonly signal?: AbortSignal | undefined },
  onProgress: Progress = () => {},
  limits: Limits = LIMITS,
): Promise<StatementReading> {
  const { signal, ...readOptions } = options;
  const run = async (): Promise<StatementReading> => {
    signal?.throwIfAborted();
    const deadline = AbortSignal.timeout(limits.deadlineMs);
    try {
      const any = signal ? AbortSignal.any([signal, deadline]) : deadline;
      return await readInProcess({ bytes, options: readOptions }, limits.heapMegabytes, any, onProgress);
    } catch (cause) {
      if (deadline.aborted && !signal?.aborted) throw new ApiError('invalid', TOO_LONG, { cause });
      throw cause;
    }
  };
  const reading = last.then(run, run);
  last = reading.catch(() => {});
  const result = await reading;
  onProgress(1);
  return result;
}

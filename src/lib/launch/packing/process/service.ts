/** Runs `worker.ts` with a memory limit and a deadline (decisions 0210 and 0395). */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { deserialize } from 'node:v8';
import { ApiError } from '../../../core/errors.ts';
import { programFile } from '../../../programs/service.ts';
import type { PackMessage, PackSettings, StoredPack } from './worker.ts';

export interface PackInput extends PackSettings {
  /** A line for each holder: address, space, whole tokens. */
  readonly holders: string;
}

const DEADLINE_MS = 600_000;
/** 100,000 holders need a few hundred. */
const HEAP_MEGABYTES = 3_072;

function resultOf(child: ChildProcess, input: PackInput, onProgress: (percent: number) => void): Promise<StoredPack> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let [arrived, expected] = [0, Number.POSITIVE_INFINITY];
    const proceed = (): void => {
      if (arrived >= expected) resolve(deserialize(Buffer.concat(chunks)) as StoredPack);
    };
    child.stdout?.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      arrived += chunk.length;
      proceed();
    });
    child.on('message', (message: PackMessage) => {
      if (message.kind === 'progress') onProgress(message.percent);
      else if (message.kind === 'made') {
        expected = message.bytes;
        proceed();
      } else if (message.kind === 'refused') reject(new ApiError('invalid', message.message));
      else reject(new Error(message.stack));
    });
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      reject(new Error(`the process that makes launch packs has ended early: ${signal ?? code}`)),
    );
    const { holders, ...settings } = input;
    // A process that has ended reads no more: its end is what is reported.
    child.stdin?.on('error', () => {});
    child.stdin?.end(holders);
    child.send(settings);
  });
}

/**
 * Makes a pack and stores its files. Ends the process in every case, and waits for its end.
 * @param signal ends it early; the promise then rejects with the signal's reason
 * @throws ApiError `invalid` with what to do, for holders of whom no pack can be made
 */
export async function packInProcess(
  input: PackInput,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<StoredPack> {
  signal.throwIfAborted();
  const child = fork(programFile(import.meta.dirname, 'worker.ts', 'pack-worker.mjs'), {
    execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
    env: {},
    serialization: 'advanced',
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit').catch(() => undefined);
  const any = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
  const aborted = new Promise<never>((_, reject) => {
    any.addEventListener('abort', () => reject(any.reason), { once: true });
  });
  try {
    return await Promise.race([resultOf(child, input, onProgress), aborted]);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

/**
 * Argon2id in threads of lower priority: hashes take a core for as long as a flood of sign-ins lasts, and pages come first
 * (decision 0235).
 */
import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { HashJob, HashResult } from './worker.ts';

interface Job extends Omit<HashJob, 'id'> {
  readonly resolve: (value: string | boolean) => void;
  readonly reject: (cause: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly jobs: Map<number, Job>;
}

/** The built program has the file in dist/server, above its chunks; tests and the development server run its source. */
function workerFile(): string {
  const source = path.join(import.meta.dirname, 'worker.ts');
  if (fs.existsSync(source)) return source;
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    const file = path.join(folder, 'hash-worker.mjs');
    if (fs.existsSync(file)) return file;
    if (folder === path.dirname(folder)) throw new Error('hash-worker.mjs is missing in the built program');
  }
}

/** @returns a function that runs a job on the thread with the fewest jobs; a thread starts with its first job */
export function createHashThreads(threadsMax: number): (job: Omit<HashJob, 'id'>) => Promise<string | boolean> {
  const threads: Thread[] = [];
  let lastId = 0;

  const startThread = (): Thread => {
    const worker = new Worker(workerFile(), { env: {}, execArgv: [] });
    const thread: Thread = { worker, jobs: new Map() };
    worker.on('message', ({ id, value }: HashResult) => {
      const job = thread.jobs.get(id);
      thread.jobs.delete(id);
      // An idle thread does not keep a command alive.
      if (thread.jobs.size === 0) worker.unref();
      job?.resolve(value);
    });
    const end = (cause: Error): void => {
      const nth = threads.indexOf(thread);
      if (nth >= 0) threads.splice(nth, 1);
      for (const job of thread.jobs.values()) job.reject(cause);
      thread.jobs.clear();
    };
    worker.on('error', end);
    worker.on('exit', (code) => end(new Error(`the thread that hashes passwords has ended with ${code}`)));
    threads.push(thread);
    return thread;
  };

  const chooseThread = (): Thread => {
    const idle = threads.find(({ jobs }) => jobs.size === 0);
    if (idle || threads.length < threadsMax) return idle ?? startThread();
    return threads.reduce((a, b) => (b.jobs.size < a.jobs.size ? b : a));
  };

  return ({ password, phc }) =>
    new Promise((resolve, reject) => {
      const { worker, jobs } = chooseThread();
      const id = ++lastId;
      jobs.set(id, { password, phc, resolve, reject });
      worker.ref();
      worker.postMessage({ id, password, phc } satisfies HashJob);
    });
}

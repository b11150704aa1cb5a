/** Names the work that no request waits for. Tests listen, to name the job that holds the main thread (docs/testing.md, The watch). */
import { channel } from 'node:diagnostics_channel';

const jobs = channel('launchbook:job');

/** Runs `start` as a job. What it begins, and what that begins, has the name too. */
export function asJob<T>(name: string, start: () => T): T {
  return jobs.runStores({ name: `job: ${name}` }, start);
}

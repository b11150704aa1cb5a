/** Hashes passwords in a thread of its own, which gives way to the threads that serve pages and to the database. */
import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type Algorithm, hashSync, verifySync } from '@node-rs/argon2';

/** A third of the weight of others, when all cores are busy. */
const NICE = 5;
/** A program that was started with it stays there. */
const LOWEST = os.constants.priority.PRIORITY_LOW;

const PARAMETERS = {
  algorithm: 2 as Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
  outputLen: 32,
} as const;

export interface HashJob {
  readonly id: number;
  readonly password: string;
  /** The hash to compare with; null to make a new one. */
  readonly phc: string | null;
}

export interface HashResult {
  readonly id: number;
  /** A PHC string, or whether the password is right. */
  readonly value: string | boolean;
}

function run({ id, password, phc }: HashJob): HashResult {
  return { id, value: phc === null ? hashSync(password, PARAMETERS) : verifySync(phc, password) };
}

// Only Linux has a priority for each thread; elsewhere this would be the priority of the program.
if (process.platform === 'linux') os.setPriority(0, Math.min(LOWEST, os.getPriority(0) + NICE));
parentPort?.on('message', (job: HashJob) => parentPort?.postMessage(run(job)));

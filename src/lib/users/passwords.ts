/** argon2id, 19 MiB, 2 passes, 1 lane; at most two at once, so that a rush of sign-ins can't take the machine. */
import { type Algorithm, hash, verify } from '@node-rs/argon2';

const PARAMETERS = {
  algorithm: 2 as Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
  outputLen: 32,
} as const;
const AT_ONCE_MAX = 2;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE_MAX) await new Promise<void>((go) => waiting.push(go));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** @returns a PHC string */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), PARAMETERS));
}

let decoy: Promise<string> | null = null;

/**
 * Compares; with no stored hash it does the same work against a decoy and says no, so that time does not tell whether
 * an account exists.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const phc = stored ?? (await decoy);
  const same = await inTurn(() => verify(phc, password.normalize('NFKC')));
  return same && stored !== null;
}

/** True when the string was made with other parameters than today's. */
export function needsRehash(phc: string): boolean {
  return !phc.startsWith('$argon2id$v=19$m=19456,t=2,p=1$');
}

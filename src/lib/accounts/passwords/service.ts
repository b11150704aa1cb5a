/** Password hashing with argon2id (19 MiB, 2 passes, 1 lane) and the check of new passwords. */
import fs from 'node:fs';
import os from 'node:os';
import { networkOf } from '../../rate-limits/network.rules.ts';
import type { Scope } from '../../scope.ts';
import { passwordProblem } from '../rules.ts';
import commonPasswords from './common-passwords.txt?raw';
import { createHashThreads } from './hashing/service.ts';
import { createPermitQueue, type Lane, type PermitRequest } from './queue/service.ts';

const PHC_PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';

const WAITING = { waitingMax: 50, waitingOfClientMax: 40, waitMsMax: 2_000, trustedWaitMsMax: 10_000 };
/** All cores but one: a flood of sign-ins leaves one to pages and to the database. */
const HASHES_MAX = Math.max(1, Math.min(4, os.availableParallelism() - 1));
const hashes = createPermitQueue({ ...WAITING, runningMax: HASHES_MAX, trustedMin: HASHES_MAX > 1 ? 1 : 0 });
const runHash = createHashThreads(HASHES_MAX);
/** Sign-ins by password, with their queries: as many as keep the hashes busy, so that pages find a free connection. */
const signIns = createPermitQueue({ ...WAITING, runningMax: 5, trustedMin: 1 });

/** Whom a call of a network counts for: an IPv4 address, or a /48, because one client may have 65,536 /64s. */
function networkClient(ip: string): string {
  const { narrow, wide } = networkOf(ip);
  return wide ?? narrow;
}

/** A hash for the client of a call. */
export function hashRequest({ actor, request }: Pick<Scope, 'actor' | 'request'>, lane: Lane): PermitRequest {
  const { ip, client } = request;
  return { lane, client: actor ? `account ${actor.id}` : networkClient(ip), signal: client?.signal };
}

/** @param browserOwner the account of the browser's cookie, which the permit then counts for instead of the network; or null */
function signInRequest(ip: string, lane: Lane, browserOwner: string | null): Omit<PermitRequest, 'signal'> {
  if (browserOwner === null) return { lane, client: networkClient(ip) };
  return { lane: 'trusted', client: `browser ${browserOwner}` };
}

/**
 * Waits for the permit of a sign-in by password. Call it before its first query: one that is refused then costs none.
 * @returns a function that releases the permit
 * @throws ApiError unavailable when too many sign-ins wait
 */
export function acquireSignInPermit(
  ip: string,
  lane: Lane,
  signal: AbortSignal,
  browserOwner: string | null,
): Promise<() => void> {
  return signIns.acquire({ ...signInRequest(ip, lane, browserOwner), signal });
}

/** @throws ApiError unavailable when a sign-in would be refused now, because too many wait */
export function requireSignInRoom(ip: string, lane: Lane, browserOwner: string | null): void {
  signIns.requireRoom(signInRequest(ip, lane, browserOwner));
}

/** Notes that somebody in this network opened a page: their sign-in goes before those of networks that were never seen. */
export function noteVisitor(ip: string): void {
  signIns.noteClient(networkClient(ip));
}

/** The program's own work, such as the first admin's password, does not queue behind clients. */
async function run<T>(request: PermitRequest | null, work: () => Promise<T>): Promise<T> {
  const release = request ? await hashes.acquire(request) : null;
  try {
    return await work();
  } finally {
    release?.();
  }
}

/**
 * The 17,950 passwords of at least eight characters, in lower case, among the 49,233 most used ones in
 * `@zxcvbn-ts/language-common` 4.1.3 (MIT, licence next to the list). Server only: 164 KB.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(commonPasswords.trimEnd().split('\n'));

let breachedPasswords: ReadonlySet<string> = new Set();

/**
 * Reads the operator's list of breached passwords, one on each line. It stays in memory.
 * @throws Error with a sentence for the operator if the file cannot be read
 */
export function loadBreachedPasswords(file: string | null): void {
  if (file === null) return;
  try {
    const lines = fs.readFileSync(file, 'utf8').split(/\r?\n/);
    breachedPasswords = new Set(lines.map((line) => line.normalize('NFKC').toLowerCase()));
  } catch (cause) {
    throw new Error(`BREACHED_PASSWORDS_FILE: ${file} cannot be read.`, { cause });
  }
}

/** The reason to refuse a new password, or null. @param names of the person, the mail address: what others would try first */
export function newPasswordProblem(
  password: string,
  { company }: Pick<Scope, 'company'>,
  names: readonly string[],
): string | null {
  const ofCompany = [company.company_name, company.company_title, company.token_name, company.token_symbol];
  const isCommon = (plain: string): boolean => COMMON_PASSWORDS.has(plain) || breachedPasswords.has(plain);
  return passwordProblem(password, isCommon, [...names, ...ofCompany]);
}

/**
 * @param request null for the program's own work
 * @returns a PHC string
 * @throws ApiError unavailable when the queue is full
 */
export async function hashPassword(password: string, request: PermitRequest | null = null): Promise<string> {
  return String(await run(request, () => runHash({ password: password.normalize('NFKC'), phc: null })));
}

let decoy: Promise<string> | null = null;

/**
 * Without a stored hash, it does the same work on a decoy and returns false, so that the response time does not reveal
 * whether an account exists.
 * @throws ApiError unavailable when the queue is full
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  request: PermitRequest | null = null,
): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const phc = stored ?? (await decoy);
  const isSame = await run(request, () => runHash({ password: password.normalize('NFKC'), phc }));
  return isSame === true && stored !== null;
}

/** True if the hash was made with other parameters than the current ones. */
export function needsRehash(phc: string): boolean {
  return !phc.startsWith(PHC_PREFIX);
}

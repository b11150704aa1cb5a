/**
 * Refuses sign-ins by password before their body is read and before Astro has made a request of them (decision 0235). Under a
 * flood nearly all are refused, so the work for each decides how fast the pages of others are.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireSignInRoom } from '../accounts/passwords/service.ts';
import { login, loginAdmin } from '../auth/contract.ts';
import { browserOwner } from '../auth/devices/service.ts';
import { ApiError } from '../core/errors.ts';
import { refuseKnownNetwork } from '../rate-limits/service.ts';
import type { App } from '../scope.ts';
import { readBrowserCookie } from './cookies.ts';
import { isSecure } from './scope.ts';

export { noteVisitor } from '../accounts/passwords/service.ts';

/**
 * How long a refusal is delayed: a client that repeats a refused call immediately would take the time of the others. Each by
 * another time, because connections that are refused together would come back together.
 */
const REFUSAL_DELAY_MS = { min: 500, max: 1_500 };

export async function delayRefusal(): Promise<void> {
  await sleep(randomInt(REFUSAL_DELAY_MS.min, REFUSAL_DELAY_MS.max));
}

const SIGN_INS = new Map([login, loginAdmin].map((contract) => [contract.path, contract]));

/**
 * The refusal that a request would get after its body was read, if it is a sign-in by password: the queue is full for this
 * client, or its network is over a limit. Null for everything else.
 * @param path in its canonical spelling
 */
export function signInRefusal(app: App, path: string, ip: string, cookies: string | null): ApiError | null {
  const contract = SIGN_INS.get(path);
  if (!contract?.hashLane) return null;
  try {
    for (const limit of contract.limits ?? []) refuseKnownNetwork(app, limit, ip);
    const device = readBrowserCookie(cookies, 'device', isSecure(app));
    requireSignInRoom(ip, contract.hashLane, browserOwner(app, device));
    return null;
  } catch (cause) {
    if (cause instanceof ApiError) return cause;
    throw cause;
  }
}

/**
 * Challenges of passkeys (decision 0202). A challenge is a random number and its expiry under a MAC, which also covers what it
 * is for and the browser or session that requested it. So a request for one stores nothing, and every node can check it. A use
 * is stored until the expiry, in the transaction of what it allows: each challenge works once.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { App } from '../../../scope.ts';
import { PASSKEY_POLICY } from '../rules.ts';
import * as store from './store.ts';

export interface ChallengeKey {
  readonly use: 'login' | 'confirm' | 'add' | 'factor';
  /** The company, or `PLATFORM_ID`. */
  readonly scopeId: string;
  /** The id of the session, or the secret of the browser, to which the challenge belongs. */
  readonly boundTo: string;
}

interface ChallengeScope {
  readonly app: Pick<App, 'secrets'>;
  /** The database's time. */
  readonly now: Date;
}

const NONCE_BYTES = 16;
/** Seconds since the epoch. */
const EXPIRY_BYTES = 4;
const SEALED_BYTES = NONCE_BYTES + EXPIRY_BYTES;

const textOf = ({ use, scopeId, boundTo }: ChallengeKey, sealed: Buffer): string =>
  [use, scopeId, boundTo, sealed.toString('base64url')].join('\0');

/** @returns base64url */
export function makeChallenge(scope: ChallengeScope, key: ChallengeKey): string {
  const sealed = Buffer.concat([randomBytes(NONCE_BYTES), Buffer.alloc(EXPIRY_BYTES)]);
  sealed.writeUInt32BE(Math.floor(scope.now.getTime() / 1000) + PASSKEY_POLICY.challengeSeconds, NONCE_BYTES);
  return Buffer.concat([sealed, scope.app.secrets.mac('passkeys', textOf(key, sealed))]).toString('base64url');
}

/** A challenge that was valid at the time of the check. `consumeChallenge` must still mark it as used. */
export interface CheckedChallenge {
  readonly scopeId: string;
  readonly hash: Buffer;
  readonly expiresAt: Date;
}

/** @returns null if the challenge was made for something or somebody else, or has expired */
export function checkChallenge(scope: ChallengeScope, key: ChallengeKey, challenge: string): CheckedChallenge | null {
  const bytes = Buffer.from(challenge, 'base64url');
  const sealed = bytes.subarray(0, SEALED_BYTES);
  const mac = bytes.subarray(SEALED_BYTES);
  // Also of a node whose secret is the other one, while the secret is changed node by node.
  const macs = scope.app.secrets.macs('passkeys', textOf(key, sealed));
  if (!macs.some((right) => mac.length === right.length && timingSafeEqual(mac, right))) return null;
  const expiresAt = new Date(sealed.readUInt32BE(NONCE_BYTES) * 1000);
  if (expiresAt <= scope.now) return null;
  return { scopeId: key.scopeId, hash: createHash('sha256').update(bytes).digest(), expiresAt };
}

/** Marks a challenge as used, in the transaction of the change that it allows. @returns true for exactly one caller */
export const consumeChallenge = store.insertUsed;

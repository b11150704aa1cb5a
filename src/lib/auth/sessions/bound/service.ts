/**
 * The secret of a session names its account: 16 random bytes, and 16 of their HMAC with that account. The row of a session
 * says to whom it belongs too, but SQL can point it at somebody else for the time of one call.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type SessionKind, scopeIdOf } from '../../../db/schema/schema.ts';
import type { Secrets } from '../../../secrets.ts';

const RANDOM_BYTES = 16;
const MAC_BYTES = 16;

export interface SessionAccount {
  readonly kind: SessionKind;
  /** Null for a super admin. */
  readonly companyId: string | null;
  readonly accountId: string;
}

const textOf = (random: Buffer, { kind, companyId, accountId }: SessionAccount): string =>
  `${random.toString('hex')} ${kind} ${scopeIdOf(companyId)} ${accountId}`;

/** @returns 43 characters of base64url, which nobody can guess, nor make for another account without the installation's secret */
export function newSecret(secrets: Secrets, account: SessionAccount): string {
  const random = randomBytes(RANDOM_BYTES);
  const mac = secrets.mac('sessions', textOf(random, account)).subarray(0, MAC_BYTES);
  return Buffer.concat([random, mac]).toString('base64url');
}

/** Whether a secret was made for this account, with the present secret of the installation or the one before. */
export function isBoundTo(secrets: Secrets, secret: string, account: SessionAccount): boolean {
  const bytes = Buffer.from(secret, 'base64url');
  if (bytes.length !== RANDOM_BYTES + MAC_BYTES) return false;
  const mac = bytes.subarray(RANDOM_BYTES);
  return secrets
    .macs('sessions', textOf(bytes.subarray(0, RANDOM_BYTES), account))
    .some((own) => timingSafeEqual(own.subarray(0, MAC_BYTES), mac));
}

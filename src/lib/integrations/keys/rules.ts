/** The form of an API key, and when one is refused. Pure. */
import type { ErrorCode } from '../../core/errors.ts';
import type { KeyScope } from '../../core/key-scopes.ts';
import type { KeyState } from './contract.ts';

const PREFIX = 'lb_live_';
const HINT_LENGTH = PREFIX.length + 4;
/** Characters of 62: 178 bits. */
export const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** CRC-32 of ISO 3309, as in zip files. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const character of text) {
    crc ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** CRC-32 of a text in six characters of base 62, the highest first. */
export function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let n = 0; n < CHECKSUM_LENGTH; n += 1) {
    digits = (BASE62[rest % 62] ?? '') + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** @param secret 30 random characters of `BASE62` */
export function keyOf(secret: string): string {
  const body = PREFIX + secret;
  return body + checksumOf(body);
}

/** What people recognise a key by. */
export const hintOf = (key: string): string => key.slice(0, HINT_LENGTH);

/** Whether a header means to be an API key and not a session. */
export const isKey = (header: string): boolean => header.startsWith(PREFIX);

/** Whether a key was copied whole: of 4 billion damaged ones, one passes. */
export function isWhole(key: string): boolean {
  const body = key.slice(0, -CHECKSUM_LENGTH);
  return /^[0-9A-Za-z]{36}$/.test(key.slice(PREFIX.length)) && key.endsWith(checksumOf(body));
}

interface KeyFacts {
  readonly isRevoked: boolean;
  readonly isExpired: boolean;
  /** The admin who made it is an active admin. */
  readonly isMakerAdmin: boolean;
}

export function stateOf({ isRevoked, isExpired, isMakerAdmin }: KeyFacts): KeyState {
  if (isRevoked) return 'REVOKED';
  if (isExpired) return 'EXPIRED';
  return isMakerAdmin ? 'ACTIVE' : 'STOPPED';
}

interface Refusal {
  readonly code: Extract<ErrorCode, 'unauthenticated' | 'forbidden'>;
  readonly text: string;
}
const DEAD: Readonly<Record<Exclude<KeyState, 'ACTIVE'>, string>> = {
  REVOKED: 'This API key was revoked. Ask an admin for another one.',
  EXPIRED: 'This API key has expired. Ask an admin for another one.',
  STOPPED: 'The admin who made this API key is no longer an admin here. Ask another admin for a new key.',
};

/** Shown for a key that was copied in part. */
export const DAMAGED = 'This API key is incomplete or has a typing error. Please copy it again.';
/** Shown for a key that this company does not have. */
export const UNKNOWN = 'This API key is not known here. Check the key and the address of the site.';

/**
 * Why a known key may not make a call; null if it may.
 * @param needed the scope of the call; null for a call that takes no keys
 */
export function refusalOf(
  key: KeyFacts & { readonly scopes: readonly string[]; readonly isFromNetwork: boolean },
  needed: KeyScope | null,
): Refusal | null {
  const state = stateOf(key);
  if (state !== 'ACTIVE') return { code: 'unauthenticated', text: DEAD[state] };
  if (!key.isFromNetwork) return { code: 'forbidden', text: 'This API key may not be used from this IP address.' };
  if (needed === null)
    return { code: 'forbidden', text: 'API keys may not make this call. An admin makes it after signing in.' };
  if (!key.scopes.includes(needed))
    return { code: 'forbidden', text: `This API key needs the scope ${needed} for this call.` };
  return null;
}

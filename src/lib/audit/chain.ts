import { createHash } from 'node:crypto';

/** `prevHash` of the first entry of a chain. */
export const GENESIS_HASH = `0x${'0'.repeat(64)}`;

/**
 * `0x` and the SHA-256 of the text in UTF-8, as 64 hex digits. It also made the hashes of ledger and trail before they became
 * transparency logs (docs/decisions/0290), when each entry carried the hash of the one before.
 */
export function sealOf(canonical: string): string {
  return `0x${createHash('sha256').update(canonical, 'utf8').digest('hex')}`;
}

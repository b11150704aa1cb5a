import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** An EVM address of `0x` and 40 hex digits in the mixed case of EIP-55, whose case is its checksum. */
export function toChecksumAddress(address: string): string {
  const lower = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
  let out = '0x';
  for (let at = 0; at < lower.length; at++) {
    const digit = lower.charAt(at);
    out += Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit;
  }
  return out;
}

/**
 * The checksummed form of an address as sent: all lower case, or with a right checksum. Null for any other: a wrong
 * checksum is a mistyped address, and what is sent there is lost.
 */
export function readWalletAddress(text: string): string | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null;
  const checksummed = toChecksumAddress(text);
  return text === checksummed || text === text.toLowerCase() ? checksummed : null;
}

import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

type Hash = (bytes: Uint8Array) => Uint8Array;

/**
 * Writes an EVM address (`0x` and 40 hex digits) in the mixed case of EIP-55, which is its checksum.
 * @param keccak256 another implementation, for those who check many
 */
export function toChecksumAddress(address: string, keccak256: Hash = keccak_256): string {
  const lower = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak256(utf8ToBytes(lower)));
  let checksummed = '0x';
  for (let index = 0; index < lower.length; index++) {
    const digit = lower.charAt(index);
    checksummed += Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit;
  }
  return checksummed;
}

/**
 * Accepts an address in lower case or with a valid checksum. A wrong checksum means a mistyped address, where tokens would
 * be lost.
 * @returns the checksummed address; null if it is invalid
 */
export function readWalletAddress(text: string, keccak256: Hash = keccak_256): string | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null;
  const checksummed = toChecksumAddress(text, keccak256);
  return text === checksummed || text === text.toLowerCase() ? checksummed : null;
}

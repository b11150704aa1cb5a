/*
 * Ed25519 (RFC 8032) in JavaScript, for browsers: none of theirs answers within the same turn. It holds the main thread for
 * milliseconds at each call, so the program has Node's. `#ed25519` is the one of the platform (package.json, `imports`).
 */
import { ed25519 as curve } from '@noble/curves/ed25519.js';

export interface Ed25519 {
  /** @param seed 32 bytes */
  publicKeyOf(seed: Uint8Array): Uint8Array;
  sign(message: Uint8Array, seed: Uint8Array): Uint8Array;
  /** False also for what is no signature or no key. */
  isSigned(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean;
}

export const ed25519: Ed25519 = {
  publicKeyOf: (seed) => curve.getPublicKey(seed),
  sign: (message, seed) => curve.sign(message, seed),
  isSigned: (message, signature, publicKey) => {
    try {
      return curve.verify(signature, message, publicKey);
    } catch {
      return false;
    }
  },
};

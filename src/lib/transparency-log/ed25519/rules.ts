/*
 * Ed25519 (RFC 8032). Node brings it; a browser has none that answers within the same turn, so there it is JavaScript's, which
 * holds the main thread for milliseconds at each call.
 */
import { ed25519 } from '@noble/curves/ed25519.js';

/** PKCS #8 of an Ed25519 key up to its seed of 32 bytes, and SPKI up to its public key (RFC 8410). */
const PKCS8_START = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];
const SPKI_START = [0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, 0x21, 0];
const KEY_BYTES = 32;

export interface Ed25519 {
  /** @param seed 32 bytes */
  publicKeyOf(seed: Uint8Array): Uint8Array;
  sign(message: Uint8Array, seed: Uint8Array): Uint8Array;
  /** False also for what is no signature or no key. */
  isSigned(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean;
}

export const inJavaScript: Ed25519 = {
  publicKeyOf: (seed) => ed25519.getPublicKey(seed),
  sign: (message, seed) => ed25519.sign(message, seed),
  isSigned: (message, signature, publicKey) => {
    try {
      return ed25519.verify(signature, message, publicKey);
    } catch {
      return false;
    }
  },
};

type NodeCrypto = typeof import('node:crypto');

function ofNode({ createPrivateKey, createPublicKey, sign, verify }: NodeCrypto): Ed25519 {
  const privateKeyOf = (seed: Uint8Array) =>
    createPrivateKey({ key: Buffer.from([...PKCS8_START, ...seed]), format: 'der', type: 'pkcs8' });
  return {
    publicKeyOf: (seed) =>
      Uint8Array.from(createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES)),
    sign: (message, seed) => Uint8Array.from(sign(null, message, privateKeyOf(seed))),
    isSigned: (message, signature, publicKey) => {
      if (publicKey.length !== KEY_BYTES) return false;
      const key = createPublicKey({ key: Buffer.from([...SPKI_START, ...publicKey]), format: 'der', type: 'spki' });
      return verify(null, message, key, signature);
    },
  };
}

const crypto = (globalThis as { process?: NodeJS.Process }).process?.getBuiltinModule?.('node:crypto');

/** That of the platform. */
export const platformEd25519: Ed25519 = crypto ? ofNode(crypto) : inJavaScript;

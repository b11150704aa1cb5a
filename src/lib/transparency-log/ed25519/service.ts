/**
 * Ed25519 of Node. JavaScript's, which `rules.ts` has for browsers, takes ten times as long, and a fifth of a second at its first calls.
 * Both make the same signatures.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Ed25519 } from './rules.ts';

/** PKCS #8 of an Ed25519 key up to its seed, and SPKI up to its public key, of 32 bytes each (RFC 8410). */
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_START = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;

const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_START, seed]), format: 'der', type: 'pkcs8' });

export const ed25519: Ed25519 = {
  publicKeyOf: (seed) => {
    const spki = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' });
    return Uint8Array.from(spki.subarray(-KEY_BYTES));
  },
  sign: (message, seed) => Uint8Array.from(sign(null, message, privateKeyOf(seed))),
  isSigned: (message, signature, publicKey) => {
    if (publicKey.length !== KEY_BYTES) return false;
    const key = createPublicKey({ key: Buffer.concat([SPKI_START, publicKey]), format: 'der', type: 'spki' });
    return verify(null, message, key, signature);
  },
};

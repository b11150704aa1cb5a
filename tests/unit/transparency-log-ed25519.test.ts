/** Node's Ed25519 and JavaScript's, which a browser has, are the same. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ed25519 as ofPlatform } from '#ed25519';
import { ed25519 as inJavaScript } from '../../src/lib/transparency-log/ed25519/rules.ts';
import { ed25519 as ofNode } from '../../src/lib/transparency-log/ed25519/service.ts';

const bytes = (length: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ minLength: length, maxLength: length });
const both = [
  ['of Node', ofNode],
  ['in JavaScript', inJavaScript],
] as const;

test('the program, as this test, has Node’s', () => {
  expect(ofPlatform).toBe(ofNode);
});

// RFC 8032, section 7.1, test 3.
test.each(both)('%s: the vector of the RFC', (_, { publicKeyOf, sign, isSigned }) => {
  const seed = hexToBytes('c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7');
  const publicKey = publicKeyOf(seed);
  expect(bytesToHex(publicKey)).toBe('fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025');
  const signature = sign(hexToBytes('af82'), seed);
  expect(bytesToHex(signature)).toBe(
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  );
  expect(isSigned(hexToBytes('af82'), signature, publicKey)).toBe(true);
});

test('both make the same keys and signatures, and accept each other’s', () => {
  fc.assert(
    fc.property(bytes(32), fc.uint8Array({ maxLength: 300 }), (seed, message) => {
      const publicKey = inJavaScript.publicKeyOf(seed);
      const signature = inJavaScript.sign(message, seed);
      expect(ofNode.publicKeyOf(seed)).toEqual(publicKey);
      expect(ofNode.sign(message, seed)).toEqual(signature);
      expect(ofNode.isSigned(message, signature, publicKey)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test.each(both)('%s: one changed bit of the message, the signature or the key is no signature', (_, { isSigned }) => {
  fc.assert(
    fc.property(bytes(32), fc.uint8Array({ minLength: 1, maxLength: 100 }), fc.nat(), (seed, message, at) => {
      const signature = inJavaScript.sign(message, seed);
      const parts = [message, signature, inJavaScript.publicKeyOf(seed)] as const;
      for (const [nth, part] of parts.entries()) {
        const changed = part.slice();
        const bit = at % (changed.length * 8);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const [text, ofText, key] = parts.map((it, of) => (of === nth ? changed : it));
        if (!text || !ofText || !key) throw new Error('a part is missing');
        expect(isSigned(text, ofText, key), `part ${nth}`).toBe(false);
      }
    }),
    { numRuns: 50 },
  );
});

test.each(both)('%s: bytes of another length are no signature, and no fault', (_, { isSigned }) => {
  const other = (length: number) => fc.uint8Array({ maxLength: length + 20 }).filter((it) => it.length !== length);
  fc.assert(
    fc.property(bytes(32), other(64), other(32), (seed, signature, key) => {
      const message = seed;
      expect(isSigned(message, signature, inJavaScript.publicKeyOf(seed))).toBe(false);
      expect(isSigned(message, inJavaScript.sign(message, seed), key)).toBe(false);
    }),
    { numRuns: 50 },
  );
});

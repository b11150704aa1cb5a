import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal, unseal } from '@/lib/mail/encryption.ts';

const key = randomBytes(32);
const id = randomUUID();
const body = { text: 'Your code:\n\n482913\n', html: '<p>482913 ₹ नमस्ते</p>', validSeconds: 600 };

test('a body decrypts with the same key and id, and encrypts differently each time', () => {
  expect(unseal([key], id, seal(key, id, body))).toEqual(body);
  expect(seal(key, id, body).equals(seal(key, id, body))).toBe(false);
});

test('a body decrypts after its key was replaced, while the previous one is accepted', () => {
  expect(unseal([randomBytes(32), key], id, seal(key, id, body))).toEqual(body);
});

test('the encrypted bytes contain no readable text', () => {
  expect(seal(key, id, body).toString('latin1')).not.toMatch(/482913|code|validSeconds/);
});

test('decryption fails with another key, another row or a changed byte, and the error does not contain the body', () => {
  const bytes = seal(key, id, body);
  expect(() => unseal([randomBytes(32)], id, bytes)).toThrow('APP_SECRET');
  expect(() => unseal([key], randomUUID(), bytes)).toThrow('APP_SECRET');
  for (const at of [0, 1, 13, 29, bytes.length - 1]) {
    const bent = Buffer.from(bytes);
    bent[at] = (bent[at] ?? 0) ^ 1;
    expect(() => unseal([key], id, bent), `byte ${at}`).toThrow(/sealed mail/);
  }
  expect(() => unseal([key], id, Buffer.of(1, 2, 3))).toThrow(/sealed mail/);
});

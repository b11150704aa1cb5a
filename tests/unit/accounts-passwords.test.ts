/** Stored passwords are argon2id as in RFC 9106, at the promised cost. */
import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword, needsRehash, verifyPassword } from '@/lib/accounts/passwords/service.ts';

const MEMORY_KIB = 19 * 1024;
const PASSES = 2;
const LANES = 1;

test('the reference implementation gives the test vector of RFC 9106, 5.3', () => {
  const tag = argon2Sync('argon2id', {
    message: Buffer.alloc(32, 1),
    nonce: Buffer.alloc(16, 2),
    secret: Buffer.alloc(8, 3),
    associatedData: Buffer.alloc(12, 4),
    parallelism: 4,
    memory: 32,
    passes: 3,
    tagLength: 32,
  });
  expect(tag.toString('hex')).toBe('0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659');
});

test.each(['pepper clouds 7 rivers', 'पासवर्ड और कुछ', '\u212bngstr\u00f6m in one form', 'x'.repeat(128)])(
  'the stored hash of "%s" equals the hash that the reference implementation computes from its parameters',
  async (password) => {
    const stored = await hashPassword(password);
    const [, m, t, p, salt = '', hash = ''] =
      /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored) ?? [];
    expect([m, t, p].map(Number)).toEqual([MEMORY_KIB, PASSES, LANES]);
    expect(Buffer.from(salt, 'base64').length).toBeGreaterThanOrEqual(16);
    const tag = argon2Sync('argon2id', {
      message: password.normalize('NFKC'),
      nonce: Buffer.from(salt, 'base64'),
      parallelism: LANES,
      memory: MEMORY_KIB,
      passes: PASSES,
      tagLength: 32,
    });
    expect(Buffer.from(hash, 'base64').equals(tag)).toBe(true);
    expect(await verifyPassword(stored, password)).toBe(true);
    expect(await verifyPassword(stored, `${password}.`)).toBe(false);
    expect(needsRehash(stored)).toBe(false);
    expect(await hashPassword(password)).not.toBe(stored);
  },
);

test('a hash of a lower cost needs a new hash, and an absent hash matches no password', async () => {
  expect(needsRehash('$argon2id$v=19$m=4096,t=2,p=1$c2FsdHNhbHQ$aGFzaA')).toBe(true);
  expect(await verifyPassword(null, 'nobody has this password')).toBe(false);
});

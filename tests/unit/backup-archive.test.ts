import { createCipheriv } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createArchive, readArchive, type Seal } from '@/lib/cli/archive.ts';

/** Bytes that do not compress, the same for one seed. */
const bytesOf = (seed: number, length: number): Buffer =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16)).update(Buffer.alloc(length));

test('a whole archive is read as whole, wherever the parts of the file end', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-archive-'));
  const seals: (Seal | string)[] = [];
  // One in fifteen has a part that ends between the content of an entry and its padding.
  for (let seed = 0; seed < 60; seed++) {
    const file = path.join(folder, `${seed}.tar.gz`);
    const archive = await createArchive(file, { at: new Date(0), mac: () => 'mac', passphrase: null });
    const sizes = bytesOf(seed, 600);
    for (let n = 0; n < 300; n++) await archive.add(`uploads/${n}`, bytesOf(n, sizes.readUInt16LE(2 * n) % 3000));
    await archive.finish();
    let entries = 0;
    try {
      for await (const _ of readArchive(file, null, (seal) => seals.push(seal))) entries++;
    } catch (cause) {
      seals.push(String(cause));
    }
    expect(entries).toBe(300);
  }
  fs.rmSync(folder, { recursive: true });
  expect(seals).toEqual(Array(60).fill({ entries: 300, sha256: expect.stringMatching(/^[0-9a-f]{64}$/), mac: 'mac' }));
}, 60_000);

import { createCipheriv } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
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

describe('an archive that somebody changed', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-archive-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  /** An archive with three parts of encryption, whose bytes `change` replaces. @returns how many entries are read */
  async function changed(passphrase: string | null, change: (bytes: Buffer) => Buffer): Promise<number> {
    const file = path.join(folder, `${fs.readdirSync(folder).length}.tar.gz`);
    const archive = await createArchive(file, { at: new Date(0), mac: () => 'mac', passphrase });
    await archive.add('uploads/1', bytesOf(1, 200_000));
    await archive.finish();
    fs.writeFileSync(file, change(fs.readFileSync(file)));
    let entries = 0;
    for await (const _ of readArchive(file, passphrase)) entries++;
    return entries;
  }

  /** Changes what is packed, so that the checksum of gzip is right again. */
  const repacked =
    (change: (tar: Buffer) => Buffer) =>
    (bytes: Buffer): Buffer =>
      gzipSync(change(gunzipSync(bytes)));

  test('is refused for one changed byte', async () => {
    await expect(changed(null, (bytes) => bytes)).resolves.toBe(1);
    const flip = (tar: Buffer): Buffer => {
      tar.writeUInt8(tar.readUInt8(1_000) ^ 1, 1_000);
      return tar;
    };
    await expect(changed(null, repacked(flip))).rejects.toThrow('its content was changed');
  });

  test('is refused without its end', async () => {
    const HEADER_BYTES = 512;
    const end = HEADER_BYTES * (1 + Math.ceil(200_000 / HEADER_BYTES));
    const cut = (tar: Buffer): Buffer => Buffer.concat([tar.subarray(0, end), Buffer.alloc(2 * HEADER_BYTES)]);
    await expect(changed(null, repacked(cut))).rejects.toThrow('its end is missing');
  });

  test('is refused with two encrypted parts exchanged', async () => {
    const HEADER_BYTES = 24;
    const PART_BYTES = 64 * 1024 + 16;
    const exchange = (bytes: Buffer): Buffer => {
      const part = (nth: number) =>
        bytes.subarray(HEADER_BYTES + nth * PART_BYTES, HEADER_BYTES + (nth + 1) * PART_BYTES);
      return Buffer.concat([
        bytes.subarray(0, HEADER_BYTES),
        part(1),
        part(0),
        bytes.subarray(HEADER_BYTES + 2 * PART_BYTES),
      ]);
    };
    await expect(changed('a passphrase', (bytes) => bytes)).resolves.toBe(1);
    await expect(changed('a passphrase', exchange)).rejects.toThrow('the file was changed');
  }, 60_000);
});

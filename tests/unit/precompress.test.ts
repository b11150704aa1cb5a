/** Built files are compressed for clients that accept it, if that makes them smaller. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { precompress } from '../../scripts/precompress.mjs';

test('text is compressed in both formats and decompresses to the original', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-pack-'));
  const at = (name: string): string => path.join(folder, name);
  const text = 'let a = 1;'.repeat(500);
  fs.mkdirSync(at('deep'));
  fs.writeFileSync(at('deep/page.js'), text);
  fs.writeFileSync(at('small.js'), 'let a = 1;');
  fs.writeFileSync(at('noise.woff2'), 'x'.repeat(5000));
  precompress(folder);
  expect(zlib.brotliDecompressSync(fs.readFileSync(at('deep/page.js.br'))).toString()).toBe(text);
  expect(zlib.gunzipSync(fs.readFileSync(at('deep/page.js.gz'))).toString()).toBe(text);
  expect(fs.readdirSync(folder).sort()).toEqual(['deep', 'noise.woff2', 'small.js']);
  expect(fs.readdirSync(at('deep')).sort()).toEqual(['page.js', 'page.js.br', 'page.js.gz']);
  fs.rmSync(folder, { recursive: true });
});

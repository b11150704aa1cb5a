/** An archive that is exchanged between the reading that checks it and the one that uses it (S9). */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createArchive } from '@/lib/cli/archive.ts';
import { checkArchive } from '@/lib/cli/archive-check.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-swap-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const KEYS = ['1', '2', '3'].map((digit) => `uploads/3f2504e0-4f89-41d3-9a0c-0305e82c330${digit}`);
const CONTENT: readonly (readonly [string, string])[] = [
  ['manifest.json', '{}'],
  ['tables/users/000001.copy', 'meera\n'],
  ...KEYS.map((key) => [key, `bytes of ${key}`] as const),
];
type Content = readonly (readonly [string, string])[];

const PASSPHRASE = 'nine clouds over the bay';
let files = 0;
async function written(content: Content, passphrase: string | null): Promise<string> {
  const file = path.join(folder, `${++files}.tar.gz`);
  // The same MAC for each: a seal of another archive that fits that archive.
  const archive = await createArchive(file, { at: new Date(0), mac: () => 'mac', passphrase });
  for (const [name, text] of content) await archive.add(name, Buffer.from(text));
  await archive.finish();
  return file;
}

const changed = (nth: number, to: readonly [string, string]): Content => CONTENT.with(nth, to);
const SWAPS: readonly (readonly [string, Content])[] = [
  ['another manifest', changed(0, ['manifest.json', '{"format":""}'])],
  ['another row', changed(1, ['tables/users/000001.copy', 'mallory\n'])],
  ['the rows in another table', changed(1, ['tables/super_admins/000001.copy', 'meera\n'])],
  ['other bytes of a file', changed(3, [KEYS[1] ?? '', `bytes of ${KEYS[2]}`])],
  ['two files exchanged', CONTENT.with(2, CONTENT[3] ?? ['', '']).with(3, CONTENT[2] ?? ['', ''])],
  ['a file more', [...CONTENT, [KEYS[0]?.replace(/.$/, '9') ?? '', 'more']]],
  ['a file less', CONTENT.slice(0, -1)],
  ['nothing', []],
];

const read = async (file: string, passphrase: string | null, afterCheck: () => void) => {
  const { entries } = await checkArchive(file, passphrase, () => ({}));
  afterCheck();
  const used: (readonly [string, string])[] = [];
  const failure = await (async () => {
    for await (const { name, bytes } of entries()) used.push([name, String(Buffer.from(bytes))]);
    return null;
  })().catch((cause: unknown) => String(cause));
  return { used, failure };
};

test.each([null, PASSPHRASE])('the same file is used as it was checked (passphrase: %s)', async (pass) => {
  const file = await written(CONTENT, pass);
  expect(await read(file, pass, () => {})).toEqual({ used: CONTENT, failure: null });
});

test.each(SWAPS)('%s: nothing that was not checked is used', async (_, content) => {
  for (const swap of [fs.renameSync, fs.copyFileSync]) {
    const file = await written(CONTENT, null);
    const other = await written(content, null);
    const { used, failure } = await read(file, null, () => swap(other, file));
    expect(failure).toContain('was changed or exchanged after it was checked. Nothing of it was stored.');
    expect(used).toEqual(CONTENT.slice(0, used.length));
  }
});

test.each([PASSPHRASE, null])(
  'an encrypted archive is exchanged for another one (passphrase: %s)',
  async (passphrase) => {
    const file = await written(CONTENT, PASSPHRASE);
    const other = await written(changed(1, ['tables/users/000001.copy', 'mallory\n']), passphrase);
    const { used, failure } = await read(file, PASSPHRASE, () => fs.renameSync(other, file));
    expect([used.length, failure]).toEqual([1, expect.stringContaining('was changed or exchanged')]);
  },
  60_000,
);

test.each([
  ['is cut', (file: string) => fs.truncateSync(file, fs.statSync(file).size - 40)],
  ['is no archive any more', (file: string) => fs.writeFileSync(file, 'x')],
  ['is gone', (file: string) => fs.rmSync(file)],
])('a file that %s is refused in the same way', async (_, change) => {
  const file = await written(CONTENT, null);
  const { used, failure } = await read(file, null, () => change(file));
  expect(failure).toContain('was changed or exchanged after it was checked');
  expect(used).toEqual(CONTENT.slice(0, used.length));
});

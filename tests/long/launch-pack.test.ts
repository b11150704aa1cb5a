/** Launch packs of many holders. tests/unit/launch-contracts.test.ts has the same claims for 50. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { claimOf } from '@/lib/launch/pack/claim.ts';
import { readClaims } from '@/lib/launch/pack/files.ts';
import { TREE_KINDS } from '@/lib/launch/pack/types.ts';
import { compileContracts } from '../support/evm/compile.ts';
import { expectExactClaims, samplePack } from '../support/evm/distributors.ts';

test.each(TREE_KINDS)('1,000 holders claim exactly their amounts from a contract by %s, once each', async (kind) =>
  expectExactClaims(kind, samplePack(1_000)),
);

test('the contracts of the tests are compiled from their sources', () => {
  expect(JSON.parse(fs.readFileSync('tests/support/evm/compiled.json', 'utf8'))).toEqual(compileContracts());
});

test('a pack of 100,000 holders is made, the same again, and its published file proves a claim', () => {
  const startedMs = performance.now();
  const pack = samplePack(100_000);
  const tookMs = Math.round(performance.now() - startedMs);
  const bytes = pack.files.reduce((sum, file) => sum + file.bytes.length, 0);
  process.stdout.write(`A pack of 100,000 holders: ${tookMs} ms, ${Math.round(bytes / 1e6)} MB\n`);
  const again = samplePack(100_000);
  expect(again.files.map(({ name, sha256 }) => [name, sha256])).toEqual(
    pack.files.map(({ name, sha256 }) => [name, sha256]),
  );
  const published = pack.files.find(({ name }) => name === 'claims.json')?.bytes ?? new Uint8Array();
  const address = pack.claims.holders[54_321]?.address ?? '';
  expect(claimOf(readClaims(published), address)).toEqual(claimOf(pack.claims, address));
  // Minutes where other work shares the cores.
}, 600_000);

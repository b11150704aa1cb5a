/* The public routes of the ledger's log, the proof of a member, and the command that checks it. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkProof } from '@/lib/ledger/proof/rules.ts';
import {
  parseCheckpoint,
  parseNote,
  parseVerifierLine,
  signatureState,
  type Verifier,
} from '@/lib/transparency-log/note.rules.ts';
import { openTree, tileHashes } from '@/lib/transparency-log/tree.rules.ts';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { isConsistent } from '../support/consistency.ts';
import { APPROVE, manual, post, REVERSE, submitted } from '../support/purchases.ts';
import { allSealed } from '../support/sealing.ts';
import { type Site, startSite } from '../support/site.ts';

const PROOF = '/api/v1/user/stock/proof/get';
const run = promisify(execFile);

let site: Site;
let admin: Account;
let member: Account;
let referrer: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
  referrer = await makeMember(site);
  member = await makeMember(site, { referrerId: referrer.id });
  for (let i = 0; i < 3; i++) {
    const { id } = await submitted(site, member, manual());
    await post(site, APPROVE, admin, { id });
    if (i === 2) await post(site, REVERSE, admin, { id, reason: 'A wrong one' });
  }
  await allSealed(site);
});
afterAll(() => site?.remove());

const text = async (url: string): Promise<string> => {
  const answer = await site.call('GET', url);
  expect([url, answer.status]).toEqual([url, 200]);
  return answer.text;
};
const keys = async (): Promise<Verifier[]> =>
  (await text('/ledger/key'))
    .trim()
    .split('\n')
    .map((line) => parseVerifierLine(line) as Verifier);

it('the checkpoint is signed, and has the root of the published tiles', async () => {
  const companyId = await companyIdOf(site);
  const note = parseNote(await text('/ledger/checkpoint'));
  const [key] = await keys();
  expect(note && key && signatureState(note, key)).toBe('valid');
  const checkpoint = parseCheckpoint(note?.text ?? '');
  // Three purchases with their rewards, and the reversal of both.
  expect(checkpoint).toMatchObject({ size: 8, origin: `${new URL(site.url).host}/ledger/${companyId}` });
  const answer = await fetch(`${site.url}/ledger/tile/0/000.p/8`);
  expect([answer.headers.get('cache-control'), answer.headers.get('content-type')]).toEqual([
    'public, max-age=31536000, immutable',
    'application/octet-stream',
  ]);
  const tree = openTree(0, [], () => {});
  for (const leaf of tileHashes(new Uint8Array(await answer.arrayBuffer()))) tree.append(leaf);
  expect(tree.root()).toEqual(checkpoint?.root);
  expect((await fetch(`${site.url}/ledger/tile/0/000.p/3`)).status).toBe(200);
  for (const other of ['0/000', '0/000.p/9', '0/001.p/1', '1/000.p/1', '0/000.p/08', 'entries/000', '0/000.p/8/x', ''])
    expect([other, (await site.call('GET', `/ledger/tile/${other}`)).status]).toEqual([other, 404]);
});

it('anybody can have it proven that the ledger continues an earlier one', async () => {
  const tile = Buffer.from(await (await fetch(`${site.url}/ledger/tile/0/000.p/8`)).arrayBuffer());
  const headOf = (size: number) => {
    const tree = openTree(0, [], () => {});
    for (const leaf of tileHashes(tile.subarray(0, size * 32))) tree.append(leaf);
    return { size, root: Buffer.from(tree.root()) };
  };
  for (let first = 1; first <= 8; first++)
    for (let second = first; second <= 8; second++) {
      const lines = (await text(`/ledger/consistency/${first}/${second}`)).split('\n').slice(0, -1);
      const proof = lines.map((line) => Buffer.from(line, 'base64'));
      expect([first, second, isConsistent(headOf(first), headOf(second), proof)]).toEqual([first, second, true]);
      expect(isConsistent({ size: first, root: Buffer.alloc(32) }, headOf(second), proof)).toBe(false);
    }
  for (const other of ['0/8', '1/9', '5/4', '01/8', '1/x', '-1/8'])
    expect([other, (await site.call('GET', `/ledger/consistency/${other}`)).status]).toEqual([other, 404]);
});

it('the public page shows the newest checkpoint and the keys', async () => {
  // Without the attributes that scope styles.
  const page = (await text('/ledger')).replaceAll(/ data-astro-cid-\w+/g, '');
  const [, size, root] = (await text('/ledger/checkpoint')).split('\n');
  expect(page).toContain(`<dt>Entries</dt><dd>${size}</dd>`);
  expect(page).toContain(`<code>${root}</code>`);
  expect(page).toContain('No entry waits');
  for (const line of (await text('/ledger/key')).trim().split('\n')) expect(page).toContain(line);
});

it("a member's proof has all of their entries and their balance, and nobody else's", async () => {
  const lines = (await text('/ledger/key')).trim().split('\n');
  const proofOf = async (who: Account) => checkProof((await site.call('GET', PROOF, { token: who.token })).text, lines);
  expect(await proofOf(member)).toMatchObject({
    isValid: true,
    symbol: SYMBOL,
    balance: 8_000n,
    size: 8,
    userId: member.id,
    entries: [{ quantity: 4_000n }, { quantity: 4_000n }, { quantity: 4_000n }, { quantity: -4_000n }],
  });
  expect(await proofOf(referrer)).toMatchObject({ isValid: true, balance: 400n, userId: referrer.id });
  expect(await proofOf(await makeMember(site))).toMatchObject({ isValid: true, balance: 0n, entries: [] });
  const answer = await site.call('GET', PROOF, { token: member.token });
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="proof-${SYMBOL}-8.json"`);
  expect(answer.body.data.waiting).toBe(0);
  expect((await site.call('GET', PROOF)).status).toBe(401);
  expect((await site.call('GET', PROOF, { token: admin.token })).status).toBe(403);
});

it('the command checks the file without a database', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'proof-'));
  const file = path.join(folder, 'proof.json');
  const good = (await site.call('GET', PROOF, { token: member.token })).text;
  const key = (await text('/ledger/key')).trim();
  const verify = async (content: string, ...args: string[]): Promise<[number, string]> => {
    fs.writeFileSync(file, content);
    return run(process.execPath, [path.resolve('dist/server/cli.mjs'), 'proof:verify', file, ...args], {
      env: { PATH: process.env.PATH ?? '' },
    }).then(
      ({ stdout }) => [0, stdout],
      ({ code, stdout, stderr }) => [code, stdout + stderr],
    );
  };
  expect(await verify(good, '--key', key)).toEqual([0, expect.stringContaining(`8,000 ${SYMBOL} in 4 entries`)]);
  expect(await verify(good)).toEqual([0, expect.stringContaining('checked with the key in the file')]);
  expect(await verify(good.replaceAll('\\"4000\\"', '\\"4001\\"'), '--key', key)).toEqual([
    1,
    expect.stringContaining('BAD'),
  ]);
  expect(await verify(good, '--key', key.replace('+', '+0'))).toEqual([1, expect.stringContaining('no public key')]);
  expect((await verify(good, '--kei', key))[0]).toBe(2);
  fs.rmSync(folder, { recursive: true });
});

/** Witnesses cosign the ledger, and say when it is not the continuation of what they have seen. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anchorsOf } from '@/lib/transparency-log/keys.rules.ts';
import { askWitnesses, witnessesOf } from '@/lib/transparency-log/witnesses/service.ts';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { APPROVE, manual, post, submitted } from '../support/purchases.ts';
import { allSealed } from '../support/sealing.ts';
import { type Site, startSite } from '../support/site.ts';
import { startWitness, type TestWitness } from '../support/witness.ts';

let site: Site;
let admin: Account;
let buyer: Account;
let witness: TestWitness;
let key = '';
const problems: object[] = [];

beforeAll(async () => {
  site = await startSite();
  [admin, buyer] = [await makeAdmin(site), await makeMember(site)];
  witness = await startWitness(() => key);
});
afterAll(async () => {
  await witness?.close();
  await site?.remove();
});

const log = {
  warn: (about: object) => problems.push({ level: 'warn', ...about }),
  error: (about: object) => problems.push({ level: 'error', ...about }),
} as never;
/** One round. @returns the requests to the witness, and the problems */
async function ask() {
  witness.requests.length = 0;
  problems.length = 0;
  await askWitnesses({ witnesses: witnessesOf([witness.entry]), database: site.database, log });
  return { requests: [...witness.requests], problems: [...problems] };
}
const read = async (path: string) => (await site.call('GET', path)).text;

/** So many more entries in the ledger, sealed. */
async function grow(entries: number): Promise<void> {
  for (let n = 0; n < entries; n++) {
    const { id } = await submitted(site, buyer, manual());
    expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
  }
  await allSealed(site);
  key = (await read('/ledger/key')).split('\n')[0] ?? '';
}

it('no witness is sent an empty ledger, and there is no cosigned checkpoint', async () => {
  expect(await ask()).toEqual({ requests: [], problems: [] });
  expect((await site.call('GET', '/ledger/checkpoint/witnessed')).status).toBe(404);
  expect(await read('/ledger')).not.toContain('Witnesses');
});

it('a witness sees each checkpoint continue the one before, and everybody reads its cosignature', async () => {
  await grow(3);
  expect(await ask()).toEqual({ requests: [{ oldSize: 0, status: 200 }], problems: [] });
  expect(await ask()).toEqual({ requests: [], problems: [] });
  await grow(2);
  expect(await ask()).toEqual({ requests: [{ oldSize: 3, status: 200 }], problems: [] });
  const note = await read('/ledger/checkpoint/witnessed');
  expect(note.startsWith(await read('/ledger/checkpoint'))).toBe(true);
  expect(note).toMatch(/\n— witness\.example\/w1 \S+\n$/);
  expect(anchorsOf(note)).toMatchObject([{ scopeId: await companyIdOf(site), size: 5 }]);
  // The page is kept for a moment.
  await expect.poll(() => read('/ledger'), { timeout: 10_000 }).toContain('witness.example/w1');
});

it('a node that does not know what the witness has seen asks again from there', async () => {
  await grow(1);
  await sql`DELETE FROM log_cosignatures`.execute(site.database.platform);
  expect(await ask()).toEqual({
    requests: [
      { oldSize: 0, status: 409 },
      { oldSize: 5, status: 200 },
    ],
    problems: [],
  });
});

it('a wrong answer changes nothing, and the witness gets another request', async () => {
  await grow(1);
  const before = await read('/ledger/checkpoint/witnessed');
  for (const answer of [
    { status: 500, body: '' },
    { status: 200, body: '' },
    { status: 200, body: 'x'.repeat(20_000) },
    { status: 302, body: '' },
  ]) {
    witness.answer = answer;
    expect((await ask()).problems).toMatchObject([{ level: 'warn' }]);
  }
  witness.answer = null;
  expect(await read('/ledger/checkpoint/witnessed')).toBe(before);
  expect((await ask()).problems).toEqual([]);
});

it('a witness that names another size with each answer is asked twice a round', async () => {
  await grow(1);
  for (const sizes of [
    [4, 3, 2, 1],
    [1, 2, 3, 4],
    [3, 4, 3, 4],
  ]) {
    await sql`DELETE FROM log_cosignatures`.execute(site.database.platform);
    const next = sizes.values();
    witness.answer = () => ({ status: 409, body: `${next.next().value}\n` });
    const round = await ask();
    expect([sizes, round.requests.length, round.problems.length]).toEqual([sizes, 2, 1]);
  }
  witness.answer = null;
  expect((await ask()).problems).toEqual([]);
});

it('a witness that is silent delays no other one', async () => {
  await grow(1);
  const other = await startWitness(() => key);
  const silent = http.createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = silent.address() as AddressInfo;
    // Another key than that of the first: the same name counts as the same witness.
    const mute = other.entry.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`);
    const round = askWitnesses({ witnesses: witnessesOf([mute, witness.entry]), database: site.database, log });
    await expect.poll(() => witness.requests.at(-1)?.status, { timeout: 5_000 }).toBe(200);
    silent.closeAllConnections();
    await round;
  } finally {
    silent.close();
    await other.close();
  }
});

it('a witness that has seen more entries, or others, is an error in the log', async () => {
  const [[origin, head] = ['', { size: 0, root: Buffer.alloc(32) }]] = witness.seen;
  await grow(1);
  witness.seen.set(origin, { size: 100, root: head.root });
  expect((await ask()).problems).toMatchObject([
    { level: 'error', problem: 'it has cosigned 100 entries, and there are 10' },
  ]);
  witness.seen.set(origin, { size: head.size, root: Buffer.alloc(32) });
  expect((await ask()).problems).toMatchObject([{ level: 'error', problem: expect.stringContaining('proof') }]);
});

/** Pages: anonymous ones compared with a bare server, signed-in ones at a fixed rate with many members, and the warm start. */
import fs from 'node:fs';
import path from 'node:path';
import { freePort } from '../support/ports.ts';
import { type Bench, spawnProgram } from './bench.ts';
import { ask, closedLoop, openLoop, type Paced, request } from './client.ts';
import { openSessionsOf } from './people.ts';
import { ms, perSecond, type Row } from './rows.ts';
import { siteCompany, topUp } from './seed.ts';

const ROUNDS = 3;
const AT_ONCE = 16;

const mean = (all: readonly number[]): number => all.reduce((sum, it) => sum + it, 0) / all.length;

/** Interleaved in one run: a round of ours, a round of the peer's. */
export async function anonymousRows(bench: Bench, seconds: number): Promise<Row[]> {
  const program = await bench.serve({});
  const rows: Row[] = [];
  for (const address of ['/', '/register', '/fogot-password', '/privacy-policy']) {
    const file = path.join(bench.dir, 'page.html');
    fs.writeFileSync(file, (await ask(program.port, request('GET', address, program.port))).body);
    const port = await freePort();
    const peer = await spawnProgram(bench.dir, [path.resolve('tests/bench/bare.ts'), String(port), file], {});
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const go = async (at: number): Promise<number> => {
        const bytes = request('GET', address, at);
        return (await closedLoop({ port: at, atOnce: AT_ONCE, seconds, next: () => bytes })).perSecond;
      };
      ours.push(await go(program.port));
      theirs.push(await go(port));
    }
    await peer.stop();
    const ratio = mean(ours) / mean(theirs);
    rows.push({
      what: `anonymous page ${address}`,
      figure: `${perSecond(mean(ours))}, ${ratio.toFixed(2)} of the peer`,
      bar: '0.5 of the peer',
      peer: `bare node:http ${perSecond(mean(theirs))}`,
      isMet: ratio >= 0.5,
    });
  }
  await program.stop();
  return rows;
}

export async function signedInRows(bench: Bench, members: number, seconds: number): Promise<Row[]> {
  const { url, client } = await bench.makeDatabase('pages');
  await (await bench.serve({ databaseUrl: url })).stop();
  await topUp(client, { members, purchases: members });
  const program = await bench.serve({ databaseUrl: url });
  const people = await openSessionsOf(client, await siteCompany(client), 200);
  const rows: Row[] = [];
  for (const address of ['/user/dashboard', '/user/payment-history']) {
    const next = (nth: number): Buffer =>
      request('GET', address, program.port, {
        headers: { Cookie: `authToken=${people[nth % people.length]?.secret}` },
      });
    await openLoop({ port: program.port, rate: 50, seconds: 2, next });
    const paced: Paced = await openLoop({ port: program.port, rate: 50, seconds, next });
    rows.push({
      what: `${address}, ${members.toLocaleString('en-IN')} members, 50 a second`,
      figure: `p50 ${ms(paced.p50)}, p99 ${ms(paced.p99)}${paced.unexpected.size ? `, unexpected ${JSON.stringify([...paced.unexpected])}` : ''}`,
      bar: 'p99 50 ms',
      peer: '–',
      isMet: paced.p99 < 50 && paced.unexpected.size === 0,
    });
  }
  await program.stop();
  return rows;
}

/** With the embedded database, on existing data. */
export async function startRows(bench: Bench): Promise<Row[]> {
  const dataDir = path.join(bench.dir, 'warm');
  await (await bench.serve({ dataDir })).stop();
  const warm = await bench.serve({ dataDir });
  await warm.stop();
  return [
    {
      what: 'warm start, with its database',
      figure: ms(warm.readyMs),
      bar: '3 s',
      peer: '–',
      isMet: warm.readyMs < 3000,
    },
  ];
}

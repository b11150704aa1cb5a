/** Compares two nodes on one PostgreSQL with one node: how many more pages they render. */
import os from 'node:os';
import type { Bench } from './bench.ts';
import { closedLoop, request } from './client.ts';
import { openSessionsOf } from './people.ts';
import { perSecond, type Row } from './rows.ts';
import { siteCompany, topUp } from './seed.ts';

const AT_ONCE = 16;
const ROUNDS = 2;
/** A core for each node, the database and the client: with fewer, two nodes share the core of one. */
const CORES_MIN = 4;

export async function nodeRows(bench: Bench, seconds: number): Promise<Row[]> {
  const { url, client } = await bench.makeDatabase('nodes');
  const first = await bench.serve({ databaseUrl: url, env: { SITE_URL: 'http://bench.example' } });
  const second = await bench.serve({ databaseUrl: url, env: { SITE_URL: 'http://bench.example' } });
  await topUp(client, { members: 10_000, purchases: 10_000 });
  const people = await openSessionsOf(client, await siteCompany(client), 100);
  const rate = async (port: readonly number[]): Promise<number> => {
    const next = (nth: number): Buffer =>
      request('GET', '/user/payment-history', 0, {
        headers: { Host: 'bench.example', Cookie: `authToken=${people[nth % people.length]?.secret}` },
      });
    const paced = await closedLoop({ port, atOnce: AT_ONCE, seconds, next });
    if (paced.unexpected.size > 0) throw new Error(`unexpected answers: ${JSON.stringify([...paced.unexpected])}`);
    return paced.perSecond;
  };
  const [one, two] = [0, 0].map(() => [] as number[]) as [number[], number[]];
  for (let round = 0; round < ROUNDS; round++) {
    one.push(await rate([first.port]));
    two.push(await rate([first.port, second.port]));
  }
  await Promise.all([first.stop(), second.stop()]);
  const mean = (all: readonly number[]): number => all.reduce((sum, it) => sum + it, 0) / all.length;
  const ratio = mean(two) / mean(one);
  const cores = os.cpus().length;
  return [
    {
      what: 'two nodes on one PostgreSQL, /user/payment-history',
      figure: `${perSecond(mean(two))}, ${ratio.toFixed(2)} of one node`,
      bar: '1.7 of one node, where cores allow',
      peer: `one node ${perSecond(mean(one))}, ${cores} cores`,
      isMet: cores < CORES_MIN ? null : ratio >= 1.7,
    },
  ];
}

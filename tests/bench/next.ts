/**
 * Compares a page behind a sign-in with the same page under Next.js: the same elements and React islands with the same rows. For
 * each request both send the same statements to the same database. The peer sends them through plain node-postgres, prepared,
 * as the owner of the tables, all at the same time, and draws rows that it has in memory: all of that is in its favour.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';
import { findChromium } from '../../scripts/chromium.mjs';
import { type SentStatement, startStatementProxy } from '../support/statement-proxy.ts';
import { type Bench, spawnProgram } from './bench.ts';
import { ask, closedLoop, request } from './client.ts';
import { openSessionsOf } from './people.ts';
import { perSecond, type Row } from './rows.ts';
import { siteCompany, topUp } from './seed.ts';

const NEXT = '16.4.6';
const ADDRESS = '/user/payment-history';
const ISLAND = 'HistoryScreen';
/** The imports of the island, in this project's versions. */
const SHARED = [
  'react',
  'react-dom',
  'nanostores',
  '@nanostores/react',
  '@nanostores/query',
  'ofetch',
  'zod',
  'pg',
] as const;
const DIR = path.resolve('.tmp/bench-peer');
const ROUNDS = 3;
const AT_ONCE = 16;

/** Builds the peer from this project's own sources. The first time it needs the npm registry. */
async function buildPeer(html: string, reads: readonly Read[]): Promise<string> {
  const { dependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  const wanted = { next: NEXT, ...Object.fromEntries(SHARED.map((name) => [name, dependencies[name]])) };
  fs.mkdirSync(DIR, { recursive: true });
  fs.cpSync('tests/bench/peer', DIR, { recursive: true });
  fs.cpSync('src', path.join(DIR, 'src'), { recursive: true });
  // Next would use these as its own.
  for (const name of ['pages', 'middleware.ts'])
    fs.rmSync(path.join(DIR, 'src', name), { recursive: true, force: true });
  fs.writeFileSync(
    path.join(DIR, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { paths: { '@/*': ['./src/*'] } } }),
  );
  fs.writeFileSync(path.join(DIR, 'page.json'), JSON.stringify(await takeApart(html)));
  fs.writeFileSync(path.join(DIR, 'reads.json'), JSON.stringify(reads));
  const manifest = path.join(DIR, 'package.json');
  const text = JSON.stringify({ private: true, type: 'module', dependencies: wanted });
  const run = (command: string, ...args: string[]): unknown =>
    execFileSync(command, args, {
      cwd: DIR,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1' },
    });
  if (!fs.existsSync(manifest) || fs.readFileSync(manifest, 'utf8') !== text) {
    fs.writeFileSync(manifest, text);
    run('npm', 'install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error');
  }
  const next = path.join(DIR, 'node_modules/next/dist/bin/next');
  run(process.execPath, next, 'build');
  return next;
}

/** The elements of a page as plain data, with `island` for the island, and the island's props. */
async function takeApart(html: string): Promise<{ head: unknown[]; body: unknown[]; props: unknown }> {
  const executablePath = (await findChromium()) ?? undefined;
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    return await page.evaluate(
      ([text, island]) => {
        const seen = new DOMParser().parseFromString(text, 'text/html');
        let props: unknown = null;
        // Astro serialises a value as a number for its type and the value.
        const revived = ([kind, value]: [number, unknown]): unknown => {
          if (kind === 1) return (value as [number, unknown][]).map(revived);
          if (value === null || typeof value !== 'object') return value;
          return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, revived(it)]));
        };
        const dataOf = (node: Node): unknown => {
          if (node instanceof Text) return node.data;
          if (!(node instanceof Element)) return '';
          if (node.localName === 'astro-island' && node.getAttribute('component-export') === island) {
            props = revived([0, JSON.parse(node.getAttribute('props') ?? '{}')]);
            return { tag: 'island' };
          }
          const attributes = Object.fromEntries([...node.attributes].map((it) => [it.name, it.value]));
          const isEmpty = ['script', 'style', 'astro-island'].includes(node.localName);
          return { tag: node.localName, attributes, children: isEmpty ? [] : [...node.childNodes].map(dataOf) };
        };
        const partsOf = (it: Element): unknown[] => [...it.childNodes].map(dataOf).filter((part) => part !== '');
        return { head: partsOf(seen.head), body: partsOf(seen.body), props };
      },
      [html, ISLAND] as const,
    );
  } finally {
    await browser.close();
  }
}

type Read = Pick<SentStatement, 'text' | 'values'>;

/** The statements of a visit. Tasks of the program may ask in between, so the visit with the fewest counts. */
async function readsOf(bench: Bench, databaseUrl: string, secret: string): Promise<readonly Read[]> {
  const proxy = await startStatementProxy(databaseUrl);
  const program = await bench.serve({ databaseUrl: proxy.url });
  const visits: (readonly Read[])[] = [];
  for (let nth = 0; nth < 8; nth++) {
    proxy.forget();
    await ask(program.port, request('GET', ADDRESS, program.port, { headers: { Cookie: `authToken=${secret}` } }));
    visits.push(proxy.sent().map(({ text, values }) => ({ text, values })));
  }
  await program.stop();
  await proxy.stop();
  const [fewest = []] = visits.toSorted((a, b) => a.length - b.length);
  if (fewest.length < 3) throw new Error(`a page has more reads than ${fewest.length}`);
  return fewest;
}

export async function renderRows(bench: Bench, seconds: number): Promise<Row[]> {
  const { url, client } = await bench.makeDatabase('render');
  await (await bench.serve({ databaseUrl: url })).stop();
  await topUp(client, { members: 100, purchases: 4_000 });
  const program = await bench.serve({ databaseUrl: url });
  const people = await openSessionsOf(client, await siteCompany(client), 50);
  const page = (nth: number, port: number): Buffer =>
    request('GET', ADDRESS, port, { headers: { Cookie: `authToken=${people[nth % people.length]?.secret}` } });
  const ours = (await ask(program.port, page(0, program.port))).body.toString();
  const reads = await readsOf(bench, url, people[0]?.secret ?? '');
  const next = await buildPeer(ours, reads);
  const peer = await spawnProgram(bench.dir, [next, 'start', DIR], { DATABASE_URL: url });
  const theirs = (await ask(peer.port, page(0, peer.port))).body.toString();
  const rowsIn = (html: string): number => html.split('<tr').length;
  if (rowsIn(theirs) !== rowsIn(ours) || rowsIn(ours) < 10)
    throw new Error(`not the same page: ${rowsIn(ours)} rows here, ${rowsIn(theirs)} there`);
  const rate = async (port: number): Promise<number> => {
    const paced = await closedLoop({ port, atOnce: AT_ONCE, seconds, next: (nth) => page(nth, port) });
    if (paced.unexpected.size > 0) throw new Error(`unexpected answers: ${JSON.stringify([...paced.unexpected])}`);
    return paced.perSecond;
  };
  // Both have compiled their code before they are measured.
  for (const { port } of [program, peer]) await rate(port);
  const [own, other]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    own.push(await rate(program.port));
    other.push(await rate(peer.port));
  }
  await Promise.all([program.stop(), peer.stop()]);
  const mean = (all: readonly number[]): number => all.reduce((sum, it) => sum + it, 0) / all.length;
  const ratio = mean(own) / mean(other);
  return [
    {
      what: `${ADDRESS} with 10 rows, signed in`,
      figure: `${perSecond(mean(own))}, ${ratio.toFixed(1)} times the peer`,
      bar: '2.5 times the peer',
      peer: `Next.js ${NEXT} with the same ${reads.length} statements ${perSecond(mean(other))}`,
      isMet: ratio >= 2.5,
    },
  ];
}

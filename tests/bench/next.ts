/**
 * Compares a page behind a sign-in with the same page under Next.js: the same elements and React islands with the same rows. Ours
 * reads the session and the state of its data from the database for each request; the peer has its rows in memory. Ours is
 * measured twice: with the cache while nothing changes, and rendered for each request.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';
import { findChromium } from '../../scripts/chromium.mjs';
import { type Bench, spawnProgram } from './bench.ts';
import { ask, closedLoop, request } from './client.ts';
import { openSessionsOf } from './people.ts';
import { perSecond, type Row } from './rows.ts';
import { siteCompany, topUp } from './seed.ts';

const NEXT = '16.4.6';
const ADDRESS = '/user/payment-history';
const ISLAND = 'HistoryScreen';
/** The imports of the island, in this project's versions. */
const SHARED = ['react', 'react-dom', 'nanostores', '@nanostores/query', 'ofetch', 'zod'] as const;
const DIR = path.resolve('.tmp/bench-peer');
const ROUNDS = 3;
const AT_ONCE = 16;

/** Builds the peer from this project's own sources. The first time it needs the npm registry. */
async function buildPeer(html: string): Promise<string> {
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

export async function renderRows(bench: Bench, seconds: number): Promise<Row[]> {
  const { url, client } = await bench.makeDatabase('render');
  await (await bench.serve({ databaseUrl: url })).stop();
  await topUp(client, { members: 100, purchases: 4_000 });
  const program = await bench.serve({ databaseUrl: url });
  const people = await openSessionsOf(client, await siteCompany(client), 50);
  const page = (nth: number, port: number, query = ''): Buffer =>
    request('GET', ADDRESS + query, port, { headers: { Cookie: `authToken=${people[nth % people.length]?.secret}` } });
  const ours = (await ask(program.port, page(0, program.port))).body.toString();
  const next = await buildPeer(ours);
  const peer = await spawnProgram(bench.dir, [next, 'start', DIR], {});
  const theirs = (await ask(peer.port, page(0, peer.port))).body.toString();
  const rowsIn = (html: string): number => html.split('<tr').length;
  if (rowsIn(theirs) !== rowsIn(ours) || rowsIn(ours) < 10)
    throw new Error(`not the same page: ${rowsIn(ours)} rows here, ${rowsIn(theirs)} there`);
  const rate = async (port: number, query?: string): Promise<number> => {
    const next = (nth: number): Buffer => page(nth, port, query);
    const paced = await closedLoop({ port, atOnce: AT_ONCE, seconds, next });
    if (paced.unexpected.size > 0) throw new Error(`unexpected answers: ${JSON.stringify([...paced.unexpected])}`);
    return paced.perSecond;
  };
  const [own, drawn, other]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    own.push(await rate(program.port));
    // A URL with a query is never answered from the cache.
    drawn.push(await rate(program.port, '?page=1'));
    other.push(await rate(peer.port));
  }
  await Promise.all([program.stop(), peer.stop()]);
  const mean = (all: readonly number[]): number => all.reduce((sum, it) => sum + it, 0) / all.length;
  const row = (what: string, rates: readonly number[]): Row => {
    const ratio = mean(rates) / mean(other);
    return {
      what,
      figure: `${perSecond(mean(rates))}, ${ratio.toFixed(1)} times the peer`,
      bar: '8 times the peer',
      peer: `Next.js ${NEXT} ${perSecond(mean(other))}, its rows in memory`,
      isMet: ratio >= 8,
    };
  };
  return [
    row(`${ADDRESS} with 10 rows, signed in, unchanged since the last visit`, own),
    row(`${ADDRESS} with 10 rows, signed in, drawn each time`, drawn),
  ];
}

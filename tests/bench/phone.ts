/**
 * Pages as a phone sees them: a processor four times slower, a slow line. Each round opens a page with its scripts and without
 * them; the figures are medians of the rounds.
 */
import { type Browser, chromium, type Page } from 'playwright';
import { findChromium } from '../../scripts/chromium.mjs';
import type { Bench } from './bench.ts';
import { openSessions } from './people.ts';
import { ms, type Row } from './rows.ts';
import { siteCompany, topUp } from './seed.ts';

/** Slow 4G as in browsers' developer tools: 1.6 Mbit/s down, 0.75 up, 150 ms; in bytes per second. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const ROUNDS = 5;
const BLOCKED_MS_MAX = 100;
const TOUCH_MS_MAX = 200;

type Who = 'nobody' | 'member' | 'admin';
const COOKIES: Record<Who, string> = { nobody: '', member: 'authToken', admin: 'accessToken' };
/** With the bar of quality.md for the time until the islands answer, in largest paints of the page without scripts. */
const PAGES: readonly (readonly [path: string, who: Who, hydratedMax: number | null])[] = [
  ['/', 'nobody', 1.5],
  ['/register', 'nobody', null],
  ['/user/dashboard', 'member', null],
  ['/user/buy-token', 'member', null],
  ['/user/payment?purchaseId=PUR-1&purchaseAmount=1000.00', 'member', 1.8],
  ['/user/payment-history', 'member', null],
  ['/admin/purchaserequest', 'admin', 1.9],
];

interface Seen {
  paintMs: number;
  shift: number;
  /** When the islands of the page itself answer. */
  hydratedMs: number;
  /** What tasks took beyond 50 ms each, from the first paint to `hydratedMs`. */
  blockedMs: number;
  /** From the first touch to the next paint. */
  touchMs: number;
}

/** Runs in the page before its own scripts. */
function watch(): void {
  const seen = { paintMs: 0, shift: 0, hydratedMs: 0, touchMs: 0, tasks: [] as [number, number][], firstMs: 0 };
  Object.assign(window, { seen });
  const observe = (type: string, each: (entry: PerformanceEntry) => void, options = {}): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...options });
  observe('largest-contentful-paint', (entry) => {
    seen.paintMs = entry.startTime;
  });
  observe('paint', (entry) => {
    seen.firstMs = entry.startTime;
  });
  observe('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  observe('longtask', (entry) => void seen.tasks.push([entry.startTime, entry.duration]));
  observe(
    'event',
    (entry) => {
      seen.touchMs = Math.max(seen.touchMs, entry.duration);
    },
    { durationThreshold: 16 },
  );
  // Astro takes its mark from an island when it hands it to React, which hydrates it in a transition afterwards.
  const doesAnswer = (island: Element): boolean => {
    const key = Object.keys(island).find((name) => name.startsWith('__reactContainer$'));
    return (
      !island.hasAttribute('ssr') &&
      Reflect.get(island, key ?? '')?.stateNode.current.memoizedState.isDehydrated !== true
    );
  };
  const look = (): void => {
    const islands = [...document.querySelectorAll('#content astro-island:not([client="visible"])')];
    if (document.readyState !== 'loading' && islands.every(doesAnswer)) seen.hydratedMs = performance.now();
    else setTimeout(look, 10);
  };
  look();
}

async function open(browser: Browser, url: string, who: Who, secret: string, hasScripts: boolean): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
  if (COOKIES[who]) await context.addCookies([{ name: COOKIES[who], value: secret, url: new URL(url).origin }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  if (!hasScripts) await session.send('Network.setBlockedURLs', { urls: ['*.js'] });
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(watch);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(500);
  if (hasScripts) await touch(page);
  const seen = await page.evaluate(() => Reflect.get(window, 'seen'));
  if (page.url() !== url) throw new Error(`${url} went on to ${page.url()}`);
  await context.close();
  const until = seen.hydratedMs || Number.POSITIVE_INFINITY;
  const tasks: [number, number][] = seen.tasks;
  const blockedMs = tasks
    .filter(([at]) => at >= seen.firstMs && at < until)
    .reduce((sum, [, tookMs]) => sum + Math.max(0, tookMs - 50), 0);
  return { ...seen, blockedMs };
}

/** The first touch of a page: the first field, tab or button of an island. */
async function touch(page: Page): Promise<void> {
  const islands = page.locator('#content astro-island');
  const field = islands.locator('input:visible').first();
  await ((await field.count()) > 0 ? field : islands.locator('button:visible').first()).tap();
  await page.waitForTimeout(1_000);
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

export async function phoneRows(bench: Bench): Promise<Row[]> {
  const { url, client } = await bench.makeDatabase('phone');
  await (await bench.serve({ databaseUrl: url })).stop();
  await topUp(client, { members: 1_000, purchases: 1_000 });
  const program = await bench.serve({ databaseUrl: url });
  const company = await siteCompany(client);
  const secrets: Record<Who, string> = {
    nobody: '',
    member: (await openSessions(client, company, 'member', 1))[0]?.secret ?? '',
    admin: (await openSessions(client, company, 'admin', 1))[0]?.secret ?? '',
  };
  const executablePath = (await findChromium()) ?? undefined;
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
  const rows: Row[] = [];
  for (const [path, who, hydratedMax] of PAGES) {
    const address = `http://localhost:${program.port}${path}`;
    const full: Seen[] = [];
    const bare: Seen[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      full.push(await open(browser, address, who, secrets[who], true));
      bare.push(await open(browser, address, who, secrets[who], false));
    }
    rows.push(...rowsOf(path.replace(/\?.*/, ''), full, bare, hydratedMax));
  }
  await browser.close();
  await program.stop();
  return rows;
}

function rowsOf(path: string, full: readonly Seen[], bare: readonly Seen[], hydratedMax: number | null): Row[] {
  const of = (key: keyof Seen): number => median(full.map((seen) => seen[key]));
  const barePaintMs = median(bare.map((seen) => seen.paintMs));
  const ratio = of('hydratedMs') / barePaintMs;
  return [
    {
      what: `${path} on a phone`,
      figure: `largest paint ${ms(of('paintMs'))}, shift ${of('shift').toFixed(3)}`,
      bar: '1.8 s, 0.02',
      peer: `without scripts ${ms(barePaintMs)}`,
      isMet: of('paintMs') > 0 && of('paintMs') < 1_800 && of('shift') < 0.02,
    },
    {
      what: `${path} on a phone, until it answers`,
      figure: `${ms(of('hydratedMs'))}, ${ratio.toFixed(2)} of the paint without scripts; blocked ${ms(of('blockedMs'))}; first touch ${ms(of('touchMs'))}`,
      bar: `${hydratedMax ?? '–'}; ${BLOCKED_MS_MAX} ms; ${TOUCH_MS_MAX} ms`,
      peer: `without scripts ${ms(barePaintMs)}`,
      isMet:
        (hydratedMax === null || ratio <= hydratedMax) &&
        of('blockedMs') < BLOCKED_MS_MAX &&
        of('touchMs') < TOUCH_MS_MAX,
    },
  ];
}

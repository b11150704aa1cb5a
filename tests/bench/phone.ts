/** Pages as a phone sees them: a processor four times slower, a slow line. */
import { chromium } from 'playwright';
import { findChromium } from '../../scripts/chromium.mjs';
import type { Bench } from './bench.ts';
import { openSessions } from './people.ts';
import { ms, type Row } from './rows.ts';
import { siteCompany, topUp } from './seed.ts';

/** Slow 4G as in browsers' developer tools: 1.6 Mbit/s down, 0.75 up, 150 ms; in bytes per second. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

export async function phoneRows(bench: Bench): Promise<Row[]> {
  const { url, client } = await bench.makeDatabase('phone');
  await (await bench.serve({ databaseUrl: url })).stop();
  await topUp(client, { members: 1_000, purchases: 1_000 });
  const program = await bench.serve({ databaseUrl: url });
  const [member] = await openSessions(client, await siteCompany(client), 'member', 1);
  const executablePath = (await findChromium()) ?? undefined;
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
  const rows: Row[] = [];
  const origin = `http://localhost:${program.port}`;
  for (const address of ['/', '/register', '/user/dashboard', '/user/buy-token', '/user/payment-history']) {
    const context = await browser.newContext({ viewport: { width: 360, height: 780 }, hasTouch: true });
    await context.addCookies([
      { name: 'authToken', value: address.startsWith('/user') ? (member?.secret ?? '') : 'none', url: origin },
    ]);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(() => {
      const seen = { paintMs: 0, shift: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.paintMs = entry.startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(origin + address, { waitUntil: 'networkidle' });
    await page.waitForTimeout(1_000);
    const seen = await page.evaluate(() => (window as unknown as { seen: { paintMs: number; shift: number } }).seen);
    rows.push({
      what: `${address} on a phone`,
      figure: `largest paint ${ms(seen.paintMs)}, shift ${seen.shift.toFixed(3)}`,
      bar: '1.8 s, 0.02',
      peer: '–',
      isMet: seen.paintMs > 0 && seen.paintMs < 1_800 && seen.shift < 0.02,
    });
    await context.close();
  }
  await browser.close();
  await program.stop();
  return rows;
}

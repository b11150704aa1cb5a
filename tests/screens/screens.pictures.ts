/** Takes every picture at three widths, light and dark. A page that reports an error fails, as in the tests. */
import fs from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allow, closePage, hydrated, layoutShift, newPage, WIDTHS } from '../support/browser.ts';
import { type Stage, startStage } from './sale.ts';
import { FILLS, type Fill, type PlannedShot, shotsOf } from './screens.ts';

const FOLDER = '.screens';
const filters = (process.env.SCREENS ?? '').split(' ').filter(Boolean);
const isWanted = ({ file }: PlannedShot): boolean =>
  filters.length === 0 || filters.some((part) => file.includes(part));

fs.mkdirSync(FOLDER, { recursive: true });
if (filters.length === 0)
  for (const name of fs.readdirSync(FOLDER)) fs.rmSync(`${FOLDER}/${name}`, { recursive: true });

let nth = 0;

/** Hydrates every island by scrolling it into view, then returns to the top. */
async function settle(page: Page): Promise<void> {
  await hydrated(page);
  await expect
    .poll(() =>
      page.evaluate(() => {
        const asleep = document.querySelectorAll('astro-island[ssr]');
        asleep[0]?.firstElementChild?.scrollIntoView();
        return asleep.length;
      }),
    )
    .toBe(0);
  await page.evaluate(async () => {
    window.scrollTo(0, 0);
    await document.fonts.ready;
  });
  await page.waitForLoadState('networkidle');
}

async function take(stage: Stage, fill: Fill, shot: PlannedShot, width: number, dark: boolean): Promise<void> {
  const address = typeof shot.path === 'string' ? shot.path : stage.ids ? shot.path(stage.ids) : null;
  if (address === null) throw new Error(`${shot.file} needs the data of a sale: say only: 'filled'`);
  const page = await newPage(stage.site, {
    width,
    dark,
    ...(shot.as !== 'anonymous' && { cookie: stage.accounts[shot.as].cookie }),
    ...(shot.local && { ip: '127.0.0.1' }),
    ...(shot.javaScript === false && { javaScript: false }),
  });
  if (shot.language) await page.context().addCookies([{ name: 'language', value: shot.language, url: stage.site.url }]);
  allow(page, ...(shot.status ? [new RegExp(`answer: ${shot.status} GET`)] : []));
  const response = await page.goto(address);
  expect(response?.status(), address).toBe(shot.status ?? 200);
  expect(new URL(page.url()).pathname, 'stays where it is').toBe(new URL(address, page.url()).pathname);
  if (shot.javaScript !== false) await settle(page);
  // Without a system font for Devanagari, a text has another width until the web font has loaded.
  const hasHindi = (await page.locator('[lang="hi"]').count()) > 0;
  if (shot.javaScript !== false && !hasHindi) expect(await layoutShift(page), 'moves by itself').toBeLessThan(0.1);
  await shot.act?.(page, ++nth);
  if (shot.act) {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.waitForTimeout(350);
  }
  // A dialog covers only the window.
  const isWhole = (await page.locator('dialog[open]').count()) === 0;
  const name = `${shot.file}.${fill}.${width}.${dark ? 'dark' : 'light'}.png`;
  // The viewport is as high as the page, so that elements fixed to it are at the right position.
  if (isWhole) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.max(height, page.viewportSize()?.height ?? 0) });
  }
  await page.screenshot({ path: `${FOLDER}/${name}` });
  await closePage(page);
}

const picturesOf = (fill: Fill): PlannedShot[] => shotsOf(fill).filter(isWanted);

describe.each(FILLS.filter((fill) => picturesOf(fill).length > 0))('%s', (fill) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage(fill, true);
  });
  afterAll(() => stage?.home.remove());

  test.each(picturesOf(fill))('$file', async (shot) => {
    // A picture is mostly waiting: the widths wait together.
    for (const dark of [false, true]) await Promise.all(WIDTHS.map((width) => take(stage, fill, shot, width, dark)));
  });
});

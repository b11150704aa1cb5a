/**
 * Every screen and state of `npm run screens`, at three widths and in both themes: no accessibility violation, nothing cut
 * off, no sideways scroll. A new page or state in tests/screens/screens.ts is checked here without more work.
 */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Stage, startStage } from '../screens/sale.ts';
import { FILLS, type Fill, type PlannedShot, plannedShots, shotsOf } from '../screens/screens.ts';
import { allow, closePage, expectFits, hydrated, newPage } from '../support/browser.ts';

let opened = 0;

/** A screen is looked at when its calls have their answers. What lies behind a dialog may wait for the dialog. */
const countBusyButtons = (): number =>
  (document.activeElement?.closest('dialog') ?? document).querySelectorAll('.btn[aria-busy="true"]').length;

/** The page in the state of the shot. */
async function open({ site, accounts, ids }: Stage, shot: PlannedShot): Promise<Page> {
  const page = await newPage(site, {
    // A message stays until every width and theme has been looked at.
    toastSeconds: 120,
    ...(shot.as !== 'anonymous' && { cookie: accounts[shot.as].cookie }),
    ...(shot.local && { ip: '127.0.0.1' }),
  });
  // It stays open while its call has no answer.
  if (shot.file.endsWith('logout')) await page.route('**/auth/logout', () => {});
  allow(page, ...(shot.status ? [new RegExp(`answer: ${shot.status} GET`)] : []));
  const path = typeof shot.path === 'string' ? shot.path : ids ? shot.path(ids) : null;
  if (path === null) throw new Error(`${shot.file} needs the data of a sale: set only: 'filled'`);
  const response = await page.goto(path);
  expect(response?.status()).toBe(shot.status ?? 200);
  await hydrated(page);
  await shot.act?.(page, ++opened);
  await expect.poll(() => page.evaluate(countBusyButtons)).toBe(0);
  return page;
}

// axe is a script itself, so what a page shows without scripts is left out. Hindi has its own walk (tests/long/hindi.test.ts).
const namedShots = (fill: Fill): (readonly [string, PlannedShot])[] =>
  shotsOf(fill)
    .filter(({ name, language }) => name !== 'no-script' && language === undefined)
    .map((shot) => [shot.file, shot]);

describe.each(FILLS)('%s', (fill) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage(fill);
  });
  afterAll(() => stage?.home.remove());

  test.each(namedShots(fill))('%s', async (_, shot) => {
    const page = await open(stage, shot);
    // Also where it fails: a page that is left open asks on, and what it is refused would fail the tests after it.
    try {
      await expectFits(page);
    } finally {
      await closePage(page);
    }
  });
});

test('the list has every page', () => {
  expect(plannedShots().length).toBeGreaterThan(60);
});

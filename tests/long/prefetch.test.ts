/** Links that are prefetched (decision 0085), in a browser with a persistent profile, as people have it. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../scripts/chromium.mjs';
import { type Account, makeMember } from '../support/accounts.ts';
import { hydrated, signIn } from '../support/browser.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let member: Account;
beforeAll(async () => {
  site = await startSite();
  member = await makeMember(site);
});
afterAll(() => site?.remove());

test('a link is prefetched once while the pointer rests on it; the logout is not', async () => {
  // Chromium prefetches nothing in an incognito window, hence a persistent profile.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-profile-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: (await findChromium()) ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    viewport: { width: 1280, height: 900 },
    extraHTTPHeaders: { 'X-Forwarded-For': freshIp() },
  });
  try {
    const page = await context.newPage();
    const requestsOf = (to: string): number => site.output().split(`"path":"${to}"`).length - 1;
    await signIn(page, member.cookie, site.url);
    await page.goto(`${site.url}/user/payment-history?status=ALL`);
    await hydrated(page);
    const [before, loggedOut] = [requestsOf('/user/buy-token'), requestsOf('/api/v1/user/auth/logout')];
    await page.getByRole('button', { name: 'Logout' }).hover();
    await page.waitForTimeout(500);
    await page.getByRole('link', { name: 'Buy Token' }).hover();
    await expect.poll(() => requestsOf('/user/buy-token')).toBe(before + 1);
    await page.getByRole('link', { name: 'Buy Token' }).click();
    await page.waitForURL('**/user/buy-token');
    await hydrated(page);
    expect([requestsOf('/user/buy-token'), requestsOf('/api/v1/user/auth/logout')]).toEqual([before + 1, loggedOut]);
  } finally {
    await context.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

/** Links that are fetched ahead (decision 0085), in a browser with a profile of its own, as a person has it. */
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
  site = await startSite({ embedded: true });
  member = await makeMember(site);
});
afterAll(() => site?.remove());

test('a link is fetched while the pointer rests on it, and once; the logout is not', async () => {
  // What a window for one visit only opens, Chromium fetches nothing ahead for: so a profile as a person has it.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-profile-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: (await findChromium()) ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    viewport: { width: 1280, height: 900 },
    extraHTTPHeaders: { 'X-Forwarded-For': freshIp() },
  });
  try {
    const page = await context.newPage();
    const asked = (to: string): number => site.output().split(`"path":"${to}"`).length - 1;
    await signIn(page, member.cookie, site.url);
    await page.goto(`${site.url}/user/payment-history?status=ALL`);
    await hydrated(page);
    const [before, loggedOut] = [asked('/user/buy-token'), asked('/api/v1/user/auth/logout')];
    await page.getByRole('button', { name: 'Logout' }).hover();
    await page.waitForTimeout(500);
    await page.getByRole('link', { name: 'Buy Token' }).hover();
    await expect.poll(() => asked('/user/buy-token')).toBe(before + 1);
    await page.getByRole('link', { name: 'Buy Token' }).click();
    await page.waitForURL('**/user/buy-token');
    await hydrated(page);
    expect([asked('/user/buy-token'), asked('/api/v1/user/auth/logout')]).toEqual([before + 1, loggedOut]);
  } finally {
    await context.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

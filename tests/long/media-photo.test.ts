/** A photo of a phone of 50 megapixels: scaled within the memory that its decoding needs, and still readable. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadBytesMax } from '../../src/lib/media/calls.ts';
import { launch, newPage } from '../support/browser.ts';
import { chooseDrawn, drawPicture, readStored } from '../support/legible.ts';
import { onPage, openProof, orderNumber, paymentUrl } from '../support/member.ts';
import { type Site, startSite } from '../support/site.ts';

const FIELD = 'Upload Transaction File';
const PHOTO = { type: 'image/jpeg', width: 8160, height: 6120, letters: 70, noise: 1 } as const;
const MEGABYTE = 1024 * 1024;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

/** Most memory that each renderer has had, in bytes, by its process. */
async function renderers(): Promise<Map<number, number>> {
  const session = await (await launch()).newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const peakOf = (pid: number): number => {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * 1024;
  };
  return new Map(processInfo.flatMap(({ type, id }) => (type === 'renderer' ? [[id, peakOf(id)] as const] : [])));
}

async function photoBytes(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const bytes = new Uint8Array(await window.drawn.file.arrayBuffer());
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  });
  return Buffer.from(base64, 'base64');
}

test('its text can be read after scaling', async () => {
  await onPage(site, paymentUrl(orderNumber()), { width: 360 }, async ({ page }) => {
    await openProof(page);
    const drawn = await drawPicture(page, PHOTO);
    expect(drawn.bytes).toBeGreaterThan(uploadBytesMax);
    const answered = page.waitForResponse('**/api/v1/user/media/add');
    await chooseDrawn(page, FIELD);
    const { data } = await (await answered).json();
    const stored = await readStored(page, data[0].url, drawn);
    expect(stored.right).toBe(1);
    expect(stored.width * stored.height).toBeLessThanOrEqual(6_000_000);
  });
});

test.skipIf(process.platform !== 'linux')('scaling needs little more memory than the decoded picture', async () => {
  const artist = await newPage(site);
  await artist.goto('/');
  await drawPicture(artist, PHOTO);
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'photo-')), 'IMG_0001.jpg');
  fs.writeFileSync(file, await photoBytes(artist));
  await artist.context().close();
  await onPage(site, paymentUrl(orderNumber()), { width: 360 }, async ({ page }) => {
    await openProof(page);
    const before = await renderers();
    const answered = page.waitForResponse('**/api/v1/user/media/add');
    await page.getByLabel(FIELD).setInputFiles(file);
    expect((await answered).status()).toBe(200);
    fs.rmSync(path.dirname(file), { recursive: true });
    const growth = [...(await renderers())].map(([pid, peak]) => peak - (before.get(pid) ?? peak));
    const decoded = PHOTO.width * PHOTO.height * 4;
    process.stdout.write(
      `50 megapixels: ${Math.round(Math.max(...growth) / MEGABYTE)} MB more, ${Math.round(decoded / MEGABYTE)} MB decoded\n`,
    );
    expect(Math.max(...growth)).toBeLessThan(decoded * 2);
  });
});

/** Files of a proof in a browser: pictures whose text stays readable, and refusals that say what to do. */
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Label } from '../../src/lib/core/texts.ts';
import { uploadBytesMax } from '../../src/lib/media/calls.ts';
import { makeMember } from '../support/accounts.ts';
import { allow, closePage, expectNoAxeViolations, expectNoSidewaysScroll, newPage, visit } from '../support/browser.ts';
import { chooseHindi, hi } from '../support/hindi.ts';
import {
  chooseDrawn,
  differingPixels,
  drawPicture,
  type PictureOptions,
  readScaledTo,
  readStored,
} from '../support/legible.ts';
import { bytesOf, pdf } from '../support/media-files.ts';
import { button, onPage, openProof, orderNumber, paymentUrl } from '../support/member.ts';
import { type Site, startSite } from '../support/site.ts';

const FIELD = 'Upload Transaction File';
const ADD = '**/api/v1/user/media/add';
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

/** Sends the drawn picture. @returns its address */
async function sendDrawn(page: Page): Promise<string> {
  const answered = page.waitForResponse(ADD);
  await chooseDrawn(page, FIELD);
  const { data } = await (await answered).json();
  return data[0].url;
}

const onProof = (run: (page: Page) => Promise<void>) =>
  onPage(site, paymentUrl(orderNumber()), { width: 360 }, async ({ page }) => {
    await openProof(page);
    await run(page);
  });

const SCREENSHOT = { type: 'image/png', letters: 28 } as const;
const PHOTO = { type: 'image/jpeg', noise: 1 } as const;

describe('a picture above the limit is scaled, and its small text can still be read', () => {
  test.each<[string, PictureOptions]>([
    ['a screenshot of 1440 × 3200', { ...SCREENSHOT, width: 1440, height: 3200, noise: 0.6 }],
    ['a long screenshot of 1080 × 9600', { ...SCREENSHOT, width: 1080, height: 9600, noise: 0.4 }],
    [
      'a screenshot of a tall screen as JPEG',
      { ...SCREENSHOT, type: 'image/jpeg', width: 2160, height: 4800, noise: 1 },
    ],
    ['a photo of 12 megapixels of a page', { ...PHOTO, width: 3000, height: 4000, letters: 34 }],
  ])('%s', async (_, options) => {
    await onProof(async (page) => {
      const drawn = await drawPicture(page, options);
      expect(drawn.bytes).toBeGreaterThan(uploadBytesMax);
      const url = await sendDrawn(page);
      const stored = await readStored(page, url, drawn);
      expect(stored.right).toBe(1);
      expect(stored.margin).toBeGreaterThan(0.05);
      expect(stored.width / stored.height).toBeCloseTo(options.width / options.height, 2);
    });
  });

  test('the measure notices a picture that was scaled too much', async () => {
    await onProof(async (page) => {
      const drawn = await drawPicture(page, { ...SCREENSHOT, width: 1080, height: 9600, noise: 0.4 });
      expect(await readScaledTo(page, 9600, drawn)).toMatchObject({ right: 1 });
      expect((await readScaledTo(page, 2000, drawn)).right).toBeLessThan(1);
      expect((await readScaledTo(page, 1000, drawn)).right).toBeLessThan(0.8);
    });
  });
});

test('a screenshot within the limit arrives pixel by pixel', async () => {
  await onProof(async (page) => {
    const drawn = await drawPicture(page, { ...SCREENSHOT, width: 1440, height: 3200, noise: 0.25 });
    expect(drawn.bytes).toBeGreaterThan(1024 * 1024);
    expect(drawn.bytes).toBeLessThan(uploadBytesMax);
    expect(await differingPixels(page, await sendDrawn(page))).toBe(0);
  });
});

const closed = (name: string): Buffer => fs.readFileSync(path.join(import.meta.dirname, '../support/pdfs', name));
const HEIC = Buffer.from(bytesOf([0, 0, 0, 24], 'ftypheic', new Uint8Array(200)));
const HEIC_ADVICE =
  'HEIC and AVIF photos are not accepted. On iPhone: Settings, Camera, Formats, Most Compatible, or take a screenshot.';

describe.each(['en', 'hi'] as const)('a refusal says what to do, on a phone, in %s', (language) => {
  const say = (text: Label): string => (language === 'hi' ? hi(text) : text);
  const sized = (size: string): string => {
    const values = { size, most: '5 MB' };
    const text = 'The file is {size}; at most {most}.';
    return language === 'hi' ? hi(text, values) : text.replace('{size}', size).replace('{most}', '5 MB');
  };
  const FILES: readonly (readonly [fileName: string, content: Buffer, sentence: () => string])[] = [
    [
      'receipt.pdf',
      closed('aes-256-r6-closed.pdf'),
      () => say('This PDF has a password. Send a screenshot, or print it to a new PDF.'),
    ],
    [
      'receipt.pdf',
      Buffer.from(pdf()).subarray(0, 100),
      () => say('This PDF is damaged or incomplete. Take a screenshot of it and send that.'),
    ],
    [
      'receipt.pdf',
      Buffer.from(pdf({ head: 'Content-Type: application/pdf\r\n\r\n' })),
      () => say('This file does not begin as a PDF does. Take a screenshot of it and send that.'),
    ],
    ['IMG_0001.HEIC', HEIC, () => say(HEIC_ADVICE)],
    ['receipt.pdf', Buffer.alloc(7 * 1024 * 1024), () => sized('7 MB')],
    ['IMG_0002.HEIC', Buffer.concat([HEIC, Buffer.alloc(uploadBytesMax)]), () => say(HEIC_ADVICE)],
    ['receipt.pdf', Buffer.alloc(uploadBytesMax + 1), () => sized('5.1 MB')],
  ];
  test('password, damaged, not at its start, HEIC, large, large HEIC, a little too large', async () => {
    const member = await makeMember(site);
    const page = await newPage(site, { cookie: member.cookie, width: 360 });
    allow(page, /422 POST .*media\/add/);
    if (language === 'hi') await chooseHindi(page, site.url);
    await visit(page, paymentUrl(orderNumber()));
    if (language === 'en') await openProof(page);
    else {
      await page.getByRole('checkbox').check();
      await button(page, hi('PAY')).click();
      await page.getByRole('dialog').waitFor();
    }
    const field = page.locator('input[type=file][name=receipt]');
    for (const [name, buffer, sentence] of FILES) {
      await field.setInputFiles({ name, mimeType: '', buffer });
      await page.getByRole('dialog').locator('.field-error').getByText(sentence()).waitFor();
      await expectNoSidewaysScroll(page);
      await expectNoAxeViolations(page);
    }
    await closePage(page);
  });
});

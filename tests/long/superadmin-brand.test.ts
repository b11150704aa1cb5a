/**
 * A super admin sets a company's own brand, visitors see it, and it is reset; the view of a company's back office.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeSuper } from '../support/accounts.ts';
import { COMPANY_NAME, TOKEN } from '../support/brand.ts';
import { closePage, DARK_PHONE, expectFits, newPage, openRow, visit } from '../support/browser.ts';
import { type Site, startSite } from '../support/site.ts';

const PATH = '/superadmin/companymanage';
/** Any picture of known size. */
const PICTURE = readFileSync(
  new URL(`../../public${TOKEN.icon_url.replace('icon.svg', 'touch.png')}`, import.meta.url),
);
let site: Site;
let boss: Account;
beforeAll(async () => {
  site = await startSite();
  boss = await makeSuper(site);
});
afterAll(() => site?.remove());

/**
 * Draws the icons of the manifest as a phone does, at 192 and 512 pixels. `isFull`: the picture reaches the edges; else they are
 * white, and the picture is in the middle.
 */
async function drawAppIcons() {
  const { icons } = await (await fetch('/site.webmanifest')).json();
  const draw = async (src: string, side: number) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0, side, side);
    const pixel = (x: number, y: number): string => context.getImageData(x, y, 1, 1).data.join();
    const isBlank = (colour: string): boolean => colour === '255,255,255,255' || colour.endsWith(',0');
    const spots = [0.3, 0.5, 0.7].map((share) => Math.round(side * share));
    const isPicture = spots.some((x) => spots.some((y) => !isBlank(pixel(x, y))));
    if (!isPicture) throw new Error(`${src} shows nothing at ${side} pixels`);
    return { side, edge: pixel(side / 2, 2) };
  };
  const out: { purpose: string; sides: number[]; isFull: boolean }[] = [];
  for (const { src, purpose = 'any', sizes, type } of icons) {
    if (sizes !== 'any' || type !== 'image/svg+xml') throw new Error(`${src} is ${sizes} ${type}`);
    const drawn = [await draw(src, 192), await draw(src, 512)];
    out.push({
      purpose,
      sides: drawn.map(({ side }) => side),
      isFull: drawn.every(({ edge }) => edge !== '255,255,255,255'),
    });
  }
  return out;
}

test.each([
  [360, true],
  [1280, false],
] as const)('the brand of a company is set, shown and reset, at %i px, dark %s', async (width, dark) => {
  const page = await newPage(site, { cookie: boss.cookie, width, dark });
  await visit(page, PATH);
  const open = async () => {
    if (!(await page.getByRole('button', { name: `Brand: ${COMPANY_NAME}` }).isVisible()))
      await openRow(page, COMPANY_NAME);
    await page.getByRole('button', { name: `Brand: ${COMPANY_NAME}` }).click();
    const dialog = page.getByRole('dialog', { name: `Brand of ${TOKEN.name}` });
    await dialog.getByLabel('Title').waitFor();
    return dialog;
  };
  const dialog = await open();
  expect(await dialog.getByLabel('Title').getAttribute('placeholder')).toBe(TOKEN.title);
  await expectFits(page, 'dialog');
  await dialog.getByLabel('telegram').fill('t.me/acorn');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const wrong = 'Please enter the link as a web address that begins with https://.';
  await dialog.getByText(wrong).first().waitFor();
  await dialog.getByLabel('telegram').fill('https://t.example.com/acorn');
  await dialog.getByLabel('Title').fill('An acorn of its own');
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: PICTURE });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Brand updated successfully').first().waitFor();

  const visitor = await newPage(site, { width, dark });
  const icon = () => visitor.locator('link[rel=icon]').first().getAttribute('href');
  // Pages for visitors are cached for two seconds.
  await expect
    .poll(async () => {
      await visit(visitor, '/');
      return icon();
    })
    .toMatch(/^\/brand\/icon\?v=/);
  const shown = await visitor.locator('a.brand img').evaluate((it) => (it as HTMLImageElement).naturalWidth);
  expect(shown).toBe(180);
  await expectFits(visitor);
  expect(await visitor.evaluate(drawAppIcons)).toEqual([
    { purpose: 'any', sides: [192, 512], isFull: true },
    { purpose: 'maskable', sides: [192, 512], isFull: false },
  ]);
  await visit(visitor, '/token');
  await visitor.getByRole('heading', { name: 'An acorn of its own' }).waitFor();
  expect(await visitor.getByRole('link', { name: 'Telegram' }).getAttribute('href')).toBe(
    'https://t.example.com/acorn',
  );
  await expectFits(visitor);

  const again = await open();
  expect(await again.getByLabel('Title').inputValue()).toBe('An acorn of its own');
  await again.getByText("The company's own").waitFor();
  await again.getByRole('button', { name: "Use the catalogue's icon" }).click();
  await again.getByLabel('Title').fill('');
  await again.getByLabel('telegram').fill('');
  await again.getByRole('button', { name: 'Save' }).click();
  await again.waitFor({ state: 'hidden' });
  await expect
    .poll(async () => {
      await visit(visitor, '/');
      return icon();
    })
    .toBe(TOKEN.icon_url);
  await closePage(visitor);
  await closePage(page);
});

test('at every width the back office of a company is readable', async () => {
  const { id } = await site.database.platform.selectFrom('companies').select('id').executeTakeFirstOrThrow();
  const page = await newPage(site, { cookie: boss.cookie, ...DARK_PHONE });
  expect(await visit(page, `${PATH}/${id}`)).toBe(200);
  await expectFits(page);
  await closePage(page);
});

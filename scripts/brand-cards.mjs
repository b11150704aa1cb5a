/*
 * Draws the pixel pictures of each token from what scripts/brand.mjs drew, with the pinned Node: `npm run brand` runs both.
 *   og.png     1200 by 630, what a shared link shows: emblem, name and title of the catalogue
 *   card.png   1200 by 630, the same without a word, for a company that sells the token under a name or title of its own
 *   touch.png  180 by 180, the icon of a phone's home screen: the tile without its corners, which the phone rounds itself
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright';
import { TOKENS } from '../src/lib/tokens/catalogue.ts';
import { getChromium } from './chromium.mjs';
import { root } from './prepare.mjs';

const base64 = async (file) => (await readFile(path.join(root, file))).toString('base64');
const font = await base64('src/assets/fonts/inter-latin-rupee-400-700.woff2');
const browser = await chromium.launch({ executablePath: await getChromium(), args: ['--no-sandbox'] });

/** What `<body>` shows, as the bytes of a PNG. */
async function draw(width, height, body) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>
    @font-face { font-family: Inter; font-weight: 400 700; src: url(data:font/woff2;base64,${font}); }
    body { margin: 0; overflow: hidden; font: 400 30px/1.25 Inter; color: #fff; }
    img { position: absolute; }
    main { position: absolute; inset: 0; left: 96px; width: 900px; display: flex; flex-direction: column; justify-content: center; }
    header { position: relative; height: 104px; padding-left: 107px; font-size: 40px; font-weight: 600; line-height: 104px; }
    h1 { margin: 24px 0; font-size: 76px; font-weight: 700; line-height: 1.12; letter-spacing: -0.03em; text-wrap: balance; }
    p { margin: 0; opacity: 0.75; }
  </style>${body}`);
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

for (const { hue, icon_url, name, title } of TOKENS) {
  const folder = path.join('public', path.dirname(icon_url));
  const mark = `<img src="data:image/svg+xml;base64,${await base64(path.join(folder, 'mark-white.svg'))}"`;
  const ground = `<body style="background:oklch(0.29 0.09 ${hue})">`;
  const tile = (await readFile(path.join(root, folder, 'icon.svg'), 'utf8')).replace(' rx="16"', '');
  const pictures = {
    'og.png': await draw(
      1200,
      630,
      `${ground}${mark} style="left:580px;top:30px;width:760px;height:760px;opacity:0.08">
      <main><header>${mark} style="left:-18px;top:0;width:104px;height:104px">${name}</header>
      <h1>${title}</h1><p>Pre-launch programme</p></main>`,
    ),
    'card.png': await draw(
      1200,
      630,
      `${ground}${mark} style="left:640px;top:70px;width:640px;height:640px;opacity:0.12">
      ${mark} style="left:150px;top:155px;width:320px;height:320px">`,
    ),
    'touch.png': await draw(180, 180, `<body>${tile.replace('<svg ', '<svg width="180" height="180" ')}`),
  };
  for (const [file, bytes] of Object.entries(pictures)) await writeFile(path.join(root, folder, file), bytes);
}
await browser.close();

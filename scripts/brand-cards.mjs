/*
 * Draws the pixel pictures of each token from what scripts/brand.mjs drew, with the pinned Node: `npm run brand` runs both.
 *   og.png     1200 by 630, what a shared link shows: emblem, name and title of the catalogue
 *   card.png   1200 by 630, the same without text, for a company with its own name or title of the token
 *   touch.png  180 by 180, the icon of a phone's home screen: the tile without its corners, which the phone rounds itself
 *   icon-192.png, icon-512.png   the icon of an installed site, with its round corners
 *   maskable-512.png             the same without corners and with a margin, for phones that cut it into their own shape
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

/** An SVG as a body of its own size in pixels. */
const sized = (svg, side) => `<body>${svg.replace('<svg ', `<svg width="${side}" height="${side}" `)}`;

/** The rendered `<body>` as the bytes of a PNG. */
async function draw(width, height, body, isTransparent = false) {
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
  const picture = await page.screenshot({ omitBackground: isTransparent });
  await page.close();
  return picture;
}

for (const { hue, icon_url, name, title } of TOKENS) {
  const folder = path.join('public', path.dirname(icon_url));
  const mark = `<img src="data:image/svg+xml;base64,${await base64(path.join(folder, 'mark-white.svg'))}"`;
  const ground = `<body style="background:oklch(0.29 0.09 ${hue})">`;
  const round = await readFile(path.join(root, folder, 'icon.svg'), 'utf8');
  const tile = round.replace(' rx="16"', '');
  // Phones cut away what is beyond a circle of 80 % of the width (W3C manifest, safe zone).
  const maskable = tile.replace(
    /(<rect [^>]*\/>)(.*)(<\/svg>)/s,
    '$1<g transform="translate(6.4 6.4) scale(.8)">$2</g>$3',
  );
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
    'icon-192.png': await draw(192, 192, sized(round, 192), true),
    'icon-512.png': await draw(512, 512, sized(round, 512), true),
    'maskable-512.png': await draw(512, 512, sized(maskable, 512)),
    'touch.png': await draw(180, 180, sized(tile, 180)),
  };
  for (const [file, bytes] of Object.entries(pictures)) await writeFile(path.join(root, folder, file), bytes);
}
await browser.close();

/*
 * Draws card.png of each token, 1200 by 630 pixels: what a shared link shows of a company that sells the token under a name
 * or title of its own, the emblem on its colour and no word. Run it after scripts/brand.mjs: `node scripts/brand-cards.mjs`.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright';
import { getChromium } from './chromium.mjs';
import { root } from './prepare.mjs';

const tokens = path.join(root, 'public/tokens');
const themes = await readFile(path.join(root, 'src/lib/layout/styles/themes.css'), 'utf8');
const browser = await chromium.launch({ executablePath: await getChromium(), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
for (const folder of await readdir(tokens)) {
  const hue = new RegExp(`="${folder.toUpperCase()}"\\] \\{\\s+--hue: (\\d+);`).exec(themes)?.[1];
  const mark = (await readFile(path.join(tokens, folder, 'mark-white.svg'))).toString('base64');
  const image = `<img src="data:image/svg+xml;base64,${mark}"`;
  await page.setContent(
    `<body style="margin:0;overflow:hidden;background:oklch(0.29 0.09 ${hue})">
      ${image} style="position:absolute;left:640px;top:70px;width:640px;height:640px;opacity:0.12">
      ${image} style="position:absolute;left:150px;top:155px;width:320px;height:320px">`,
  );
  await writeFile(path.join(tokens, folder, 'card.png'), await page.screenshot());
}
await browser.close();

/*
 * Draws the letters that the pictures of the demonstration are set in: `node scripts/demo-glyphs.mjs`. The server has no
 * way to draw text and must not get one for a demonstration, so src/lib/demo/glyphs.json keeps Inter's shapes, drawn once
 * by a browser. Each glyph is a box of its advance and the line's height, a pixel four bits of ink, packed and deflated.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { chromium } from 'playwright';
import { getChromium } from './chromium.mjs';
import { root } from './prepare.mjs';

const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('');
const FACES = {
  text: { sizePx: 22, weight: 450, chars: `${ASCII}₹` },
  title: { sizePx: 30, weight: 650, chars: ASCII },
  amount: { sizePx: 60, weight: 700, chars: '₹,.0123456789' },
};

const font = await readFile(path.join(root, 'src/assets/fonts/inter-latin-rupee-400-700.woff2'));
const browser = await chromium.launch({ executablePath: await getChromium() });
const page = await browser.newPage();
const drawn = await page.evaluate(
  async ({ fontBase64, faces }) => {
    const face = new FontFace('Drawn', `url(data:font/woff2;base64,${fontBase64})`, { weight: '400 700' });
    document.fonts.add(await face.load());
    const canvas = document.createElement('canvas');
    canvas.width = 200;
    canvas.height = 200;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    return faces.map(([name, { sizePx, weight, chars }]) => {
      context.font = `${weight} ${sizePx}px Drawn`;
      const ascent = Math.ceil(sizePx * 0.97);
      const height = ascent + Math.ceil(sizePx * 0.25);
      const glyphs = [...chars].map((char) => {
        const advance = context.measureText(char).width;
        const width = Math.max(1, Math.round(advance));
        context.clearRect(0, 0, 200, 200);
        context.fillText(char, (width - advance) / 2, ascent);
        const { data } = context.getImageData(0, 0, width, height);
        return {
          width,
          ink: Array.from({ length: width * height }, (_, at) => Math.floor((data[at * 4 + 3] + 8) / 17)),
        };
      });
      return { name, height, chars, glyphs };
    });
  },
  { fontBase64: font.toString('base64'), faces: Object.entries(FACES) },
);
await browser.close();

const out = {};
for (const { name, height, chars, glyphs } of drawn) {
  const ink = glyphs.flatMap((glyph) => glyph.ink);
  const packed = Buffer.alloc(Math.ceil(ink.length / 2));
  for (const [at, value] of ink.entries()) packed[at >> 1] |= at % 2 === 0 ? value << 4 : value;
  const widths = glyphs.map((glyph) => glyph.width);
  out[name] = { height, chars, widths, ink: deflateSync(packed, { level: 9 }).toString('base64') };
}
await writeFile(path.join(root, 'src/lib/demo/glyphs.json'), `${JSON.stringify(out)}\n`);

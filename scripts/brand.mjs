/*
 * Draws the brand pictures of the catalogue into public/tokens, one folder per token: icon (emblem on its tile), logo (bare
 * emblem), mark-white (for dark backgrounds), header (emblem and name) and chart (the supply). Run it after a change of a hue or
 * an emblem: `npm run brand`. The names' outlines, in Inter Display, are in brand-wordmarks.json.
 *
 * One family: a 64 unit square, emblems within 12 to 52, built from circles, arcs and straight cuts in two tones.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';

/** The hues are those of src/lib/tokens/catalogue.ts; a unit test compares them. */
const TOKENS = {
  MASP: { hue: 305, vivid: 0.15 },
  NTCN: { hue: 165, vivid: 0.1 },
  PPCN: { hue: 352, vivid: 0.15 },
  SHIK: { hue: 55, vivid: 0.12 },
  ACW: { hue: 215, vivid: 0.1 },
  COWL: { hue: 255, vivid: 0.14 },
  RSGN: { hue: 130, vivid: 0.11 },
  GLC: { hue: 85, vivid: 0.1 },
  NXT: { hue: 328, vivid: 0.14 },
  GLXY: { hue: 282, vivid: 0.16 },
};

/** `a` is the main tone, `b` the second one. */
const EMBLEMS = {
  // Four quarters turning round one point.
  MASP: (a, b) =>
    `<path fill="${a}" d="M31 31H12A19 19 0 0 1 31 12ZM33 33h19a19 19 0 0 1-19 19Z"/>` +
    `<path fill="${b}" d="M33 31V12h19a19 19 0 0 1-19 19ZM31 33v19H12a19 19 0 0 1 19-19Z"/>`,
  // A seedling: two leaves on one stem.
  NTCN: (a, b) =>
    `<path fill="${b}" d="M34 36c0-12 7-20 20-20 0 13-7 20-20 20Z"/>` +
    `<path fill="${a}" d="M30 32c0-12-7-20-20-20 0 13 7 20 20 20Z"/>` +
    `<path fill="${a}" d="M29 30h6v23h-6z"/>`,
  // A leaf of the peepal tree with its long tip.
  PPCN: (a, b) =>
    `<path fill="${a}" d="M32 15c3-4 7-5 10-5 7 0 11 5 11 12 0 13-17 14-21 34V15Z"/>` +
    `<path fill="${b}" d="M32 15c-3-4-7-5-10-5-7 0-11 5-11 12 0 13 17 14 21 34V15Z"/>`,
  // A summit before a lower one, and the sun.
  SHIK: (a, b) =>
    `<path fill="${b}" d="M42 27 57 52H31Z"/>` +
    `<path fill="${a}" d="M26 18 46 52H6Z"/>` +
    `<circle fill="${a}" cx="47" cy="16" r="6"/>`,
  // Three rows of waves, the top one first.
  ACW: (a, b) =>
    `<path fill="none" stroke="${a}" stroke-width="7" stroke-linecap="round" d="M12 22a10 10 0 0 1 20 0 10 10 0 0 0 20 0"/>` +
    `<path fill="none" stroke="${b}" stroke-width="7" stroke-linecap="round" d="M12 42a10 10 0 0 1 20 0 10 10 0 0 0 20 0"/>`,
  // A hood, and what it keeps safe.
  COWL: (a, b) =>
    `<path fill="${a}" d="M11 53V32a21 21 0 0 1 42 0v21H43V33a11 11 0 0 0-22 0v20Z"/>` +
    `<circle fill="${b}" cx="32" cy="42" r="7.5"/>`,
  // The sun coming over the horizon.
  RSGN: (a, b) =>
    `<path fill="${a}" d="M14 35a18 18 0 0 1 36 0Z"/>` +
    `<rect fill="${b}" x="10" y="39" width="44" height="6" rx="3"/>` +
    `<rect fill="${b}" x="19" y="49" width="26" height="6" rx="3"/>`,
  // A cut stone.
  GLC: (a, b) =>
    `<path fill="${a}" d="M20 12h24l12 15H8Z"/>` +
    `<path fill="${b}" d="M8 30h16l8 24Z"/>` +
    `<path fill="${a}" d="M26.5 30h11L32 48Z"/>` +
    `<path fill="${b}" d="M56 30H40l-8 24Z"/>`,
  // Two steps forward.
  NXT: (a, b) =>
    `<path fill="${b}" d="M11 12h12l15 20-15 20H11l15-20Z"/>` +
    `<path fill="${a}" d="M29 12h12l15 20-15 20H29l15-20Z"/>`,
  // A world with its ring and a moon.
  GLXY: (a, b) =>
    `<g transform="rotate(-28 32 32)"><path fill="none" stroke="${b}" stroke-width="5" d="M20 29C13 30 8 31.500 8 34c0 4.500 11 8 24 8s24-3.500 24-8c0-2.500-5-4-12-5"/>` +
    `<path fill="${a}" d="M18.500 32a13.500 13.500 0 0 1 27 0c0 1.600-.2 3-.7 4.400-3.700.7-8 1.100-12.800 1.100s-9.100-.4-12.800-1.100c-.5-1.400-.7-2.800-.7-4.400Z"/></g>` +
    `<circle fill="${a}" cx="51" cy="47" r="4.500"/>`,
};

/** OKLCH to '#rrggbb'; the chroma gives way until the colour fits sRGB. */
function hex(lightness, chroma, hue) {
  for (let c = chroma; ; c -= 0.002) {
    const [a, b] = [c * Math.cos((hue * Math.PI) / 180), c * Math.sin((hue * Math.PI) / 180)];
    const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
    const linear = [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ];
    if (c > 0 && linear.some((v) => v < -0.0005 || v > 1.0005)) continue;
    const channel = (v) => {
      const clipped = Math.min(1, Math.max(0, v));
      const encoded = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
      return Math.round(encoded * 255)
        .toString(16)
        .padStart(2, '0');
    };
    return `#${linear.map(channel).join('')}`;
  }
}

const svg = (box, body) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${body}</svg>\n`;

/** The supply as a ring: 50, 30, 10, 7.5 and 2.5 hundredths from the top, clockwise, the emblem inside. */
function chart(hue, vivid, emblem) {
  const shares = [50, 30, 10, 7.5, 2.5];
  const tones = [0.45, 0.57, 0.68, 0.78, 0.87];
  const radius = 84;
  const length = 2 * Math.PI * radius;
  let from = 0;
  const ring = shares.map((share, index) => {
    const dash = Math.max(1, (share / 100) * length - 3);
    const arc = `<circle cx="120" cy="120" r="${radius}" stroke="${hex(tones[index], vivid, hue)}" stroke-dasharray="${dash.toFixed(2)} ${(length - dash).toFixed(2)}" stroke-dashoffset="${(-(from / 100) * length).toFixed(2)}"/>`;
    from += share;
    return arc;
  });
  return svg(
    '0 0 240 240',
    `<g fill="none" stroke-width="36" transform="rotate(-90 120 120)">${ring.join('')}</g>` +
      `<g transform="translate(81 81) scale(1.22)">${emblem}</g>`,
  );
}

const wordmarks = JSON.parse(await readFile(new URL('./brand-wordmarks.json', import.meta.url), 'utf8'));
const out = new URL('../public/tokens/', import.meta.url);

for (const [symbol, { hue, vivid }] of Object.entries(TOKENS)) {
  const draw = EMBLEMS[symbol];
  const deep = hex(0.49, vivid, hue);
  const deeper = hex(0.36, vivid * 0.85, hue);
  const pale = hex(0.82, vivid * 0.75, hue);
  const middle = hex(0.6, vivid, hue);
  const bare = draw(middle, hex(0.75, vivid * 0.85, hue));
  const tile =
    `<defs><linearGradient id="t" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${deep}"/><stop offset="1" stop-color="${deeper}"/></linearGradient></defs>` +
    `<rect width="64" height="64" rx="16" fill="url(#t)"/>`;
  const white = draw('#fff', pale);
  const inTile = `${tile}<g transform="translate(4.500 4.500) scale(.86)">${white}</g>`;
  const word = wordmarks[symbol];
  const folder = new URL(`${symbol.toLowerCase()}/`, out);
  await mkdir(folder, { recursive: true });
  await writeFile(new URL('icon.svg', folder), svg('0 0 64 64', inTile));
  await writeFile(new URL('logo.svg', folder), svg('0 0 64 64', bare));
  await writeFile(new URL('mark-white.svg', folder), svg('0 0 64 64', white));
  await writeFile(
    new URL('header.svg', folder),
    svg(
      `0 0 ${Math.ceil(word.width + 78)} 64`,
      `${inTile}<path fill="${middle}" transform="translate(76 46)" d="${word.d}"/>`,
    ),
  );
  await writeFile(new URL('chart.svg', folder), chart(hue, vivid, bare));
}

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { supplyShares, TOKEN_DISTRIBUTION, TOKEN_SYMBOLS, TOKENS, tokenOf } from '@/lib/tokens/catalogue.ts';

const root = new URL('../../', import.meta.url);
const themes = readFileSync(new URL('src/lib/layout/styles/themes.css', root), 'utf8');
const drawings = readFileSync(new URL('scripts/brand.mjs', root), 'utf8');

const drawn = (url: string): string => readFileSync(new URL(`public${url}`, root), 'utf8');
const colours = (svg: string): string[] => [...new Set([...svg.matchAll(/#[0-9a-f]{6}/g)].map(([it]) => it))];

/** Relative luminance of '#rrggbb' (WCAG 2.2). */
function luminance(colour: string): number {
  const linear = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = linear;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The lesser contrast of a colour with the light and the dark ground of the pages. */
function worst(colour: string): number {
  const contrasts = ['#ffffff', '#15181d'].map((ground) => {
    const [light = 0, dark = 0] = [luminance(colour), luminance(ground)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  });
  return Math.min(...contrasts);
}

describe('the catalogue of ten tokens', () => {
  it('contains the ten symbols of the specification', () => {
    expect(TOKENS.map((token) => token.symbol)).toEqual([
      'MASP',
      'NTCN',
      'PPCN',
      'SHIK',
      'ACW',
      'COWL',
      'RSGN',
      'GLC',
      'NXT',
      'GLXY',
    ]);
  });

  it('looks up a token in any case, and returns nothing for an unknown one', () => {
    expect(tokenOf(' cowl ')?.symbol).toBe('COWL');
    expect(tokenOf('BTC')).toBeUndefined();
    expect(tokenOf('__proto__')).toBeUndefined();
  });

  it('has unique texts for each token', () => {
    for (const field of ['name', 'title', 'footerNote'] as const) {
      expect(new Set(TOKENS.map((token) => token[field])).size, field).toBe(TOKENS.length);
    }
    for (const token of TOKENS) {
      expect(token.metaData.title).toContain(token.symbol);
      expect(token.metaData.description.length).toBeLessThanOrEqual(160);
      expect(token.decimals).toBe(18);
    }
  });

  it('distributes the whole supply', () => {
    const shares = supplyShares(TOKEN_DISTRIBUTION);
    expect(shares.map((share) => share.percent)).toEqual(['50', '30', '10', '7.5', '2.5']);
    expect(shares.reduce((sum, share) => sum + share.bps, 0)).toBe(10_000);
    expect(supplyShares(['half Public Cell'])).toEqual([]);
  });

  it.each(TOKENS.map((token) => [token.symbol, token] as const))('%s has every picture', (_, token) => {
    const pictures = [token.icon_url, token.defaultLogo, token.headerLogo, token.chartImg];
    const besides = ['mark-white.svg', 'og.png', 'card.png', 'touch.png'].map((name) =>
      token.icon_url.replace('icon.svg', name),
    );
    for (const url of [...pictures, ...besides]) expect(existsSync(new URL(`public${url}`, root)), url).toBe(true);
    for (const url of pictures) {
      const text = drawn(url);
      expect(text, url).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="/);
      expect(text, url).not.toMatch(/<script|<style|style=|<image|href=|on\w+=/i);
    }
  });

  it.each(TOKENS.map((token) => [token.symbol, token] as const))(
    '%s can be seen on light and dark grounds',
    (_, token) => {
      const name = [...drawn(token.headerLogo).matchAll(/fill="(#\w{6})" transform/g)].map(([, it]) => it ?? '');
      expect(name).toHaveLength(1);
      const main = Math.max(...colours(drawn(token.defaultLogo)).map((it) => worst(it)));
      // WCAG 2.2, 1.4.11: what is needed to know a picture by.
      expect(Math.min(worst(name[0] ?? ''), main)).toBeGreaterThanOrEqual(3);
    },
  );

  it.each(TOKEN_SYMBOLS)('%s has one hue in catalogue, style sheet and drawings', (symbol) => {
    const hue = tokenOf(symbol)?.hue;
    expect(new RegExp(`\\[data-token="${symbol}"\\] \\{\\s+--hue: (\\d+);`).exec(themes)?.[1]).toBe(String(hue));
    expect(new RegExp(`${symbol}: \\{ hue: (\\d+),`).exec(drawings)?.[1]).toBe(String(hue));
  });

  it('has a different emblem for each token', () => {
    const logos = TOKENS.map((token) => drawn(token.defaultLogo));
    expect(new Set(logos.map((text) => text.replace(/#[0-9a-f]{6}/g, ''))).size).toBe(TOKENS.length);
  });
});

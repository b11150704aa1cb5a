import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { supplyShares, TOKEN_DISTRIBUTION, TOKEN_SYMBOLS, TOKENS, tokenOf } from '@/lib/tokens/catalogue.ts';

const root = new URL('../../', import.meta.url);
const themes = readFileSync(new URL('src/lib/layout/styles/themes.css', root), 'utf8');
const drawings = readFileSync(new URL('scripts/brand.mjs', root), 'utf8');

describe('the catalogue of ten tokens', () => {
  it('holds the ten symbols of the specification', () => {
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

  it('finds a token whatever the case, and nothing for what it does not have', () => {
    expect(tokenOf(' cowl ')?.symbol).toBe('COWL');
    expect(tokenOf('BTC')).toBeUndefined();
    expect(tokenOf('__proto__')).toBeUndefined();
  });

  it('gives each token texts of its own', () => {
    for (const field of ['name', 'title', 'footerNote'] as const) {
      expect(new Set(TOKENS.map((token) => token[field])).size, field).toBe(TOKENS.length);
    }
    for (const token of TOKENS) {
      expect(token.metaData.title).toContain(token.symbol);
      expect(token.metaData.description.length).toBeLessThanOrEqual(160);
      expect(token.decimals).toBe(18);
    }
  });

  it('shares out the whole supply', () => {
    const shares = supplyShares(TOKEN_DISTRIBUTION);
    expect(shares.map((share) => share.percent)).toEqual(['50', '30', '10', '7.5', '2.5']);
    expect(shares.reduce((sum, share) => sum + share.bps, 0)).toBe(10_000);
    expect(supplyShares(['half Public Cell'])).toEqual([]);
  });

  it.each(TOKENS.map((token) => [token.symbol, token] as const))('%s has every picture', (_, token) => {
    const pictures = [token.icon_url, token.defaultLogo, token.headerLogo, token.chartImg];
    const besides = ['mark-white.svg', 'og.png', 'touch.png'].map((name) => token.icon_url.replace('icon.svg', name));
    for (const url of [...pictures, ...besides]) expect(existsSync(new URL(`public${url}`, root)), url).toBe(true);
    for (const url of pictures) {
      const drawn = readFileSync(new URL(`public${url}`, root), 'utf8');
      expect(drawn, url).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="/);
      expect(drawn, url).not.toMatch(/<script|<style|style=|<image|href=|on\w+=/i);
    }
  });

  it.each(TOKEN_SYMBOLS)('%s has one hue in catalogue, style sheet and drawings', (symbol) => {
    const hue = tokenOf(symbol)?.hue;
    expect(new RegExp(`\\[data-token="${symbol}"\\] \\{\\s+--hue: (\\d+);`).exec(themes)?.[1]).toBe(String(hue));
    expect(new RegExp(`${symbol}: \\{ hue: (\\d+),`).exec(drawings)?.[1]).toBe(String(hue));
  });

  it('draws no two emblems alike', () => {
    const drawn = TOKENS.map((token) => readFileSync(new URL(`public${token.defaultLogo}`, root), 'utf8'));
    expect(new Set(drawn.map((text) => text.replace(/#[0-9a-f]{6}/g, ''))).size).toBe(TOKENS.length);
  });
});

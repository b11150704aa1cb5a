/** Brand of a company that differs from the catalogue: nothing of the catalogue remains by mistake. */
import { describe, expect, test } from 'vitest';
import type { BrandOverrides, Scope } from '@/lib/scope.ts';
import { brandFor, emblemOf, sharePicture } from '@/lib/tokens/brand.ts';
import { TOKEN_SYMBOLS, type TokenSymbol, tokenOf } from '@/lib/tokens/catalogue.ts';

const OWN = '/brand/icon?v=1';

function brandOf(symbol: TokenSymbol, name: string, title: string, own?: Partial<BrandOverrides>) {
  const supply = {
    total_supply: 1000n,
    public_cell_supply: 500n,
    private_supply: 300n,
    angel_investor_supply: 100n,
    founder_team_supply: 75n,
    airdrop_supply: 25n,
  };
  const company = { token_symbol: symbol, token_name: name, company_title: title, ...supply };
  const none = { social_links: [], footer_note: null };
  const scope = { company, brand: own ? { ...none, ...own } : null, app: { config: { tokenSymbol: symbol } } };
  return brandFor(scope as unknown as Pick<Scope, 'app' | 'company' | 'brand'>);
}

describe.each(TOKEN_SYMBOLS)('%s', (symbol) => {
  const token = tokenOf(symbol);
  if (!token) throw new Error(`the catalogue has no ${symbol}`);

  test('without changes equals the catalogue entry', () => {
    const brand = brandOf(symbol, token.name, token.title);
    expect(brand).toEqual(token);
    expect(sharePicture(brand)).toEqual({ path: token.icon_url.replace('icon.svg', 'og.png'), isWide: true });
  });

  test('under another name, shows its catalogue name in no text and no picture', () => {
    const brand = brandOf(symbol, 'Banyan', token.title);
    expect(JSON.stringify(brand)).not.toContain(token.name);
    expect(brand.metaData.description).toMatch(new RegExp(`^Banyan \\(${symbol}\\) `));
    expect(brand.headerLogo).toBe(token.defaultLogo);
    expect(sharePicture(brand).path).toMatch(/\/card\.png$/);
  });

  test('under another title, does not share a picture with the catalogue one', () => {
    const brand = brandOf(symbol, token.name, 'Something else');
    expect(brand.headerLogo).toBe(token.headerLogo);
    expect(sharePicture(brand)).toEqual({ path: token.icon_url.replace('icon.svg', 'card.png'), isWide: true });
  });
});

test('shares its own icon unchanged, without a size', () => {
  const brand = { ...brandOf('COWL', 'Cowl', 'Own'), icon_url: OWN };
  expect(sharePicture(brand)).toEqual({ path: OWN, isWide: false });
});

test.each([
  ['an icon', { icon_id: '1' }, OWN],
  ['a logo', { icon_id: '1', logo_id: '2' }, '/brand/logo?v=2'],
  ['a header logo', { icon_id: '1', header_logo_id: '3' }, '/brand/header?v=3'],
])('the header logo of a company with %s has no emblem of the catalogue in it', (_, own, header) => {
  expect(brandOf('COWL', 'Cowl', 'Own', own).headerLogo).toBe(header);
});

test.each([
  ['nothing of its own', {}, '/tokens/cowl/logo.svg', '/tokens/cowl/mark-white.svg'],
  ['an icon', { icon_url: OWN }, OWN, OWN],
  ['a logo', { defaultLogo: '/brand/logo?v=2' }, '/brand/logo?v=2', '/brand/logo?v=2'],
  ['both', { icon_url: OWN, defaultLogo: '/brand/logo?v=2' }, '/brand/logo?v=2', '/brand/logo?v=2'],
])('the emblem of a company with %s', (_, own, tones, white) => {
  const brand = { ...brandOf('COWL', 'Cowl', 'Own'), ...own };
  expect([emblemOf(brand), emblemOf(brand, 'white')]).toEqual([tones, white]);
});

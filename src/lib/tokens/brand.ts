/** What a site shows of its token: the catalogue's entry, and over it what the company has set for itself. */
import { assert } from '../core/errors.ts';
import { percentText } from '../core/format.ts';
import { percentOf } from '../core/money.ts';
import { brandPath } from '../core/paths.ts';
import type { Company, Scope } from '../scope.ts';
import { type SocialMedia, type TokenEntry, tokenOf } from './catalogue.ts';
import { SOCIAL_MEDIA } from './rules.ts';

export type Brand = Omit<TokenEntry, 'symbol' | 'hue'> & { readonly symbol: string };

/** '7.5% Founder Team', of the company's own supply, as the catalogue writes it. */
export function distributionOf(company: Company): string[] {
  const parts: [bigint, string][] = [
    [company.public_cell_supply, 'Public Cell'],
    [company.private_supply, 'Referral Programme'],
    [company.angel_investor_supply, 'Angel Investor'],
    [company.founder_team_supply, 'Founder Team'],
    [company.airdrop_supply, 'Airdrop'],
  ];
  return parts.map(([part, label]) => `${percentText(percentOf(part, company.total_supply))} ${label}`);
}

function isSocial(link: { mediaName: string; link: string }): link is { mediaName: SocialMedia; link: string } {
  return SOCIAL_MEDIA.some((known) => known === link.mediaName);
}

export function brandFor({ app, company, brand }: Pick<Scope, 'app' | 'company' | 'brand'>): Brand {
  const token = tokenOf(company.token_symbol) ?? tokenOf(app.config.tokenSymbol);
  assert(token, 'the configured symbol is in the catalogue');
  // The catalogue speaks of a token by its own name for it; a company may have another one.
  const named = (text: string): string => text.replaceAll(token.name, company.token_name);
  const icon_url = brand?.icon_id ? brandPath('icon', brand.icon_id) : token.icon_url;
  const defaultLogo = brand?.logo_id ? brandPath('logo', brand.logo_id) : token.defaultLogo;
  // The drawn header logo has the catalogue's emblem and name in it.
  const emblem = emblemOf({ icon_url, defaultLogo });
  const isAsDrawn = company.token_name === token.name && emblem === token.defaultLogo;
  return {
    ...token,
    symbol: company.token_symbol,
    name: company.token_name,
    title: brand?.title ?? company.company_title,
    tokenDistribution: distributionOf(company),
    socialLinks: brand?.social_links.filter(isSocial) ?? token.socialLinks,
    footerNote: brand?.footer_note ?? named(token.footerNote),
    icon_url,
    defaultLogo,
    headerLogo: brand?.header_logo_id
      ? brandPath('header', brand.header_logo_id)
      : isAsDrawn
        ? token.headerLogo
        : emblem,
    metaData: {
      title: `${company.token_name} (${company.token_symbol})`,
      description: brand?.description ?? named(token.metaData.description),
      keywords: brand?.keywords ?? named(token.metaData.keywords),
    },
  };
}

/** The emblem alone: the company's own logo or icon, else the catalogue's drawing, in its tones or `white` for dark grounds. */
export function emblemOf(
  { icon_url, defaultLogo }: Pick<Brand, 'icon_url' | 'defaultLogo'>,
  look: 'tones' | 'white' = 'tones',
): string {
  if (!isDrawn(defaultLogo)) return defaultLogo;
  if (!isDrawn(icon_url)) return icon_url;
  return look === 'white' ? beside(icon_url, 'mark-white.svg') : defaultLogo;
}

/**
 * What a shared link shows. The catalogue's picture has name and title in letters: another name or title gets the one
 * without words. `isWide` is 1200 by 630 pixels; anything else is a company's own icon, of any size.
 */
export function sharePicture({
  symbol,
  name,
  title,
  icon_url,
}: Pick<Brand, 'symbol' | 'name' | 'title' | 'icon_url'>): {
  path: string;
  isWide: boolean;
} {
  if (!isDrawn(icon_url)) return { path: icon_url, isWide: false };
  const token = tokenOf(symbol);
  const isAsDrawn = name === token?.name && title === token.title;
  return { path: beside(icon_url, isAsDrawn ? 'og.png' : 'card.png'), isWide: true };
}

/** One of the catalogue's own pictures, whose shape and ground are known. */
export const isDrawn = (picture: string): boolean => /^\/tokens\/\w+\/\w+\.svg$/.test(picture);
const beside = (picture: string, file: string): string => picture.replace(/[^/]+$/, file);

/** The branding of a site: the catalogue's entry for its token, overridden by the company's own values. */
import { assert } from '../core/errors.ts';
import { percentText } from '../core/format.ts';
import { percentOf } from '../core/money.ts';
import { brandPath } from '../core/paths.ts';
import { t, translated } from '../core/texts.ts';
import type { Company, Scope } from '../scope.ts';
import { FOOTER_NOTE, type SocialMedia, type TokenEntry, tokenOf } from './catalogue.ts';
import { SOCIAL_MEDIA } from './contract.ts';

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
  // The catalogue's texts contain its own name of the token; the company's may differ. Its own texts stay as it wrote them.
  const named = (text: string): string => translated(text).replaceAll(token.name, company.token_name);
  const title = brand?.title ?? company.company_title;
  const icon_url = brand?.icon_id ? brandPath('icon', brand.icon_id) : token.icon_url;
  const defaultLogo = brand?.logo_id ? brandPath('logo', brand.logo_id) : token.defaultLogo;
  // The catalogue's header logo shows the catalogue's emblem and name.
  const emblem = emblemOf({ icon_url, defaultLogo });
  const isAsDrawn = company.token_name === token.name && emblem === token.defaultLogo;
  return {
    ...token,
    symbol: company.token_symbol,
    name: company.token_name,
    title: title === token.title ? translated(title) : title,
    tokenDistribution: distributionOf(company),
    socialLinks: brand?.social_links.filter(isSocial) ?? token.socialLinks,
    footerNote: brand?.footer_note ?? t(FOOTER_NOTE, { name: company.token_name, symbol: token.symbol }),
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

/** The emblem: the company's own logo or icon, else the catalogue's drawing in its colours, or in `white` for dark backgrounds. */
export function emblemOf(
  { icon_url, defaultLogo }: Pick<Brand, 'icon_url' | 'defaultLogo'>,
  look: 'tones' | 'white' = 'tones',
): string {
  if (!isDrawn(defaultLogo)) return defaultLogo;
  if (!isDrawn(icon_url)) return icon_url;
  return look === 'white' ? siblingOf(icon_url, 'mark-white.svg') : defaultLogo;
}

/**
 * The picture of a shared link. The catalogue's picture shows its name and title; with another name or title, the picture without
 * text is used. `isWide`: 1200 by 630 pixels; otherwise it is the company's own icon, of any size.
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
  const isAsDrawn = name === token?.name && [token.title, translated(token.title)].includes(title);
  return { path: siblingOf(icon_url, isAsDrawn ? 'og.png' : 'card.png'), isWide: true };
}

/** Whether it is one of the catalogue's pictures, whose shape and background are known. */
export const isDrawn = (picture: string): boolean => /^\/tokens\/\w+\/[\w-]+\.svg$/.test(picture);
const siblingOf = (picture: string, file: string): string => picture.replace(/[^/]+$/, file);

/** What the pages before the sign-in show around their form: the brand, the launch, and how the supply is really shared out. */

import { assert } from '../core/errors.ts';
import { lastBrand } from '../http/last-brand.ts';
import type { Scope } from '../scope.ts';
import { type Brand, brandFor, distributionOf } from '../tokens/brand.ts';
import { tokenOf } from '../tokens/catalogue.ts';
import { ADULT_YEARS } from '../users/rules.ts';

/** What Page.astro wants, and the emblem. */
export type SiteBrand = Pick<Brand, 'symbol' | 'name' | 'icon_url' | 'defaultLogo' | 'title' | 'metaData'>;

/** The youngest date of birth of an adult. @param today in India, YYYY-MM-DD */
export function bornByOf(today: string): string {
  const year = String(Number(today.slice(0, 4)) - ADULT_YEARS).padStart(4, '0');
  // Who was born on 29 February comes of age on 1 March.
  return `${year}${today.slice(4)}`.replace(/-02-29$/, '-02-28');
}

/** The public address of a path of this site. */
export function canonicalOf({ origin }: Pick<Scope, 'origin'>, path: string): string {
  return new URL(path, origin).href;
}

/**
 * The site's brand, also for pages that must stand without a database: as it was read for this request or the last one of
 * its host; before there was any, the configured symbol's.
 */
export function brandOf({ app, scope, host }: Partial<App.Locals>): SiteBrand {
  const known = scope ? brandFor(scope) : lastBrand(host ?? null);
  if (known) return known;
  const token = tokenOf(app?.config.tokenSymbol ?? '') ?? tokenOf('COWL');
  assert(token, 'the default symbol is in the catalogue');
  return token;
}

const REFERRAL_LENGTH_MAX = 24;

/** The referral code of an invitation's link, '/register?ref=CODE'; '' without one. The form judges it. */
export function referralOf(url: URL): string {
  return (url.searchParams.get('ref') ?? '').trim().slice(0, REFERRAL_LENGTH_MAX).toUpperCase();
}

export interface SignInPage {
  readonly companyId: string;
  /** Props of AuthLayout. */
  readonly frame: { brand: SiteBrand; canonical: string; launchDate: string | null; tokenDistribution: string[] };
}

export function signInPage(scope: Scope, path: string): SignInPage {
  return {
    companyId: scope.company.id,
    frame: {
      brand: brandFor(scope),
      canonical: canonicalOf(scope, path),
      launchDate: scope.company.launch_at?.toISOString() ?? null,
      tokenDistribution: distributionOf(scope.company),
    },
  };
}

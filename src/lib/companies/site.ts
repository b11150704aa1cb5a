/** What every feature needs of the site's company: its id in requests, its name in mails. */
import { ApiError } from '../core/errors.ts';
import type { MailBrand } from '../mail/letter.ts';
import type { Scope } from '../scope.ts';

/**
 * `companyId` may be left out of any request; given, it must be the site's (decisions, point 4).
 * @throws ApiError invalid
 */
export function requireSiteCompany(scope: Scope, companyId: string | undefined): void {
  if (companyId !== undefined && companyId.toLowerCase() !== scope.company.id)
    throw new ApiError('invalid', 'This company ID is not the one of this site.');
}

/** How mails of this site call it and link to it. */
export function mailBrandOf({ company, origin }: Pick<Scope, 'company' | 'origin'>): MailBrand {
  return {
    name: company.token_name,
    symbol: company.token_symbol,
    siteUrl: origin,
  };
}

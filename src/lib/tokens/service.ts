/** The public settings of the site: the company's own words, and the branding of its token from the catalogue. */
import type { getSite as Site } from '../companies/contract.ts';
import type { OutputOf } from '../core/contract.ts';
import { formatPercent } from '../core/money.ts';
import type { Result, Scope } from '../scope.ts';
import { brandFor } from './brand.ts';

export async function getSite(scope: Scope): Promise<Result<OutputOf<typeof Site>>> {
  const { name, symbol, icon_url, headerLogo, title, metaData } = brandFor(scope);
  return {
    data: {
      companyId: scope.company.id,
      name,
      symbol,
      icon_url,
      headerLogo,
      title,
      metaData,
      platformChargePercent: formatPercent(scope.company.fee_bps),
    },
  };
}

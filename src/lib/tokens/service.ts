/** The public settings of the site: the company's own texts, and its token's branding from the catalogue. */
import { formatPercent } from '../core/money.ts';
import type { UseCase } from '../scope.ts';
import { brandFor } from './brand.ts';
import type * as calls from './calls.ts';

export const getSite: UseCase<typeof calls.getSite> = async (scope) => {
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
};

/** The public settings of the site: the company's own words, and the branding of its token from the catalogue. */
import type { getSite as Site } from '../companies/contract.ts';
import { checkCompany } from '../companies/service.ts';
import type { InputOf, OutputOf } from '../core/contract.ts';
import { assert } from '../core/errors.ts';
import { formatPercent } from '../core/money.ts';
import type { Result, Scope } from '../scope.ts';
import { tokenOf } from './catalogue.ts';

export async function getSite(scope: Scope, input: InputOf<typeof Site>): Promise<Result<OutputOf<typeof Site>>> {
  checkCompany(scope, input.companyId);
  const { company } = scope;
  const token = tokenOf(company.token_symbol) ?? tokenOf(scope.app.config.tokenSymbol);
  assert(token, 'the configured symbol is in the catalogue');
  return {
    data: {
      companyId: company.id,
      name: company.token_name,
      symbol: company.token_symbol,
      icon_url: token.icon_url,
      headerLogo: token.headerLogo,
      title: company.company_title,
      metaData: token.metaData,
      platformChargePercent: formatPercent(company.fee_bps),
    },
  };
}

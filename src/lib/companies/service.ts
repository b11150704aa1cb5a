/** What every feature asks of the site's company. */
import type { InputOf, OutputOf } from '../core/contract.ts';
import { ApiError } from '../core/errors.ts';
import { formatPercent } from '../core/money.ts';
import type { MailBrand } from '../mail/letter.ts';
import type { App, Result, Scope } from '../scope.ts';
import type { getPlatform as Platform } from './contract.ts';

/**
 * A request may name the company; then it must be the site's own.
 * @throws ApiError invalid
 */
export function checkCompany(scope: Scope, companyId: string | undefined): void {
  if (companyId !== undefined && companyId.toLowerCase() !== scope.company.id)
    throw new ApiError('invalid', 'This company ID is not the one of this site.');
}

/** Where links of a company lead: its own name if it has one, else the deployment's, with the same scheme and port. */
export function publicOriginOf({ config }: Pick<App, 'config'>, primaryHost: string | null): string {
  const own = config.siteUrl ?? `http://localhost:${config.port}`;
  if (primaryHost === null) return own;
  const { protocol, port } = new URL(own);
  return new URL(`${protocol}//${primaryHost}${port && `:${port}`}`).origin;
}

/** How the company signs its mails. */
export function mailBrand({ company, origin }: Pick<Scope, 'company' | 'origin'>): MailBrand {
  return {
    name: company.token_name,
    symbol: company.token_symbol,
    siteUrl: origin,
  };
}

export async function getPlatform(
  scope: Scope,
  input: InputOf<typeof Platform>,
): Promise<Result<OutputOf<typeof Platform>>> {
  checkCompany(scope, input.companyId);
  return { data: { platformChargePercent: formatPercent(scope.company.fee_bps) } };
}

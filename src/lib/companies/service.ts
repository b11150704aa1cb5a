/** What every feature asks of the site's company. */
import type { OutputOf } from '../core/contract.ts';
import { formatPercent } from '../core/money.ts';
import type { MailBrand } from '../mail/letter.ts';
import type { App, Result, Scope } from '../scope.ts';
import type { getPlatform as Platform } from './contract.ts';

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

export async function getPlatform(scope: Scope): Promise<Result<OutputOf<typeof Platform>>> {
  return { data: { platformChargePercent: formatPercent(scope.company.fee_bps) } };
}

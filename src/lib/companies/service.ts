/** Facts about the site's company that every feature needs. */
import type { OutputOf } from '../core/contract.ts';
import { formatPercent } from '../core/money.ts';
import type { MailBrand } from '../mail/templates/template.ts';
import type { App, Result, Scope } from '../scope.ts';
import type { getPlatform as Platform } from './contract.ts';

/** The origin for a company's links: its own host name, else the deployment's, with the deployment's scheme and port. */
export function publicOriginOf({ config }: Pick<App, 'config'>, primaryHost: string | null): string {
  const own = config.siteUrl ?? `http://localhost:${config.port}`;
  if (primaryHost === null) return own;
  const { protocol, port } = new URL(own);
  return new URL(`${protocol}//${primaryHost}${port && `:${port}`}`).origin;
}

/** The company as its mails name it. */
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

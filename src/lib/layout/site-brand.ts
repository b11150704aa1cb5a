/** The brand of the site whose page is rendered. */
import { assert } from '../core/errors.ts';
import { lastBrand } from '../http/last-brand.ts';
import { type Brand, brandFor } from '../tokens/brand.ts';
import { tokenOf } from '../tokens/catalogue.ts';

/**
 * Also for pages that must work without a database: the brand of this request, else the last one that this process read
 * for the host, else that of the configured symbol.
 */
export function brandOf({ app, scope, host }: Partial<App.Locals>): Brand {
  const brand = scope ? brandFor(scope) : lastBrand(host ?? null);
  if (brand) return brand;
  const token = tokenOf(app?.config.tokenSymbol ?? '') ?? tokenOf('COWL');
  assert(token, 'the default symbol is in the catalogue');
  return token;
}

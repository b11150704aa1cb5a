/** Super admins set the brand of a company; its site shows it. */
import { lockRecentSession } from '../../auth/reauthentication/service.ts';
import { lockCompany } from '../../companies/store.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { readPicture } from '../../media/brand/service.ts';
import type { UseCase } from '../../scope.ts';
import { brandFor } from '../../tokens/brand.ts';
import { recordForCompany, requireHere } from '../companies/service.ts';
import { findCompany } from '../companies/store.ts';
import type * as calls from './calls.ts';
import type { CompanyBrand } from './contract.ts';
import * as store from './store.ts';

const PICTURES = ['iconId', 'logoId', 'headerLogoId'] as const;

export const getBrand: UseCase<typeof calls.getBrand> = async (scope, { id }) => {
  const db = scope.app.database.platform;
  const [brand, company, version] = await Promise.all([
    store.findBrand(db, id),
    findCompany(db, id),
    store.brandVersion(db, id),
  ]);
  if (!brand || !company) throw notFound('Company');
  const { title, footerNote, metaData, ...token } = brandFor({ app: scope.app, company, brand: null });
  const standard = {
    title,
    description: metaData.description,
    keywords: metaData.keywords,
    footerNote,
    iconUrl: token.icon_url,
    logoUrl: token.defaultLogo,
    headerLogoUrl: token.headerLogo,
  };
  return { data: { ...brand, standard, version } };
};

export const updateBrand: UseCase<typeof calls.updateBrand> = async (scope, input) => {
  const { id } = input;
  const brand: CompanyBrand = {
    title: input.title ?? null,
    description: input.description ?? null,
    keywords: input.keywords ?? null,
    footerNote: input.footerNote ?? null,
    socialLinks: input.socialLinks,
    iconId: input.iconId ?? null,
    logoId: input.logoId ?? null,
    headerLogoId: input.headerLogoId ?? null,
  };
  await inTransaction(scope.app.database.platform, async (tx) => {
    await lockRecentSession(tx, scope);
    const company = await lockCompany(tx, id);
    if (!company) throw notFound('Company');
    requireHere(company);
    if (input.version !== undefined && input.version !== (await store.brandVersion(tx, id)))
      throw new ApiError(
        'conflict',
        'This brand was changed by somebody else in the meantime. Please open it again and make your change there.',
      );
    await checkPictures(tx, brand);
    const before = await store.findBrand(tx, id);
    await store.replaceBrand(tx, id, brand);
    const names = Object.keys(brand) as (keyof CompanyBrand)[];
    const changed = names.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(brand[name]));
    await recordForCompany(tx, scope, id, 'company.brand', { after: { changed } });
  });
  return { data: brand };
};

async function checkPictures(tx: Db, brand: CompanyBrand): Promise<void> {
  for (const name of PICTURES) {
    const picture = brand[name];
    if (picture !== null && !(await readPicture(tx, picture)))
      throw new ApiError('invalid', 'Please upload the pictures as PNG, WebP or JPEG before you save.');
  }
}

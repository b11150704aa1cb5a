/** The brand of a company: set by super admins, shown by its site. */
import { record } from '../audit/service.ts';
import { lockCompany } from '../companies/store.ts';
import type { InputOf } from '../core/contract.ts';
import { ApiError, notFound } from '../core/errors.ts';
import { type Db, inTransaction } from '../db/client.ts';
import { PLATFORM_ID } from '../db/schema.ts';
import { readPicture } from '../media/brand-service.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import { brandFor } from '../tokens/brand.ts';
import type { BrandForm, CompanyBrand, getBrand as Get, updateBrand as Update } from './brand-contract.ts';
import * as store from './brand-store.ts';
import { findCompany } from './store.ts';

const PICTURES = ['iconId', 'logoId', 'headerLogoId'] as const;

export async function getBrand(scope: Scope, { id }: InputOf<typeof Get>): Promise<Result<BrandForm>> {
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
}

export async function updateBrand(scope: Scope, input: InputOf<typeof Update>): Promise<Result<CompanyBrand>> {
  const { id, ...wanted } = input;
  const brand: CompanyBrand = {
    title: wanted.title ?? null,
    description: wanted.description ?? null,
    keywords: wanted.keywords ?? null,
    footerNote: wanted.footerNote ?? null,
    socialLinks: wanted.socialLinks,
    iconId: wanted.iconId ?? null,
    logoId: wanted.logoId ?? null,
    headerLogoId: wanted.headerLogoId ?? null,
  };
  await inTransaction(scope.app.database.platform, async (tx) => {
    if (!(await lockCompany(tx, id))) throw notFound('Company');
    if (wanted.version !== undefined && wanted.version !== (await store.brandVersion(tx, id)))
      throw new ApiError(
        'conflict',
        'This brand was changed by somebody else in the meantime. Please open it again and make your change there.',
      );
    await checkPictures(tx, brand);
    const before = await store.findBrand(tx, id);
    await store.putBrand(tx, id, brand);
    const names = Object.keys(brand) as (keyof CompanyBrand)[];
    const changed = names.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(brand[name]));
    for (const scopeId of [id, PLATFORM_ID])
      await record(tx, {
        scopeId,
        actor: actorOf(scope),
        action: 'company.brand',
        subjectKind: 'company',
        subjectId: id,
        after: { changed },
      });
  });
  return { data: brand };
}

async function checkPictures(tx: Db, brand: CompanyBrand): Promise<void> {
  for (const name of PICTURES) {
    const picture = brand[name];
    if (picture !== null && !(await readPicture(tx, picture)))
      throw new ApiError('invalid', 'Please upload the pictures as PNG, WebP or JPEG before you save.');
  }
}

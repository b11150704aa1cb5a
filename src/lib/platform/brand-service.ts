/** The brand of a company: set by super admins, shown by its site. */
import { record } from '../audit/service.ts';
import { lockCompany } from '../companies/store.ts';
import type { InputOf } from '../core/contract.ts';
import { ApiError, notFound } from '../core/errors.ts';
import { type Db, inTransaction } from '../db/client.ts';
import { PLATFORM_ID } from '../db/schema.ts';
import { readPicture } from '../media/brand-service.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import type { CompanyBrand, getBrand as Get, updateBrand as Update } from './brand-contract.ts';
import * as store from './brand-store.ts';

const PICTURES = ['iconId', 'logoId', 'headerLogoId'] as const;

export async function getBrand(scope: Scope, { id }: InputOf<typeof Get>): Promise<Result<CompanyBrand>> {
  const brand = await store.findBrand(scope.app.database.platform, id);
  if (!brand) throw notFound('Company');
  return { data: brand };
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

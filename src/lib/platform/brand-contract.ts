/** What a company shows instead of the catalogue's entry of its token (spec point 3). */
import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { boundedText, optional, uuid } from '../core/fields.ts';
import { SOCIAL_MEDIA } from '../tokens/rules.ts';
import { isWebAddress } from './rules.ts';

const LINK_WRONG = 'Please enter the link as a web address that begins with https://.';

const VERSION_WRONG = 'Please send the version as it was given.';

const socialLink = z.strictObject({
  mediaName: z.enum(SOCIAL_MEDIA, 'Please choose one of the known channels.'),
  link: z
    .string(LINK_WRONG)
    .check(
      z.trim(),
      z.maxLength(300, { error: 'A link can have at most 300 characters.', abort: true }),
      z.refine(isWebAddress, LINK_WRONG),
    ),
});

const texts = {
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  keywords: z.nullable(z.string()),
  footerNote: z.nullable(z.string()),
};

export const companyBrand = z.object({
  ...texts,
  socialLinks: z.array(z.object({ mediaName: z.enum(SOCIAL_MEDIA), link: z.string() })),
  iconId: z.nullable(z.string()),
  logoId: z.nullable(z.string()),
  headerLogoId: z.nullable(z.string()),
});
export type CompanyBrand = z.output<typeof companyBrand>;

/** What the site shows where the company has set nothing, and which state of the brand this is. */
export const brandForm = z.object({
  ...companyBrand.shape,
  standard: z.object({
    title: z.string(),
    description: z.string(),
    keywords: z.string(),
    footerNote: z.string(),
    iconUrl: z.string(),
    logoUrl: z.string(),
    headerLogoUrl: z.string(),
  }),
  /** Send it back with a change, so that nobody's work is lost. */
  version: z.string(),
});
export type BrandForm = z.output<typeof brandForm>;

export const getBrand = contract({
  method: 'GET',
  path: '/api/v1/superadmin/company/brand/get',
  access: 'super',
  from: 'query',
  input: z.object({ id: uuid }),
  output: brandForm,
  summary: "Gives what a company shows instead of the catalogue's entry, null where it shows that, and what that is.",
  failure: 'Failed to fetch the brand',
});

export const updateBrand = contract({
  method: 'PUT',
  path: '/api/v1/superadmin/company/brand/update',
  access: 'super',
  from: 'json',
  input: z.strictObject({
    id: uuid,
    /** Each left out or empty: as the catalogue has it. */
    title: optional(boundedText('the title', 2, 120)),
    description: optional(boundedText('the description', 10, 300)),
    keywords: optional(boundedText('the keywords', 2, 300)),
    footerNote: optional(boundedText('the foot note', 10, 600)),
    socialLinks: z.array(socialLink, 'Please send the links as a list.').check(
      z.maxLength(SOCIAL_MEDIA.length, 'Each channel can be named once.'),
      z.refine(
        (list: { mediaName: string }[]) => new Set(list.map((it) => it.mediaName)).size === list.length,
        'Each channel can be named once.',
      ),
    ),
    /** Of pictures that the super admin has uploaded. */
    iconId: optional(uuid),
    logoId: optional(uuid),
    headerLogoId: optional(uuid),
    /** As it was given; another one now: 409. */
    version: optional(z.string(VERSION_WRONG).check(z.regex(/^\d{1,20}$/, VERSION_WRONG))),
  }),
  output: companyBrand,
  summary: 'Sets the whole brand of a company: what is left out is as the catalogue has it.',
  failure: 'Failed to update the brand',
  success: 'Brand updated successfully',
});

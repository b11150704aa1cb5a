/** A company's brand replaces texts and images of its token's catalogue entry (docs/product.md, Tokens and branding). */

import { textToBuyers } from '../../core/buyer-text.ts';
import { contract } from '../../core/contract.ts';
import { optional, uuid } from '../../core/fields.ts';
import * as z from '../../core/zod.ts';
import { SOCIAL_MEDIA } from '../../tokens/contract.ts';
import * as calls from './calls.ts';

const LINK_WRONG = 'Please enter the link as a web address that begins with https://.';

const VERSION_WRONG = 'Please send the version that was returned.';

/** True for an absolute https address without credentials. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && hostname.includes('.');
}

const socialLink = z.strictObject({
  mediaName: z.enum(SOCIAL_MEDIA, 'Please choose a channel from the list.'),
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

/** The brand with the defaults of the catalogue and its version. */
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
  /** Send it back with an update (docs/contract.md, Versions). */
  version: z.string(),
});
export type BrandForm = z.output<typeof brandForm>;

export const getBrand = contract(calls.getBrand, {
  input: z.object({ id: uuid }),
  output: brandForm,
  summary:
    "Returns a company's brand, with null for every field that is as in the catalogue, and the catalogue's values.",
});

export const updateBrand = contract(calls.updateBrand, {
  input: z.strictObject({
    id: uuid,
    /** Default for each: as in the catalogue. */
    title: optional(textToBuyers('the title', 2, 120)),
    description: optional(textToBuyers('the description', 10, 300)),
    keywords: optional(textToBuyers('the keywords', 2, 300)),
    footerNote: optional(textToBuyers('the foot note', 10, 600)),
    socialLinks: z.array(socialLink, 'Please send the links as a list.').check(
      z.maxLength(SOCIAL_MEDIA.length, 'Each channel can be listed only once.'),
      z.refine(
        (list: { mediaName: string }[]) => new Set(list.map((it) => it.mediaName)).size === list.length,
        'Each channel can be listed only once.',
      ),
    ),
    /** Ids of pictures that the super admin has uploaded. */
    iconId: optional(uuid),
    logoId: optional(uuid),
    headerLogoId: optional(uuid),
    /** 409 if the brand has changed since. */
    version: optional(z.string(VERSION_WRONG).check(z.regex(/^\d{1,20}$/, VERSION_WRONG))),
  }),
  output: companyBrand,
  summary: 'Replaces the brand of a company. Fields that are not sent are as in the catalogue.',
  recentAuthentication: 'always',
});

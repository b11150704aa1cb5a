import { contract } from '../core/contract.ts';
import { companyId } from '../core/fields.ts';
import { out } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';

/** The symbols of the token catalogue (docs/product.md, Tokens and branding). Each company sells one of these tokens. */
export const TOKEN_SYMBOLS = ['MASP', 'NTCN', 'PPCN', 'SHIK', 'ACW', 'COWL', 'RSGN', 'GLC', 'NXT', 'GLXY'] as const;
export type TokenSymbol = (typeof TOKEN_SYMBOLS)[number];

/** The social media that a token can link to. */
export const SOCIAL_MEDIA = ['youtube', 'facebook', 'instagram', 'telegram', 'whatsApp', 'X'] as const;
export type SocialMedia = (typeof SOCIAL_MEDIA)[number];

export const getSite = contract(calls.getSite, {
  input: z.object({ companyId }),
  output: z.object({
    companyId: z.string(),
    name: z.string(),
    symbol: z.string(),
    icon_url: z.string(),
    headerLogo: z.string(),
    title: z.string(),
    metaData: z.object({ title: z.string(), description: z.string(), keywords: z.string() }),
    platformChargePercent: out.percent,
  }),
  summary: 'Gives the branding and the public settings of the company whose site this is.',
});

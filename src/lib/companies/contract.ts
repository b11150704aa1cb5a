import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { companyId } from '../core/fields.ts';
import { out } from '../core/wire.ts';

/** What the site shows of itself before anybody has signed in: the token's branding and the platform's charge. */
export const siteSettings = z.object({
  companyId: z.string(),
  name: z.string(),
  symbol: z.string(),
  icon_url: z.string(),
  headerLogo: z.string(),
  title: z.string(),
  metaData: z.object({ title: z.string(), description: z.string(), keywords: z.string() }),
  platformChargePercent: out.percent,
});
export type SiteSettings = z.output<typeof siteSettings>;

export const getSite = contract({
  method: 'GET',
  path: '/api/v1/site/get',
  access: 'public',
  from: 'query',
  input: z.object({ companyId }),
  output: siteSettings,
  summary: 'Gives the branding and the public settings of the company whose site this is.',
  failure: 'Failed to fetch site settings',
});

export const getPlatform = contract({
  method: 'GET',
  path: '/api/v1/user/platform/get',
  access: 'member',
  from: 'query',
  input: z.object({ companyId }),
  output: z.object({ platformChargePercent: out.percent }),
  summary: 'Gives the platform charge in per cent of the order amount.',
  failure: 'Failed to fetch platform settings',
});

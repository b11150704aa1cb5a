import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

/** Rows on each page of a list. */
export const SECTION_ROWS = 5;

/** The lists of the page, in their order. */
export const SECTIONS = ['purchases', 'stock', 'referrals', 'signIns', 'trail', 'mails'] as const;
export type Section = (typeof SECTIONS)[number];
/** The current page of each list, from 1. */
export type SectionPages = Readonly<Record<Section, number>>;

export const getMember: CallOf<typeof contracts, 'getMember'> = {
  method: 'GET',
  path: '/api/v1/admin/member/get',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the member',
};

export const listMemberPurchases: CallOf<typeof contracts, 'listMemberPurchases'> = {
  method: 'GET',
  path: '/api/v1/admin/member/purchases',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the purchases of the member',
};

export const listMemberStock: CallOf<typeof contracts, 'listMemberStock'> = {
  method: 'GET',
  path: '/api/v1/admin/member/stock',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the stock of the member',
};

export const listMemberReferrals: CallOf<typeof contracts, 'listMemberReferrals'> = {
  method: 'GET',
  path: '/api/v1/admin/member/referrals',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the referrals of the member',
};

export const listMemberSignIns: CallOf<typeof contracts, 'listMemberSignIns'> = {
  method: 'GET',
  path: '/api/v1/admin/member/sign-ins',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the sign-ins of the member',
};

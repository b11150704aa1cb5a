/** What a super admin's look at a company shows, kept in its address. */
import { pageIn, searchIn } from '../core/address.ts';
import { PATHS } from '../core/paths.ts';
import { PURCHASE_STATUSES } from '../purchases/contract.ts';

/** The parts of a company's back office, by what stands in the address; the first is shown where none is named. */
export const COMPANY_PARTS = {
  overview: 'Overview',
  purchases: 'Purchases',
  members: 'Members',
  audit: 'Audit',
} as const;
export type CompanyPart = keyof typeof COMPANY_PARTS;

export const VIEW_STATUSES = ['ALL', ...PURCHASE_STATUSES] as const;

export interface CompanyView {
  readonly part: CompanyPart;
  /** Of purchases. */
  readonly status: (typeof VIEW_STATUSES)[number];
  readonly search: string;
  /** From 1. */
  readonly page: number;
}

const isPart = (name: string): name is CompanyPart => Object.hasOwn(COMPANY_PARTS, name);

/** Whatever stands in the address, a view comes out. */
export function readCompanyView(params: URLSearchParams): CompanyView {
  const part = params.get('part') ?? '';
  return {
    part: isPart(part) ? part : 'overview',
    status: VIEW_STATUSES.find((it) => it === params.get('status')) ?? 'ALL',
    search: searchIn(params),
    page: pageIn(params),
  };
}

/** The address of a view, without what is the default. @param id of the company */
export function companyViewPath(id: string, view: Partial<CompanyView>): string {
  const { part = 'overview', status = 'ALL', search = '', page = 1 } = view;
  const params = new URLSearchParams();
  if (part !== 'overview') params.set('part', part);
  if (part === 'purchases' && status !== 'ALL') params.set('status', status);
  if (search !== '') params.set('search', search);
  if (page > 1) params.set('page', String(page));
  const query = params.toString();
  return `${PATHS.companyManage}/${id}${query && `?${query}`}`;
}

/** The address of the company view, which holds its state. */
import { choiceParam, type ListAddress, listAddress, pageParam, searchParam } from '../../core/list-url.ts';
import { PATHS } from '../../core/paths.ts';
import { PURCHASE_STATUSES } from '../../purchases/contract.ts';

/** The parts of the company view, by their name in the address. The first is the default. */
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
  /** Filters the purchases. */
  readonly status: (typeof VIEW_STATUSES)[number];
  readonly search: string;
  /** From 1. */
  readonly page: number;
}

const DEFAULT_VIEW: CompanyView = { part: 'overview', status: 'ALL', search: '', page: 1 };

/** The address of the views of a company; only purchases have a status. @param id the company's id */
export function companyViewAddress(id: string): ListAddress<CompanyView> {
  return listAddress(
    `${PATHS.companyManage}/${id}`,
    {
      part: choiceParam('part', Object.keys(COMPANY_PARTS) as CompanyPart[], 'overview'),
      status: choiceParam('status', VIEW_STATUSES, 'ALL'),
      search: searchParam(),
      page: pageParam(),
    },
    (view) => (view.part === 'purchases' ? view : { ...view, status: 'ALL' }),
  );
}

/** The address of a view, without default values. @param id the company's id */
export function companyViewPath(id: string, view: Partial<CompanyView>): string {
  return companyViewAddress(id).path({ ...DEFAULT_VIEW, ...view });
}

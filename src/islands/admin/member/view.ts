import { pageIn } from '@/lib/core/address.ts';
import { memberPath } from '@/lib/core/paths.ts';
import { SECTIONS, type SectionPages } from '@/lib/members/view-contract.ts';

/** Whatever stands in the address, each list has a page. */
export function readPages(params: URLSearchParams): SectionPages {
  const at = (section: string): number => pageIn(params, section);
  return {
    purchases: at('purchases'),
    stock: at('stock'),
    referrals: at('referrals'),
    signIns: at('signIns'),
    trail: at('trail'),
    mails: at('mails'),
  };
}

/** The address of the page with its lists at these pages, without what is the default. */
export function pathOf(id: string, pages: SectionPages): string {
  const params = new URLSearchParams();
  for (const section of SECTIONS) if (pages[section] > 1) params.set(section, String(pages[section]));
  const query = params.toString();
  return query === '' ? memberPath(id) : `${memberPath(id)}?${query}`;
}

import { type ListAddress, listAddress, pageParam } from '@/lib/core/list-url.ts';
import { memberPath } from '@/lib/core/paths.ts';
import type { SectionPages } from '@/lib/members/detail/calls.ts';

/** The address of a member's page: each of its lists has a page. */
export function memberAddress(id: string): ListAddress<SectionPages> {
  return listAddress<SectionPages>(memberPath(id), {
    purchases: pageParam('purchases'),
    stock: pageParam('stock'),
    referrals: pageParam('referrals'),
    signIns: pageParam('signIns'),
    trail: pageParam('trail'),
    mails: pageParam('mails'),
  });
}

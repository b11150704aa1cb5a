/** All that a member's page begins with: what its calls give, read in one go. */
import { ApiError, assert } from '../core/errors.ts';
import type { Result, Scope } from '../scope.ts';
import { listAudit } from './audit-service.ts';
import { listMemberMails } from './mails-service.ts';
import { SECTION_ROWS, type SectionPages } from './view-contract.ts';
import * as view from './view-service.ts';

/** Null where the company has no such account. */
export async function openMember(scope: Scope, id: string, pages: SectionPages) {
  const at = (page: number) => ({ id, page, limit: SECTION_ROWS });
  try {
    const [member, purchases, stock, referrals, signIns, trail, mails] = await Promise.all([
      dataOf(view.getMember(scope, { id })),
      dataOf(view.listMemberPurchases(scope, at(pages.purchases))),
      dataOf(view.listMemberStock(scope, at(pages.stock))),
      dataOf(view.listMemberReferrals(scope, at(pages.referrals))),
      dataOf(view.listMemberSignIns(scope, at(pages.signIns))),
      dataOf(listAudit(scope, { userId: id, page: pages.trail, limit: SECTION_ROWS, search: '' })),
      dataOf(listMemberMails(scope, at(pages.mails))),
    ]);
    return { member, purchases, stock, referrals, signIns, trail, mails };
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === 'not_found') return null;
    throw cause;
  }
}

async function dataOf<T>(answer: Promise<Result<T>>): Promise<T> {
  const { data } = await answer;
  assert(data !== undefined, 'a call that reads has data');
  return data;
}

/** Admins list the accounts of their company. */
import { paged } from '../../core/pagination.ts';
import { searchTerms } from '../../core/search.ts';
import type { UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import type { MemberRow } from '../contract.ts';
import * as store from './store.ts';

export const listMembers: UseCase<typeof calls.listMembers> = async (scope, input) => {
  const { rows, total } = await store.listMembers(scope.db, {
    companyId: scope.company.id,
    page: input.page,
    limit: input.limit,
    terms: searchTerms(input.search),
    isApproved: input.isApproved,
    status: input.status,
    deletionRequested: input.deletionRequested !== undefined,
    role: input.role,
    from: input.from,
    to: input.to,
    oldestFirst: input.sort === 'oldest',
  });
  return { data: paged(rows.map(memberRowOf), total, input) };
};

function memberRowOf(row: store.MemberListRow): MemberRow {
  return {
    id: row.id,
    name: row.name,
    mobile: row.mobile,
    email: row.email,
    role: row.role,
    referralCode: row.member_id,
    createdAt: row.created_at.toISOString(),
    isApproved: row.is_approved,
    status: row.status,
    deletionRequestedAt: row.deletion_requested_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
  };
}

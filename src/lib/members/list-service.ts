/** The list of a company's accounts, for its admins. */
import type { InputOf, OutputOf } from '../core/contract.ts';
import { paged } from '../core/page.ts';
import type { Result, Scope } from '../scope.ts';
import type { listMembers as List, MemberRow } from './contract.ts';
import * as store from './list-store.ts';
import { searchWords } from './search-rules.ts';

export async function listMembers(scope: Scope, input: InputOf<typeof List>): Promise<Result<OutputOf<typeof List>>> {
  const { rows, total } = await store.listMembers(scope.db, {
    companyId: scope.company.id,
    page: input.page,
    limit: input.limit,
    words: searchWords(input.search),
    isApproved: input.isApproved,
    status: input.status,
    deletionRequested: input.deletionRequested !== undefined,
  });
  return { data: paged(rows.map(memberRowOf), total, input) };
}

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

import { call } from '@/islands/api.ts';
import type { PageRequest } from '@/lib/core/pagination.ts';
import { listMembers } from '@/lib/members/calls.ts';
import { inputOf, type MemberQuery } from './memberQuery.ts';

/** A page of the members of a query who wait for verification, the oldest first. @throws CallError */
export async function readWaiting(query: MemberQuery, page: PageRequest) {
  const { data } = await call(listMembers, { ...inputOf(query), ...page, isApproved: false, sort: 'oldest' });
  return data;
}

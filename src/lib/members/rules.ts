import type { AccountStatus, Role } from '@/lib/users/rules.ts';

export const MOBILE_WRONG = 'Please enter a valid mobile number.';

/** What an admin can change of an account. */
export interface MemberDetails {
  readonly name: string;
  /** E.164. */
  readonly mobile: string;
  readonly email: string;
  readonly role: Role;
  readonly status: AccountStatus;
}

const FIELDS = ['name', 'mobile', 'email', 'role', 'status'] as const;

/** The names of what differs. */
export function changedFields(before: MemberDetails, after: MemberDetails): (typeof FIELDS)[number][] {
  return FIELDS.filter((field) => before[field] !== after[field]);
}

/**
 * What the trail keeps of a change: role and status as they were and are, of all else only that it changed, for an erasure
 * can't reach into the trail.
 */
export function trailOf(
  before: MemberDetails,
  after: MemberDetails,
): { before: Record<string, string>; after: Record<string, string | string[]> } {
  const changed = changedFields(before, after);
  const told = (it: MemberDetails): Record<string, string> => ({
    ...(changed.includes('role') && { role: it.role }),
    ...(changed.includes('status') && { status: it.status }),
  });
  const quiet = changed.filter((field) => field !== 'role' && field !== 'status');
  return { before: told(before), after: { ...told(after), ...(quiet.length > 0 && { changed: quiet }) } };
}

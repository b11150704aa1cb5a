/** A change of an account as people read it, on screens, in mails and in exports. */
import type { MemberDetails } from '../edit/rules.ts';

const LABELS = { name: 'Name', mobile: 'Mobile', email: 'Email', role: 'Role', status: 'Status' } as const;
const FIELDS = ['name', 'mobile', 'email', 'role', 'status'] as const;

/** One field of an account that a change concerns. */
export interface ChangedDetail {
  readonly label: string;
  /** Null for a new account. */
  readonly was: string | null;
  /** Null for a deleted account. */
  readonly is: string | null;
}

/** The fields that differ; all of them for a new or a deleted account. */
export function changedDetails(before: MemberDetails | null, after: MemberDetails | null): ChangedDetail[] {
  return FIELDS.filter((field) => before?.[field] !== after?.[field]).map((field) => ({
    label: LABELS[field],
    was: before?.[field] ?? null,
    is: after?.[field] ?? null,
  }));
}

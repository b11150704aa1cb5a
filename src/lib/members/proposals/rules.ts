/** What a proposed change of an admin account makes of it: stored with the details that its maker saw and wanted. */
import type { Proposal } from '../../approvals/rules.ts';
import { assert } from '../../core/errors.ts';
import * as z from '../../core/zod.ts';
import { changedFields, type MemberDetails } from '../edit/rules.ts';
import { type AdminChange, adminChange } from './contract.ts';

const KIND_OF = {
  'admin.add': 'add',
  'admin.update': 'update',
  'admin.delete': 'delete',
  'admin.factors': 'factors',
} as const satisfies Record<string, AdminChange['kind']>;
export const ADMIN_KINDS = ['admin.add', 'admin.update', 'admin.delete', 'admin.factors'] as const;

const stored = z.object({ before: adminChange.shape.before, after: adminChange.shape.after });

/** The details that a change stores. */
export function detailsOf({ name, mobile, email, role, status }: MemberDetails): MemberDetails {
  return { name, mobile, email, role, status };
}

export interface ProposedChange {
  readonly kind: AdminChange['kind'];
  /** As its maker saw the account; null for a new one. */
  readonly before: MemberDetails | null;
  /** As its maker wanted it; null for a deletion. */
  readonly after: MemberDetails | null;
}

export function proposedChange({ kind, change }: Pick<Proposal, 'kind' | 'change'>): ProposedChange {
  const known = ADMIN_KINDS.find((it) => it === kind);
  assert(known, 'a change of an admin account has one of its kinds');
  return { ...z.parse(stored, change), kind: KIND_OF[known] };
}

/** Who the account is: a second admin confirms a change of the person whom the first one saw. */
const IDENTITY = ['email', 'role', 'status'] as const;
/** The same for a deletion and a block: what the account's owner changes of it alone stops neither. */
const STANDING = ['role', 'status'] as const;

/** An account as it is now. */
export type PresentAccount = MemberDetails & {
  /** When somebody else last moved it to another address, also if that was taken back; null if nobody did. */
  readonly email_changed_at: Date | null;
};

/**
 * The account after a proposed change: only the fields that its maker changed. A removal of second factors changes none.
 * @returns null if the account is no longer the one that its maker saw: one of these fields or who it is has changed since, or somebody
 * else moved it to another address meanwhile
 */
export function applied(
  present: PresentAccount,
  { before, after }: ProposedChange,
  proposedAt: Date,
): MemberDetails | 'deleted' | null {
  if (!before || (present.email_changed_at !== null && present.email_changed_at > proposedAt)) return null;
  const isSame = (fields: readonly (keyof MemberDetails)[]): boolean =>
    fields.every((field) => before[field] === present[field]);
  if (!after) return isSame(STANDING) ? 'deleted' : null;
  const wanted = changedFields(before, after);
  const isBlock = wanted.length === 1 && after.status === 'BLOCKED';
  if (!isSame([...(isBlock ? STANDING : IDENTITY), ...wanted])) return null;
  return { ...detailsOf(present), ...Object.fromEntries(wanted.map((field) => [field, after[field]])) };
}

/** A waiting change as admins see it. @param account as it is now; null for a new one or one that is gone */
export function changeView(proposal: Proposal, account: PresentAccount | null): AdminChange {
  const change = proposedChange(proposal);
  const result = account && applied(account, change, new Date(proposal.head.proposedAt));
  const present = account && detailsOf(account);
  return {
    ...proposal.head,
    kind: change.kind,
    userId: proposal.subjectId,
    before: present ?? change.before,
    after: result === null || result === 'deleted' ? change.after : result,
    isStale: change.kind !== 'add' && result === null,
  };
}

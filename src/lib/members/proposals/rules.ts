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

/**
 * The account after a proposed change: only the fields that its maker changed. A removal of second factors changes none.
 * @returns null if one of these fields, or for a deletion any field, has changed since
 */
export function applied(present: MemberDetails, { before, after }: ProposedChange): MemberDetails | 'deleted' | null {
  if (!before) return null;
  if (!after) return changedFields(before, present).length === 0 ? 'deleted' : null;
  const wanted = changedFields(before, after);
  if (wanted.some((field) => before[field] !== present[field])) return null;
  return { ...present, ...Object.fromEntries(wanted.map((field) => [field, after[field]])) };
}

/** A waiting change as admins see it. @param present the account as it is now; null for a new one or one that is gone */
export function changeView(proposal: Proposal, present: MemberDetails | null): AdminChange {
  const change = proposedChange(proposal);
  const result = present && applied(present, change);
  return {
    ...proposal.head,
    kind: change.kind,
    userId: proposal.subjectId,
    before: present ?? change.before,
    after: result === null || result === 'deleted' ? change.after : result,
    isStale: change.kind !== 'add' && result === null,
  };
}

import type { AccountStatus, Role } from '../../accounts/rules.ts';
import { payeeProblem } from '../../core/payee.rules.ts';

/** The fields of an account that an admin can change. */
export interface MemberDetails {
  readonly name: string;
  /** E.164. */
  readonly mobile: string;
  readonly email: string;
  readonly role: Role;
  readonly status: AccountStatus;
}

const FIELDS = ['name', 'mobile', 'email', 'role', 'status'] as const;

/** The names of the fields that differ. */
export function changedFields(before: MemberDetails, after: MemberDetails): (typeof FIELDS)[number][] {
  return FIELDS.filter((field) => before[field] !== after[field]);
}

/** For a name that a member would read on the page where they pay. */
export const nameWithPayee = (name: string): string =>
  `Please enter the name alone, without a number or an address: "${name}". Buyers read it next to the payment.`;

/** Whether a name that an admin gives says where to pay. A link alone does not: it is text. */
export const saysWhereToPay = (name: string): boolean =>
  /^(?:address|number|scheme|ifsc)$/.test(payeeProblem(name) ?? '');

type Access = Pick<MemberDetails, 'email' | 'role' | 'status'>;

/** Whether a change gives, takes or moves the access of an admin. Under a two-admin rule it waits for a second admin. */
export function changesAdmin(before: Access, after: Access | 'deleted'): boolean {
  if (after === 'deleted') return before.role === 'ADMIN';
  const isAdmin = before.role === 'ADMIN' || after.role === 'ADMIN';
  return isAdmin && (before.role !== after.role || before.status !== after.status || before.email !== after.email);
}

/** Whether a change can cost the owner of an account with value their money: it moves, closes or erases the account. */
function takesAccount(before: Access, after: Access | 'deleted'): boolean {
  return (
    after === 'deleted' || before.email !== after.email || (before.status === 'ACTIVE' && after.status !== 'ACTIVE')
  );
}

/**
 * Whether a change waits for a second admin under a two-admin rule.
 * @param isProtected the account has stock, a purchase that is pending, or money that is to be paid back, or had some, or brought members
 */
export function needsSecondAdmin(before: Access, after: Access | 'deleted', isProtected: boolean): boolean {
  return changesAdmin(before, after) || (isProtected && takesAccount(before, after));
}

/** Whether a change needs a recent session: a deletion, and all but a name and a number (docs/contract.md, Re-authentication). */
export function isSensitive(before: Access, after: Access | 'deleted'): boolean {
  return (
    after === 'deleted' || before.email !== after.email || before.role !== after.role || before.status !== after.status
  );
}

/** Whether the admins who make the change become sponsors of the account: they could sign in to it afterwards. */
export function givesAccess(before: Access, after: Access): boolean {
  return before.email !== after.email || (before.role !== 'ADMIN' && after.role === 'ADMIN');
}

/** Whether a change takes an active admin away. */
export function losesAdmin(before: Access, after: Access | 'deleted'): boolean {
  const isActiveAdmin = ({ role, status }: Access) => role === 'ADMIN' && status === 'ACTIVE';
  return isActiveAdmin(before) && (after === 'deleted' || !isActiveAdmin(after));
}

/**
 * The audit entry of a change: the values of role and status, but only the names of the other fields, because an erasure
 * cannot change the audit trail.
 */
export function auditedChange(
  before: MemberDetails,
  after: MemberDetails,
): { before: Record<string, string>; after: Record<string, string | string[]> } {
  const changed = changedFields(before, after);
  const valuesOf = ({ role, status }: MemberDetails): Record<string, string> => ({
    ...(changed.includes('role') && { role }),
    ...(changed.includes('status') && { status }),
  });
  const others = changed.filter((field) => field !== 'role' && field !== 'status');
  return { before: valuesOf(before), after: { ...valuesOf(after), ...(others.length > 0 && { changed: others }) } };
}

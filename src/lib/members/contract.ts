import { ownPassword } from '../accounts/contract.ts';
import { outcome } from '../approvals/contract.ts';
import { contract } from '../core/contract.ts';
import {
  boundedText,
  companyId,
  day,
  email,
  filled,
  flag,
  listQuery,
  mobile,
  newPassword,
  optional,
  uuid,
} from '../core/fields.ts';
import { out, pageOf } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';
import { ACCOUNT_STATUSES, MEMBER_SORTS, ROLES } from './calls.ts';

/* Admins manage the accounts of their company (docs/product.md, Manage User; docs/contract.md, Accounts). */

/** An account in the list. */
export const memberRow = z.object({
  id: z.string(),
  name: z.string(),
  /** E.164. */
  mobile: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  /** The member ID. */
  referralCode: z.string(),
  createdAt: out.time,
  isApproved: z.boolean(),
  status: z.enum(ACCOUNT_STATUSES),
  /** The time of the member's deletion request; null without a request. */
  deletionRequestedAt: z.nullable(out.time),
  /** The time of the last change. Send it back with an update, so that it does not overwrite changes by others. */
  updatedAt: out.time,
});
export type MemberRow = z.output<typeof memberRow>;

const status = z.enum(ACCOUNT_STATUSES, 'The status must be ACTIVE, INACTIVE or BLOCKED.');

/** What narrows the accounts, in lists and exports. */
export const memberFilters = {
  /** First and last day of the registration, both included, in Asia/Kolkata. */
  from: day('the first day'),
  to: day('the last day'),
  role: optional(z.enum(ROLES, 'The role must be USER or ADMIN.')),
};

export const listMembers = contract(calls.listMembers, {
  keyScope: 'read:members',
  input: z.object({
    ...listQuery,
    /** Only verified accounts, or only those that wait for verification. */
    isApproved: optional(flag),
    status: optional(status),
    /** Only accounts with a deletion request. */
    deletionRequested: optional(z.literal('true', 'deletionRequested can only be true.')),
    ...memberFilters,
    sort: optional(z.enum(MEMBER_SORTS, 'The sort must be newest or oldest.')),
  }),
  output: pageOf(memberRow),
  summary:
    'Lists the accounts of the company, newest first unless sorted. Each word of the search must be in the name, email, ' +
    'mobile or member ID. A search, a role and days count up to 1,000 matches.',
});

/** What an admin says about a person. */
export const personFields = {
  name: boundedText('the name', 1, 100),
  mobile: filled('Please enter the mobile number.', mobile),
  email: filled('Please enter the email address.', email),
  role: z.enum(ROLES, 'Please select a role.'),
};

/** For the sensitive ones of these calls (docs/contract.md, Re-authentication). */
const own = { /** The admin's own. */ password: ownPassword };

export const addMember = contract(calls.addMember, {
  input: z.strictObject({ ...personFields, password: newPassword, companyId }),
  output: z.object({
    state: outcome,
    /** Id of the account, or of the change while it waits. */
    id: z.string(),
    /** Empty while it waits. */
    referralCode: z.string(),
  }),
  summary: 'Adds an account, which waits for verification. A mail invites its owner to set a password.',
  creates: true,
  recentAuthentication: 'sometimes',
  recentAfterMany: true,
});

/** Whether the change was made, or waits for a second admin because it concerns an admin. */
const written = z.object({ state: outcome });

export const updateMember = contract(calls.updateMember, {
  input: z.discriminatedUnion(
    'isApproved',
    [
      z.strictObject({ id: uuid, isApproved: z.literal(true), companyId }),
      z.strictObject({
        id: uuid,
        ...personFields,
        status: optional(status),
        updatedAt: optional(z.string('updatedAt must be the one that the list gave.')),
        isApproved: z.optional(z.null()),
        ...own,
        companyId,
      }),
    ],
    'A verification cannot be undone.',
  ),
  output: written,
  summary:
    'Changes an account, or with isApproved verifies it for good. A change of role or status ends its sessions immediately.',
  recentAuthentication: 'sometimes',
  recentAfterMany: true,
});

export const setMemberStatus = contract(calls.setMemberStatus, {
  input: z.strictObject({ id: uuid, status, ...own, companyId }),
  output: written,
  summary: 'Blocks, deactivates or reactivates an account. Blocking and deactivating end its sessions immediately.',
  recentAuthentication: 'always',
});

export const deleteMember = contract(calls.deleteMember, {
  input: z.strictObject({ id: uuid, ...own, companyId }),
  output: written,
  summary:
    'Deletes an account. If it has purchases or stock, only its personal data are erased and its history of money and stock ' +
    'stays. Otherwise only its entries in the audit trail stay.',
  recentAuthentication: 'always',
});

export const resetMemberFactors = contract(calls.resetMemberFactors, {
  input: z.strictObject({ id: uuid, ...own, companyId }),
  output: z.object({ state: outcome }),
  summary:
    "Removes another account's passkeys, authenticator app and recovery codes, ends its sessions and mails its owner. For 72 hours it cannot change payees. Under a two-admin rule it can wait for a second admin.",
  recentAuthentication: 'always',
});

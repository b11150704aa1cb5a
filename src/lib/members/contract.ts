import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import {
  boundedText,
  companyId,
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

/* The accounts of a company as its admins keep them (spec point 2, 'Manage User'; decisions, point 2). */

export const ROLES = ['USER', 'ADMIN'] as const;
export const ACCOUNT_STATUSES = ['ACTIVE', 'INACTIVE', 'BLOCKED'] as const;

/** What the account says where another account of the company has the address. */
export const EMAIL_TAKEN = 'Another account already has this email address.';

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
  /** When the member asked to be deleted; null while there is no such request. */
  deletionRequestedAt: z.nullable(out.time),
  /** Of the last change; sent back with an update, it keeps that from overwriting what somebody else changed meanwhile. */
  updatedAt: out.time,
});
export type MemberRow = z.output<typeof memberRow>;

/** Found rows are counted up to here; `total` is one more when there are more. Without a search the count is exact. */
export const FOUND_MAX = 1_000;

const status = z.enum(ACCOUNT_STATUSES, 'The status must be ACTIVE, INACTIVE or BLOCKED.');

export const listMembers = contract({
  method: 'GET',
  path: '/api/v1/admin/auth/list',
  access: 'admin',
  from: 'query',
  input: z.object({
    ...listQuery,
    /** Verified accounts only, or waiting ones only. */
    isApproved: optional(flag),
    status: optional(status),
    /** Only who asked to be deleted. */
    deletionRequested: optional(z.literal('true', 'deletionRequested can only be true.')),
  }),
  output: pageOf(memberRow),
  summary:
    'Lists the accounts of the company, the newest first. The search looks for each of its words in name, email, mobile ' +
    'and member ID. What a search finds is counted up to 1,000.',
  failure: 'Failed to fetch users',
});

const person = {
  name: boundedText('the name', 2, 100),
  mobile: filled('Please enter the mobile number.', mobile),
  email: filled('Please enter the email address.', email),
  role: z.enum(ROLES, 'Please select a role.'),
};

export const addMember = contract({
  method: 'POST',
  path: '/api/v1/admin/auth/add',
  access: 'admin',
  from: 'json',
  input: z.strictObject({ ...person, password: newPassword, companyId }),
  output: z.object({ id: z.string(), referralCode: z.string() }),
  summary: 'Makes an account, which waits for verification. Its owner is mailed an invitation to set an own password.',
  failure: 'Failed to add the user',
  success: 'User added successfully',
  creates: true,
});

export const updateMember = contract({
  method: 'PUT',
  path: '/api/v1/admin/auth/update',
  access: 'admin',
  from: 'json',
  input: z.discriminatedUnion(
    'isApproved',
    [
      z.strictObject({ id: uuid, isApproved: z.literal(true), companyId }),
      z.strictObject({
        id: uuid,
        ...person,
        status: optional(status),
        updatedAt: optional(z.string('updatedAt must be the one that the list gave.')),
        isApproved: z.optional(z.null()),
        companyId,
      }),
    ],
    'A verification can be given, and not be taken back.',
  ),
  output: z.null(),
  summary:
    'Changes an account, or with isApproved verifies it for good. A change of role or status ends its sessions at once.',
  failure: 'Failed to update the user',
  success: 'User updated successfully',
});

export const setMemberStatus = contract({
  method: 'PUT',
  path: '/api/v1/admin/member/status',
  access: 'admin',
  from: 'json',
  input: z.strictObject({ id: uuid, status, companyId }),
  output: z.null(),
  summary: 'Blocks, deactivates or opens an account. Whatever shuts it ends its sessions at once.',
  failure: 'Failed to change the status',
  success: 'Status changed successfully',
});

export const deleteMember = contract({
  method: 'DELETE',
  path: '/api/v1/admin/auth/delete',
  access: 'admin',
  from: 'json',
  input: z.strictObject({ id: uuid, companyId }),
  output: z.null(),
  summary:
    'Deletes an account. Where it has purchases or stock, its personal data are erased and its history of money and stock ' +
    'stays; otherwise nothing of it stays but its entries in the audit trail.',
  failure: 'Failed to delete the user',
  success: 'User deleted successfully',
});

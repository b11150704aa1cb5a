/** Changes of admin accounts that wait for a second admin (docs/contract.md, Two admins). */
import { ownPassword } from '../../accounts/contract.ts';
import { outcome, proposalHead } from '../../approvals/contract.ts';
import { contract } from '../../core/contract.ts';
import { companyId, uuid } from '../../core/fields.ts';
import * as z from '../../core/zod.ts';
import { ACCOUNT_STATUSES, ROLES } from '../calls.ts';
import * as calls from './calls.ts';

const details = z.object({
  name: z.string(),
  /** E.164. */
  mobile: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  status: z.enum(ACCOUNT_STATUSES),
});

export const adminChange = z.object({
  ...proposalHead,
  kind: z.enum(['add', 'update', 'delete', 'factors']),
  /** The account; null for one that is to be added. */
  userId: z.nullable(z.string()),
  /** The account as it is now; null for one that is to be added. */
  before: z.nullable(details),
  /** As it will be; null for one that is to be deleted. */
  after: z.nullable(details),
  /** The account has changed since, so the change can no longer be confirmed. */
  isStale: z.boolean(),
});
export type AdminChange = z.output<typeof adminChange>;

export const listAdminChanges = contract(calls.listAdminChanges, {
  input: z.object({ companyId }),
  output: z.object({
    proposals: z.array(adminChange),
    /** Changes of admins wait for a second admin. */
    needsTwoAdmins: z.boolean(),
  }),
  summary: 'Returns the changes of admin accounts that wait for a second admin, the oldest first.',
});

export const confirmAdminChange = contract(calls.confirmAdminChange, {
  input: z.strictObject({ id: uuid, /** The admin's own. */ password: ownPassword, companyId }),
  output: z.object({
    state: outcome,
    /** Id of the account. */
    id: z.string(),
  }),
  summary: 'Confirms and makes a change of an admin account that another admin has proposed.',
  recentAuthentication: 'always',
});

export const refuseAdminChange = contract(calls.refuseAdminChange, {
  input: z.strictObject({ id: uuid, companyId }),
  output: z.null(),
  summary: 'Refuses a change of an admin account that another admin has proposed.',
});

export const withdrawAdminChange = contract(calls.withdrawAdminChange, {
  input: z.strictObject({ id: uuid, companyId }),
  output: z.null(),
  summary: "Withdraws the caller's own change of an admin account while it waits for a second admin.",
});

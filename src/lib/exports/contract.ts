import { type CallFacts, type Contract, contract } from '../core/contract.ts';
import { listQuery, optional } from '../core/fields.ts';
import { REWARD_STATES } from '../core/rewards.ts';
import { searchLine } from '../core/search.ts';
import * as z from '../core/zod.ts';
import { ACCOUNT_STATUSES } from '../members/calls.ts';
import { memberFilters } from '../members/contract.ts';
import { PURCHASE_STATUSES, purchaseFilters } from '../purchases/contract.ts';
import { REFUND_STATES } from '../refunds/calls.ts';
import * as calls from './calls.ts';
import { EXPORT_FORMATS, EXPORT_MIMES } from './calls.ts';

/*
 * Downloads for admins: all rows of a list, with the list's own filters, as CSV (UTF-8 with a byte order mark, RFC 4180) or as an
 * Excel workbook. The response is the file; errors have the usual envelope.
 */

const format = z.enum(EXPORT_FORMATS, 'The format must be csv or xlsx.');
const search = listQuery.search;

function exportOf<I extends z.ZodMiniType>(
  call: CallFacts,
  input: I,
  summary: string,
  terms: Pick<Contract, 'recentAuthentication' | 'keyScope'> = {},
) {
  return contract(call, {
    input,
    output: z.unknown(),
    answers: Object.values(EXPORT_MIMES),
    summary,
    limits: [{ name: 'exports', max: 120, windowSeconds: 3600 }],
    sensitive: true,
    ...terms,
  });
}

export const exportMembers = exportOf(
  calls.exportMembers,
  z.object({
    format,
    search,
    isApproved: optional(z.enum(['true', 'false'], 'The field isApproved must be true or false.')),
    /** Only members who requested deletion. */
    deletionRequested: optional(z.literal('true', 'deletionRequested can only be true.')),
    status: optional(z.enum(ACCOUNT_STATUSES, 'The status must be ACTIVE, INACTIVE or BLOCKED.')),
    ...memberFilters,
  }),
  'Every member under the filters of Manage User, as a file.',
  { recentAuthentication: 'always' },
);

export const exportPurchases = exportOf(
  calls.exportPurchases,
  z.object({
    format,
    search,
    status: optional(
      z.enum([...PURCHASE_STATUSES, 'ALL'], 'The status must be PENDING, APPROVED, REJECTED, REVERSED or ALL.'),
    ),
    waiting: optional(z.literal('second', 'The field waiting can only be second.')),
    ...purchaseFilters,
  }),
  'Every purchase under the filters of Manage Purchase, in every status without one, as a file.',
  { recentAuthentication: 'always' },
);

export const exportLedger = exportOf(
  calls.exportLedger,
  z.object({
    format,
    /** A member ID: only this member’s entries. */
    memberId: optional(
      z
        .string()
        .check(
          z.overwrite(searchLine),
          z.minLength(1, 'This member ID is not valid.'),
          z.maxLength(40, 'The member ID is too long.'),
        ),
    ),
  }),
  'Every entry of the stock ledger in its order, with the hashes that chain them, as a file.',
  { keyScope: 'read:ledger' },
);

export const exportSupply = exportOf(
  calls.exportSupply,
  z.object({ format }),
  'The parts of the supply, what of the private one is credited and held, and what is left, as a file.',
);

export const exportChanges = exportOf(
  calls.exportChanges,
  z.object({ format }),
  'Every change of accounts and settings that waits for a second admin, with what was and what will be, as a file.',
  { recentAuthentication: 'always' },
);

export const exportReconciliation = exportOf(
  calls.exportReconciliation,
  z.object({ format }),
  'Every credit of the bank statements with its bucket and what was decided, and the claims without a credit, as a file.',
  { recentAuthentication: 'always' },
);

export const exportRefundList = exportOf(
  calls.exportRefundList,
  z.object({
    format,
    search,
    state: optional(z.enum(REFUND_STATES, 'This is no state of a refund.')),
  }),
  'Every refund under the filters of Refunds, with its payout and its purchase and without the account number, as a file.',
  { recentAuthentication: 'always' },
);

export const exportRewardList = exportOf(
  calls.exportRewardList,
  z.object({
    format,
    search,
    state: optional(z.enum(REWARD_STATES, 'This is no state of a reward.')),
  }),
  'Every referral reward under the filters of Rewards, with its purchase, its rule and why it waits, as a file.',
  { recentAuthentication: 'always' },
);

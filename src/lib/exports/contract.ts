import * as z from 'zod/mini';
import { type Contract, contract } from '../core/contract.ts';
import { listQuery, optional } from '../core/fields.ts';
import { cleanLine } from '../core/text.ts';
import { PURCHASE_STATUSES } from '../purchases/contract.ts';

/*
 * What admins take along: every row of a list, under the list's own filters, as CSV (UTF-8 with a byte order mark, RFC
 * 4180) or as an Excel workbook. The answer is the file; what fails is the usual envelope.
 */

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What can be exported, as in the path. */
export const EXPORT_KINDS = ['members', 'purchases', 'ledger', 'supply', 'changes'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** An Excel sheet ends here (Microsoft, 'Excel specifications and limits'), its head included. */
export const SHEET_ROWS_MAX = 1_048_576;

export const EXPORT_MIMES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const format = z.enum(EXPORT_FORMATS, 'The format must be csv or xlsx.');
const search = listQuery.search;

function exportOf<I extends z.ZodMiniType>(kind: ExportKind, input: I, summary: string) {
  return contract({
    method: 'GET',
    path: `/api/v1/admin/export/${kind}`,
    access: 'admin',
    from: 'query',
    input,
    output: z.unknown(),
    answers: Object.values(EXPORT_MIMES),
    summary,
    failure: 'Failed to export',
    limits: [{ name: 'exports', max: 120, windowSeconds: 3600 }],
    sensitive: true,
  });
}

export const exportMembers = exportOf(
  'members',
  z.object({
    format,
    search,
    isApproved: optional(z.enum(['true', 'false'], 'The field isApproved must be true or false.')),
    /** Only those who asked to be deleted. */
    deletionRequested: optional(z.literal('true', 'deletionRequested can only be true.')),
  }),
  'Every member under the filters of Manage User, as a file.',
);

export const exportPurchases = exportOf(
  'purchases',
  z.object({
    format,
    search,
    status: optional(
      z.enum([...PURCHASE_STATUSES, 'ALL'], 'The status must be PENDING, APPROVED, REJECTED, REVERSED or ALL.'),
    ),
    waiting: optional(z.literal('second', 'The field waiting can only be second.')),
  }),
  'Every purchase under the filters of Manage Purchase, in every status without one, as a file.',
);

export const exportLedger = exportOf(
  'ledger',
  z.object({
    format,
    /** A member ID: only this member’s entries. */
    memberId: optional(
      z
        .string()
        .check(
          z.overwrite(cleanLine),
          z.minLength(1, 'This member ID is not valid.'),
          z.maxLength(40, 'The member ID is too long.'),
        ),
    ),
  }),
  'Every entry of the stock ledger in its order, with the hashes that chain them, as a file.',
);

export const exportSupply = exportOf(
  'supply',
  z.object({ format }),
  'The parts of the supply, what of the private one is credited and held, and what is left, as a file.',
);

export const exportChanges = exportOf(
  'changes',
  z.object({ format }),
  'Every change of accounts and settings that waits for a second admin, with what was and what will be, as a file.',
);

export const EXPORTS: Readonly<Record<ExportKind, Contract>> = {
  members: exportMembers,
  purchases: exportPurchases,
  ledger: exportLedger,
  supply: exportSupply,
  changes: exportChanges,
};

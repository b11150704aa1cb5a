import type { CallFacts, CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What can be exported. */
export const EXPORT_KINDS = [
  'members',
  'purchases',
  'ledger',
  'supply',
  'changes',
  'reconciliation',
  'refunds',
  'rewards',
] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** Most rows of an Excel sheet, with its header (Microsoft, 'Excel specifications and limits'). */
export const SHEET_ROWS_MAX = 1_048_576;

export const EXPORT_MIMES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const exportCall = (kind: ExportKind): CallFacts => ({
  method: 'GET',
  path: `/api/v1/admin/export/${kind}`,
  access: 'admin',
  from: 'query',
  failure: 'Failed to export',
});

export const exportMembers: CallOf<typeof contracts, 'exportMembers'> = exportCall('members');
export const exportPurchases: CallOf<typeof contracts, 'exportPurchases'> = exportCall('purchases');
export const exportLedger: CallOf<typeof contracts, 'exportLedger'> = exportCall('ledger');
export const exportSupply: CallOf<typeof contracts, 'exportSupply'> = exportCall('supply');
export const exportChanges: CallOf<typeof contracts, 'exportChanges'> = exportCall('changes');
export const exportRefundList: CallOf<typeof contracts, 'exportRefundList'> = exportCall('refunds');
export const exportRewardList: CallOf<typeof contracts, 'exportRewardList'> = exportCall('rewards');

export const exportReconciliation: CallOf<typeof contracts, 'exportReconciliation'> = {
  ...exportCall('reconciliation'),
  path: '/api/v1/admin/reconciliation/export/file',
};

export const EXPORTS: Readonly<Record<ExportKind, CallFacts>> = {
  members: exportMembers,
  purchases: exportPurchases,
  ledger: exportLedger,
  supply: exportSupply,
  changes: exportChanges,
  reconciliation: exportReconciliation,
  refunds: exportRefundList,
  rewards: exportRewardList,
};

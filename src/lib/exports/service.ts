/**
 * Lists as files for admins. The audit trail has the actor and the filter before the first byte is sent. Rows come from one
 * snapshot of the database, page by page and no faster than the client reads, so memory does not grow with their number.
 */
import { record } from '../audit/service.ts';
import { ApiError } from '../core/errors.ts';
import { formatIsoDay } from '../core/format.ts';
import { searchTerms } from '../core/search.ts';
import { inTransaction } from '../db/client.ts';
import { companyFilter } from '../purchases/filter/service.ts';
import * as limits from '../rate-limits/service.ts';
import { reconciledRows } from '../reconciliation/export/service.ts';
import { actorOf, type Result, type Scope, type UseCase } from '../scope.ts';
import type * as calls from './calls.ts';
import { EXPORT_MIMES, type ExportFormat, type ExportKind, SHEET_ROWS_MAX } from './calls.ts';
import { listWaitingChanges } from './changes/service.ts';
import { csvOf } from './formats/csv.ts';
import { xlsxOf } from './formats/xlsx.ts';
import {
  CHANGE_COLUMNS,
  LEDGER_COLUMNS,
  MEMBER_COLUMNS,
  PURCHASE_COLUMNS,
  RECONCILIATION_COLUMNS,
  REFUND_COLUMNS,
  REWARD_COLUMNS,
  SUPPLY_COLUMNS,
} from './mapper.ts';
import { type Column, exportFileName } from './rules.ts';
import * as store from './store.ts';

/** Enough for an admin's work, and too few to keep the database busy. */
const EXPORTS_OF_ACCOUNT = { name: 'exports-account', max: 60, windowSeconds: 3600 };
/** Each one uses a database connection while it is sent. */
const ACTIVE_MAX = 4;
const TOO_MANY_ROWS =
  'There are more rows than an Excel sheet can hold. Please choose CSV instead, or narrow the search.';

let active = 0;

interface Export<Row> {
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  readonly columns: readonly Column<Row>[];
  readonly rows: store.Rows<Row>;
  /** The filters for the audit trail, without the search text, which names people. */
  readonly filters: Record<string, string | boolean>;
}

/** @throws ApiError rate_limited; unavailable while too many exports run; invalid if a sheet cannot hold the rows */
async function exportRows<Row>(scope: Scope, request: Export<Row>): Promise<Result<unknown>> {
  const { kind, format, columns, rows } = request;
  const actor = actorOf(scope);
  await limits.spend(scope.app, EXPORTS_OF_ACCOUNT, actor.id);
  if (active >= ACTIVE_MAX)
    throw new ApiError('unavailable', 'Several exports are running right now. Please try again in a minute.', {
      headers: { 'Retry-After': '30' },
    });
  if (format === 'xlsx' && !(await rows.fitSheet())) throw new ApiError('invalid', TOO_MANY_ROWS);
  await inTransaction(scope.db, (tx) =>
    record(tx, {
      scopeId: scope.company.id,
      actor,
      action: `export.${kind}`,
      subjectKind: 'company',
      subjectId: scope.company.id,
      after: { format, ...request.filters },
    }),
  );
  const title = kind.charAt(0).toUpperCase() + kind.slice(1);
  const chunks = counted(format === 'csv' ? csvOf(columns, rows.pages()) : xlsxOf(title, columns, rows.pages()));
  const name = exportFileName(scope.company.token_symbol, kind, formatIsoDay(scope.now), format);
  return { file: { name, mime: EXPORT_MIMES[format], chunks } };
}

/** Counts the export as active from the first chunk to the last, or until the client disconnects. */
async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  active++;
  try {
    yield* chunks;
  } finally {
    active--;
  }
}

export const exportMembers: UseCase<typeof calls.exportMembers> = (scope, input) => {
  const { format, search, isApproved, deletionRequested, status, role, from, to } = input;
  const filter = {
    companyId: scope.company.id,
    terms: searchTerms(search),
    ...(isApproved !== undefined && { isApproved: isApproved === 'true' }),
    deletionRequested: deletionRequested !== undefined,
    status,
    role,
    from,
    to,
  };
  return exportRows(scope, {
    kind: 'members',
    format,
    columns: MEMBER_COLUMNS,
    rows: store.memberRows(scope.db, filter),
    filters: {
      isApproved: isApproved ?? 'ALL',
      isSearch: search !== '',
      ...(deletionRequested !== undefined && { deletionRequested: true }),
      ...(status && { status }),
      ...(role && { role }),
      ...(from && { from }),
      ...(to && { to }),
    },
  });
};

export const exportPurchases: UseCase<typeof calls.exportPurchases> = (scope, input) => {
  const { format, search, status = 'ALL', waiting, from, to, method, flag, bank } = input;
  const isOfAmount = input.amountFrom !== undefined || input.amountTo !== undefined;
  return exportRows(scope, {
    kind: 'purchases',
    format,
    columns: PURCHASE_COLUMNS,
    rows: store.purchaseRows(scope.db, companyFilter(scope, input)),
    filters: {
      status,
      isSearch: search !== '',
      ...(waiting && { waiting }),
      ...(from && { from }),
      ...(to && { to }),
      ...(method && { method }),
      ...(isOfAmount && { isOfAmount }),
      ...(flag && { flag }),
      ...(bank && { bank }),
    },
  });
};

export const exportLedger: UseCase<typeof calls.exportLedger> = (scope, { format, memberId }) => {
  const isOne = memberId !== undefined && memberId !== '';
  return exportRows(scope, {
    kind: 'ledger',
    format,
    columns: LEDGER_COLUMNS,
    rows: store.entryRows(scope.db, {
      companyId: scope.company.id,
      ...(isOne && { memberId: memberId.toUpperCase() }),
    }),
    filters: { isOneMember: isOne },
  });
};

export const exportSupply: UseCase<typeof calls.exportSupply> = (scope, { format }) => {
  return exportRows(scope, {
    kind: 'supply',
    format,
    columns: SUPPLY_COLUMNS,
    rows: store.shortList(() => store.listSupply(scope.db, scope.company.id)),
    filters: {},
  });
};

export const exportChanges: UseCase<typeof calls.exportChanges> = (scope, { format }) => {
  return exportRows(scope, {
    kind: 'changes',
    format,
    columns: CHANGE_COLUMNS,
    rows: store.shortList(() => listWaitingChanges(scope)),
    filters: {},
  });
};

export const exportReconciliation: UseCase<typeof calls.exportReconciliation> = (scope, { format }) => {
  const { pages, count } = reconciledRows(scope);
  return exportRows(scope, {
    kind: 'reconciliation',
    format,
    columns: RECONCILIATION_COLUMNS,
    rows: { pages, fitSheet: async () => (await count()) < SHEET_ROWS_MAX },
    filters: {},
  });
};

export const exportRefundList: UseCase<typeof calls.exportRefundList> = (scope, { format, search, state }) => {
  return exportRows(scope, {
    kind: 'refunds',
    format,
    columns: REFUND_COLUMNS,
    rows: store.refundRows(scope.db, { companyId: scope.company.id, state, terms: searchTerms(search) }),
    filters: { state: state ?? 'ALL', isSearch: search !== '' },
  });
};

export const exportRewardList: UseCase<typeof calls.exportRewardList> = (scope, { format, search, state }) => {
  return exportRows(scope, {
    kind: 'rewards',
    format,
    columns: REWARD_COLUMNS,
    rows: store.rewardRows(scope.db, { companyId: scope.company.id, state, terms: searchTerms(search) }),
    filters: { state: state ?? 'ALL', isSearch: search !== '' },
  });
};

/**
 * Lists as files for admins. Who took what under which filter is in the trail before the first byte leaves. Rows are read
 * from one state of the database, page by page, as fast as they are taken: how many there are does not matter for memory.
 */
import { record } from '../audit/service.ts';
import type { InputOf } from '../core/contract.ts';
import { ApiError } from '../core/errors.ts';
import { formatIsoDay } from '../core/format.ts';
import { inTransaction } from '../db/client.ts';
import * as limits from '../limits/service.ts';
import { searchWords } from '../members/search-rules.ts';
import { searchText } from '../purchases/search-rules.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import { listWaitingChanges } from './changes.ts';
import { CHANGE_COLUMNS, LEDGER_COLUMNS, MEMBER_COLUMNS, PURCHASE_COLUMNS, SUPPLY_COLUMNS } from './columns.ts';
import {
  type exportChanges as Changes,
  EXPORT_MIMES,
  type ExportFormat,
  type ExportKind,
  type exportLedger as Ledger,
  type exportMembers as Members,
  type exportPurchases as Purchases,
  type exportSupply as Supply,
} from './contract.ts';
import { csvOf } from './csv.ts';
import { type Column, exportFileName } from './rules.ts';
import * as store from './store.ts';
import { xlsxOf } from './xlsx.ts';

/** A day's work of an admin, and no way to keep the database busy. */
const EXPORTS_OF_ACCOUNT = { name: 'exports-account', max: 60, windowSeconds: 3600 };
/** Each holds a connection while it is read. */
const AT_ONCE_MAX = 4;
const TOO_MANY_ROWS =
  'There are more rows than an Excel sheet can hold. Please take CSV instead, or narrow the search.';

let underWay = 0;

interface Wanted<Row> {
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  readonly columns: readonly Column<Row>[];
  readonly rows: store.Rows<Row>;
  /** What was asked for, as the trail has it: no search text, for that names people. */
  readonly filters: Record<string, string | boolean>;
}

/** @throws ApiError rate_limited; unavailable while too many are made; invalid when a sheet has no room */
async function exportRows<Row>(scope: Scope, it: Wanted<Row>): Promise<Result<unknown>> {
  const { kind, format, columns, rows } = it;
  const actor = actorOf(scope);
  await limits.spend(scope.app, EXPORTS_OF_ACCOUNT, actor.id);
  if (underWay >= AT_ONCE_MAX)
    throw new ApiError('unavailable', 'Several exports are being made right now. Please try again in a minute.', {
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
      after: { format, ...it.filters },
    }),
  );
  const title = kind.charAt(0).toUpperCase() + kind.slice(1);
  const chunks = counted(format === 'csv' ? csvOf(columns, rows.pages()) : xlsxOf(title, columns, rows.pages()));
  const name = exportFileName(scope.company.token_symbol, kind, formatIsoDay(scope.now), format);
  return { file: { name, mime: EXPORT_MIMES[format], chunks } };
}

/** Counts from the first chunk that is asked for to the last, or until the client is gone. */
async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  underWay++;
  try {
    yield* chunks;
  } finally {
    underWay--;
  }
}

export function exportMembers(scope: Scope, input: InputOf<typeof Members>): Promise<Result<unknown>> {
  const { format, search, isApproved, deletionRequested } = input;
  const filter = {
    companyId: scope.company.id,
    words: searchWords(search),
    ...(isApproved !== undefined && { isApproved: isApproved === 'true' }),
    deletionRequested: deletionRequested !== undefined,
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
    },
  });
}

export function exportPurchases(scope: Scope, input: InputOf<typeof Purchases>): Promise<Result<unknown>> {
  const { format, search, status = 'ALL', waiting } = input;
  const filter = {
    companyId: scope.company.id,
    search: searchText(search, 'all'),
    ...(status !== 'ALL' && { status }),
    waitsForSecond: waiting === 'second',
  };
  return exportRows(scope, {
    kind: 'purchases',
    format,
    columns: PURCHASE_COLUMNS,
    rows: store.purchaseRows(scope.db, filter),
    filters: { status, isSearch: search !== '', ...(waiting && { waiting }) },
  });
}

export function exportLedger(scope: Scope, { format, memberId }: InputOf<typeof Ledger>): Promise<Result<unknown>> {
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
}

export function exportSupply(scope: Scope, { format }: InputOf<typeof Supply>): Promise<Result<unknown>> {
  return exportRows(scope, {
    kind: 'supply',
    format,
    columns: SUPPLY_COLUMNS,
    rows: store.fewRows(() => store.listSupply(scope.db, scope.company.id)),
    filters: {},
  });
}

export function exportChanges(scope: Scope, { format }: InputOf<typeof Changes>): Promise<Result<unknown>> {
  return exportRows(scope, {
    kind: 'changes',
    format,
    columns: CHANGE_COLUMNS,
    rows: store.fewRows(() => listWaitingChanges(scope)),
    filters: {},
  });
}

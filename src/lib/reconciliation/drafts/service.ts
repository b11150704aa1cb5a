/**
 * Reads uploaded statements into drafts. A draft counts for nothing until it is imported. Its rows are written in batches, each
 * in a separate statement, so that other requests are served in between.
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AccountRow } from '../../beneficiaries/store.ts';
import { listAccounts } from '../../beneficiaries/store.ts';
import type { InputOf } from '../../core/contract.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import { cleanLine } from '../../core/text.ts';
import type { Db } from '../../db/client.ts';
import { sha256Hex } from '../../media/storage.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import type { StatementRow } from '../rules.ts';
import { listChangedLines } from '../settlements/store.ts';
import type * as calls from '../statement/calls.ts';
import type { Mapping } from '../statement/contract.ts';
import { identityOf } from '../statement/identity.ts';
import { comparedWith, type ReadOptions, type StatementReading } from '../statement/reading/rules.ts';
import { readStatementFile } from '../statement/reading/service.ts';
import { firstProblems } from '../statement/sheet.rules.ts';
import { daysOf, warningsOf } from './completeness/rules.ts';
import { findNeighbours } from './completeness/store.ts';
import { readingOf } from './mapper.ts';
import { recogniseRows } from './recognition/service.ts';
import {
  accountOf,
  candidatesOf,
  changedLineProblem,
  changedProblem,
  type Draft,
  draftRowOf,
  draftSettlementsOf,
  futureProblems,
} from './rules.ts';
import * as store from './store.ts';

type Upload = InputOf<typeof calls.readStatement>;

const BATCH_ROWS = 250;
const NO_NEIGHBOURS = { before: null, after: null };
const FILE_NAME_MAX = 120;
/** Share of the work that is done when the file is read. */
const READ_PERCENT = 80;
const DRAFT_USED = 'This statement is already being read. Please wait, or upload it again.';

export const readStatement: UseCase<typeof calls.readStatement> = async (scope, upload) => {
  const { db, company } = scope;
  const draftId = upload.draftId ?? randomUUID();
  if (!(await store.insertDraft(db, company.id, draftId, actorOf(scope).id)))
    throw new ApiError('conflict', DRAFT_USED, { field: 'draftId' });
  try {
    return { data: await readInto(scope, draftId, upload) };
  } catch (cause) {
    await store.deleteDraft(db, company.id, draftId).catch(() => undefined);
    throw cause;
  }
};

async function readInto(scope: Scope, draftId: string, upload: Upload) {
  const { db, company } = scope;
  const bytes = new Uint8Array(await upload.file.arrayBuffer());
  const { account, proposedId, reading, isMappingChosen } = await readFile(
    scope,
    upload,
    bytes,
    progressOf(scope, draftId),
  );
  if (account) await storeRows(scope, draftId, account.id, reading.rows);
  const unclearRows = upload.unclearRows ?? null;
  const { knownRows, unclear } = account
    ? await recogniseRows(db, company.id, draftId, { beneficiaryId: account.id, layout: reading.layout, unclearRows })
    : { knownRows: 0, unclear: [] };
  const changed = account ? await changedProblems(db, company.id, draftId, account.id) : [];
  const days = daysOf(reading.rows);
  const neighbours = account && days ? await findNeighbours(db, company.id, account.id, days) : NO_NEIGHBOURS;
  const problems = firstProblems([...reading.problems, ...futureProblems(reading.rows, scope.now), ...changed]);
  const draft: Draft = {
    beneficiaryId: account?.id ?? null,
    layout: reading.layout,
    fileName: cleanLine(upload.file.name).slice(0, FILE_NAME_MAX),
    sha256: sha256Hex(bytes),
    period: reading.period,
    rows: reading.rows.length,
    openingPaise: reading.openingPaise === null ? null : String(reading.openingPaise),
    creditsPaise: String(reading.creditsPaise),
    debitsPaise: String(reading.debitsPaise),
    closingPaise: reading.closingPaise === null ? null : String(reading.closingPaise),
    balanceCheck: reading.balanceCheck,
    columns: reading.columns,
    samples: reading.samples,
    mapping: reading.mapping,
    kinds: reading.kinds,
    isMappingChosen,
    unclearRows,
    question: account ? (reading.question ?? (unclear.length > 0 ? 'KNOWN_ROWS' : null)) : 'ACCOUNT',
    settlementFile: reading.settlementFile ? draftSettlementsOf(reading.settlementFile) : null,
    problems,
  };
  await store.finishDraft(db, company.id, draftId, draft);
  return readingOf(draftId, draft, {
    proposedId,
    knownRows,
    unclear,
    warnings: [...reading.warnings, ...warningsOf({ ...reading, problems }, neighbours)],
    unnamedColumns: reading.unnamedColumns,
    rows: reading.rows,
  });
}

/** Why known rows and lines of a draft refuse its file. */
export async function changedProblems(db: Db, companyId: string, draftId: string, accountId: string) {
  const [rows, lines] = await Promise.all([
    store.listChanged(db, companyId, draftId, accountId),
    listChangedLines(db, companyId, draftId, accountId),
  ]);
  return [...rows.map(changedProblem), ...lines.map(changedLineProblem)];
}

interface ReadFile {
  readonly account: AccountRow | null;
  /** While there is no account: the one of the last file of this layout. */
  readonly proposedId: string | null;
  readonly reading: StatementReading;
  readonly isMappingChosen: boolean;
}

/** Reads the file for the chosen account, or else for the one that it names, with the mapping that was chosen or saved. */
async function readFile(
  scope: Scope,
  { beneficiaryId, mapping, filteredCreditPaise }: Upload,
  bytes: Uint8Array,
  onProgress: (share: number) => void,
): Promise<ReadFile> {
  const { db, company, request } = scope;
  const accounts = (await listAccounts(db, company.id)).filter((it) => it.isActive || it.id === beneficiaryId);
  const chosen = beneficiaryId === undefined ? null : (accounts.find((it) => it.id === beneficiaryId) ?? null);
  if (beneficiaryId !== undefined && !chosen) throw notFound('Account', 'beneficiaryId');
  const read = (account: AccountRow | null, by = mapping): Promise<StatementReading> => {
    const options: ReadOptions = { mapping: by, filteredCreditPaise, account: identifying(account) };
    return readStatementFile(bytes, { ...options, companyId: company.id, signal: request.client?.signal }, onProgress);
  };
  const first = await read(chosen);
  const account = chosen ?? accountOf(accounts, first.accountNumber);
  if (!account) {
    const ids = candidatesOf(accounts, first.accountNumber).map(({ id }) => id);
    const proposedId = await store.findLastAccount(db, company.id, ids, first);
    return { account, proposedId, reading: first, isMappingChosen: mapping !== undefined };
  }
  const own = identifying(account);
  const reading = own && !chosen ? comparedWith(first, own) : first;
  const unsaved = { account, proposedId: null, reading, isMappingChosen: mapping !== undefined };
  if (mapping) return unsaved;
  const saved = await store.findMapping(db, company.id, account.id, reading.columns);
  if (!saved || !isNeeded(saved, reading)) return unsaved;
  const { headerLine } = reading.mapping;
  return { ...unsaved, reading: await read(account, { ...saved, headerLine }) };
}

/**
 * Whether what an admin once said changes the reading of a file: always for a layout that is not known. For a known one if its
 * columns were corrected, or if its dates leave day and month open again.
 */
function isNeeded(saved: Mapping, { mapping, kinds, isMappingCertain, question }: StatementReading): boolean {
  // Since it was saved, the file has become known as one of another kind.
  if (!kinds.includes(saved.kind)) return false;
  const answerOf = ({ columns, ...more }: Mapping) =>
    'moreNarration' in more || 'ignored' in more ? [columns, more.moreNarration, more.ignored] : [columns];
  const isCorrected = Object.keys(saved.columns).length > 0 && !isDeepStrictEqual(answerOf(saved), answerOf(mapping));
  return !isMappingCertain || question === 'DATE_ORDER' || isCorrected;
}

/** An account with a UPI ID alone can't be compared with the number of a statement. */
const identifying = (account: AccountRow | null): ReadOptions['account'] =>
  account === null || account.accountNumber === ''
    ? null
    : { accountNumber: account.accountNumber, ifsc: account.ifscCode };

async function storeRows(
  scope: Scope,
  draftId: string,
  accountId: string,
  rows: readonly StatementRow[],
): Promise<void> {
  const { db, company } = scope;
  const occurrences = new Map<string, number>();
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    const batch = rows.slice(from, from + BATCH_ROWS);
    const identities = identityOf(batch, accountId, occurrences);
    await store.insertRows(
      db,
      company.id,
      draftId,
      batch.map((row, nth) => draftRowOf(row, identities[nth] ?? '')),
    );
    const done = READ_PERCENT + Math.floor(((100 - READ_PERCENT) * from) / rows.length);
    await store.setProgress(db, company.id, draftId, done);
  }
}

/** Stores the progress in steps, one at a time. */
function progressOf(scope: Scope, draftId: string): (share: number) => void {
  const stepPercent = 5;
  let stored = 0;
  let writing: Promise<void> = Promise.resolve();
  return (share) => {
    const percent = Math.floor(share * READ_PERCENT);
    if (percent < stored + stepPercent) return;
    stored = percent;
    // A lost step is no harm: the next one follows.
    writing = writing
      .then(() => store.setProgress(scope.db, scope.company.id, draftId, percent))
      .catch(() => undefined);
  };
}

export const getProgress: UseCase<typeof calls.getProgress> = async (scope, { draft }) => ({
  data: { percent: (await store.readProgress(scope.db, scope.company.id, draft)) ?? 0 },
});

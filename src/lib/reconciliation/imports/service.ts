/**
 * Imports drafts, and lists and deletes imported statements. Locks: the company, the draft or the statement, the account, the rows, then the
 * head of the audit trail.
 */
import { type AuditEvent, record } from '../../audit/service.ts';
import { lockRecentSession } from '../../auth/reauthentication/service.ts';
import { readCompany } from '../../companies/store.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import { paged } from '../../core/pagination.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { recordPayouts } from '../../refunds/payout/statement/service.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import { recogniseRows } from '../drafts/recognition/service.ts';
import type { Draft } from '../drafts/rules.ts';
import { changedProblems } from '../drafts/service.ts';
import { deleteDraft } from '../drafts/store.ts';
import { alertReversals } from '../notices/service.ts';
import { linkCredits } from '../settlements/service.ts';
import { deleteEmpty, saveSettlements } from '../settlements/store.ts';
import type * as calls from '../statement/calls.ts';
import { PROBLEMS_MAX } from '../statement/sheet.rules.ts';
import { refreshStates } from '../states/service.ts';
import { statementOf } from './mapper.ts';
import * as store from './store.ts';

const STILL_READ = 'This statement is still being read. Please wait a moment.';
const QUESTIONS: Readonly<Record<NonNullable<Draft['question']>, string>> = {
  ACCOUNT: 'Please choose the account of this statement.',
  MAPPING: 'Please check the columns of this statement and read it again.',
  DATE_ORDER: 'Please choose how the dates of this statement are written.',
  CREDIT_TOTAL: 'Please enter the bank’s total of the credits.',
  KNOWN_ROWS:
    'Some rows of this statement may be known from a statement of another form. Please read it again and say whether they are the same.',
};

/** PostgreSQL notices within a minute that tables have grown. The comparison after a larger import comes before that. */
const UNNOTICED_ROWS_MAX = 500;

/** A draft that was imported before, by any admin, has the same answer again. */
export const importStatement: UseCase<typeof calls.importStatement> = async (scope, { draftId }) => {
  const data = await inTransaction(scope.db, (tx) => importIn(tx, scope, draftId));
  if (data.newRows > UNNOTICED_ROWS_MAX) {
    const { database, log } = scope.app;
    // The import is committed: a failure only makes the next comparison slow.
    await store.analyzeRows(database.platform).catch((cause: unknown) => {
      log.warn({ err: cause }, 'reconciliation: the statistics of the bank rows could not be renewed');
    });
  }
  await refreshStates(scope.db, scope.company.id);
  return { data };
};

async function importIn(tx: Db, scope: Scope, draftId: string) {
  const companyId = scope.company.id;
  await readCompany(tx, companyId);
  await lockRecentSession(tx, scope);
  const locked = await store.lockDraft(tx, companyId, draftId);
  const done = await store.findImported(tx, companyId, draftId);
  if (done) return answerOf(done);
  if (!locked) throw notFound('Statement', 'draftId');
  const draft = readyDraft(locked.draft);
  if (!(await store.lockAccount(tx, companyId, draft.beneficiaryId))) throw notFound('Account');
  const { unclear } = await recogniseRows(tx, companyId, draftId, draft);
  if (unclear.length > 0) throw new ApiError('invalid', QUESTIONS.KNOWN_ROWS);
  const changed = await changedProblems(tx, companyId, draftId, draft.beneficiaryId);
  if (changed.length > 0) throw refusal(changed);
  const newRows = await insertRows(tx, companyId, draftId, draft);
  const same = newRows === 0 && (await store.findSameFile(tx, companyId, draft.beneficiaryId, draft.sha256));
  if (same) return answerOf({ statementId: same, rows: draft.rows, newRows: 0 });
  const importedBy = actorOf(scope).id;
  const statementId = await store.insertStatement(tx, companyId, { draftId, draft, newRows, importedBy });
  if (draft.isMappingChosen) await store.saveMapping(tx, companyId, draft, importedBy);
  await deleteDraft(tx, companyId, draftId);
  await recordPayouts(tx, scope);
  await alertReversals(tx, scope);
  const { layout, rows, period, sha256 } = draft;
  const after = { layout, rows, newRows, from: period.from, to: period.to, sha256 };
  await record(tx, { ...eventOf(scope, 'statement.import', statementId), after });
  return answerOf({ statementId, rows, newRows });
}

/** Adds the rows of a draft, and finds the credits of settlements among the rows of the account. @returns how many are new */
async function insertRows(
  tx: Db,
  companyId: string,
  draftId: string,
  draft: store.NewStatement['draft'],
): Promise<number> {
  const { beneficiaryId, settlementFile } = draft;
  if (settlementFile)
    await saveSettlements(tx, companyId, beneficiaryId, settlementFile.provider, settlementFile.settlements);
  const newRows = await store.insertRows(tx, companyId, draftId, beneficiaryId, settlementFile?.provider ?? null);
  await linkCredits(tx, companyId, beneficiaryId);
  return newRows;
}

const answerOf = ({ statementId, rows, newRows }: store.Imported) => ({
  statementId,
  newRows,
  knownRows: rows - newRows,
});

/** @throws ApiError conflict while the draft is read; invalid if it has a problem or a question */
function readyDraft(draft: Draft | null): store.NewStatement['draft'] {
  if (!draft) throw new ApiError('conflict', STILL_READ);
  if (draft.problems.length > 0) throw refusal(draft.problems);
  const { beneficiaryId, period, question } = draft;
  if (question !== null || beneficiaryId === null || period === null)
    throw new ApiError('invalid', QUESTIONS[question ?? 'ACCOUNT']);
  return { ...draft, beneficiaryId, period };
}

function refusal(problems: Draft['problems']): ApiError {
  const texts = problems.map(({ line, message }) => (line === 0 ? message : `Line ${line}: ${message}`));
  return new ApiError('invalid', texts.slice(0, PROBLEMS_MAX));
}

function eventOf(scope: Scope, action: AuditEvent['action'], id: string) {
  return { scopeId: scope.company.id, actor: actorOf(scope), action, subjectKind: 'statement', subjectId: id };
}

export const listStatements: UseCase<typeof calls.listStatements> = async (scope, page) => {
  const { rows, total } = await store.listStatements(scope.db, scope.company.id, page);
  return { data: paged(rows.map(statementOf), total, page) };
};

const DECIDED =
  'Rows of this statement were approved, assigned or marked, so it can’t be deleted. Undo the marks first; an approval is undone by reversing the purchase.';

export const deleteStatement: UseCase<typeof calls.deleteStatement> = async (scope, { id }) => {
  await inTransaction(scope.db, async (tx) => {
    const companyId = scope.company.id;
    await readCompany(tx, companyId);
    await lockRecentSession(tx, scope);
    const statement = await store.lockStatement(tx, companyId, id);
    if (!statement) throw notFound('Statement');
    await store.lockAccount(tx, companyId, statement.beneficiary_id);
    if (await store.lockRows(tx, companyId, id)) throw new ApiError('conflict', DECIDED);
    await store.deleteStatement(tx, companyId, id);
    await deleteEmpty(tx, companyId, statement.beneficiary_id);
    await linkCredits(tx, companyId, statement.beneficiary_id);
    const { sha256, rows, layout, period_from: from, period_to: to } = statement;
    await record(tx, { ...eventOf(scope, 'statement.delete', id), before: { layout, rows, from, to, sha256 } });
  });
  await refreshStates(scope.db, scope.company.id);
  return { data: null };
};

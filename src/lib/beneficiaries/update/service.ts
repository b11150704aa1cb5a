/**
 * Changes of the accounts that buyers pay to. Each call locks the company (so that changes run one after the other), the
 * admin and the session, which has to be recent, and reads the accounts. When the company needs two admins, the change
 * waits until another admin confirms it.
 */
import { notifyAdmins } from '../../accounts/admins/service.ts';
import type { Verb } from '../../approvals/rules.ts';
import { decideProposal, propose } from '../../approvals/service.ts';
import { record } from '../../audit/service.ts';
import { refuseWhenQuiet } from '../../auth/factors/resets/service.ts';
import { lockRecentSession } from '../../auth/reauthentication/service.ts';
import { mailBrand } from '../../companies/service.ts';
import { lockCompanyAllowingPurchases } from '../../companies/store.ts';
import type { InputOf, OutputOf } from '../../core/contract.ts';
import { assert, notFound } from '../../core/errors.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { type AccountNews, accountNews } from '../../mail/templates/beneficiary.ts';
import { actorOf, type Result, type Scope, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import {
  type Account,
  accountName,
  changedDetails,
  DETAIL_LABELS,
  DETAIL_NAMES,
  isKnown,
  masked,
  type Seen,
} from '../rules.ts';
import * as store from '../store.ts';
import { ACCOUNT_KINDS, type AccountChange, changeOf, type Planned, planned } from './plan.rules.ts';

type Written = Result<OutputOf<typeof calls.updateBeneficiary>>;

const AFTER_RESET =
  'Your email was changed or your second factors were removed in the last 72 hours. Until then another admin has to change the accounts that buyers pay to.';
const WAITS = 'The change waits for a second admin.';

function change(scope: Scope, wanted: AccountChange): Promise<Written> {
  return inTransaction(scope.db, async (tx) => {
    const company = await lockCompanyAllowingPurchases(tx, scope.company.id);
    await lockRecentSession(tx, scope);
    await refuseWhenQuiet(tx, scope, AFTER_RESET);
    const accounts = await store.listAccounts(tx, company.id);
    const id = wanted.kind === 'beneficiary.add' ? null : (wanted.id ?? accounts.find((it) => it.isPrimary)?.id);
    if (id === undefined) throw notFound('Beneficiary');
    const seen = await store.readSeen(tx, company.id, actorOf(scope).sessionId);
    const plan = planned(accounts, { ...wanted, id, version: wanted.version ?? versionSeen(accounts, seen, id) });
    if (plan.isSame) return { data: { state: 'done', id: id ?? '' } };
    const action = wanted.kind.slice('beneficiary.'.length);
    if (company.two_admins_for_accounts) {
      const baseVersion = plan.before?.version ?? null;
      const { details, isPrimary, isActive } = wanted;
      const proposal = { kind: wanted.kind, subjectId: id, baseVersion, change: { details, isPrimary, isActive } };
      const proposalId = await propose(tx, scope, proposal);
      await notifyAndRecord(tx, scope, plan, { step: 'proposed', subjectId: id ?? proposalId, action });
      return { data: { state: 'waiting', id: proposalId }, message: WAITS };
    }
    const done = await writeChange(tx, scope, accounts, plan);
    await saveOwnChange(tx, scope, accounts, seen);
    await notifyAndRecord(tx, scope, plan, { step: 'made', subjectId: done.id, action: done.action });
    return { data: { state: 'done', id: done.id } };
  });
}

/** Sentinel version that never exists: this session saw an outdated account. */
const OUTDATED = 0;

/** The version for a call without one, so that an admin can't overwrite a change that they were not shown. */
function versionSeen(accounts: readonly store.AccountRow[], seen: Seen | null, id: string | null): number | null {
  const account = accounts.find((it) => it.id === id);
  if (!account || !seen) return null;
  return isKnown(seen, account, account.updatedAt) ? account.version : OUTDATED;
}

/** After the session's own change it knows the new versions of the accounts that it knew before. */
async function saveOwnChange(
  tx: Db,
  scope: Scope,
  before: readonly store.AccountRow[],
  seen: Seen | null,
): Promise<void> {
  if (!seen) return;
  const unknown = new Set(before.filter((it) => !isKnown(seen, it, it.updatedAt)).map((it) => it.id));
  const after = await store.listAccounts(tx, scope.company.id);
  const versions = after.map((it) => [it.id, unknown.has(it.id) ? (seen.versions?.[it.id] ?? OUTDATED) : it.version]);
  await store.saveSeen(tx, scope.company.id, actorOf(scope).sessionId, Object.fromEntries(versions));
}

/** @throws ApiError conflict */
export const addBeneficiary: UseCase<typeof calls.addBeneficiary> = (scope, input) => {
  const { password: _own, isPrimary, companyId: _site, ...details } = input;
  return change(scope, { kind: 'beneficiary.add', id: null, version: null, details, isPrimary });
};

/** @throws ApiError not_found, conflict */
export const updateBeneficiary: UseCase<typeof calls.updateBeneficiary> = (scope, input) => {
  const { id = null, version = null, password: _own, isPrimary, isActive, companyId: _site, ...details } = input;
  return change(scope, { kind: 'beneficiary.update', id, version, details, isPrimary, isActive });
};

/** @throws ApiError not_found, conflict */
export const deleteBeneficiary: UseCase<typeof calls.deleteBeneficiary> = (scope, input) => {
  const { id, version = null } = input;
  return change(scope, { kind: 'beneficiary.delete', id, version });
};

/** @throws ApiError not_found, forbidden, conflict */
export const confirmBeneficiary: UseCase<typeof calls.confirmBeneficiary> = (scope, input) =>
  inTransaction(scope.db, async (tx) => {
    await lockCompanyAllowingPurchases(tx, scope.company.id);
    await lockRecentSession(tx, scope);
    const proposal = await decideProposal(tx, scope, input.id, 'confirm', ACCOUNT_KINDS);
    await refuseWhenQuiet(tx, scope, AFTER_RESET);
    const accounts = await store.listAccounts(tx, scope.company.id);
    const plan = planned(accounts, changeOf(proposal));
    const done = await writeChange(tx, scope, accounts, plan);
    await notifyAndRecord(tx, scope, plan, { step: 'confirmed', subjectId: done.id, action: done.action });
    return { data: { state: 'done', id: done.id } };
  });

/** @throws ApiError not_found, forbidden, conflict */
export const refuseBeneficiary: UseCase<typeof calls.refuseBeneficiary> = (scope, input) =>
  closeProposal(scope, input, 'refuse', 'refused');

/** @throws ApiError not_found, forbidden, conflict */
export const withdrawBeneficiary: UseCase<typeof calls.withdrawBeneficiary> = (scope, input) =>
  closeProposal(scope, input, 'withdraw', 'withdrawn');

async function closeProposal(
  scope: Scope,
  input: InputOf<typeof calls.refuseBeneficiary>,
  verb: Verb,
  step: 'refused' | 'withdrawn',
): Promise<Result<null>> {
  await inTransaction(scope.db, async (tx) => {
    await lockCompanyAllowingPurchases(tx, scope.company.id);
    const proposal = await decideProposal(tx, scope, input.id, verb, ACCOUNT_KINDS);
    const wanted = changeOf(proposal);
    const before = (await store.listAccounts(tx, scope.company.id)).find((it) => it.id === wanted.id) ?? null;
    const details = wanted.details ?? before;
    const after =
      wanted.kind === 'beneficiary.delete' || !details
        ? null
        : {
            ...details,
            isPrimary: wanted.isPrimary ?? before?.isPrimary ?? false,
            isActive: wanted.isActive ?? before?.isActive ?? true,
          };
    const action = wanted.kind.slice('beneficiary.'.length);
    await notifyAndRecord(tx, scope, { before, after }, { step, subjectId: proposal.subjectId ?? proposal.id, action });
  });
  return {};
}

/** Writes a planned change. @returns the id of the account, and what was done */
async function writeChange(
  tx: Db,
  scope: Scope,
  accounts: readonly Account[],
  { before, after, isSame }: Planned,
): Promise<{ id: string; action: 'add' | 'update' | 'delete' | 'deactivate' }> {
  const companyId = scope.company.id;
  if (isSame && before) return { id: before.id, action: 'update' };
  if (after?.isPrimary && !before?.isPrimary) await store.dropPrimary(tx, companyId);
  if (!before) {
    assert(after, 'a new account has its details');
    return { id: await store.insertAccount(tx, companyId, after, accounts.length > 0), action: 'add' };
  }
  if (after) {
    await store.updateAccount(tx, companyId, before.id, after);
    return { id: before.id, action: 'update' };
  }
  if (await store.isUsed(tx, companyId, before.id)) {
    await store.updateAccount(tx, companyId, before.id, { ...before, isPrimary: false, isActive: false });
    return { id: before.id, action: 'deactivate' };
  }
  await store.deleteAccount(tx, companyId, before.id);
  return { id: before.id, action: 'delete' };
}

type Step = 'made' | 'proposed' | 'confirmed' | 'refused' | 'withdrawn';

const VERB = {
  proposed: 'propose',
  confirmed: 'confirm',
  refused: 'refuse',
  withdrawn: 'withdraw',
} as const satisfies Record<Exclude<Step, 'made'>, string>;

type Done = Awaited<ReturnType<typeof writeChange>>['action'];

/** Sends a mail to each admin and writes an audit entry, which has the names of the changed fields and not their values. */
async function notifyAndRecord(
  tx: Db,
  scope: Scope,
  { before, after }: Omit<Planned, 'isSame'>,
  done: { readonly subjectId: string | null } & (
    | { readonly step: 'made'; readonly action: Done }
    | { readonly step: Exclude<Step, 'made'>; readonly action: string }
  ),
): Promise<void> {
  const changed = before && after ? changedDetails(before, after) : [];
  const named = before ?? after;
  const news: AccountNews = {
    brand: mailBrand(scope),
    step: done.step,
    what: before === null ? 'added' : after === null ? 'deleted' : 'changed',
    account: named ? accountName(named) : '',
    changes:
      before && after
        ? changed.map((name) => [DETAIL_LABELS[name], `${masked(name, before[name])} → ${masked(name, after[name])}`])
        : after
          ? DETAIL_NAMES.map((name) => [DETAIL_LABELS[name], masked(name, after[name])])
          : [],
    isPrimary: after?.isPrimary === true && before?.isPrimary !== true,
    isActive: before && after && before.isActive !== after.isActive ? after.isActive : null,
    by: actorOf(scope).name,
    at: scope.now,
  };
  await notifyAdmins(tx, scope, `beneficiary-${done.step}`, accountNews(news));
  const flags = (of: Planned['after'] | Account) => of && { isPrimary: of.isPrimary, isActive: of.isActive };
  await record(tx, {
    scopeId: scope.company.id,
    actor: actorOf(scope),
    action: `beneficiary.${done.step === 'made' ? done.action : VERB[done.step]}`,
    subjectKind: 'beneficiary',
    subjectId: done.subjectId,
    before: flags(before),
    after: { ...flags(after), what: done.action, changed },
    states: done.step === 'made' || done.step === 'confirmed' ? ['payees'] : [],
  });
}

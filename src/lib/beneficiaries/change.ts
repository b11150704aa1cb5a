/**
 * What a change of an account does, whoever confirmed it: read from what was sent or kept, checked against the accounts
 * as they are, written, sealed in the trail and told to every admin.
 */
import * as z from 'zod/mini';
import { record } from '../audit/service.ts';
import { mailBrand } from '../companies/service.ts';
import { ApiError, assert, notFound } from '../core/errors.ts';
import type { Db } from '../db/client.ts';
import type { ProposalKind } from '../db/schema.ts';
import { type AccountNews, accountNews } from '../mail/templates-beneficiary.ts';
import type { Proposal } from '../proposals/service.ts';
import { actorOf, type Scope } from '../scope.ts';
import { tellAdmins } from '../users/admins-service.ts';
import { type AccountProposal, accountDetails } from './contract.ts';
import {
  type Account,
  type AccountDetails,
  accountName,
  accountProblem,
  changedDetails,
  DETAIL_LABELS,
  DETAIL_NAMES,
  deleteProblem,
  masked,
  standing,
} from './rules.ts';
import * as store from './store.ts';

export const ACCOUNT_KINDS = ['beneficiary.add', 'beneficiary.update', 'beneficiary.delete'] as const;

/** As it is kept while it waits: the details and what the account is to become; empty for one that is to go. */
const change = z.object({
  details: z.optional(accountDetails),
  isPrimary: z.optional(z.boolean()),
  isActive: z.optional(z.boolean()),
});
export type Change = z.output<typeof change>;

export interface AccountChange extends Change {
  readonly kind: ProposalKind;
  /** Null for a new account. */
  readonly id: string | null;
  /** The version that the admin saw; null: whatever it is now. */
  readonly version: number | null;
}

export function changeOf(it: Proposal): AccountChange {
  return { ...z.parse(change, it.change), kind: it.kind, id: it.subjectId, version: it.baseVersion };
}

interface Planned {
  /** Nothing is different after it. */
  readonly isSame: boolean;
  readonly before: Account | null;
  /** Null: it goes. */
  readonly after: (AccountDetails & { isPrimary: boolean; isActive: boolean }) | null;
}

/**
 * What a change makes of the accounts as they are now.
 * @throws ApiError not_found, conflict for another version, conflict for what the rules refuse
 */
export function planned(accounts: readonly Account[], it: AccountChange): Planned {
  const before = it.id === null ? null : (accounts.find((one) => one.id === it.id) ?? null);
  if (it.id !== null && !before) throw notFound('Beneficiary');
  if (before && it.version !== null && it.version !== before.version)
    throw new ApiError(
      'conflict',
      'This account was changed by another admin in the meantime. Please look at its present details and try again.',
    );
  if (it.kind === 'beneficiary.delete') {
    assert(before, 'only an account that is there is deleted');
    refuse(deleteProblem(accounts, before));
    return { before, after: null, isSame: false };
  }
  const details = it.details ?? before;
  assert(details, 'a new account comes with its details');
  refuse(accountProblem(accounts, before, details, it));
  const after = { ...onlyDetails(details), ...standing(accounts, before, it) };
  const isSame =
    before !== null &&
    changedDetails(before, after).length === 0 &&
    before.isPrimary === after.isPrimary &&
    before.isActive === after.isActive;
  return { before, after, isSame };
}

function refuse(problem: string | null): void {
  if (problem !== null) throw new ApiError('conflict', problem);
}

export function onlyDetails(it: AccountDetails): AccountDetails {
  const { holderName, bankName, branch, accountNumber, ifscCode, upi } = it;
  return { holderName, bankName, branch, accountNumber, ifscCode, upi };
}

/** A waiting change as admins see it, against the account as it is now. */
export function proposalView(accounts: readonly Account[], it: Proposal): AccountProposal {
  const asked = changeOf(it);
  const before = accounts.find((one) => one.id === asked.id) ?? null;
  const details = asked.details ?? before;
  const kind = asked.kind === 'beneficiary.add' ? 'add' : asked.kind === 'beneficiary.delete' ? 'delete' : 'update';
  return {
    ...it.head,
    kind,
    before: before && { ...onlyDetails(before), id: before.id, isPrimary: before.isPrimary, isActive: before.isActive },
    after:
      kind === 'delete' || !details
        ? null
        : { ...onlyDetails(details), id: asked.id ?? '', ...standing(accounts, before, asked) },
    isStale: asked.id !== null && before?.version !== asked.version,
  };
}

/** Writes it. @returns the id of the account */
export async function carryOut(
  tx: Db,
  scope: Scope,
  accounts: readonly Account[],
  { before, after, isSame }: Planned,
): Promise<{ id: string; action: 'add' | 'update' | 'delete' | 'deactivate' }> {
  const companyId = scope.company.id;
  if (isSame && before) return { id: before.id, action: 'update' };
  if (after?.isPrimary && !before?.isPrimary) await store.dropPrimary(tx, companyId);
  if (!before) {
    assert(after, 'a new account becomes something');
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

type Done = Awaited<ReturnType<typeof carryOut>>['action'];

/** One mail to each admin and one entry in the trail, which names fields and never what stands in them. */
export async function tellAndRecord(
  tx: Db,
  scope: Scope,
  { before, after }: Omit<Planned, 'isSame'>,
  it: { readonly subjectId: string | null } & (
    | { readonly step: 'made'; readonly action: Done }
    | { readonly step: Exclude<Step, 'made'>; readonly action: string }
  ),
): Promise<void> {
  const changed = before && after ? changedDetails(before, after) : [];
  const named = before ?? after;
  const news: AccountNews = {
    brand: mailBrand(scope),
    step: it.step,
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
  await tellAdmins(tx, scope, `beneficiary-${it.step}`, accountNews(news));
  const flags = (of: Planned['after'] | Account) => of && { isPrimary: of.isPrimary, isActive: of.isActive };
  await record(tx, {
    scopeId: scope.company.id,
    actor: actorOf(scope),
    action: `beneficiary.${it.step === 'made' ? it.action : VERB[it.step]}`,
    subjectKind: 'beneficiary',
    subjectId: it.subjectId,
    before: flags(before),
    after: { ...flags(after), what: it.action, changed },
  });
}

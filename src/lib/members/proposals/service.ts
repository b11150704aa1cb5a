/**
 * Changes of admin accounts while a two-admin rule is on: one admin proposes them here, another one confirms them
 * (`confirm/service.ts`). Every step is mailed to all admins and recorded.
 */
import { notifyAdmins } from '../../accounts/admins/service.ts';
import type { Verb } from '../../approvals/rules.ts';
import { decideProposal, listProposals, outdateOwnChange, propose } from '../../approvals/service.ts';
import { record } from '../../audit/service.ts';
import { asksForTwoAdmins } from '../../companies/rules.ts';
import { mailBrand } from '../../companies/service.ts';
import { lockCompanyAllowingPurchases } from '../../companies/store.ts';
import type { InputOf } from '../../core/contract.ts';
import { ApiError } from '../../core/errors.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { adminNews } from '../../mail/templates/admins.ts';
import { actorOf, type Result, type Scope, type UseCase } from '../../scope.ts';
import { changedFields, losesAdmin, type MemberDetails } from '../edit/rules.ts';
import type * as calls from './calls.ts';
import type { AdminChange } from './contract.ts';
import { changedDetails } from './labels.rules.ts';
import { ADMIN_KINDS, changeView, detailsOf, type ProposedChange, proposedChange } from './rules.ts';
import * as store from './store.ts';

export const WAITS = 'The change waits for a second admin.';

/** Changes that wait for a second admin, the oldest first, compared with the present accounts. */
export async function listAdminProposals(scope: Scope): Promise<AdminChange[]> {
  const proposals = await listProposals(scope, ADMIN_KINDS);
  const ids = proposals.flatMap(({ subjectId }) => (subjectId === null ? [] : [subjectId]));
  const accounts = await store.listDetails(scope.db, scope.company.id, ids);
  return proposals.map((proposal) => {
    const account = accounts.find(({ id }) => id === proposal.subjectId);
    return changeView(proposal, account ?? null);
  });
}

export const listAdminChanges: UseCase<typeof calls.listAdminChanges> = async (scope) => ({
  data: { proposals: await listAdminProposals(scope), needsTwoAdmins: asksForTwoAdmins(scope.company) },
});

/**
 * Stores a change until a second admin confirms it.
 * @param before the account; null for a new one
 * @param after as it will be; null for a deletion
 * @returns the id of the change
 * @throws ApiError conflict
 */
export async function proposeAdminChange(
  tx: Db,
  scope: Scope,
  before: (MemberDetails & { readonly id: string }) | null,
  after: MemberDetails | null,
): Promise<string> {
  const kind = before === null ? 'admin.add' : after === null ? 'admin.delete' : 'admin.update';
  return proposeIn(tx, scope, kind, before, after);
}

/** Stores the removal of an account's second factors until a second admin confirms it. @throws ApiError conflict */
export async function proposeFactorReset(
  tx: Db,
  scope: Scope,
  account: MemberDetails & { readonly id: string },
): Promise<void> {
  await proposeIn(tx, scope, 'admin.factors', account, account);
}

async function proposeIn(
  tx: Db,
  scope: Scope,
  kind: (typeof ADMIN_KINDS)[number],
  before: (MemberDetails & { readonly id: string }) | null,
  after: MemberDetails | null,
): Promise<string> {
  const change = { before: before && detailsOf(before), after: after && detailsOf(after) };
  const subjectId = before?.id ?? null;
  const outdated = subjectId === null ? null : await outdateOwnChange(tx, scope, subjectId);
  const id = await propose(tx, scope, { kind, subjectId, baseVersion: null, change });
  if (outdated) await notifyAndRecord(tx, scope, { ...proposedChange(outdated), userId: subjectId }, 'outdated');
  await notifyAndRecord(tx, scope, { ...proposedChange({ kind, change }), userId: subjectId }, 'proposed');
  return id;
}

/** @throws ApiError not_found, conflict; forbidden for the admin who proposed it, and for one whose access it takes */
export const refuseAdminChange: UseCase<typeof calls.refuseAdminChange> = (scope, input) =>
  closeProposal(scope, input, 'refuse');

/** @throws ApiError not_found, forbidden, conflict */
export const withdrawAdminChange: UseCase<typeof calls.withdrawAdminChange> = (scope, input) =>
  closeProposal(scope, input, 'withdraw');

const OWN_ACCESS = 'This change takes your own access. Another admin has to refuse it.';

const takesAccess = ({ before, after }: ProposedChange): boolean =>
  before !== null && losesAdmin(before, after ?? 'deleted');

async function closeProposal(
  scope: Scope,
  { id }: InputOf<typeof calls.refuseAdminChange>,
  verb: Exclude<Verb, 'confirm'>,
): Promise<Result<null>> {
  await inTransaction(scope.db, async (tx) => {
    await lockCompanyAllowingPurchases(tx, scope.company.id);
    const proposal = await decideProposal(tx, scope, id, verb, ADMIN_KINDS);
    const change = { ...proposedChange(proposal), userId: proposal.subjectId };
    if (verb === 'refuse' && change.userId === actorOf(scope).id && takesAccess(change))
      throw new ApiError('forbidden', OWN_ACCESS);
    await notifyAndRecord(tx, scope, change, verb === 'refuse' ? 'refused' : 'withdrawn');
  });
  return {};
}

const ACTIONS = {
  proposed: 'propose',
  confirmed: 'confirm',
  refused: 'refuse',
  withdrawn: 'withdraw',
  outdated: 'outdate',
} as const;

/** Sends a mail to each admin and writes an audit entry, which has the names of the changed fields and not their values. */
export async function notifyAndRecord(
  tx: Db,
  scope: Scope,
  { kind, before, after, userId }: ProposedChange & { readonly userId: string | null },
  step: keyof typeof ACTIONS,
): Promise<void> {
  const changed = before && after ? changedFields(before, after) : [];
  const lines = changedDetails(before, after).map(
    ({ label, was, is }) => [label, was && is ? `${was} → ${is}` : (is ?? was ?? '')] as const,
  );
  const news = { brand: mailBrand(scope), step, kind, name: (before ?? after)?.name ?? '', changes: lines };
  await notifyAdmins(tx, scope, `admin-${step}`, adminNews({ ...news, by: actorOf(scope).name, at: scope.now }));
  await record(tx, {
    scopeId: scope.company.id,
    actor: actorOf(scope),
    action: `user.${ACTIONS[step]}`,
    subjectKind: userId === null ? 'company' : 'user',
    subjectId: userId ?? scope.company.id,
    after: { what: kind, changed },
  });
}

/** What a change makes of the company's accounts: checked against the accounts as they are now. */
import type { ChangeKind, Proposal } from '../../approvals/rules.ts';
import { ApiError, assert, notFound } from '../../core/errors.ts';
import * as z from '../../core/zod.ts';
import { type AccountProposal, accountDetails } from '../contract.ts';
import {
  type Account,
  type AccountDetails,
  accountProblem,
  changedDetails,
  deleteProblem,
  flagsAfter,
} from '../rules.ts';

export const ACCOUNT_KINDS = ['beneficiary.add', 'beneficiary.update', 'beneficiary.delete'] as const;

/** A change as it is stored while it waits; empty for a deletion. */
const change = z.object({
  details: z.optional(accountDetails),
  isPrimary: z.optional(z.boolean()),
  isActive: z.optional(z.boolean()),
});
export type Change = z.output<typeof change>;

export interface AccountChange extends Change {
  readonly kind: ChangeKind;
  /** Null for a new account. */
  readonly id: string | null;
  /** The version that the admin saw; null: any. */
  readonly version: number | null;
}

export function changeOf(proposal: Proposal): AccountChange {
  const { kind, subjectId: id, baseVersion: version } = proposal;
  return { ...z.parse(change, proposal.change), kind, id, version };
}

export interface Planned {
  /** The change changes nothing. */
  readonly isSame: boolean;
  readonly before: Account | null;
  /** Null: the account is deleted. */
  readonly after: (AccountDetails & { isPrimary: boolean; isActive: boolean }) | null;
}

/**
 * The account before and after a change.
 * @throws ApiError not_found; conflict for another version or a change that the rules refuse
 */
export function planned(accounts: readonly Account[], wanted: AccountChange): Planned {
  const before = wanted.id === null ? null : (accounts.find((it) => it.id === wanted.id) ?? null);
  if (wanted.id !== null && !before) throw notFound('Beneficiary');
  if (before && wanted.version !== null && wanted.version !== before.version)
    throw new ApiError(
      'conflict',
      'This account was changed by another admin in the meantime. Please check its current details and try again.',
    );
  if (wanted.kind === 'beneficiary.delete') {
    assert(before, 'only an existing account can be deleted');
    refuse(deleteProblem(accounts, before));
    return { before, after: null, isSame: false };
  }
  const details = wanted.details ?? before;
  assert(details, 'a new account has its details');
  refuse(accountProblem(accounts, before, details, wanted));
  const after = { ...onlyDetails(details), ...flagsAfter(accounts, before, wanted) };
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

export function onlyDetails(account: AccountDetails): AccountDetails {
  const { holderName, bankName, branch, accountNumber, ifscCode, upi } = account;
  return { holderName, bankName, branch, accountNumber, ifscCode, upi };
}

/** A waiting change as admins see it, compared with the present account. */
export function proposalView(accounts: readonly Account[], proposal: Proposal): AccountProposal {
  const wanted = changeOf(proposal);
  const before = accounts.find((it) => it.id === wanted.id) ?? null;
  const details = wanted.details ?? before;
  const kind = wanted.kind === 'beneficiary.add' ? 'add' : wanted.kind === 'beneficiary.delete' ? 'delete' : 'update';
  return {
    ...proposal.head,
    kind,
    before: before && { ...onlyDetails(before), id: before.id, isPrimary: before.isPrimary, isActive: before.isActive },
    after:
      kind === 'delete' || !details
        ? null
        : { ...onlyDetails(details), id: wanted.id ?? '', ...flagsAfter(accounts, before, wanted) },
    isStale: wanted.id !== null && before?.version !== wanted.version,
  };
}

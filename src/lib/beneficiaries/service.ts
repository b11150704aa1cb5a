/** The accounts that a company is paid to: what a buyer pays to, and what an admin sees of them. */
import type { OutputOf } from '../core/contract.ts';
import type { Db } from '../db/client.ts';
import type { BeneficiarySnapshot } from '../db/schema.ts';
import { listProposals } from '../proposals/service.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import { ACCOUNT_KINDS, onlyDetails, proposalView } from './change.ts';
import type {
  AccountProposal,
  AccountView,
  getBeneficiary as AdminContract,
  Beneficiary,
  getPaymentDetails as Details,
} from './contract.ts';
import { changeToTell } from './rules.ts';
import * as store from './store.ts';

const NONE: Beneficiary & { version: number } = {
  id: '',
  holderName: '',
  bankName: '',
  branch: '',
  accountNumber: '',
  ifscCode: '',
  upi: '',
  version: 0,
};

export async function getPaymentDetails(scope: Scope): Promise<Result<OutputOf<typeof Details>>> {
  const active = (await store.listActive(scope.db, scope.company.id)).map((it) => ({
    ...it,
    changedAt: changeToTell(it.changedAt, scope.now)?.toISOString() ?? null,
  }));
  const banks = active.filter((it) => it.bankName !== '' && it.accountNumber !== '');
  const upis = active.filter((it) => it.upi !== '');
  return { data: { ...(active[0] ?? { ...NONE, changedAt: null }), banks, upis } };
}

function viewOf(it: store.AccountRow): AccountView {
  return { ...it, createdAt: it.createdAt.toISOString(), changedAt: it.changedAt?.toISOString() ?? null };
}

/** Remembers what the session is given, for a change that comes back without a version. */
async function noteSeen(scope: Scope, accounts: readonly store.AccountRow[]): Promise<void> {
  const versions = Object.fromEntries(accounts.map((it) => [it.id, it.version]));
  await store.keepSeen(scope.db, scope.company.id, actorOf(scope).sessionId, versions);
}

/** What waits for a second admin, the oldest first, against the accounts as they are now. */
export async function listAccountProposals(
  scope: Scope,
  accounts: Promise<readonly store.AccountRow[]> = store.listAccounts(scope.db, scope.company.id),
): Promise<AccountProposal[]> {
  const [present, proposals] = await Promise.all([accounts, listProposals(scope, ACCOUNT_KINDS)]);
  return proposals.map((it) => proposalView(present, it));
}

export async function getBeneficiary(scope: Scope): Promise<Result<OutputOf<typeof AdminContract>>> {
  const present = store.listAccounts(scope.db, scope.company.id);
  const [accounts, proposals] = await Promise.all([present, listAccountProposals(scope, present)]);
  await noteSeen(scope, accounts);
  const primary = accounts.find((it) => it.isActive);
  return {
    data: {
      ...(primary ?? NONE),
      beneficiaries: accounts.map(viewOf),
      proposals,
      needsTwoAdmins: scope.company.two_admins_for_accounts,
    },
  };
}

/** The primary account as it is now, to be kept with a purchase whose buyer does not say what he was shown; null for none. */
export async function primaryPayee(db: Db, companyId: string): Promise<BeneficiarySnapshot | null> {
  const primary = (await store.listActive(db, companyId))[0];
  return primary ? { ...onlyDetails(primary), id: primary.id, version: primary.version } : null;
}

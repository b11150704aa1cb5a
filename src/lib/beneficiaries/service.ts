/** The accounts that a company is paid to, as buyers and as admins see them. */
import { listProposals } from '../approvals/service.ts';
import type { Db } from '../db/client.ts';
import type { BeneficiarySnapshot } from '../db/schema/schema.ts';
import { type App, actorOf, type Scope, type UseCase } from '../scope.ts';
import type * as calls from './calls.ts';
import type { AccountProposal, AccountView, Beneficiary } from './contract.ts';
import {
  EXAMPLE_NOTICE,
  EXAMPLES_CLOSED,
  isExampleBank,
  isExampleUpi,
  recentChange,
  withoutExamples,
} from './rules.ts';
import * as store from './store.ts';
import { ACCOUNT_KINDS, onlyDetails, proposalView } from './update/plan.rules.ts';

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

export const getPaymentDetails: UseCase<typeof calls.getPaymentDetails> = async (scope) => {
  const accounts = await store.listActive(scope.db, scope.company.id);
  const isClosed = refusesExamples(scope.app);
  const active = accounts.map((account) => ({
    ...(isClosed ? withoutExamples(account) : account),
    changedAt: recentChange(account.changedAt, scope.now)?.toISOString() ?? null,
  }));
  const banks = active.filter((it) => it.bankName !== '' && it.accountNumber !== '');
  const upis = active.filter((it) => it.upi !== '');
  const hasExample = accounts.some((it) => isExampleBank(it) || isExampleUpi(it));
  const closed = banks.length + upis.length === 0 ? EXAMPLES_CLOSED : null;
  const notice = hasExample ? (isClosed ? closed : EXAMPLE_NOTICE) : null;
  return { data: { ...(active[0] ?? { ...NONE, changedAt: null }), banks, upis, notice } };
};

/** A site with https takes real money, unless it is a demonstration: then nobody may pay to example details. */
export function refusesExamples({ config, isDemo }: App): boolean {
  return config.siteUrl?.startsWith('https:') === true && !isDemo;
}

/** The active accounts, and which of them have example details. */
export async function listPayees(scope: Scope): Promise<readonly { readonly isExample: boolean }[]> {
  const accounts = await store.listActive(scope.db, scope.company.id);
  return accounts.map((it) => ({ isExample: isExampleBank(it) || isExampleUpi(it) }));
}

function viewOf(account: store.AccountRow): AccountView {
  const { createdAt, changedAt } = account;
  return { ...account, createdAt: createdAt.toISOString(), changedAt: changedAt?.toISOString() ?? null };
}

/** Stores the versions that the session was shown, for a change that is sent without a version. */
async function saveSeen(scope: Scope, accounts: readonly store.AccountRow[]): Promise<void> {
  const versions = Object.fromEntries(accounts.map((it) => [it.id, it.version]));
  await store.saveSeen(scope.db, scope.company.id, actorOf(scope).sessionId, versions);
}

/** Changes that wait for a second admin, the oldest first, compared with the present accounts. */
export async function listAccountProposals(
  scope: Scope,
  accounts: Promise<readonly store.AccountRow[]> = store.listAccounts(scope.db, scope.company.id),
): Promise<AccountProposal[]> {
  const [present, proposals] = await Promise.all([accounts, listProposals(scope, ACCOUNT_KINDS)]);
  return proposals.map((it) => proposalView(present, it));
}

export const getBeneficiary: UseCase<typeof calls.getBeneficiary> = async (scope) => {
  const present = store.listAccounts(scope.db, scope.company.id);
  const [accounts, proposals] = await Promise.all([present, listAccountProposals(scope, present)]);
  await saveSeen(scope, accounts);
  const primary = accounts.find((it) => it.isActive);
  return {
    data: {
      ...(primary ?? NONE),
      beneficiaries: accounts.map(viewOf),
      proposals,
      needsTwoAdmins: scope.company.two_admins_for_accounts,
    },
  };
};

/** The primary account, to be stored with a purchase whose client did not send the account shown; null without accounts. */
export async function primaryPayee(db: Db, companyId: string): Promise<BeneficiarySnapshot | null> {
  const primary = (await store.listActive(db, companyId))[0];
  return primary ? { ...onlyDetails(primary), id: primary.id, version: primary.version } : null;
}

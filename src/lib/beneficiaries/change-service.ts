/**
 * An admin changes where buyers' money goes. Each call compares the admin's password again, then takes the company (so
 * that changes come one by one), the admin's account, and the accounts as they are now. Where the company asks for two
 * admins, the change is kept until another one confirms it.
 */
import { stepUp } from '../auth/step-up.ts';
import { holdCompany } from '../companies/store.ts';
import type { InputOf, OutputOf } from '../core/contract.ts';
import { notFound } from '../core/errors.ts';
import { type Db, inTransaction } from '../db/client.ts';
import type { Verb } from '../proposals/rules.ts';
import { decideProposal, propose } from '../proposals/service.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import { ACCOUNT_KINDS, type AccountChange, carryOut, changeOf, planned, tellAndRecord } from './change.ts';
import type {
  addBeneficiary as Add,
  confirmBeneficiary as Confirm,
  deleteBeneficiary as Delete,
  refuseBeneficiary as Refuse,
  updateBeneficiary as Update,
} from './contract.ts';
import { isKnown, type Seen } from './rules.ts';
import * as store from './store.ts';

type Written = Result<OutputOf<typeof Update>>;

const WAITS = 'The change waits for a second admin.';

async function change(scope: Scope, password: string, it: AccountChange): Promise<Written> {
  const hold = await stepUp(scope, password);
  return inTransaction(scope.db, async (tx) => {
    const company = await holdCompany(tx, scope.company.id);
    await hold(tx);
    const accounts = await store.listAccounts(tx, company.id);
    const id = it.kind === 'beneficiary.add' ? null : (it.id ?? accounts.find((one) => one.isPrimary)?.id);
    if (id === undefined) throw notFound('Beneficiary');
    const seen = await store.readSeen(tx, company.id, actorOf(scope).sessionId);
    const plan = planned(accounts, { ...it, id, version: it.version ?? versionSeen(accounts, seen, id) });
    if (plan.isSame) return { data: { state: 'done', id: id ?? '' } };
    const action = it.kind.slice('beneficiary.'.length);
    if (company.two_admins_for_accounts) {
      const baseVersion = plan.before?.version ?? null;
      const { details, isPrimary, isActive } = it;
      const proposal = { kind: it.kind, subjectId: id, baseVersion, change: { details, isPrimary, isActive } };
      const proposalId = await propose(tx, scope, proposal);
      await tellAndRecord(tx, scope, plan, { step: 'proposed', subjectId: id ?? proposalId, action });
      return { data: { state: 'waiting', id: proposalId }, message: WAITS };
    }
    const done = await carryOut(tx, scope, accounts, plan);
    await keepOwn(tx, scope, accounts, seen);
    await tellAndRecord(tx, scope, plan, { step: 'made', subjectId: done.id, action: done.action });
    return { data: { state: 'done', id: done.id } };
  });
}

/** No account has it: what the session was given is not what is there. */
const OUTDATED = 0;

/** The version that a call without one is held to: whoever sends none still overwrites nothing that he was not shown. */
function versionSeen(accounts: readonly store.AccountRow[], seen: Seen | null, id: string | null): number | null {
  const account = accounts.find((it) => it.id === id);
  if (!account || !seen) return null;
  return isKnown(seen, account, account.updatedAt) ? account.version : OUTDATED;
}

/** What the session's own change has made of the accounts that it knew, it knows. */
async function keepOwn(tx: Db, scope: Scope, before: readonly store.AccountRow[], seen: Seen | null): Promise<void> {
  if (!seen) return;
  const unknown = new Set(before.filter((it) => !isKnown(seen, it, it.updatedAt)).map((it) => it.id));
  const after = await store.listAccounts(tx, scope.company.id);
  const versions = after.map((it) => [it.id, unknown.has(it.id) ? (seen.versions?.[it.id] ?? OUTDATED) : it.version]);
  await store.keepSeen(tx, scope.company.id, actorOf(scope).sessionId, Object.fromEntries(versions));
}

/** @throws ApiError invalid, rate_limited, conflict */
export function addBeneficiary(scope: Scope, input: InputOf<typeof Add>): Promise<Written> {
  const { password, isPrimary, companyId: _site, ...details } = input;
  return change(scope, password, { kind: 'beneficiary.add', id: null, version: null, details, isPrimary });
}

/** @throws ApiError invalid, rate_limited, not_found, conflict */
export function updateBeneficiary(scope: Scope, input: InputOf<typeof Update>): Promise<Written> {
  const { id = null, version = null, password, isPrimary, isActive, companyId: _site, ...details } = input;
  return change(scope, password, { kind: 'beneficiary.update', id, version, details, isPrimary, isActive });
}

/** @throws ApiError invalid, rate_limited, not_found, conflict */
export function deleteBeneficiary(scope: Scope, input: InputOf<typeof Delete>): Promise<Written> {
  const { id, version = null, password } = input;
  return change(scope, password, { kind: 'beneficiary.delete', id, version });
}

/** @throws ApiError invalid, rate_limited, not_found, forbidden, conflict */
export async function confirmBeneficiary(scope: Scope, input: InputOf<typeof Confirm>): Promise<Written> {
  const hold = await stepUp(scope, input.password);
  return inTransaction(scope.db, async (tx) => {
    await holdCompany(tx, scope.company.id);
    await hold(tx);
    const proposal = await decideProposal(tx, scope, input.id, 'confirm', ACCOUNT_KINDS);
    const accounts = await store.listAccounts(tx, scope.company.id);
    const plan = planned(accounts, changeOf(proposal));
    const done = await carryOut(tx, scope, accounts, plan);
    await tellAndRecord(tx, scope, plan, { step: 'confirmed', subjectId: done.id, action: done.action });
    return { data: { state: 'done', id: done.id } };
  });
}

/** @throws ApiError not_found, forbidden, conflict */
export function refuseBeneficiary(scope: Scope, input: InputOf<typeof Refuse>): Promise<Result<null>> {
  return end(scope, input, 'refuse', 'refused');
}

/** @throws ApiError not_found, forbidden, conflict */
export function withdrawBeneficiary(scope: Scope, input: InputOf<typeof Refuse>): Promise<Result<null>> {
  return end(scope, input, 'withdraw', 'withdrawn');
}

async function end(
  scope: Scope,
  input: InputOf<typeof Refuse>,
  verb: Verb,
  step: 'refused' | 'withdrawn',
): Promise<Result<null>> {
  await inTransaction(scope.db, async (tx) => {
    await holdCompany(tx, scope.company.id);
    const proposal = await decideProposal(tx, scope, input.id, verb, ACCOUNT_KINDS);
    const asked = changeOf(proposal);
    const before = (await store.listAccounts(tx, scope.company.id)).find((it) => it.id === asked.id) ?? null;
    const details = asked.details ?? before;
    const after =
      asked.kind === 'beneficiary.delete' || !details
        ? null
        : {
            ...details,
            isPrimary: asked.isPrimary ?? before?.isPrimary ?? false,
            isActive: asked.isActive ?? before?.isActive ?? true,
          };
    const action = asked.kind.slice('beneficiary.'.length);
    await tellAndRecord(tx, scope, { before, after }, { step, subjectId: proposal.subjectId ?? proposal.id, action });
  });
  return {};
}

/** The launch of a company as admins see it, and its settings. `steps` moves it on. */
import { isDeepStrictEqual } from 'node:util';
import { notifyAdmins } from '../accounts/admins/service.ts';
import { REFUSED_WALLETS, toChecksumAddress } from '../accounts/wallet.rules.ts';
import { addressChangesOf } from '../approvals/alone/service.ts';
import type { Proposal } from '../approvals/rules.ts';
import { listProposals } from '../approvals/service.ts';
import { type AuditEvent, record } from '../audit/service.ts';
import { lockRecentSession } from '../auth/reauthentication/service.ts';
import { asksForTwoAdmins } from '../companies/rules.ts';
import { mailBrand } from '../companies/service.ts';
import { lockCompany } from '../companies/store.ts';
import { ApiError, assert } from '../core/errors.ts';
import { percentOf } from '../core/money.ts';
import { paged } from '../core/pagination.ts';
import * as z from '../core/zod.ts';
import { type Db, inTransaction } from '../db/client.ts';
import { launchNews } from '../mail/templates/launch.ts';
import { actorOf, type Company, type Scope, type UseCase } from '../scope.ts';
import { checkReceiver, tokenAddressProblem } from './address.rules.ts';
import type * as calls from './calls.ts';
import { STEPS } from './calls.ts';
import type { Launch, LaunchProposal } from './contract.ts';
import { keccak256 } from './pack/keccak.ts';
import { findPackHead } from './packs/service.ts';
import { type Check, checksOf, stepsOf } from './rules.ts';
import * as store from './store.ts';

export const KINDS = ['launch.step', 'launch.address'] as const;
/** What a proposal stores. */
export const storedStep = z.object({ step: z.enum(STEPS), reason: z.string() });
export const storedAddress = z.object({ walletAddress: z.string(), reason: z.string() });

/**
 * The checks of a company, counted now.
 * @param platform for the runs of the verifications, which belong to no company
 * @param isStep adds up every entry of the ledger and computes the checksum of every address, too
 */
export async function checksIn(
  db: Db,
  platform: Db,
  company: Company,
  isStep: boolean,
): Promise<{ counts: store.LaunchCounts; checks: Check[] }> {
  const tokenAddress = company.launch_token_address;
  const refused = { tokenAddress, pattern: REFUSED_WALLETS };
  const [searched, failedVerification] = await Promise.all([
    store.readCounts(db, company.id, refused, isStep),
    store.findFailedVerification(platform),
  ]);
  const counts = isStep ? { ...searched, invalidAddresses: await countWrong(db, company) } : searched;
  const checks = checksOf({
    ...counts,
    freezeAt: company.launch_freeze_at,
    tokenAddress,
    chainId: company.launch_chain_id,
    failedVerification,
  });
  return { counts, checks };
}

/** Addresses that the pack would refuse, by its own rule. */
async function countWrong(db: Db, { id, launch_token_address: tokenAddress }: Company): Promise<number> {
  const addresses = await store.listAddresses(db, id);
  return addresses.filter((address) => checkReceiver(address, tokenAddress, keccak256).problem !== null).length;
}

export const getLaunch: UseCase<typeof calls.getLaunch> = async (scope) => ({
  data: await launchOf(scope, scope.company),
});

async function launchOf(scope: Scope, company: Company): Promise<Launch> {
  // An open screen asks every 30 seconds. Freeze and pack, which the check of the ledger can stop, add up the entries themselves.
  const [{ counts, checks }, proposals, pack] = await Promise.all([
    checksIn(scope.db, scope.app.database.platform, company, false),
    listProposals(scope, KINDS),
    findPackHead(scope.db, company.id),
  ]);
  const members = await store.listMembers(
    scope.db,
    company.id,
    proposals.flatMap(({ kind, subjectId }) => (kind === 'launch.address' && subjectId !== null ? [subjectId] : [])),
  );
  return {
    state: company.launch_state,
    freezeAt: company.launch_freeze_at?.toISOString() ?? null,
    tokenAddress: company.launch_token_address,
    chainId: company.launch_chain_id === null ? null : Number(company.launch_chain_id),
    version: company.launch_version,
    holders: counts.holders,
    withoutAddress: counts.withoutAddress,
    total: Number(counts.total),
    checks,
    steps: pack?.status === 'MAKING' ? [] : stepsOf(company.launch_state),
    needsTwoAdmins: asksForTwoAdmins(company),
    proposals: proposals.map((it) => proposalOf(it, company, members)),
    pack,
  };
}

function proposalOf(
  { kind, head, change, subjectId, baseVersion }: Proposal,
  company: Company,
  members: Awaited<ReturnType<typeof store.listMembers>>,
): LaunchProposal {
  if (kind === 'launch.step') {
    const isStale = baseVersion !== company.launch_version;
    return { ...head, ...z.parse(storedStep, change), member: null, walletAddress: null, isStale };
  }
  const isStale = company.launch_state !== 'FROZEN';
  return {
    ...head,
    ...z.parse(storedAddress, change),
    step: null,
    member: members.get(subjectId ?? '') ?? null,
    isStale,
  };
}

export const listLaunchHolders: UseCase<typeof calls.listLaunchHolders> = async (
  scope,
  { show = 'missing', ...page },
) => {
  const { rows, total, all } = await store.listHolders(scope.db, scope.company.id, show, page);
  const changes = await addressChangesOf(
    scope,
    rows.map((row) => row.id),
  );
  const records = rows.map((row) => ({
    id: row.id,
    name: row.name,
    memberId: row.member_id,
    email: row.email,
    quantity: Number(row.quantity),
    sharePercent: percentOf(row.quantity, all),
    walletAddress: row.wallet_address,
    addressChanged: changes.get(row.id),
  }));
  return { data: paged(records, total, page) };
};

const PACKING = 'The pack is being made. Please wait until it is ready.';
const OUTDATED = 'The launch was changed by another admin in the meantime. Please look at it again.';

/**
 * Locks the company and the session for a change of the launch. Purchases in progress end first, and none begins meanwhile.
 * @param version what the admin saw; undefined for one who does not say
 * @throws ApiError conflict for another version and while the pack is made; as `lockRecentSession` does
 */
export async function lockLaunch(tx: Db, scope: Scope, version: number | null | undefined): Promise<Company> {
  const company = await lockCompany(tx, scope.company.id);
  assert(company, 'the company of the site exists');
  await lockRecentSession(tx, scope);
  if (version !== undefined && version !== company.launch_version)
    throw new ApiError('conflict', OUTDATED, { reason: 'outdated' });
  if ((await findPackHead(tx, company.id))?.status === 'MAKING') throw new ApiError('conflict', PACKING);
  return company;
}

/** @throws ApiError invalid; conflict for another version, or once the pack is made */
export const updateLaunch: UseCase<typeof calls.updateLaunch> = async (scope, input) => {
  const tokenProblem = input.tokenAddress ? tokenAddressProblem(input.tokenAddress) : null;
  if (tokenProblem !== null) throw new ApiError('invalid', tokenProblem, { field: 'tokenAddress' });
  const tokenAddress = input.tokenAddress && toChecksumAddress(input.tokenAddress);
  const freezeAt = typeof input.freezeAt === 'string' ? new Date(input.freezeAt) : input.freezeAt;
  if (freezeAt && freezeAt <= scope.now)
    throw new ApiError('invalid', 'The freeze date must be in the future.', { field: 'freezeAt' });
  const after = await inTransaction(scope.db, async (tx) => {
    const company = await lockLaunch(tx, scope, input.version);
    if (company.launch_state === 'PACKED')
      throw new ApiError('conflict', 'The pack is made, so its settings can no longer change.');
    const columns = {
      ...(tokenAddress !== undefined && { launch_token_address: tokenAddress }),
      ...(input.chainId !== undefined && { launch_chain_id: input.chainId === null ? null : BigInt(input.chainId) }),
      ...(freezeAt !== undefined && { launch_freeze_at: freezeAt }),
    };
    if (Object.keys(columns).length === 0) return company;
    const changed: Company = { ...company, ...columns, launch_version: company.launch_version + 1 };
    const [before, after] = [factsOf(company), factsOf(changed)];
    // A call that changes nothing leaves the version, so a step that waits for a second admin stays.
    if (isDeepStrictEqual(before, after)) return company;
    await store.updateLaunch(tx, company.id, columns);
    await notifyAndRecord(tx, scope, { action: 'launch.update', before, after });
    return changed;
  });
  return { data: await launchOf(scope, after) };
};

const factsOf = (company: Company) => ({
  state: company.launch_state,
  tokenAddress: company.launch_token_address,
  chainId: company.launch_chain_id,
  freezeAt: company.launch_freeze_at?.toISOString() ?? null,
});

export interface LaunchEvent extends Pick<AuditEvent, 'action' | 'before' | 'after'> {
  /** The member, where it is about one; else it is about the company. */
  readonly memberId?: string;
}

/** Records what an admin did, and tells every admin by mail. */
export async function notifyAndRecord(tx: Db, scope: Scope, event: LaunchEvent): Promise<void> {
  const { memberId, ...recorded } = event;
  const actor = actorOf(scope);
  await notifyAdmins(
    tx,
    scope,
    event.action.replaceAll('.', '-'),
    launchNews({ brand: mailBrand(scope), action: event.action, after: event.after, by: actor.name, at: scope.now }),
  );
  await record(tx, {
    scopeId: scope.company.id,
    actor,
    subjectKind: memberId === undefined ? 'company' : 'user',
    subjectId: memberId ?? scope.company.id,
    ...recorded,
  });
}

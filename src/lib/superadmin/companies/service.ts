/**
 * Super admins manage companies. The platform does not belong to a company, so all queries use the connections of the
 * database owner.
 */
import { requireE164 } from '../../accounts/phone/service.ts';
import { aadhaarHash } from '../../accounts/service.ts';
import type { AuditAction } from '../../audit/actions.rules.ts';
import { record } from '../../audit/service.ts';
import { COMPANY_STATES } from '../../audit/states/rules.ts';
import { lockRecentSession } from '../../auth/reauthentication/service.ts';
import { SESSION_POLICY } from '../../auth/rules.ts';
import { endSessionsOfAdmins } from '../../auth/sessions/service.ts';
import { findClusterHosts, lockHosts } from '../../companies/clusters/store.ts';
import { lockCompany, lockCompanyAllowingPurchases } from '../../companies/store.ts';
import type { InputOf, OutputOf } from '../../core/contract.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import { offsetOf, paged } from '../../core/pagination.ts';
import { type Db, inTransaction, violates } from '../../db/client.ts';
import { sqlState } from '../../db/errors.ts';
import { PLATFORM_ID } from '../../db/schema/schema.ts';
import { actorOf, type Company, type Result, type Scope, type UseCase } from '../../scope.ts';
import { recordOutsideChange } from '../../settings/service.ts';
import { inviteAdminIn } from '../invite/service.ts';
import type * as calls from './calls.ts';
import { changedFields, FORM_LABELS, undoneFields } from './conflicts.rules.ts';
import type * as contracts from './contract.ts';
import { auditedValues, columnsOf, isDefault, recordOf } from './mapper.ts';
import { checkPrivateSupply } from './rules.ts';
import * as store from './store.ts';

type CompanyResult = Result<OutputOf<typeof contracts.addCompany>>;

const SYMBOL_TAKEN = 'Another company already has this token. Please choose another symbol.';
const HOST_TAKEN = 'Another company already has one of these host names.';
const CHANGED_MEANWHILE =
  'This company was changed by somebody else in the meantime. Please check the current details and save again.';
const FEE_BPS_DEFAULT = 1800;
const REWARD_BPS_DEFAULT = 500;
const CHANGE_RETENTION_SECONDS = 24 * 3600;

export const listCompanies: UseCase<typeof calls.listCompanies> = async (scope, input) => {
  const db = scope.app.database.platform;
  const { rows, total } = await store.listCompanies(db, { ...input, offset: offsetOf(input) });
  return {
    data: paged(
      rows.map((row) => recordOf(scope, row)),
      total,
      input,
    ),
  };
};

export async function addCompany(scope: Scope, input: InputOf<typeof contracts.addCompany>): Promise<CompanyResult> {
  if ((input.adminEmail === undefined) !== (input.adminName === undefined))
    throw new ApiError('invalid', 'Please give both the name and the email address of the first admin, or neither.');
  const companyId = await inPlatformTransaction(scope, async (tx) => {
    const id = await store.insertCompany(tx, {
      ...columnsOf(input, requireE164(input.mobile)),
      token_symbol: input.tokenSymbol,
      fee_bps: input.platformChargePercent ?? FEE_BPS_DEFAULT,
      reward_bps: REWARD_BPS_DEFAULT,
    });
    await store.updateCompany(tx, id, aadhaarColumns(scope, id, input.companyAadhaarCard));
    await store.replaceHosts(tx, id, await checkHosts(tx, scope, input.hosts ?? []));
    if (input.adminEmail !== undefined && input.adminName !== undefined)
      await inviteAdminIn(tx, scope, await requireCompany(tx, id), { name: input.adminName, email: input.adminEmail });
    await recordForCompany(tx, scope, id, 'company.add', {
      after: { symbol: input.tokenSymbol, hosts: input.hosts ?? [] },
      states: COMPANY_STATES,
    });
    return id;
  });
  return resultOf(scope, companyId);
}

export async function updateCompany(
  scope: Scope,
  input: InputOf<typeof contracts.updateCompany>,
): Promise<CompanyResult> {
  const { id } = input;
  await inPlatformTransaction(scope, async (tx) => {
    // The first lock of the lock order (ledger/service.ts): no purchase runs while price and supply change.
    const before = await lockCompany(tx, id);
    if (!before) throw notFound('Company');
    requireHere(before);
    if (input.tokenSymbol !== undefined && input.tokenSymbol.toUpperCase() !== before.token_symbol)
      throw new ApiError('invalid', 'The symbol of a company cannot be changed, because its member IDs begin with it.');
    if (input.version !== undefined && input.version !== before.version)
      throw new ApiError('conflict', CHANGED_MEANWHILE);
    const { credited, held } = await store.lockSupply(tx, id);
    checkPrivateSupply(input.privateSupply, credited, held);
    const { hosts } = await requireCompany(tx, id);
    const recordBefore = recordOf(scope, { ...before, hosts });
    const change = {
      ...columnsOf(input, requireE164(input.mobile)),
      ...(input.platformChargePercent !== undefined && { fee_bps: input.platformChargePercent }),
      ...aadhaarColumns(scope, id, input.companyAadhaarCard),
    };
    const areHostsNew = input.hosts !== undefined && input.hosts.join() !== hosts.join();
    await store.updateCompany(tx, id, { ...change, ...(areHostsNew && { version: before.version + 1 }) });
    await recordOutsideChange(tx, actorOf(scope).id, before, { ...before, ...change });
    if (input.hosts) await store.replaceHosts(tx, id, await checkHosts(tx, scope, input.hosts));
    await storeChange(tx, scope, recordBefore, recordOf(scope, await requireCompany(tx, id)), input.version);
    const names = Object.keys(change) as (keyof typeof change)[];
    const changed = names.filter((name) => before[name] !== change[name]);
    await recordForCompany(tx, scope, id, 'company.update', {
      before: auditedValues(before, hosts),
      after: { ...auditedValues({ ...before, ...change }, input.hosts ?? hosts), changed },
      states: ['settings'],
    });
  });
  return resultOf(scope, id);
}

export const deleteCompany: UseCase<typeof calls.deleteCompany> = async (scope, { id }) => {
  const notDeletable = (): ApiError =>
    new ApiError(
      'conflict',
      'A company with members, purchases or a history cannot be deleted. Pause its sale instead.',
    );
  try {
    await inPlatformTransaction(scope, async (tx) => {
      const company = await lockCompany(tx, id);
      if (!company) throw notFound('Company');
      requireHere(company);
      const { members, purchases } = await store.countMembersAndPurchases(tx, id);
      if (members > 0 || purchases > 0) throw notDeletable();
      if (isDefault(scope, company))
        throw new ApiError(
          'conflict',
          "This company's site uses the deployment's own address, so it cannot be deleted.",
        );
      await store.deleteCompany(tx, id);
      await recordForCompany(tx, scope, id, 'company.delete', { before: { symbol: company.token_symbol } });
    });
  } catch (cause) {
    // A foreign key refers to the company (23503), or a trigger protects append-only rows (P0001).
    if (sqlState(cause) === '23503' || sqlState(cause) === 'P0001') throw notDeletable();
    throw cause;
  }
  return {};
};

export async function pauseCompany(
  scope: Scope,
  { id, reason }: InputOf<typeof contracts.pauseCompany>,
): Promise<CompanyResult> {
  await inPlatformTransaction(scope, async (tx) => {
    const company = await lockCompany(tx, id);
    if (!company) throw notFound('Company');
    requireHere(company);
    if (company.paused_at) throw new ApiError('conflict', 'This sale is already paused.');
    await store.pause(tx, id, reason);
    await recordForCompany(tx, scope, id, 'company.pause', { after: { reason } });
  });
  return resultOf(scope, id);
}

export async function resumeCompany(
  scope: Scope,
  { id }: InputOf<typeof contracts.resumeCompany>,
): Promise<CompanyResult> {
  await inPlatformTransaction(scope, async (tx) => {
    const company = await lockCompany(tx, id);
    if (!company) throw notFound('Company');
    requireHere(company);
    if (!company.paused_at) throw new ApiError('conflict', 'This sale is not paused.');
    await store.updateCompany(tx, id, { paused_at: null, pause_reason: null });
    await recordForCompany(tx, scope, id, 'company.resume', { before: { reason: company.pause_reason } });
  });
  return resultOf(scope, id);
}

/** @throws ApiError not_found, conflict */
export const endAdminSessions: UseCase<typeof calls.endAdminSessions> = async (scope, { id }) => {
  const ended = await inPlatformTransaction(scope, async (tx) => {
    await requireCompany(tx, id);
    requireHere(await lockCompanyAllowingPurchases(tx, id));
    const count = await endSessionsOfAdmins(tx, id);
    await recordForCompany(tx, scope, id, 'session.end-admins', { after: { count } });
    return count;
  });
  return { data: { ended } };
};

export const inviteAdmin: UseCase<typeof calls.inviteAdmin> = async (scope, { id, adminName, adminEmail }) => {
  await inPlatformTransaction(scope, async (tx) => {
    const company = await requireCompany(tx, id);
    requireHere(await lockCompanyAllowingPurchases(tx, id));
    await inviteAdminIn(tx, scope, company, { name: adminName, email: adminEmail });
  });
  return {};
};

/** @throws ApiError conflict if no version was sent and the change would undo a change by somebody else */
async function storeChange(
  tx: Db,
  scope: Scope,
  before: contracts.CompanyRecord,
  after: contracts.CompanyRecord,
  version: number | undefined,
): Promise<void> {
  const changed = changedFields(before, after);
  if (changed.length === 0) return;
  const key = { companyId: before.id, changedBy: actorOf(scope).id };
  if (version === undefined) {
    const others = await store.listOthersChanges(tx, { ...key, withinSeconds: SESSION_POLICY.super.absoluteSeconds });
    const undone = undoneFields(
      before,
      after,
      others.map((change) => change.before),
    );
    if (undone.length > 0)
      throw new ApiError(
        'conflict',
        `Somebody else has changed this company in the meantime: ${undone.map((name) => FORM_LABELS[name]).join(', ')}. Please load it again and make your change there.`,
      );
  }
  await store.insertChange(tx, {
    ...key,
    before: Object.fromEntries(changed.map((name) => [name, before[name]])),
    retentionSeconds: CHANGE_RETENTION_SECONDS,
  });
}

/** Runs a sensitive change of the platform, which needs a session that is still recent. */
async function inPlatformTransaction<T>(scope: Scope, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(scope.app.database.platform, async (tx) => {
      await lockRecentSession(tx, scope);
      return await work(tx);
    });
  } catch (cause) {
    if (violates(cause, 'companies_token_symbol_key')) throw new ApiError('conflict', SYMBOL_TAKEN, { cause });
    if (violates(cause, 'company_hosts_pkey')) throw new ApiError('conflict', HOST_TAKEN, { cause });
    throw cause;
  }
}

async function requireCompany(db: Db, id: string): Promise<store.CompanyRow> {
  const row = await store.findCompany(db, id);
  if (!row) throw notFound('Company');
  return row;
}

/** @throws ApiError conflict for a company that has left for another cluster */
export function requireHere({ moved_at }: Pick<Company, 'moved_at'>): void {
  if (moved_at)
    throw new ApiError('conflict', 'This company has moved to another cluster. Its super admins there can change it.');
}

/** Records an event in the audit trails of the company and of the platform, so that the company's admins see it too. */
export async function recordForCompany(
  tx: Db,
  scope: Scope,
  companyId: string,
  action: AuditAction,
  { before = null, after = null, states = [] }: Pick<Parameters<typeof record>[1], 'before' | 'after' | 'states'>,
): Promise<void> {
  const event = { actor: actorOf(scope), action, subjectKind: 'company', subjectId: companyId, before, after };
  await record(tx, { scopeId: companyId, ...event, states });
  await record(tx, { scopeId: PLATFORM_ID, ...event });
}

async function resultOf(scope: Scope, id: string): Promise<CompanyResult> {
  return { data: recordOf(scope, await requireCompany(scope.app.database.platform, id)) };
}

/** A masked number means 'unchanged'. Otherwise the last four digits and a keyed hash are stored, as for members. */
function aadhaarColumns({ app }: Scope, companyId: string, sent: string) {
  if (sent.startsWith('X')) return {};
  return { aadhaar_last4: sent.slice(-4), aadhaar_hash: aadhaarHash(app, companyId, sent) };
}

/** @throws ApiError conflict if the deployment's own host name is among them */
async function checkHosts(tx: Db, { app }: Scope, hosts: readonly string[]): Promise<readonly string[]> {
  const own = app.config.siteUrl ? new URL(app.config.siteUrl).hostname : 'localhost';
  if (hosts.includes(own))
    throw new ApiError('conflict', `${own} is the platform's own name. Please enter another one.`);
  if (hosts.length === 0) return hosts;
  await lockHosts(tx);
  const elsewhere = await findClusterHosts(tx, hosts);
  if (elsewhere.length > 0)
    throw new ApiError(
      'conflict',
      `Another cluster serves ${elsewhere.join(', ')}. The operator of the server can change that.`,
    );
  return hosts;
}

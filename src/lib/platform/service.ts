/** Companies as super admins run them. The platform belongs to no company, so this works on the owner's connections. */
import type { AuditAction } from '../audit/actions-rules.ts';
import { record } from '../audit/service.ts';
import { SESSION_POLICY } from '../auth/rules.ts';
import { lockCompany } from '../companies/store.ts';
import type { InputOf, OutputOf } from '../core/contract.ts';
import { ApiError, notFound } from '../core/errors.ts';
import { offsetOf, paged } from '../core/page.ts';
import { type Db, inTransaction, violates } from '../db/client.ts';
import { sqlState } from '../db/errors.ts';
import { PLATFORM_ID } from '../db/schema.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import { keepForeignChange } from '../settings/service.ts';
import { changedFields, FORM_LABELS, undoneFields } from './changes-rules.ts';
import type * as contracts from './contract.ts';
import { inviteInto } from './invite-service.ts';
import { checkPrivateSupply } from './rules.ts';
import * as store from './store.ts';
import { aadhaarColumns, columnsOf, figures, isDefault, recordOf } from './values.ts';

type Answer = Result<OutputOf<typeof contracts.addCompany>>;

const SYMBOL_TAKEN = 'Another company has this token already. Please choose another symbol.';
const HOST_TAKEN = 'Another company has one of these host names already.';
const CHANGED =
  'This company was changed by somebody else in the meantime. Please look at it as it is now and save again.';
const FEE_BPS_DEFAULT = 1800;
const REWARD_BPS_DEFAULT = 500;

export async function listCompanies(
  scope: Scope,
  input: InputOf<typeof contracts.listCompanies>,
): Promise<Result<OutputOf<typeof contracts.listCompanies>>> {
  const db = scope.app.database.platform;
  const { rows, total } = await store.listCompanies(db, { ...input, offset: offsetOf(input) });
  return {
    data: paged(
      rows.map((row) => recordOf(scope, row)),
      total,
      input,
    ),
  };
}

export async function addCompany(scope: Scope, input: InputOf<typeof contracts.addCompany>): Promise<Answer> {
  if ((input.adminEmail === undefined) !== (input.adminName === undefined))
    throw new ApiError('invalid', 'Please give both the name and the email address of the first admin, or neither.');
  const id = await write(scope, async (tx) => {
    const made = await store.insertCompany(tx, {
      ...columnsOf(input),
      token_symbol: input.tokenSymbol,
      fee_bps: input.platformChargePercent ?? FEE_BPS_DEFAULT,
      reward_bps: REWARD_BPS_DEFAULT,
    });
    await store.updateCompany(tx, made, aadhaarColumns(scope, made, input.companyAadhaarCard));
    await store.replaceHosts(tx, made, checkHosts(scope, input.hosts ?? []));
    if (input.adminEmail !== undefined && input.adminName !== undefined)
      await inviteInto(tx, scope, await existing(tx, made), { name: input.adminName, email: input.adminEmail });
    await audit(tx, scope, made, 'company.add', null, { symbol: input.tokenSymbol, hosts: input.hosts ?? [] });
    return made;
  });
  return answer(scope, id);
}

export async function updateCompany(scope: Scope, input: InputOf<typeof contracts.updateCompany>): Promise<Answer> {
  const { id } = input;
  await write(scope, async (tx) => {
    // In the lock order of everything that moves money: no purchase is under way while price and supply change.
    const before = await lockCompany(tx, id);
    if (!before) throw notFound('Company');
    if (input.tokenSymbol !== undefined && input.tokenSymbol.toUpperCase() !== before.token_symbol)
      throw new ApiError('invalid', 'The symbol of a company can not be changed: its member IDs carry it.');
    if (input.version !== undefined && input.version !== before.version) throw new ApiError('conflict', CHANGED);
    const { credited, held } = await store.lockSupply(tx, id);
    checkPrivateSupply(input.privateSupply, credited, held);
    const { hosts } = await existing(tx, id);
    const shown = recordOf(scope, { ...before, hosts });
    const change = {
      ...columnsOf(input),
      ...(input.platformChargePercent !== undefined && { fee_bps: input.platformChargePercent }),
      ...aadhaarColumns(scope, id, input.companyAadhaarCard),
    };
    const areHostsNew = input.hosts !== undefined && input.hosts.join() !== hosts.join();
    await store.updateCompany(tx, id, { ...change, ...(areHostsNew && { version: before.version + 1 }) });
    await keepForeignChange(tx, actorOf(scope).id, before, { ...before, ...change });
    if (input.hosts) await store.replaceHosts(tx, id, checkHosts(scope, input.hosts));
    await keepChange(tx, scope, shown, recordOf(scope, await existing(tx, id)), input.version);
    const names = Object.keys(change) as (keyof typeof change)[];
    const changed = names.filter((name) => before[name] !== change[name]);
    await audit(tx, scope, id, 'company.update', figures(before, hosts), {
      ...figures({ ...before, ...change }, input.hosts ?? hosts),
      changed,
    });
  });
  return answer(scope, id);
}

export async function deleteCompany(
  scope: Scope,
  { id }: InputOf<typeof contracts.deleteCompany>,
): Promise<Result<null>> {
  const refused = (): ApiError =>
    new ApiError(
      'conflict',
      'A company with members, purchases or a history can not be deleted. Pause its sale instead.',
    );
  try {
    await write(scope, async (tx) => {
      const company = await lockCompany(tx, id);
      if (!company) throw notFound('Company');
      const { members, purchases } = await store.countLife(tx, id);
      if (members > 0 || purchases > 0) throw refused();
      if (isDefault(scope, company))
        throw new ApiError(
          'conflict',
          "This company's site answers under the deployment's own name. It can not be deleted.",
        );
      await store.deleteCompany(tx, id);
      await audit(tx, scope, id, 'company.delete', { symbol: company.token_symbol }, null);
    });
  } catch (cause) {
    // Something else refers to it, or is only ever added to.
    if (sqlState(cause) === '23503' || sqlState(cause) === 'P0001') throw refused();
    throw cause;
  }
  return {};
}

export async function pauseCompany(
  scope: Scope,
  { id, reason }: InputOf<typeof contracts.pauseCompany>,
): Promise<Answer> {
  await write(scope, async (tx) => {
    const company = await lockCompany(tx, id);
    if (!company) throw notFound('Company');
    if (company.paused_at) throw new ApiError('conflict', 'This sale is paused already.');
    await store.pause(tx, id, reason);
    await audit(tx, scope, id, 'company.pause', null, { reason });
  });
  return answer(scope, id);
}

export async function resumeCompany(scope: Scope, { id }: InputOf<typeof contracts.resumeCompany>): Promise<Answer> {
  await write(scope, async (tx) => {
    const company = await lockCompany(tx, id);
    if (!company) throw notFound('Company');
    if (!company.paused_at) throw new ApiError('conflict', 'This sale is not paused.');
    await store.updateCompany(tx, id, { paused_at: null, pause_reason: null });
    await audit(tx, scope, id, 'company.resume', { reason: company.pause_reason }, null);
  });
  return answer(scope, id);
}

export async function inviteAdmin(
  scope: Scope,
  { id, adminName, adminEmail }: InputOf<typeof contracts.inviteAdmin>,
): Promise<Result<null>> {
  await write(scope, async (tx) => {
    await inviteInto(tx, scope, await existing(tx, id), { name: adminName, email: adminEmail });
  });
  return {};
}

/** @throws ApiError conflict where no version was sent and the change would take back somebody else's */
async function keepChange(
  tx: Db,
  scope: Scope,
  before: contracts.CompanyRecord,
  after: contracts.CompanyRecord,
  version: number | undefined,
): Promise<void> {
  const changed = changedFields(before, after);
  if (changed.length === 0) return;
  const who = { companyId: before.id, changedBy: actorOf(scope).id };
  if (version === undefined) {
    const others = await store.listOthersChanges(tx, { ...who, withinSeconds: SESSION_POLICY.super.absoluteSeconds });
    const undone = undoneFields(
      before,
      after,
      others.map((it) => it.before),
    );
    if (undone.length > 0)
      throw new ApiError(
        'conflict',
        `Somebody else has changed this company in the meantime: ${undone.map((name) => FORM_LABELS[name]).join(', ')}. Please load it again and make your change there.`,
      );
  }
  await store.keepChange(tx, {
    ...who,
    before: Object.fromEntries(changed.map((name) => [name, before[name]])),
    keptSeconds: 24 * 3600,
  });
}

async function write<T>(scope: Scope, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(scope.app.database.platform, work);
  } catch (cause) {
    if (violates(cause, 'companies_token_symbol_key')) throw new ApiError('conflict', SYMBOL_TAKEN, { cause });
    if (violates(cause, 'company_hosts_pkey')) throw new ApiError('conflict', HOST_TAKEN, { cause });
    throw cause;
  }
}

async function existing(db: Db, id: string): Promise<store.CompanyRow> {
  const row = await store.findCompany(db, id);
  if (!row) throw notFound('Company');
  return row;
}

/** In the trail of the platform and in the company's own: its admins see what was done to it. */
async function audit(
  tx: Db,
  scope: Scope,
  companyId: string,
  action: AuditAction,
  before: Parameters<typeof record>[1]['before'] | null,
  after: Parameters<typeof record>[1]['after'] | null,
): Promise<void> {
  const event = { actor: actorOf(scope), action, subjectKind: 'company', subjectId: companyId, before, after };
  // Always in this order, as everybody who needs both heads takes them.
  for (const scopeId of [companyId, PLATFORM_ID])
    await record(tx, { scopeId, ...event, before: before ?? null, after: after ?? null });
}

async function answer(scope: Scope, id: string): Promise<Answer> {
  return { data: recordOf(scope, await existing(scope.app.database.platform, id)) };
}

/** The deployment's own names stay its own. */
function checkHosts({ app }: Scope, hosts: readonly string[]): readonly string[] {
  const own = app.config.siteUrl ? new URL(app.config.siteUrl).hostname : 'localhost';
  if (hosts.includes(own))
    throw new ApiError('conflict', `${own} is the platform's own name. Please enter another one.`);
  return hosts;
}

/** Companies as super admins run them. The platform belongs to no company, so this works on the owner's connections. */
import type { AuditAction } from '../audit/actions-rules.ts';
import { record } from '../audit/service.ts';
import { lockCompany } from '../companies/store.ts';
import type { InputOf, OutputOf } from '../core/contract.ts';
import { ApiError, notFound } from '../core/errors.ts';
import { formatPercent, formatPrice } from '../core/money.ts';
import { offsetOf, paged } from '../core/page.ts';
import { type Db, inTransaction, sqlState, violates } from '../db/client.ts';
import { PLATFORM_ID } from '../db/schema.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import { keepForeignChange } from '../settings/service.ts';
import { toE164 } from '../users/phone.ts';
import { maskAadhaar } from '../users/rules.ts';
import { aadhaarHash } from '../users/service.ts';
import type * as contracts from './contract.ts';
import { inviteInto } from './invite-service.ts';
import { checkPrivateSupply } from './rules.ts';
import * as store from './store.ts';

type Fields = Omit<InputOf<typeof contracts.updateCompany>, 'id' | 'tokenSymbol'>;
type Answer = Result<OutputOf<typeof contracts.addCompany>>;

const SYMBOL_TAKEN = 'Another company has this token already. Please choose another symbol.';
const HOST_TAKEN = 'Another company has one of these host names already.';
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
  return { status: 201, ...(await answer(scope, id)) };
}

export async function updateCompany(scope: Scope, input: InputOf<typeof contracts.updateCompany>): Promise<Answer> {
  const { id } = input;
  await write(scope, async (tx) => {
    // In the lock order of everything that moves money: no purchase is under way while price and supply change.
    const before = await lockCompany(tx, id);
    if (!before) throw notFound('Company');
    if (input.tokenSymbol !== undefined && input.tokenSymbol.toUpperCase() !== before.token_symbol)
      throw new ApiError('invalid', 'The symbol of a company can not be changed: its member IDs carry it.');
    const { credited, held } = await store.lockSupply(tx, id);
    checkPrivateSupply(input.privateSupply, credited, held);
    const hosts = (await existing(tx, id)).hosts;
    const change = {
      ...columnsOf(input),
      ...(input.platformChargePercent !== undefined && { fee_bps: input.platformChargePercent }),
      ...aadhaarColumns(scope, id, input.companyAadhaarCard),
    };
    await store.updateCompany(tx, id, change);
    await keepForeignChange(tx, actorOf(scope).id, before, { ...before, ...change });
    if (input.hosts) await store.replaceHosts(tx, id, checkHosts(scope, input.hosts));
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
      if (isDefault(scope, company))
        throw new ApiError(
          'conflict',
          "This company's site answers under the deployment's own name. It can not be deleted.",
        );
      const { members, purchases } = await store.countLife(tx, id);
      if (members > 0 || purchases > 0) throw refused();
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

function isDefault({ app }: Scope, company: { id: string; token_symbol: string }): boolean {
  const { companyId, tokenSymbol } = app.config;
  return companyId ? company.id === companyId : company.token_symbol === tokenSymbol;
}

/** The deployment's own names stay its own. */
function checkHosts({ app }: Scope, hosts: readonly string[]): readonly string[] {
  const own = app.config.siteUrl ? new URL(app.config.siteUrl).hostname : 'localhost';
  if (hosts.includes(own))
    throw new ApiError('conflict', `${own} is the platform's own name. Please enter another one.`);
  return hosts;
}

function columnsOf(input: Fields) {
  const mobile = toE164(input.mobile);
  if (!mobile) throw new ApiError('invalid', 'Please enter a valid mobile number.');
  return {
    company_name: input.companyName,
    company_title: input.companyTitle,
    token_name: input.tokenName,
    total_supply: input.totalSupply,
    private_supply: input.privateSupply,
    public_cell_supply: input.publicCellSupply,
    angel_investor_supply: input.angelInvestorSupply,
    founder_team_supply: input.founderTeamSupply,
    airdrop_supply: input.airdropSupply,
    price_micros: input.initialPrice,
    email: input.email,
    mobile,
    pan: input.companyPan,
    address: input.companyAddress,
    pincode: input.companyPincode,
  };
}

/** A masked number means 'unchanged'. Of any other the last four digits and a keyed hash are kept, as of members'. */
function aadhaarColumns({ app }: Scope, companyId: string, sent: string) {
  if (sent.startsWith('X')) return {};
  return { aadhaar_last4: sent.slice(-4), aadhaar_hash: aadhaarHash(app, companyId, sent) };
}

/** What the trail keeps of a company: figures and names of the sale, nobody's person. */
function figures(company: Parameters<typeof columnsOfRow>[0], hosts: readonly string[]) {
  return { ...columnsOfRow(company), hosts: [...hosts] };
}

function columnsOfRow(company: {
  price_micros: bigint;
  fee_bps: number;
  total_supply: bigint;
  private_supply: bigint;
}) {
  return {
    initialPrice: formatPrice(company.price_micros),
    platformChargePercent: formatPercent(company.fee_bps),
    totalSupply: String(company.total_supply),
    privateSupply: String(company.private_supply),
  };
}

export function recordOf(scope: Scope, row: store.CompanyRow): OutputOf<typeof contracts.addCompany> {
  return {
    id: row.id,
    companyName: row.company_name,
    companyTitle: row.company_title,
    tokenName: row.token_name,
    tokenSymbol: row.token_symbol,
    totalSupply: Number(row.total_supply),
    privateSupply: Number(row.private_supply),
    publicCellSupply: Number(row.public_cell_supply),
    angelInvestorSupply: Number(row.angel_investor_supply),
    founderTeamSupply: Number(row.founder_team_supply),
    airdropSupply: Number(row.airdrop_supply),
    initialPrice: formatPrice(row.price_micros),
    platformChargePercent: formatPercent(row.fee_bps),
    email: row.email,
    mobile: row.mobile,
    companyAadhaarCard: row.aadhaar_last4 ? maskAadhaar(row.aadhaar_last4) : '',
    companyPan: row.pan,
    companyAddress: row.address,
    companyPincode: row.pincode,
    createdAt: row.created_at.toISOString(),
    hosts: row.hosts,
    pausedAt: row.paused_at?.toISOString() ?? null,
    pauseReason: row.pause_reason,
    isDefault: isDefault(scope, row),
  };
}

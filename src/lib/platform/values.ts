/** A company in its three forms: what is sent, the row, and what super admins see. */
import type { InputOf } from '../core/contract.ts';
import { ApiError } from '../core/errors.ts';
import { formatPercent, formatPrice } from '../core/money.ts';
import type { Scope } from '../scope.ts';
import { toE164 } from '../users/phone.ts';
import { maskAadhaar } from '../users/rules.ts';
import { aadhaarHash } from '../users/service.ts';
import type { CompanyRecord, updateCompany } from './contract.ts';
import type { CompanyRow } from './store.ts';

type Fields = Omit<InputOf<typeof updateCompany>, 'id' | 'tokenSymbol' | 'version'>;

export function columnsOf(input: Fields) {
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
export function aadhaarColumns({ app }: Scope, companyId: string, sent: string) {
  if (sent.startsWith('X')) return {};
  return { aadhaar_last4: sent.slice(-4), aadhaar_hash: aadhaarHash(app, companyId, sent) };
}

/** What the trail keeps of a company: figures and names of the sale, nobody's person. */
export function figures(company: Parameters<typeof columnsOfRow>[0], hosts: readonly string[]) {
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

export function recordOf(scope: Scope, row: CompanyRow): CompanyRecord {
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
    version: row.version,
    createdAt: row.created_at.toISOString(),
    hosts: row.hosts,
    pausedAt: row.paused_at?.toISOString() ?? null,
    pauseReason: row.pause_reason,
    isDefault: isDefault(scope, row),
  };
}

/** Its site answers under the deployment's own names. */
export function isDefault({ app }: Scope, company: { id: string; token_symbol: string }): boolean {
  const { companyId, tokenSymbol } = app.config;
  return companyId ? company.id === companyId : company.token_symbol === tokenSymbol;
}

/** Converts companies: input to columns, rows to outputs. */
import { maskAadhaar } from '../../accounts/rules.ts';
import type { InputOf } from '../../core/contract.ts';
import { formatPercent, formatPrice } from '../../core/money.ts';
import type { Scope } from '../../scope.ts';
import type { CompanyRecord, updateCompany } from './contract.ts';
import type { CompanyRow } from './store.ts';

type Fields = Omit<InputOf<typeof updateCompany>, 'id' | 'tokenSymbol' | 'version'>;

/** @param mobile E.164 */
export function columnsOf(input: Fields, mobile: string) {
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

/** The values of a company in the audit trail: no personal data. */
export function auditedValues(
  company: Pick<CompanyRow, 'price_micros' | 'fee_bps' | 'total_supply' | 'private_supply'>,
  hosts: readonly string[],
) {
  return {
    initialPrice: formatPrice(company.price_micros),
    platformChargePercent: formatPercent(company.fee_bps),
    totalSupply: String(company.total_supply),
    privateSupply: String(company.private_supply),
    hosts: [...hosts],
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
    ...(row.moved_at && { movedAt: row.moved_at.toISOString() }),
    isDefault: isDefault(scope, row),
  };
}

/** True if the company's site uses the deployment's own host names. */
export function isDefault({ app }: Scope, company: { id: string; token_symbol: string }): boolean {
  const { companyId, tokenSymbol } = app.config;
  return companyId ? company.id === companyId : company.token_symbol === tokenSymbol;
}

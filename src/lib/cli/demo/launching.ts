/** The second company of the demonstration: days before its launch, it collects the last wallet addresses. */
import type { Insertable } from 'kysely';
import type { PastEvent } from '../../audit/service.ts';
import type { Companies, Schema } from '../../db/schema/schema.ts';
import type { Company } from '../../scope.ts';
import { TOKEN_SYMBOLS, tokenOf } from '../../tokens/catalogue.ts';
import { DAY_MS } from './calendar.ts';
import { type DemoSale, planLaunching, type SalePlan } from './plan.ts';
import { idOf } from './random.ts';

export interface Launching {
  readonly sale: DemoSale;
  readonly plan: SalePlan;
  /** Without a port. */
  readonly host: string;
}

const TOKEN_ADDRESS = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
const COLLECTING_DAYS = 6;
const FREEZE_IN_DAYS = 8;
const LAUNCH_IN_DAYS = 15;

/** Browsers and curl resolve every name under `localhost` to their own machine. @param origin of the deployment */
export function launchHostOf(origin: string): string {
  const { hostname } = new URL(origin);
  return /^[\d.]+$|^\[/.test(hostname) ? 'launch.localhost' : `launch.${hostname}`;
}

/** @param main the site's company. @returns null if the host is taken or every symbol is */
export function planLaunch(
  main: Company,
  taken: { readonly symbols: readonly string[]; readonly isHostTaken: boolean },
  host: string,
  now: Date,
): Launching | null {
  const symbol = TOKEN_SYMBOLS.find((it) => !taken.symbols.includes(it));
  if (symbol === undefined || taken.isHostTaken) return null;
  const sale: DemoSale = {
    companyId: idOf(main.id, 'launching company'),
    symbol,
    priceMicros: main.price_micros,
    feeBps: main.fee_bps,
    upiLimitPaise: main.upi_limit_paise,
  };
  return { sale, plan: planLaunching(sale, now.getTime()), host };
}

export function companyRow(main: Company, sale: DemoSale, plan: SalePlan, now: Date): Insertable<Companies> {
  const token = tokenOf(sale.symbol);
  const days = (count: number): Date => new Date(now.getTime() + count * DAY_MS);
  return {
    id: sale.companyId,
    company_name: `${token?.name} Example Private Limited`,
    company_title: token?.title ?? sale.symbol,
    token_name: token?.name ?? sale.symbol,
    token_symbol: sale.symbol,
    total_supply: main.total_supply,
    private_supply: main.private_supply,
    public_cell_supply: main.public_cell_supply,
    angel_investor_supply: main.angel_investor_supply,
    founder_team_supply: main.founder_team_supply,
    airdrop_supply: main.airdrop_supply,
    price_micros: sale.priceMicros,
    fee_bps: sale.feeBps,
    reward_bps: main.reward_bps,
    upi_limit_paise: sale.upiLimitPaise,
    launch_at: days(LAUNCH_IN_DAYS),
    email: 'contact@example.com',
    mobile: main.mobile,
    address: main.address,
    pincode: main.pincode,
    created_at: new Date(plan.openedAt),
    launch_state: 'COLLECTING_ADDRESSES',
    launch_collecting_at: days(-COLLECTING_DAYS),
    launch_freeze_at: days(FREEZE_IN_DAYS),
    launch_token_address: TOKEN_ADDRESS,
    launch_chain_id: 137n,
    launch_version: 3,
  };
}

export function payeeRow(company: Company, plan: SalePlan): Insertable<Schema['beneficiaries']> {
  return {
    id: idOf(company.id, 'payee 0'),
    company_id: company.id,
    holder_name: company.company_name,
    bank_name: 'Vindhya Sample Bank',
    branch: 'Sample Branch, Bhopal',
    account_number: '005566778899',
    ifsc_code: 'VNDH0000462',
    upi: `${company.token_symbol.toLowerCase()}@example`,
    is_primary: true,
    created_at: new Date(plan.openedAt),
  };
}

/** What the audit trail has of the launch so far. */
export function launchEvents(company: Company, adminId: string): PastEvent[] {
  const { launch_collecting_at: at, launch_freeze_at: freezeAt } = company;
  if (at === null || freezeAt === null) return [];
  const common = {
    actor: { kind: 'admin', id: adminId },
    subjectKind: 'company',
    subjectId: company.id,
  } as const;
  const nothing = { state: 'SELLING', tokenAddress: null, chainId: null, freezeAt: null };
  const { launch_token_address: tokenAddress, launch_chain_id: chainId } = company;
  return [
    {
      ...common,
      at: new Date(at.getTime() - 1_800_000),
      action: 'launch.update',
      before: nothing,
      after: { ...nothing, tokenAddress, chainId, freezeAt: freezeAt.toISOString() },
    },
    {
      ...common,
      at,
      action: 'launch.step',
      before: { state: 'SELLING' },
      after: { step: 'collect', state: 'COLLECTING_ADDRESSES' },
    },
  ];
}

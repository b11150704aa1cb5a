/** The tables that only the dashboards read; the source of truth is the SQL in `migrations/`. */
import type { AccountStatus, PaymentMethod, PurchaseStatus } from './schema.ts';

/** Kept by triggers. The figure of a company is the sum over the slots. */
interface UserTotals {
  company_id: string;
  status: AccountStatus;
  is_approved: boolean;
  slot: number;
  users: bigint;
}

/** Kept by triggers. The figure of a company is the sum over the slots. */
interface PurchaseTotals {
  company_id: string;
  status: PurchaseStatus;
  payment_method: PaymentMethod;
  slot: number;
  purchases: bigint;
  final_amount_paise: bigint;
  quantity: bigint;
}

export interface StatsTables {
  user_totals: UserTotals;
  purchase_totals: PurchaseTotals;
}

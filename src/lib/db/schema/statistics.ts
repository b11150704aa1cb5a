/** The tables that only the dashboards read; the source of truth is the SQL in `migrations/`. */
import type { Defaulted, Nullable, Time, TimeOrNull } from '../columns.ts';
import type { AccountStatus, PaymentMethod, PurchaseStatus } from './schema.ts';

/** Maintained by triggers. The figure of a company is the sum over the slots. */
interface UserTotals {
  company_id: string;
  status: AccountStatus;
  is_approved: boolean;
  slot: number;
  users: bigint;
}

/** Maintained by triggers. The figure of a company is the sum over the slots. */
interface PurchaseTotals {
  company_id: string;
  status: PurchaseStatus;
  payment_method: PaymentMethod;
  slot: number;
  purchases: bigint;
  final_amount_paise: bigint;
  quantity: bigint;
}

interface Nodes {
  /** `host:port` */
  name: string;
  version: string;
  /** Its connections are named so that their changes of rows are recorded. */
  records_rows: Defaulted<boolean>;
  started_at: Time;
  seen_at: Time;
  disk_free_bytes: Nullable<bigint>;
  disk_total_bytes: Nullable<bigint>;
  /** The reason why this node cannot send mails; null while it can. */
  mail_problem: Nullable<string>;
}

interface Verifications {
  /** `backup`: the last one that was written; it is never claimed. `files`: whether each row has its file. */
  kind: 'ledger' | 'audit' | 'backup' | 'files';
  /** When a node claimed the current or last run. */
  claimed_at: TimeOrNull;
  ran_at: TimeOrNull;
  entries: Defaulted<bigint>;
  /** The first mismatch; null if everything matched. */
  fault: Nullable<string>;
}

export interface StatsTables {
  nodes: Nodes;
  verifications: Verifications;
  user_totals: UserTotals;
  purchase_totals: PurchaseTotals;
}

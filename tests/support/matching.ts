/** Bank rows and claims for tests of the comparison. */
import { normaliseReference } from '@/lib/purchases/reference.rules.ts';
import { coveredBy, type ReadAccounts } from '@/lib/reconciliation/matching/read.rules.ts';
import type { BankRow, Claim } from '@/lib/reconciliation/rules.ts';

export const ACCOUNT = 'account-1';

/** A statement of `ACCOUNT` that was read, for a year and a half up to this day. */
export const readTo = (until: string): ReadAccounts =>
  new Map([[ACCOUNT, { until, covered: coveredBy([{ from: '2025-06-01', to: until }]) }]]);

/** A credit of ₹1,180.00 on 18 November 2026 with the reference 632112345678. */
export function bankRow({
  reference = '632112345678',
  ...row
}: Partial<BankRow> & { reference?: string } = {}): BankRow {
  return {
    id: 'row-1',
    beneficiaryId: ACCOUNT,
    line: 1,
    date: '2026-11-18',
    time: null,
    valueDate: null,
    side: 'CREDIT',
    amountPaise: 118_000n,
    balancePaise: null,
    transactionId: null,
    narration: `UPI/CR/${reference}/ASHA RAO/HDFC`,
    references: [{ reference: normaliseReference(reference), source: 'NARRATION' }],
    payerName: 'ASHA RAO',
    vpa: null,
    spentOn: null,
    restPaise: row.amountPaise ?? 118_000n,
    ownerId: null,
    notOursReason: null,
    rejectedPurchaseId: null,
    rejectedAt: null,
    settlement: null,
    isSettlementCredit: false,
    payerMembers: [],
    hasTwin: false,
    ...row,
  };
}

/** A pending claim that matches `bankRow()` exactly. */
export function claimOf(claim: Partial<Claim> = {}): Claim {
  return {
    purchaseId: 'purchase-1',
    orderNumber: 'PUR-700001',
    status: 'PENDING',
    reference: '632112345678',
    duePaise: 118_000n,
    partPaise: 0n,
    feePaise: 18_000n,
    submittedOn: '2026-11-18',
    unchangedSince: null,
    beneficiaryId: ACCOUNT,
    buyerId: 'buyer-1',
    buyerName: 'Asha Rao',
    buyerMobile: '+919876543210',
    isBuyerVerified: true,
    registeredOn: '2026-11-01',
    identityChangedOn: null,
    payerNames: [],
    rowId: null,
    waitingRowId: null,
    isReturned: false,
    ...claim,
  };
}

import { getSummary } from '@/lib/reconciliation/calls.ts';
import { listSettlements } from '@/lib/reconciliation/settlements/calls.ts';
import { listStatements } from '@/lib/reconciliation/statement/calls.ts';

/** What every decision about a bank row changes: the sums, the open payments of settlements, and which statements can be deleted. */
export const FIGURES = [getSummary, listSettlements, listStatements] as const;

/** `ledger:verify` and `audit:verify`: recompute everything, beside a living site if need be, and name the first bad row. */
import type { Database } from '../db/client.ts';
import { verify } from '../stats/verification-service.ts';

/** @returns whether all fits */
export type Verification = (database: Database, say: (line: string) => void) => Promise<boolean>;

function verification(kind: 'ledger' | 'audit'): Verification {
  return async (database, say) => {
    const { fits, kept } = await verify(database, kind, ({ chain, summary, fault }) =>
      say(fault === null ? `ok ${chain}: ${summary}` : `BAD ${chain}: ${fault}`),
    );
    if (!kept) say('note: this run could not be kept for the health board');
    return fits;
  };
}

export const verifyLedger = verification('ledger');
export const verifyAudit = verification('audit');

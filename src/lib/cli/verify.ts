/** `ledger:verify` and `audit:verify`: recompute everything, beside a living site if need be, and name the first bad row. */
import { verifyTrails } from '../audit/service.ts';
import type { Database, Db } from '../db/client.ts';
import { PLATFORM_ID } from '../db/schema.ts';
import { verifyLedgers } from '../ledger/verify.ts';

/** @returns whether all fits */
export type Verification = (database: Database, say: (line: string) => void) => Promise<boolean>;

/** One state of the database, however long it takes and whatever goes on meanwhile. */
function inOneState<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  return database.platform.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

export const verifyLedger: Verification = (database, say) =>
  inOneState(database, async (db) => {
    let fits = true;
    for await (const report of verifyLedgers(db)) {
      const { symbol, companyId, fault } = report;
      if (fault) {
        fits = false;
        say(`BAD ledger of ${symbol} (${companyId}): entry ${fault.seq}: ${fault.reason}`);
      } else {
        say(`ok ledger of ${symbol} (${companyId}): ${report.entries} entries, ${report.credited} tokens credited`);
      }
    }
    return fits;
  });

export const verifyAudit: Verification = (database, say) =>
  inOneState(database, async (db) => {
    let fits = true;
    for await (const { scopeId, entries, fault } of verifyTrails(db)) {
      const whose = scopeId === PLATFORM_ID ? 'the platform' : `company ${scopeId}`;
      if (fault) {
        fits = false;
        say(`BAD audit trail of ${whose}: entry ${fault.seq}: ${fault.reason}`);
      } else {
        say(`ok audit trail of ${whose}: ${entries} entries`);
      }
    }
    return fits;
  });

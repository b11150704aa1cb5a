/** A pack is made of what verifies alone: the company's ledger, its audit trail, and the trail of the platform. */
import type { Db } from '../../../db/client.ts';
import { compareObjects } from '../../../db/objects.ts';
import { PLATFORM_ID } from '../../../db/schema/schema.ts';
import { findLedgerFault } from '../../../ledger/verification/service.ts';
import { anchorsOf } from '../../../transparency-log/keys.rules.ts';
import { isWaiting } from '../../../transparency-log/rollbacks/store.ts';
import type { LogId } from '../../../transparency-log/sealing/store.ts';
import { verifyTrail } from '../../../transparency-log/trail/service.ts';
import type { VerifyOptions } from '../../../transparency-log/verification/service.ts';
import { listCosignedNotes } from '../../../transparency-log/witnesses/store.ts';

export interface PackFault {
  readonly command: 'ledger:verify' | 'audit:verify';
  readonly reason: string;
}

/** The first object of the schema that is not the program's: it decides what is recorded of a row. */
export async function findSchemaFault(tx: Db): Promise<PackFault | null> {
  const [reason] = (await compareObjects(tx)).faults;
  return reason === undefined ? null : { command: 'audit:verify', reason };
}

const WAITS = 'the database was set back or restored, and nobody has confirmed it (npm run ledger:confirm-rollback)';

const logsOf = (scopeId: string): LogId[] => [
  { kind: 'audit', scopeId },
  { kind: 'ledger', scopeId },
];

/** The first fault that a verification names. Call it in a snapshot. @param options.heads as they were before the snapshot */
export async function findFault(
  tx: Db,
  companyId: string,
  options: Omit<VerifyOptions, 'anchors'>,
): Promise<PackFault | null> {
  // A row that says so can be anybody's: the operator compares and confirms first.
  for (const log of [companyId, PLATFORM_ID].flatMap(logsOf))
    if (await isWaiting(tx, log)) return { command: 'ledger:verify', reason: WAITS };
  const compared = { ...options, anchors: (await listCosignedNotes(tx)).flatMap(anchorsOf) };
  const ledger = await findLedgerFault(tx, companyId, compared);
  if (ledger) return { command: 'ledger:verify', reason: `entry ${ledger.seq}: ${ledger.reason}` };
  for (const scopeId of [companyId, PLATFORM_ID]) {
    const { fault, values } = await verifyTrail(tx, scopeId, compared);
    const reason = fault ? `entry ${fault.seq}: ${fault.reason}` : values[0];
    if (reason !== undefined) return { command: 'audit:verify', reason };
  }
  return null;
}

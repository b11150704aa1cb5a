/** `ledger:verify` and `audit:verify`: recompute all logs, also while the site runs, and name the first bad row of each. */
import fs from 'node:fs';
import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import { verify } from '../health/verification/service.ts';
import { loadSecrets } from '../secrets.ts';
import { openHeads } from '../transparency-log/heads/service.ts';
import { anchorsOf } from '../transparency-log/keys.rules.ts';
import type { Print } from './backup.ts';

/** @returns whether every log verifies */
export type Verification = (
  database: Database,
  config: Config,
  print: Print,
  anchorFile?: string | null,
) => Promise<boolean>;

function verification(kind: 'ledger' | 'audit'): Verification {
  return async (database, config, print, anchorFile = null) => {
    const anchors = anchorFile === null ? [] : anchorsOf(fs.readFileSync(anchorFile, 'utf8'));
    if (anchorFile !== null && !anchors.some((it) => it.kind === kind))
      throw new Error(`${anchorFile} has no checkpoint of a log that this command verifies.`);
    const heads = openHeads(config.dataDir);
    const input = { database, secrets: loadSecrets(config), heads, anchors };
    const { isValid, isStored } = await verify(input, kind, ({ chain, summary, faults }) => {
      if (faults.length === 0) print(`ok ${chain}: ${summary}`);
      for (const fault of faults) print(`BAD ${chain}: ${fault}`);
    });
    if (!isStored) print('note: this run could not be saved for the health board');
    return isValid;
  };
}

export const verifyLedger = verification('ledger');
export const verifyAudit = verification('audit');

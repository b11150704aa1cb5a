/** Reads the stored narrations again after an upgrade with other rules, a thousand in a transaction. */
import { type Db, inTransaction } from '../../../db/client.ts';
import { RULES_VERSION, rereadOf } from './rules.ts';
import * as store from './store.ts';

const PAGE = 1_000;

/** Does nothing for rows that were read by the rules of today. @param version of the rules by which they were read */
export async function rereadRows(db: Db, companyId: string, version: number): Promise<void> {
  if (version >= RULES_VERSION) return;
  for (let afterId: string | null = null; ; ) {
    const rows = await store.listRows(db, companyId, afterId, PAGE);
    await inTransaction(db, (tx) => store.updateRows(tx, companyId, rows.map(rereadOf)));
    afterId = rows.at(-1)?.id ?? null;
    if (rows.length < PAGE) break;
  }
  await store.setRulesVersion(db, companyId, RULES_VERSION);
}

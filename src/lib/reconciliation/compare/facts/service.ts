import type { Db } from '../../../db/client.ts';
import { nameTokens } from '../../matching/payer.rules.ts';
import { listOwnNames } from './store.ts';

/** The words of the company, its token and its accounts, in upper case: in a narration they are no payer. */
export async function readOwnTokens(db: Db, companyId: string): Promise<ReadonlySet<string>> {
  return new Set((await listOwnNames(db, companyId)).flatMap(nameTokens));
}

/** The SQL of the accounts that a company is paid to. */
import type { Db } from '../db/client.ts';
import type { BeneficiarySnapshot } from '../db/schema.ts';

const COLUMNS = [
  'id',
  'holder_name as holderName',
  'bank_name as bankName',
  'branch',
  'account_number as accountNumber',
  'ifsc_code as ifscCode',
  'upi',
] as const;

/** The active ones, the primary first, then in the order in which they were added. */
export function listActive(db: Db, companyId: string): Promise<(BeneficiarySnapshot & { isPrimary: boolean })[]> {
  return db
    .selectFrom('beneficiaries')
    .select(COLUMNS)
    .select('is_primary as isPrimary')
    .where('company_id', '=', companyId)
    .where('is_active', '=', true)
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** One of the company's, also when it is no longer active; without an id the first active one. Null if there is none. */
export async function findOne(db: Db, companyId: string, id: string | null): Promise<BeneficiarySnapshot | null> {
  const found = await db
    .selectFrom('beneficiaries')
    .select(COLUMNS)
    .where('company_id', '=', companyId)
    .$if(id !== null, (q) => q.where('id', '=', id))
    .$if(id === null, (q) => q.where('is_active', '=', true))
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

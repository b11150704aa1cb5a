import { sql } from 'kysely';
import { companyIdOf } from './accounts.ts';
import type { Site } from './site.ts';

/** Gives the company of a site payment details of its own in place of the first start's examples. */
export async function replaceExamplePayee(site: Site): Promise<void> {
  await sql`UPDATE beneficiaries SET bank_name = 'Konkan Bank', branch = 'Fort, Mumbai', account_number = '112233445566',
      ifsc_code = 'KONK0000123', upi = 'sale@konkan' WHERE company_id = ${await companyIdOf(site)}`.execute(
    site.database.platform,
  );
}

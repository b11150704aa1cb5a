/** Makes bank statements and uploads, imports and compares them over HTTP. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { formatPaise, parsePaise } from '../../src/lib/core/money.ts';
import type { Account, Home } from './accounts.ts';
import { type Answer, freshIp, type Site } from './site.ts';

export const RECONCILIATION = '/api/v1/admin/reconciliation';

/** One line of a statement; a negative amount is a debit. */
export interface Line {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly narration: string;
  /** Rupees, such as '1180.00'. */
  readonly amount: string;
  readonly reference?: string;
}

/** Today in India, or a day before or after. */
export function dayInIndia(offset = 0): string {
  return new Date(Date.now() + 19_800_000 + offset * 86_400_000).toISOString().slice(0, 10);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** With the name of the month, so that no day is ambiguous. */
const namedDay = (day: string): string => `${day.slice(8)}-${MONTHS[Number(day.slice(5, 7)) - 1]}-${day.slice(0, 4)}`;

/** A delimited statement in the columns of HDFC, whose balances run. */
export function statementCsv(lines: readonly Line[], openingPaise = 41_020_000n): string {
  let balance = openingPaise;
  const rows = lines.map(({ day, narration, amount, reference = '' }) => {
    const paise = parsePaise(amount.replace('-', '')) ?? 0n;
    const isDebit = amount.startsWith('-');
    balance += isDebit ? -paise : paise;
    const cells = [isDebit ? formatPaise(paise) : '0.00', isDebit ? '0.00' : formatPaise(paise)];
    return [namedDay(day), narration, namedDay(day), ...cells, reference, formatPaise(balance)].join(',');
  });
  const head = ['Date', 'Narration', 'Value Dat', 'Debit Amount', 'Credit Amount', 'Chq/Ref Number', 'Closing Balance'];
  return `${[`Opening Balance,${formatPaise(openingPaise)}`, head.join(','), ...rows].join('\n')}\n`;
}

/** A UPI payment as HDFC's statement has it. */
export const upiCredit = (reference: string, amount: string, day = dayInIndia(), payer = 'ASHA RAO'): Line => ({
  day,
  narration: `UPI-${payer}-ASHA@OKHDFC-HDFC0000001-${reference}-ORDER`,
  amount,
  reference: `0000${reference}`,
});

/** A bank account of the company. @returns its id */
export async function makeAccount(site: Home, companyId: string, accountNumber = '50100012344417'): Promise<string> {
  const { id } = await site.database.platform
    .insertInto('beneficiaries')
    .values({
      company_id: companyId,
      holder_name: 'Cow Launch Private Limited',
      bank_name: 'HDFC Bank',
      branch: 'Fort, Mumbai',
      account_number: accountNumber,
      ifsc_code: 'HDFC0000001',
      upi: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function statementForm(content: string | Uint8Array, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  form.append('statement', new File([content as BlobPart], 'statement.csv', { type: 'text/csv' }));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

export function readStatement(
  site: Site,
  admin: Account,
  content: string | Uint8Array,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const body = statementForm(content, fields);
  return site.call('POST', `${RECONCILIATION}/statement/read`, { body, token: admin.token, ip: freshIp() });
}

export const importDraft = (site: Site, admin: Account, draftId: string = randomUUID()): Promise<Answer> =>
  site.call('POST', `${RECONCILIATION}/statement/import`, { body: { draftId }, token: admin.token, ip: freshIp() });

/** Reads and imports. @returns the answer of the import */
export async function importLines(
  site: Site,
  admin: Account,
  beneficiaryId: string,
  lines: readonly Line[],
): Promise<Answer> {
  const read = await readStatement(site, admin, statementCsv(lines), { beneficiaryId });
  if (read.status !== 200 || read.body.data.problems.length > 0) throw new Error(`not read: ${read.text}`);
  return importDraft(site, admin, read.body.data.draftId);
}

export async function getJson(
  site: Site,
  admin: Account,
  path: string,
  query: Record<string, string> = {},
): Promise<Answer> {
  const search = new URLSearchParams(query);
  return site.call('GET', `${RECONCILIATION}/${path}?${search}`, { token: admin.token, ip: freshIp() });
}

/** The count of each bucket that is not empty. */
export async function bucketsOf(site: Site, admin: Account): Promise<Record<string, number>> {
  const { body } = await getJson(site, admin, 'summary/get');
  const buckets: { bucket: string; count: number }[] = body.data.buckets;
  return Object.fromEntries(buckets.filter((it) => it.count > 0).map((it) => [it.bucket, it.count]));
}

/** Deletes all statements and debits. */
export async function forgetStatements({ database: { platform } }: Home): Promise<void> {
  await sql`DELETE FROM bank_statement_rows`.execute(platform);
  await sql`DELETE FROM bank_statements`.execute(platform);
  await sql`UPDATE refunds SET debit_row_id = NULL`.execute(platform);
  await sql`DELETE FROM bank_rows WHERE side = 'DEBIT'`.execute(platform);
}

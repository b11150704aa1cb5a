/** Writes rows of bank statements straight into the database, and decides about them over HTTP. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Account, Home } from './accounts.ts';
import { freshReference, manual, post, submitted } from './purchases.ts';
import type { Answer, Site } from './site.ts';

const BASE = '/api/v1/admin/reconciliation';
/** What `manual()` costs. */
const DUE_PAISE = 118_000n;

export interface PlantedRow {
  readonly reference: string;
  /** Default: what `manual()` costs. */
  readonly amountPaise?: bigint;
  /** Days from today in India. Default: 0. */
  readonly days?: number;
  readonly side?: 'CREDIT' | 'DEBIT';
  readonly narration?: string;
}

/** A row of the account's statements. @returns its id */
export async function plantRow(home: Home, companyId: string, accountId: string, row: PlantedRow): Promise<string> {
  const { reference, amountPaise = DUE_PAISE, days = 0, side = 'CREDIT' } = row;
  const { platform } = home.database;
  const { id } = await platform
    .insertInto('bank_rows')
    .values({
      company_id: companyId,
      beneficiary_id: accountId,
      identity: randomBytes(32).toString('hex'),
      line: 1,
      bank_date: sql<string>`(now() AT TIME ZONE 'Asia/Kolkata')::date + ${days}::int`,
      side,
      amount_paise: amountPaise,
      narration: row.narration ?? `UPI/CR/${reference}/ASHA RAO/HDFC`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await platform
    .insertInto('bank_row_references')
    .values({ company_id: companyId, row_id: id, reference, source: 'NARRATION', payment_number: reference })
    .execute();
  return id;
}

export interface PlantedPair {
  readonly rowId: string;
  readonly purchaseId: string;
  readonly reference: string;
}

/** A pending purchase of the member and a row that names nobody and matches it in full, but for what `row` says. */
export async function plantPair(
  site: Site,
  buyer: Account,
  accountId: string,
  { receiptId, ...row }: Partial<PlantedRow> & { readonly receiptId?: string } = {},
): Promise<PlantedPair> {
  const reference = freshReference();
  const proof = receiptId === undefined ? {} : { receiptId };
  const { id: purchaseId } = await submitted(site, buyer, manual({ referenceNumber: reference, ...proof }));
  const narration = `INB IMPS/${reference}/XX4417/COWL--`;
  const rowId = await plantRow(site, buyer.companyId, accountId, { reference, narration, ...row });
  return { rowId, purchaseId, reference };
}

type Pair = Pick<PlantedPair, 'rowId' | 'purchaseId'>;
export const approvePairs = (site: Site, admin: Account, pairs: readonly Pair[]): Promise<Answer> =>
  post(site, `${BASE}/approve`, admin, { matches: pairs.map(({ rowId, purchaseId }) => ({ rowId, purchaseId })) });

export const approveExact = (site: Site, admin: Account): Promise<Answer> =>
  post(site, `${BASE}/approve`, admin, { bucket: 'EXACT' });
export const assign = (site: Site, admin: Account, body: object): Promise<Answer> =>
  post(site, `${BASE}/assign`, admin, { reason: 'The buyer showed the payment.', ...body });
export const undo = (site: Site, admin: Account, rowId: string, more: object = {}): Promise<Answer> =>
  post(site, `${BASE}/undo`, admin, { rowId, reason: 'Chosen by mistake.', ...more });

/** The matches of a purchase, the first one first. */
export const matchesOf = (home: Home, purchaseId: string) =>
  home.database.platform
    .selectFrom('bank_matches')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .orderBy('matched_at')
    .execute();

/** Whether the list of the bucket has the row. */
export async function isInBucket(site: Site, admin: Account, bucket: string, rowId: string): Promise<boolean> {
  for (let page = 1; ; page++) {
    const { body } = await site.call('GET', `${BASE}/match/list?bucket=${bucket}&page=${page}&limit=100`, {
      token: admin.token,
    });
    const records: { row: { id: string } | null }[] = body.data.records;
    if (records.some((it) => it.row?.id === rowId)) return true;
    if (records.length < 100) return false;
  }
}

/** The SQL of what is known about payers and buyers, for the comparison of everything and of one pair. */
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Member } from '../../rules.ts';

/** Whether an admin has verified member `u`, with the name and the phone number of now. */
export const IS_VERIFIED = sql<boolean>`(u.is_approved AND u.identity_changed_at IS NULL)`;
const IS_MEMBER = sql<boolean>`u.role = 'USER' AND u.deleted_at IS NULL`;

/** All members, for the comparison of everything. */
export async function listMembers(db: Db, companyId: string): Promise<Member[]> {
  const { rows } = await sql<Member>`
    SELECT u.id, u.name, u.mobile, ${IS_VERIFIED} AS "isVerified" FROM users u
    WHERE u.company_id = ${companyId} AND ${IS_MEMBER}`.execute(db);
  return rows;
}

/** Letters after the Latin ones, as in the index `users_other_scripts`. */
const OTHER_SCRIPT = '[^\\u0001-\\u036F\\u1E00-\\u206F]';

/** LIKE patterns for names that contain one of these beginnings. */
export const patternsOf = (starts: readonly string[]): string[] => starts.map((start) => `%${start}%`);

export interface NameStarts {
  /** Beginnings of the words of a payer, in lower case. */
  readonly starts: readonly string[];
  /** Whether a name must have all of them, or one. */
  readonly isWhole: boolean;
  /** Whether names in other scripts than that of the bank can be meant: by their sound, which the comparison knows. */
  readonly isHeard: boolean;
  /** The last ten digits of phone numbers of which each is enough. */
  readonly phones: readonly string[];
}

/** The members whose names have these beginnings, or are in another script, or who have one of the phone numbers. The comparison decides who fits. */
export async function listNamesakes(
  db: Db,
  companyId: string,
  { starts, isWhole, isHeard, phones }: NameStarts,
): Promise<Member[]> {
  if (starts.length === 0 && phones.length === 0) return [];
  // The text of the search, which has the name, has an index.
  const parts = patternsOf(starts).map((it) => sql`u.search_text LIKE ${it} AND lower(u.name) LIKE ${it}`);
  const isNamed = sql.join(parts, isWhole ? sql` AND ` : sql` OR `);
  const ways = [
    ...(starts.length > 0 ? [sql`(${isNamed})`] : []),
    ...(isHeard && starts.length > 0 ? [sql`u.name ~ ${sql.lit(OTHER_SCRIPT)}`] : []),
    ...phones.map((phone) => sql`u.search_text LIKE ${`%${phone}%`} AND right(u.mobile, 10) = ${phone}`),
  ];
  const selections = ways.map(
    (isMeant) => sql`SELECT u.id, u.name, u.mobile, ${IS_VERIFIED} AS "isVerified" FROM users u
      WHERE u.company_id = ${companyId} AND ${IS_MEMBER} AND ${isMeant}`,
  );
  const { rows } = await sql<Member>`${sql.join(selections, sql` UNION `)}`.execute(db);
  return rows;
}

/** Whether row `t` is another payment than `r`: a line of a settlement can be the bank's payment once more, with its number. */
const IS_SECOND = sql`t.id <> r.id AND t.side = 'CREDIT' AND NOT EXISTS (
  SELECT FROM bank_row_references a JOIN bank_row_references b ON b.company_id = a.company_id AND b.payment_number = a.payment_number
  WHERE a.company_id = r.company_id AND a.row_id = r.id AND b.row_id = t.id)`;

/** The members who have the name of row `r`'s payer, or for whom a payment of that payer was approved, and whether the payer sent the same amount twice within 30 days. */
export const PAYER_FACTS = sql`
  (SELECT coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'isVerified', ${IS_VERIFIED})), '[]') FROM users u
    WHERE u.company_id = r.company_id AND ${IS_MEMBER} AND u.id IN (
      SELECT n.id FROM users n WHERE n.company_id = r.company_id AND n.name_letters = r.payer_letters
      UNION SELECT x.user_id FROM bank_rows b
        JOIN bank_matches y ON y.company_id = b.company_id AND y.row_id = b.id AND y.released_at IS NULL
        JOIN purchases x ON x.company_id = y.company_id AND x.id = y.purchase_id AND x.status = 'APPROVED'
        WHERE b.company_id = r.company_id AND b.payer_letters = r.payer_letters)) AS "payerMembers",
  r.side = 'CREDIT' AND r.settlement_id IS NULL AND (
    EXISTS (SELECT FROM bank_rows t WHERE t.company_id = r.company_id AND t.payer_letters = r.payer_letters
      AND t.amount_paise = r.amount_paise AND t.bank_date BETWEEN r.bank_date - 30 AND r.bank_date + 30 AND ${IS_SECOND})
    OR EXISTS (SELECT FROM bank_rows t WHERE t.company_id = r.company_id AND t.vpa = r.vpa
      AND t.amount_paise = r.amount_paise AND t.bank_date BETWEEN r.bank_date - 30 AND r.bank_date + 30 AND ${IS_SECOND})
  ) AS "hasTwin"`;

/** The payers whose payments were approved for each buyer, as `user_id` and `names`; a common table expression of a query. */
export const PAYERS_OF_BUYERS = (companyId: string) => sql`
  SELECT x.user_id, array_agg(DISTINCT b.payer_name) AS names FROM bank_matches y
  JOIN purchases x ON x.company_id = y.company_id AND x.id = y.purchase_id AND x.status = 'APPROVED'
  JOIN bank_rows b ON b.company_id = y.company_id AND b.id = y.row_id AND b.payer_name IS NOT NULL
  WHERE y.company_id = ${companyId} AND y.released_at IS NULL GROUP BY x.user_id`;

/** Joins the same of the buyer of one purchase `p`, as `payers`. */
export const PAYERS_OF_PURCHASE = sql`
  LEFT JOIN LATERAL (SELECT array_agg(DISTINCT b.payer_name) AS names FROM purchases x
    JOIN bank_matches y ON y.company_id = x.company_id AND y.purchase_id = x.id AND y.released_at IS NULL
    JOIN bank_rows b ON b.company_id = y.company_id AND b.id = y.row_id AND b.payer_name IS NOT NULL
    WHERE x.company_id = p.company_id AND x.user_id = p.user_id AND x.status = 'APPROVED') payers ON true`;

/** Names of the company, its token and its accounts, which are no payer in a narration. */
export async function listOwnNames(db: Db, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    SELECT concat_ws(' ', company_name, token_name, token_symbol) AS text FROM companies WHERE id = ${companyId}
    UNION ALL
    SELECT concat_ws(' ', holder_name, bank_name, branch) FROM beneficiaries WHERE company_id = ${companyId}`.execute(
    db,
  );
  return rows.map((row) => row.text);
}

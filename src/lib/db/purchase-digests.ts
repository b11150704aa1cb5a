/**
 * Digests of what the audit entry of a decision holds of its purchase without showing it: an entry cannot be erased. The id is part
 * of each, so that equal references of two purchases do not look equal.
 */
import { type RawBuilder, sql } from 'kysely';

type Alias = 'p' | 'purchases';

function digestOf(alias: Alias, columns: readonly string[]): RawBuilder<string> {
  const refs = sql.join(['id', ...columns].map((column) => sql.ref(`${alias}.${column}`)));
  return sql<string>`encode(sha256(convert_to(jsonb_build_array(${refs})::text, 'UTF8')), 'hex')`;
}

/** SHA-256, in hex, of the references that the buyer gave. @param alias of `purchases` in the statement */
export function referenceDigest(alias: Alias): RawBuilder<string> {
  return digestOf(alias, ['reference_number', 'transaction_id']);
}

/** SHA-256, in hex, of the account that the buyer was shown. @param alias of `purchases` in the statement */
export function payeeDigest(alias: Alias): RawBuilder<string> {
  return digestOf(alias, ['beneficiary']);
}

/** The SQL of the saved rules that mark rows of new statements. */
import { offsetOf, type PageRequest } from '../../core/pagination.ts';
import type { Db } from '../../db/client.ts';

/** The newest first. */
export async function listRules(db: Db, companyId: string, page: PageRequest) {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('bank_rules as r')
      .leftJoin('users as u', (join) =>
        join.onRef('u.company_id', '=', 'r.company_id').onRef('u.id', '=', 'r.created_by'),
      )
      .select(['r.id', 'r.narration_text', 'r.reason', 'r.created_at', 'u.name as creator'])
      .where('r.company_id', '=', companyId)
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(page.limit)
      .offset(offsetOf(page))
      .execute(),
    db
      .selectFrom('bank_rules')
      .select((eb) => eb.fn.countAll<bigint>().as('total'))
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

/** @returns the rule that was deleted; null if the company has none with this id */
export async function deleteRule(tx: Db, companyId: string, id: string) {
  const row = await tx
    .deleteFrom('bank_rules')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning(['narration_text as text', 'reason'])
    .executeTakeFirst();
  return row ?? null;
}

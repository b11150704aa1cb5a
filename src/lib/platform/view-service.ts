/** A super admin's look at the back office of a company: reads only, and stands in both trails. */
import { record } from '../audit/service.ts';
import { getPaymentDetails } from '../beneficiaries/service.ts';
import { assert } from '../core/errors.ts';
import { inTransaction } from '../db/client.ts';
import { PLATFORM_ID } from '../db/schema.ts';
import { listTransactionsAsAdmin } from '../purchases/list.ts';
import { actorOf, type Scope } from '../scope.ts';
import { getDashboard, getMemberStatistics, getTransactionStatistics } from '../stats/service.ts';
import { findCompany } from './store.ts';
import { recordOf } from './values.ts';

const ROWS = 10;

/** Null where there is no such company. */
export async function viewCompany(scope: Scope, id: string) {
  const { app } = scope;
  const row = await findCompany(app.database.platform, id);
  if (!row) return null;
  const { hosts: _hosts, ...company } = row;
  // The company's own connections: what is read here can be of no other.
  const inside: Scope = { ...scope, company, db: app.database.company(id), brand: null };
  const list = (status: 'PENDING' | 'APPROVED') =>
    listTransactionsAsAdmin(inside, { page: 1, limit: ROWS, search: '', status });
  const [dashboard, members, collected, payee, pending, approved] = await Promise.all([
    getDashboard(inside),
    getMemberStatistics(inside),
    getTransactionStatistics(inside),
    getPaymentDetails(inside),
    list('PENDING'),
    list('APPROVED'),
  ]);
  await inTransaction(app.database.platform, async (tx) => {
    for (const scopeId of [id, PLATFORM_ID])
      await record(tx, {
        scopeId,
        actor: actorOf(scope),
        action: 'company.view',
        subjectKind: 'company',
        subjectId: id,
      });
  });
  assert(dashboard.data && members.data && collected.data && payee.data, 'each answers');
  assert(pending.data && approved.data, 'each answers');
  return {
    company: recordOf(scope, row),
    dashboard: dashboard.data,
    members: members.data,
    collected: collected.data,
    payee: payee.data,
    pending: pending.data,
    approved: approved.data,
  };
}

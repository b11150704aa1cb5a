/** A super admin's look at the back office of a company: reads only, and stands in both trails. */
import { record } from '../audit/service.ts';
import { getPaymentDetails } from '../beneficiaries/service.ts';
import { assert } from '../core/errors.ts';
import { PAGE_LIMIT_DEFAULT } from '../core/page.ts';
import { inTransaction } from '../db/client.ts';
import { PLATFORM_ID } from '../db/schema.ts';
import { listAudit } from '../members/audit-service.ts';
import { listMembers } from '../members/list-service.ts';
import { listTransactionsAsAdmin } from '../purchases/list.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import { getDashboard, getMemberStatistics, getTransactionStatistics } from '../stats/service.ts';
import { findCompany } from './store.ts';
import { recordOf } from './values.ts';
import type { CompanyView } from './view-rules.ts';

async function dataOf<T>(result: Promise<Result<T>>): Promise<NonNullable<T>> {
  const { data } = await result;
  assert(data, 'each answers');
  return data;
}

async function overviewOf(inside: Scope) {
  const list = (status: 'PENDING' | 'APPROVED') =>
    dataOf(listTransactionsAsAdmin(inside, { page: 1, limit: PAGE_LIMIT_DEFAULT, search: '', status }));
  const [dashboard, members, collected, payee, pending, approved] = await Promise.all([
    dataOf(getDashboard(inside)),
    dataOf(getMemberStatistics(inside)),
    dataOf(getTransactionStatistics(inside)),
    dataOf(getPaymentDetails(inside)),
    list('PENDING'),
    list('APPROVED'),
  ]);
  return { dashboard, members, collected, payee, pending, approved };
}

export type CompanyOverview = Awaited<ReturnType<typeof overviewOf>>;

/** Of all parts the one that is looked at. */
async function read(inside: Scope, { part, status, search, page }: CompanyView) {
  const asked = { page, limit: PAGE_LIMIT_DEFAULT, search };
  return {
    overview: part === 'overview' ? await overviewOf(inside) : null,
    purchases: part === 'purchases' ? await dataOf(listTransactionsAsAdmin(inside, { ...asked, status })) : null,
    members: part === 'members' ? await dataOf(listMembers(inside, asked)) : null,
    audit: part === 'audit' ? await dataOf(listAudit(inside, asked)) : null,
  };
}

/** Null where there is no such company. Each look is recorded with the part that was shown. */
export async function viewCompany(scope: Scope, id: string, view: CompanyView) {
  const { app } = scope;
  const row = await findCompany(app.database.platform, id);
  if (!row) return null;
  const { hosts: _hosts, ...company } = row;
  // The company's own connections: what is read here can be of no other.
  const inside: Scope = { ...scope, company, db: app.database.company(id), brand: null };
  const shown = await read(inside, view);
  await inTransaction(app.database.platform, async (tx) => {
    for (const scopeId of [id, PLATFORM_ID])
      await record(tx, {
        scopeId,
        actor: actorOf(scope),
        action: 'company.view',
        subjectKind: 'company',
        subjectId: id,
        after: { part: view.part },
      });
  });
  return { company: recordOf(scope, row), ...shown };
}

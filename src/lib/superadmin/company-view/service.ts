/** A super admin views a company's administration, read-only. Each view is recorded in both audit trails. */
import { listAudit } from '../../audit-log/service.ts';
import { getPaymentDetails } from '../../beneficiaries/service.ts';
import { assert } from '../../core/errors.ts';
import { PAGE_LIMIT_DEFAULT } from '../../core/pagination.ts';
import { searchLine } from '../../core/search.ts';
import { getDashboard, getMemberStatistics, getTransactionStatistics } from '../../dashboard/service.ts';
import { inTransaction } from '../../db/client.ts';
import { listMembers } from '../../members/list/service.ts';
import { listTransactionsAsAdmin } from '../../purchases/list/service.ts';
import type { Result, Scope } from '../../scope.ts';
import { recordOf } from '../companies/mapper.ts';
import { recordForCompany } from '../companies/service.ts';
import { findCompany } from '../companies/store.ts';
import type { CompanyView } from './rules.ts';

async function dataOf<T>(result: Promise<Result<T>>): Promise<NonNullable<T>> {
  const { data } = await result;
  assert(data, 'a read returns data');
  return data;
}

async function overviewOf(companyScope: Scope) {
  const list = (status: 'PENDING' | 'APPROVED') =>
    dataOf(listTransactionsAsAdmin(companyScope, { page: 1, limit: PAGE_LIMIT_DEFAULT, search: '', status }));
  const [dashboard, members, collected, payee, pending, approved] = await Promise.all([
    dataOf(getDashboard(companyScope)),
    dataOf(getMemberStatistics(companyScope)),
    dataOf(getTransactionStatistics(companyScope)),
    dataOf(getPaymentDetails(companyScope, {})),
    list('PENDING'),
    list('APPROVED'),
  ]);
  return { dashboard, members, collected, payee, pending, approved };
}

export type CompanyOverview = Awaited<ReturnType<typeof overviewOf>>;

/** Reads only the part that is viewed. */
async function readPart(companyScope: Scope, { part, status, search, page }: CompanyView) {
  const list = { page, limit: PAGE_LIMIT_DEFAULT, search: searchLine(search) };
  return {
    overview: part === 'overview' ? await overviewOf(companyScope) : null,
    purchases: part === 'purchases' ? await dataOf(listTransactionsAsAdmin(companyScope, { ...list, status })) : null,
    members: part === 'members' ? await dataOf(listMembers(companyScope, list)) : null,
    audit: part === 'audit' ? await dataOf(listAudit(companyScope, list)) : null,
  };
}

/** Null if there is no such company. The audit entry names the part that was shown. */
export async function viewCompany(scope: Scope, id: string, view: CompanyView) {
  const { app } = scope;
  const row = await findCompany(app.database.platform, id);
  if (!row) return null;
  // Its administration is in the other cluster, and its connections here are closed.
  if (row.moved_at)
    return { company: recordOf(scope, row), overview: null, purchases: null, members: null, audit: null };
  const { hosts: _hosts, ...company } = row;
  // The connections of this company: row security hides the rows of all others.
  const companyScope: Scope = { ...scope, company, db: app.database.company(id), brand: null };
  const shown = await readPart(companyScope, view);
  await inTransaction(app.database.platform, async (tx) => {
    await recordForCompany(tx, scope, id, 'company.view', { after: { part: view.part } });
  });
  return { company: recordOf(scope, row), ...shown };
}

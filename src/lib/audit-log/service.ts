/** The audit trail of a company, for its admins. */
import { actionLabel, sentenceParts } from '../audit/actions.rules.ts';
import type { Jsonable } from '../core/canonical.ts';
import { notFound } from '../core/errors.ts';
import { paged } from '../core/pagination.ts';
import { memberPath, PATHS } from '../core/paths.ts';
import { searchTerms } from '../core/search.ts';
import type { Scope, UseCase } from '../scope.ts';
import { auditHash } from '../transparency-log/trail/service.ts';
import type * as calls from './calls.ts';
import type { AuditRow } from './contract.ts';
import { actionsFor, actionsIn, changesOf, idsIn, isAuditGroup } from './rules.ts';
import * as store from './store.ts';

/** Super admins belong to no company. Its admins do not see which of them acted. */
const PLATFORM = 'Platform';
const PROGRAM = 'The program';
/** SQL wrote the entry. */
const OUTSIDE = 'Somebody with access to the database';
const GONE = 'Deleted account';

type Subject = AuditRow['subject'];
type Row = store.TrailRow;

function searchOf(search: string): store.TrailSearch | null {
  const text = search.trim();
  const terms = searchTerms(text);
  if (terms.length === 0) return null;
  const lower = text.toLowerCase();
  return {
    text,
    terms,
    actions: actionsFor(text),
    actorKind: lower === PLATFORM.toLowerCase() ? 'super' : lower === PROGRAM.toLowerCase() ? 'system' : null,
  };
}

/** @throws ApiError not_found when `userId` is no account of the company */
export const listAudit: UseCase<typeof calls.listAudit> = async (scope, input) => {
  const { db, company } = scope;
  const { action, userId } = input;
  if (userId !== undefined && !(await store.isAccount(db, company.id, userId))) throw notFound('User');
  const { rows, total } = await store.listTrail(db, {
    companyId: company.id,
    page: input.page,
    limit: input.limit,
    search: userId === undefined ? searchOf(input.search) : null,
    userId,
    actions: action === undefined ? undefined : isAuditGroup(action) ? actionsIn(action) : [action],
    from: input.from,
    to: input.to,
  });
  const names = await namesOf(scope, rows);
  const records = rows.map((row): AuditRow => {
    const action = actionLabel(row.action);
    return {
      seq: row.position === null ? null : String(row.position + 1n),
      createdAt: row.created_at.toISOString(),
      action: row.action,
      title: row.is_foreign ? `${action.title}, not by the program` : action.title,
      sentence: sentenceParts(action.sentence),
      actor: { kind: row.actor_kind, name: actorName(row, names.people) },
      subject: subjectOf(row, names),
      changes: changesOf(row.before, row.after, (id) => names.people.get(id)?.name),
      hash: hashOf(row, company.id),
    };
  });
  return { data: paged(records, total, input) };
};

async function namesOf({ db, company }: Scope, rows: readonly Row[]) {
  const subjects = (kind: string): string[] => [
    ...new Set(rows.flatMap((row) => (row.subject_kind === kind && row.subject_id !== null ? [row.subject_id] : []))),
  ];
  const [orders, holders] = await Promise.all([
    store.ordersOf(db, company.id, subjects('purchase')),
    store.holdersOf(db, company.id, subjects('beneficiary')),
  ]);
  const people = await store.peopleOf(db, company.id, [
    ...new Set([
      ...rows.flatMap((row) => (row.actor_id === null ? [] : [row.actor_id])),
      ...subjects('user'),
      ...orders.map((it) => it.user_id),
      ...rows.flatMap((row) => idsIn(row.before, row.after)),
    ]),
  ]);
  return {
    company: company.company_name,
    people: new Map(people.map((it) => [it.id, it])),
    orders: new Map(orders.map((it) => [it.id, it])),
    holders: new Map(holders.map((it) => [it.id, it.holder_name])),
  };
}

function hashOf(row: Row, scopeId: string): string {
  return auditHash({
    scopeId,
    seq: row.seq,
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    action: row.action,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    before: row.before as Jsonable,
    after: row.after as Jsonable,
    rows: row.rows as Jsonable,
    createdAt: row.created_at.toISOString(),
    prevHash: row.prev_hash,
    hash: row.hash,
    isForeign: row.is_foreign,
  });
}

type Names = Awaited<ReturnType<typeof namesOf>>;

function actorName(row: Row, people: Names['people']): string {
  if (row.is_foreign) return OUTSIDE;
  if (row.actor_kind === 'super') return PLATFORM;
  if (row.actor_id === null) return PROGRAM;
  return people.get(row.actor_id)?.name ?? GONE;
}

function personOf(id: string, { people }: Names): { name: string; path: string | null } {
  const person = people.get(id);
  if (!person) return { name: GONE, path: null };
  const name = person.deleted_at === null ? person.name : `${person.name} (${person.member_id})`;
  return { name, path: memberPath(id) };
}

function subjectOf(row: Row, names: Names): Subject {
  const kind = row.subject_kind;
  const id = row.subject_id ?? '';
  const of = (name: string, path: string | null): Subject => ({ kind, name, path, owner: null });
  if (kind === 'user') return { kind, ...personOf(id, names), owner: null };
  if (kind === 'purchase') {
    const order = names.orders.get(id);
    if (!order) return of('of a deleted account', null);
    const path = orderPath(order.order_number, order.status);
    const isOwn = order.user_id === row.actor_id;
    return { kind, name: order.order_number, path, owner: isOwn ? null : personOf(order.user_id, names) };
  }
  if (kind === 'beneficiary') {
    const holder = names.holders.get(id);
    if (holder !== undefined) return of(holder, PATHS.beneficiary);
    // A proposal to add a beneficiary refers to one that does not exist yet.
    const isNew = row.before === null && /\.(propose|refuse|withdraw)$/.test(row.action);
    return of(isNew ? 'that was to be added' : 'that was deleted', null);
  }
  if (kind === 'announcement') return of('an announcement', PATHS.announcements);
  if (kind === 'company') return of(names.company, null);
  if (kind === 'api_key') return of('an API key', PATHS.developers);
  if (kind === 'webhook') return of('a webhook', PATHS.developers);
  if (kind === 'bank_row') return of('a bank row', null);
  if (kind === 'bank_rule') return of('a rule for bank rows', null);
  if (kind === 'statement') return of('a bank statement', null);
  return of(kind === 'super_admin' ? PLATFORM : kind, null);
}

function orderPath(orderNumber: string, status: string): string {
  const base = PATHS.purchaseRequest;
  if (status === 'PENDING') return `${base}?requestSearch=${orderNumber}`;
  return `${base}?tab=history&historySearch=${orderNumber}${status === 'APPROVED' ? '' : `&status=${status}`}`;
}

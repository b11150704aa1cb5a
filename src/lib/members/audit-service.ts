/** The audit trail of a company, for its admins. */
import { AUDIT_ACTIONS, sentenceParts, wordsOf } from '../audit/actions-rules.ts';
import type { InputOf, OutputOf } from '../core/contract.ts';
import { paged } from '../core/page.ts';
import { PATHS } from '../core/paths.ts';
import type { Result, Scope } from '../scope.ts';
import type { AuditRow, listAudit as List } from './audit-contract.ts';
import { actionsFor, changesOf } from './audit-rules.ts';
import * as store from './audit-store.ts';
import { searchWords } from './search-rules.ts';

/** Super admins belong to no company: no admin is told which of them it was. */
const PLATFORM = 'Platform';
const PROGRAM = 'The program';
const GONE = 'Deleted account';
const ACTIONS = Object.entries(AUDIT_ACTIONS).map(([code, words]) => ({ code, ...words }));

type Subject = AuditRow['subject'];
type Row = Awaited<ReturnType<typeof store.listTrail>>['rows'][number];

function searchOf(search: string): store.TrailSearch | null {
  const text = search.trim();
  if (text === '') return null;
  const lower = text.toLowerCase();
  return {
    text,
    words: searchWords(text),
    actions: actionsFor(text, ACTIONS),
    actorKind: lower === PLATFORM.toLowerCase() ? 'super' : lower === PROGRAM.toLowerCase() ? 'system' : null,
  };
}

export async function listAudit(scope: Scope, input: InputOf<typeof List>): Promise<Result<OutputOf<typeof List>>> {
  const { rows, total } = await store.listTrail(scope.db, {
    companyId: scope.company.id,
    page: input.page,
    limit: input.limit,
    search: searchOf(input.search),
    action: input.action,
    from: input.from,
    to: input.to,
  });
  const names = await namesOf(scope, rows);
  const records = rows.map((row): AuditRow => {
    const words = wordsOf(row.action);
    return {
      seq: String(row.seq),
      createdAt: row.created_at.toISOString(),
      action: row.action,
      title: words.title,
      sentence: sentenceParts(words.tells),
      actor: { kind: row.actor_kind, name: actorName(row, names.people) },
      subject: subjectOf(row, names),
      changes: changesOf(row.before, row.after),
      hash: row.hash,
    };
  });
  return { data: paged(records, total, input) };
}

async function namesOf({ db, company }: Scope, rows: readonly Row[]) {
  const subjects = (kind: string): string[] =>
    rows.flatMap((row) => (row.subject_kind === kind && row.subject_id !== null ? [row.subject_id] : []));
  const actors = rows.flatMap((row) => (row.actor_id === null ? [] : [row.actor_id]));
  const people = await store.peopleOf(db, company.id, [...new Set([...actors, ...subjects('user')])]);
  const orders = await store.ordersOf(db, company.id, [...new Set(subjects('purchase'))]);
  const holders = await store.holdersOf(db, company.id, [...new Set(subjects('beneficiary'))]);
  return {
    company: company.company_name,
    people: new Map(people.map((it) => [it.id, it])),
    orders: new Map(orders.map((it) => [it.id, it])),
    holders: new Map(holders.map((it) => [it.id, it.holder_name])),
  };
}

type Names = Awaited<ReturnType<typeof namesOf>>;

function actorName(row: Row, people: Names['people']): string {
  if (row.actor_kind === 'super') return PLATFORM;
  if (row.actor_id === null) return PROGRAM;
  return people.get(row.actor_id)?.name ?? GONE;
}

function subjectOf(row: Row, names: Names): Subject {
  const kind = row.subject_kind;
  const id = row.subject_id ?? '';
  if (kind === 'user') {
    const person = names.people.get(id);
    if (!person) return { kind, name: GONE, path: null };
    if (person.deleted_at !== null) return { kind, name: `${person.name} (${person.member_id})`, path: null };
    return { kind, name: person.name, path: `${PATHS.userManage}?search=${encodeURIComponent(person.member_id)}` };
  }
  if (kind === 'purchase') {
    const order = names.orders.get(id);
    if (!order) return { kind, name: 'of a deleted account', path: null };
    return { kind, name: order.order_number, path: orderPath(order.order_number, order.status) };
  }
  if (kind === 'beneficiary') {
    const holder = names.holders.get(id);
    return { kind, name: holder ?? 'that was deleted', path: holder === undefined ? null : PATHS.beneficiary };
  }
  if (kind === 'company') return { kind, name: names.company, path: null };
  return { kind, name: kind === 'super_admin' ? PLATFORM : kind, path: null };
}

function orderPath(orderNumber: string, status: string): string {
  const base = PATHS.purchaseRequest;
  if (status === 'PENDING') return `${base}?requestSearch=${orderNumber}`;
  return `${base}?tab=history&historySearch=${orderNumber}${status === 'APPROVED' ? '' : `&status=${status}`}`;
}

/**
 * A bank row and a purchase, locked with everything that shares their references, and what is recorded of them. Locks, in the
 * order of the ledger: the company, the people, the accounts and their rows, the purchases.
 */
import { lockActor } from '../../../approvals/alone/service.ts';
import { type AuditEvent, record } from '../../../audit/service.ts';
import { readCompany } from '../../../companies/store.ts';
import { ApiError, assert, notFound } from '../../../core/errors.ts';
import type { Db } from '../../../db/client.ts';

import { actorOf, type Scope } from '../../../scope.ts';
import { readOwnTokens } from '../../compare/facts/service.ts';
import { listNamesakes } from '../../compare/facts/store.ts';
import { orderNumbersIn } from '../../matching/orders.rules.ts';
import { nameFit, payerOfAddress, payerOfRow } from '../../matching/payer.rules.ts';
import { numbersOfClaim, numbersOfRow, storedReferences } from '../../matching/references.rules.ts';
import { phoneKey, phonesOf } from '../../matching/suggest.rules.ts';
import type { BankRow, Claim } from '../../rules.ts';
import * as locks from '../locks/store.ts';
import * as rules from '../rules.ts';
import * as store from '../store.ts';

export interface Pair {
  readonly rowId: string;
  readonly purchaseId: string;
}

/** What of a row is allocated to a purchase, and why; the reason is null for a full match. */
export interface Share {
  readonly kind: store.OpenMatch['kind'];
  readonly amountPaise: bigint;
  readonly reason: string | null;
}

/** Allocates a row to a purchase, or reserves it for the second admin. */
export function insertMatch(tx: Db, scope: Scope, { row, claim }: rules.Neighbourhood, share: Share): Promise<void> {
  return store.insertMatch(tx, scope.company.id, {
    ...share,
    rowId: row.id,
    purchaseId: claim.purchaseId,
    reference: rules.sharedReference(row, claim),
    matchedBy: actorOf(scope).id,
  });
}

/** @param facts more of what was decided, such as what is received and what is due */
export function recordMatch(
  tx: Db,
  scope: Scope,
  { row, claim }: rules.Neighbourhood,
  { kind, reason }: Pick<Share, 'kind' | 'reason'>,
  facts: Readonly<Record<string, bigint | boolean>> = {},
): Promise<void> {
  const actions = { EXACT: 'statement.match', ASSIGNED: 'statement.assign', PART: 'statement.part' } as const;
  return record(tx, {
    ...eventOf(scope, actions[kind], 'purchase', claim.purchaseId),
    after: { ...factsOf(row), duePaise: claim.duePaise, ...facts, ...(reason !== null && { reason }) },
  });
}

/** What the audit trail has of a row. */
export const factsOf = ({ id, date, amountPaise }: BankRow) => ({ bankRow: id, bankDate: date, amountPaise });

export function eventOf(scope: Scope, action: AuditEvent['action'], subjectKind: string, subjectId: string) {
  return { scopeId: scope.company.id, actor: actorOf(scope), action, subjectKind, subjectId };
}

export interface Locked {
  readonly near: rules.Neighbourhood;
  /** The pair's own match: approved, or waiting for a second admin. */
  readonly match: store.OpenMatch | null;
}

interface LockedPair {
  readonly near: rules.Neighbourhood;
  /** The matches of the row and of the purchase. */
  readonly matches: readonly store.OpenMatch[];
}

/**
 * Locks a pair and what shares its references, and reads it under the locks: no statement, mark or decision changes it until
 * the commit.
 * @throws ApiError not_found
 */
export async function lockPair(tx: Db, scope: Scope, pair: Pair): Promise<LockedPair> {
  const companyId = scope.company.id;
  const [, , early] = await Promise.all([
    readCompany(tx, companyId),
    lockActor(tx, scope),
    readShared(tx, companyId, pair),
  ]);
  const purchaseIds = early.claims.map((claim) => claim.purchaseId);
  await Promise.all([
    locks.lockPeople(tx, companyId, purchaseIds),
    locks.lockAccounts(tx, companyId),
    locks.lockRows(
      tx,
      companyId,
      early.rows.map((row) => row.id),
    ),
    locks.lockPurchases(tx, companyId, purchaseIds),
  ]);
  const [matches, shared] = await Promise.all([
    store.listMatches(tx, companyId, pair.rowId, pair.purchaseId),
    readShared(tx, companyId, pair),
  ]);
  return { near: await withRivals(tx, companyId, shared), matches };
}

/** `lockPair`, where neither has another match. @throws ApiError not_found; conflict */
export async function lockUnmatched(tx: Db, scope: Scope, pair: Pair): Promise<Locked> {
  const { near, matches } = await lockPair(tx, scope, pair);
  const isOwn = (it: store.OpenMatch): boolean => it.rowId === pair.rowId && it.purchaseId === pair.purchaseId;
  const other = matches.find((it) => !isOwn(it));
  if (other) {
    throw new ApiError('conflict', rules.usedAlready(other, pair.rowId));
  }
  return { near, match: matches.find(isOwn) ?? null };
}

type Shared = Pick<rules.Neighbourhood, 'row' | 'claim' | 'rows' | 'claims'>;

/** The pair with the rows and purchases that share its references. @throws ApiError not_found */
async function readShared(db: Db, companyId: string, pair: Pair): Promise<Shared> {
  const [credit, claim] = await Promise.all([
    store.findCredit(db, companyId, pair.rowId),
    store.findClaim(db, companyId, pair.purchaseId),
  ]);
  if (!credit) throw notFound('Bank row');
  if (!claim) throw notFound('Purchase');
  const ofRow = numbersOfRow(credit);
  const ofClaims = (claims: readonly Claim[]): string[] => claims.flatMap(numbersOfClaim);
  const others = await store.listClaims(db, companyId, storedReferences([...ofRow, ...ofClaims([claim])]));
  const claims = [claim, ...others.filter((it) => it.purchaseId !== pair.purchaseId)];
  const rows = await store.listRows(db, companyId, pair.rowId, storedReferences([...ofRow, ...ofClaims(claims)]));
  const row = rows.find((it) => it.id === pair.rowId);
  assert(row, 'the list has the row itself');
  return { row, claim, rows, claims };
}

/** Adds what can speak for another buyer without sharing a reference. */
async function withRivals(db: Db, companyId: string, shared: Shared): Promise<rules.Neighbourhood> {
  const ownTokens = await readOwnTokens(db, companyId);
  const payer = payerOfRow(shared.row, ownTokens);
  const { tokens } = payer.tokens.length > 0 ? payer : payerOfAddress(shared.row, ownTokens);
  const long = tokens.filter((token) => token.length > 1);
  // A payer of initials alone is looked for by them.
  const starts = (long.length > 0 ? long : tokens).map((token) => token.slice(0, 3).toLowerCase());
  // Only the whole name fits as well as a verified buyer whom it fits in full; the same letters are with the row.
  const isWhole = payer.isName && shared.claim.isBuyerVerified && nameFit(payer, shared.claim).kind === 'FULL';
  const [contesting, members] = await Promise.all([
    readContesting(db, companyId, shared, payer.tokens.length > 0 ? starts : []),
    listNamesakes(db, companyId, {
      starts,
      isWhole,
      isHeard: !shared.claim.isBuyerVerified,
      phones: [...phonesOf(shared.row)].map(phoneKey),
    }),
  ]);
  return { ...shared, ownTokens, contesting, members };
}

/** Open claims that the row may name without having their numbers. They are read and not locked: a new one can come at any time. */
function readContesting(
  db: Db,
  companyId: string,
  { row, claim }: Shared,
  starts: readonly string[],
): Promise<Claim[]> {
  const orderNumbers = orderNumbersIn(row);
  if (starts.length === 0 && orderNumbers.length === 0) return Promise.resolve([]);
  const { buyerId } = claim;
  return store.listContesting(db, companyId, { amountPaise: row.amountPaise, buyerId, orderNumbers, starts });
}

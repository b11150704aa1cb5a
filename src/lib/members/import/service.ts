/**
 * Admins import members from a file. One transaction adds all new members or none, under the lock of the company, and an address
 * that has an account is left out: the same file again, or two admins at the same time, add nobody twice.
 */
import { randomBytes } from 'node:crypto';
import { hashPassword, hashRequest } from '../../accounts/passwords/service.ts';
import { toE164 } from '../../accounts/phone/service.ts';
import { newMemberId } from '../../accounts/service.ts';
import * as accounts from '../../accounts/store.ts';
import { record } from '../../audit/service.ts';
import { lockRecentSession } from '../../auth/reauthentication/service.ts';
import { ApiError } from '../../core/errors.ts';
import { type Db, inTransaction, violates } from '../../db/client.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import { addAccountIn } from '../add/service.ts';
import { lockCompanyAsAdmin } from '../edit/service.ts';
import type * as calls from './calls.ts';
import { readTable } from './formats/csv.ts';
import { countsOf, inOrder, type People, type Plan, planOf, readPeople } from './rules.ts';

const PREVIEW_MAX = 10;
const LEFT_OUT_MAX = 200;
const TRIES = 3;

/** @throws ApiError invalid for a file that is no table of members */
export const readMembers: UseCase<typeof calls.readMembers> = async (scope, { file }) => {
  const people = await peopleIn(file);
  const { fresh, leftOut } = await compare(scope.db, scope, people);
  return {
    data: {
      newMembers: fresh.length,
      ...countsOf(leftOut),
      unusedColumns: [...people.unusedColumns],
      preview: fresh.slice(0, PREVIEW_MAX),
      leftOut: inOrder(leftOut).slice(0, LEFT_OUT_MAX),
    },
  };
};

/** @throws ApiError invalid, unauthenticated, reauthentication_required; conflict if others register these addresses meanwhile */
export const importMembers: UseCase<typeof calls.importMembers> = async (scope, { file }) => {
  const people = await peopleIn(file);
  // Nobody knows this password, and nobody can find it out: the members choose their own, by a code to their address.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'), hashRequest(scope, 'trusted'));
  const { fresh, leftOut } = await importOnce(scope, people, passwordHash, TRIES);
  const added = fresh.length;
  const message = added === 0 ? 'No new members' : added === 1 ? '1 member imported' : `${added} members imported`;
  return { data: { added, ...countsOf(leftOut) }, message };
};

async function peopleIn(file: File): Promise<People & { readonly unusedColumns: readonly string[] }> {
  const table = readTable(new Uint8Array(await file.arrayBuffer()));
  return { ...readPeople(table, toE164), unusedColumns: table.unusedColumns };
}

async function compare(db: Db, scope: Scope, people: People): Promise<Plan> {
  const addresses = people.people.map(({ email }) => email);
  return planOf(people, new Set(await accounts.listKnownAddresses(db, scope.company.id, addresses)));
}

/** A registration of one of these addresses at the same moment undoes all; then the account is known and all are tried again. */
async function importOnce(scope: Scope, people: People, passwordHash: string, tries: number): Promise<Plan> {
  try {
    return await inTransaction(scope.db, (tx) => importIn(tx, scope, people, passwordHash));
  } catch (cause) {
    if (!violates(cause, accounts.EMAIL_INDEX) && !violates(cause, accounts.MEMBER_ID_INDEX)) throw cause;
    if (tries > 1) return importOnce(scope, people, passwordHash, tries - 1);
    throw new ApiError('conflict', 'Some of these people are registering just now. Please import the file again.', {
      cause,
    });
  }
}

async function importIn(tx: Db, scope: Scope, people: People, passwordHash: string): Promise<Plan> {
  const company = await lockCompanyAsAdmin(tx, scope);
  await lockRecentSession(tx, scope);
  const plan = await compare(tx, scope, people);
  for (const { name, email, mobile } of plan.fresh) {
    const memberId = newMemberId(company);
    await addAccountIn(tx, scope, {
      name,
      email,
      mobile,
      memberId,
      role: 'USER',
      passwordHash,
      proposedBy: null,
      isImported: true,
    });
  }
  if (plan.fresh.length > 0)
    await record(tx, {
      scopeId: company.id,
      actor: actorOf(scope),
      action: 'user.import',
      subjectKind: 'company',
      subjectId: company.id,
      after: { members: plan.fresh.length },
    });
  return plan;
}

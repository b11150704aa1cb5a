/** What goes to every admin of a company, and how many there are. */
import type { Db } from '../db/client.ts';
import type { Letter } from '../mail/letter.ts';
import { enqueue } from '../mail/service.ts';
import type { Scope } from '../scope.ts';
import * as store from './admins-store.ts';

/** One mail to each active admin, the one who acts too: who reads of a change that was not made by oneself must act. */
export async function tellAdmins(tx: Db, scope: Pick<Scope, 'company'>, kind: string, letter: Letter): Promise<void> {
  for (const to of await store.listAdminAddresses(tx, scope.company.id))
    await enqueue(tx, { companyId: scope.company.id, to, kind, ...letter });
}

/** Admins who may sign in. */
export function countAdmins(db: Db, companyId: string): Promise<number> {
  return store.countAdmins(db, companyId);
}

/**
 * Permits for what a company's connection changes only in the transactions of a few use cases: the terms of the sale, payees, and what
 * decides who an account is and what it may do. The database compares the MAC (migration 0650, docs/decisions/0651).
 */
import { sql } from 'kysely';
import { assert } from '../core/errors.ts';
import type { Db } from './client.ts';

export type Permit = 'accounts' | 'payees' | 'terms';

/** @returns the MAC of the permit for one company */
export type SignPermit = (permit: Permit) => Promise<string>;

/** Of companies' transactions. The owner's need no permit. */
const signers = new WeakMap<Db, SignPermit>();

export function setSigner(tx: Db, sign: SignPermit): void {
  signers.set(tx, sign);
}

/** Lets the statements of this transaction that follow change what is under the permit. */
export async function permit(tx: Db, name: Permit): Promise<void> {
  const sign = signers.get(tx);
  if (!sign) return;
  const mac = await sign(name);
  assert(/^[0-9a-f]{64}$/.test(mac), 'a permit is a MAC');
  await sql`SELECT set_config('app.permit', ${mac}, true)`.execute(tx);
}

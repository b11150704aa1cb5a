/** The worth of an approval for the bound of two admins. */
import { hasMoved, lockActor, soleActRule } from '../../../approvals/alone/service.ts';
import type { SecondAdminRule } from '../../../approvals/rules.ts';
import type { Paise } from '../../../core/money.ts';
import type { Db } from '../../../db/client.ts';
import type { Company, Scope } from '../../../scope.ts';
import { highestPrice } from '../../../settings/price-lock/service.ts';
import { worthPaise } from '../../rules.ts';
import * as store from '../store.ts';

/** The message to an admin after the first of two approvals. */
export const FIRST_RECORDED: Readonly<Record<SecondAdminRule, string>> = {
  worth: 'First approval recorded. A second admin has to approve it too.',
  day: 'First approval recorded. Your approvals today are above the limit for one admin, so a second admin has to approve it too.',
  moved:
    'First approval recorded. A second admin has to approve it too, because you changed the email or removed the second factors of this member less than seven days ago.',
};

interface Facts {
  readonly company: Company;
  readonly finalAmountPaise: Paise;
  readonly quantity: bigint;
  readonly buyer: { readonly id: string };
  readonly referrer: { readonly id: string } | null;
}

export interface Worth {
  /** Why the actor can't give the approval alone; null if they can. */
  readonly rule: SecondAdminRule | null;
  readonly worth: Paise;
  /** For `agree`: the bank rows, where they are worth more than the purchase. Two admins agree to the same ones. */
  readonly details: { readonly target?: string };
}

/**
 * The worth of an approval, and whether the actor can give it alone. The worth is the purchase's,
 * or that of its bank credits if they are more: their rest can be paid out afterwards.
 */
export async function worthOfApproval(tx: Db, scope: Scope, id: string, facts: Facts): Promise<Worth> {
  const { company } = facts;
  const bound = company.second_approver_above_paise;
  const members = [facts.buyer.id, facts.referrer?.id ?? null];
  if (bound === null) {
    const rule = (await hasMoved(tx, scope, members)) ? ('moved' as const) : null;
    return { rule, worth: worthPaise(facts, company.price_micros), details: {} };
  }
  await lockActor(tx, scope);
  const [highest, credits] = await Promise.all([highestPrice(tx, company), store.sumCredits(tx, company.id, id)]);
  const own = worthPaise(facts, highest);
  const isMore = credits.paise > own;
  const worth = isMore ? credits.paise : own;
  const rule = await soleActRule(tx, scope, bound, worth, members);
  return { rule, worth, details: isMore ? { target: credits.rowIds } : {} };
}

/**
 * One check of every text of an admin that a buyer reads (docs/decisions/0670). Marked fields name no payee; a free text needs
 * a recent sign-in, and under a two-admin rule it waits for a second admin or is one of the ready sentences.
 */
import { requireRecentSession } from '../../auth/reauthentication/service.ts';
import { asksForTwoAdmins } from '../../companies/rules.ts';
import { buyerFields } from '../../core/buyer-text.ts';
import type { Contract } from '../../core/contract.ts';
import { ApiError } from '../../core/errors.ts';
import { payeeProblem } from '../../core/payee.rules.ts';
import { isReadySentence } from '../../core/ready-sentences.ts';
import { actorOf, type Scope } from '../../scope.ts';
import { NAMES_PAYEE, ONLY_READY } from './rules.ts';
import * as store from './store.ts';

const FIELDS = new WeakMap<Contract, readonly string[]>();

function fieldsOf(contract: Contract): readonly string[] {
  const fields = FIELDS.get(contract) ?? buyerFields(contract.input);
  FIELDS.set(contract, fields);
  return fields;
}

/** @throws ApiError invalid for a text that names a payee or has to be a ready sentence; reauthentication_required */
export async function checkBuyerTexts(scope: Scope, contract: Contract, input: unknown): Promise<void> {
  const fields = fieldsOf(contract);
  if (fields.length === 0) return;
  const sent = new Map(Object.entries(input as Record<string, unknown>));
  const texts = fields.flatMap((field) => {
    const text = sent.get(field);
    return typeof text === 'string' && text !== '' && !isReadySentence(text) ? [{ field, text }] : [];
  });
  if (texts.length === 0) return;
  for (const { field, text } of texts)
    if (await namesPayee(scope, text, [...sent.values()])) throw new ApiError('invalid', NAMES_PAYEE, { field });
  const { kind, apiKey } = actorOf(scope);
  if (kind === 'admin' && contract.textsWait === undefined && asksForTwoAdmins(scope.company))
    throw new ApiError('invalid', ONLY_READY, { field: texts[0]?.field ?? '' });
  // `always` has its own check, which takes a password in the input.
  if (apiKey === undefined && contract.recentAuthentication !== 'always') await requireRecentSession(scope);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text names a payee, by what its reader may read: the contacts of the site, and numbers of their own orders. */
async function namesPayee(scope: Scope, text: string, sent: readonly unknown[]): Promise<boolean> {
  const { support_email, support_phone, id } = scope.company;
  const hosts = [scope.origin, ...scope.origins].map((origin) => new URL(origin).host);
  const values = [support_email, support_phone];
  if (payeeProblem(text, { values, hosts }) === null) return false;
  const ids = sent.filter((value): value is string => typeof value === 'string' && UUID.test(value));
  if (ids.length === 0) return true;
  const own = await store.listOwnNumbers(scope.db, id, ids);
  return payeeProblem(text, { values: [...values, ...own], hosts }) !== null;
}

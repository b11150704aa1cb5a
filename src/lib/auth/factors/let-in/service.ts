/**
 * Lets the owner of an account in whose second factor strangers guess (docs/contract.md, Second factors; decision 0715). Wrong codes
 * of strangers count for the account, so a new browser of the owner has to wait. A link in a mail to the owner opens one try.
 */
import { randomUUID } from 'node:crypto';
import { letInPath } from '../../../core/paths.ts';
import { inTransaction } from '../../../db/client.ts';
import { scopeIdOf } from '../../../db/schema/schema.ts';
import { letIn } from '../../../mail/templates/factors.ts';
import * as limits from '../../../rate-limits/service.ts';
import type { Scope } from '../../../scope.ts';
import { sealText, unsealText } from '../../../secrets.ts';
import { type AlertOwner, securityMailFacts } from '../../alerts/service.ts';
import { dbOf } from '../../own-account/service.ts';
import { mailOwner } from '../../owner-mail/service.ts';
import { LET_IN, LET_IN_LIMITS } from '../rules.ts';

const textOf = ({ companyId, accountId }: AlertOwner, until: number): string =>
  [scopeIdOf(companyId), accountId, until].join(' ');

/** Mails the owner a link that opens one try, once an hour. Call it after a right first step, outside of a transaction. */
export async function mailLetIn(scope: Scope, owner: AlertOwner): Promise<void> {
  const { app } = scope;
  const [sent] = await limits.count(app, [{ limit: LET_IN_LIMITS.mails, subject: owner.accountId }]);
  if ((sent?.count ?? 0) > LET_IN_LIMITS.mails.max) return;
  const id = randomUUID();
  const until = scope.now.getTime() + LET_IN.seconds * 1000;
  const sealed = sealText(app.secrets.key('factors'), `let-in ${id}`, textOf(owner, until)).toString('base64url');
  const facts = { ...securityMailFacts(scope, owner), path: letInPath(`${id}.${sealed}`) };
  await inTransaction(dbOf(scope, owner), (tx) => mailOwner(tx, owner, 'factor-let-in', () => letIn(facts)));
  app.wakeMail();
}

/** Whether the token of such a link opens a try of this account. It does so one time. */
export async function opensTry({ app, now }: Scope, owner: AlertOwner, token: string): Promise<boolean> {
  const [id = '', sealed = ''] = token.split('.');
  const text = unsealText(app.secrets.keys('factors'), `let-in ${id}`, Buffer.from(sealed, 'base64url'));
  const until = Number(text?.split(' ').at(-1));
  if (text === null || text !== textOf(owner, until) || until < now.getTime()) return false;
  const [used] = await limits.count(app, [{ limit: LET_IN_LIMITS.uses, subject: id }]);
  return used?.count === 1;
}

/** The members' accounts, encrypted in the table and its backups under a key of the installation's secret. */
import type { App, Scope } from '../../scope.ts';
import { sealText, unsealText } from '../../secrets.ts';
import type { Payee } from '../rules.ts';

/** @param id of the refund: the bytes cannot be moved to another one */
export function sealPayee({ app }: { readonly app: Pick<App, 'secrets'> }, id: string, payee: Payee): Buffer {
  return sealText(app.secrets.key('payees'), id, JSON.stringify(payee));
}

/** @returns null if it was sealed under a secret that is no longer accepted: the member has to enter it again */
export function openPayee({ app }: Scope, id: string, sealed: Buffer | null): Payee | null {
  const text = sealed && unsealText(app.secrets.keys('payees'), id, sealed);
  return text === null ? null : (JSON.parse(text) as Payee);
}

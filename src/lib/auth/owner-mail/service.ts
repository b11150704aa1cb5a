/** Mails to the owner of an account about how it signs in, in the language of the account, else in that of the call. */
import { readLanguage } from '../../accounts/language/store.ts';
import { languageNow } from '../../core/texts.ts';
import type { Db } from '../../db/client.ts';
import { inLanguage } from '../../languages/service.ts';
import { enqueue } from '../../mail/service.ts';
import type { RenderedMail } from '../../mail/templates/template.ts';

interface MailOwner {
  /** Null for a super admin, who reads English. */
  readonly companyId: string | null;
  readonly accountId: string;
  readonly email: string;
}

/** @param render makes the mail in the language that it is called in */
export async function mailOwner(
  tx: Db,
  { companyId, accountId, email }: MailOwner,
  kind: string,
  render: () => RenderedMail,
): Promise<void> {
  const language = companyId === null ? 'en' : ((await readLanguage(tx, companyId, accountId)) ?? languageNow());
  await enqueue(tx, { companyId, to: email, kind, ...inLanguage(language, render) });
}

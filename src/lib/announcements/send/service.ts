/**
 * Delivers announcements: in each transaction some members get it under their bell and into the outbox, and the announcement
 * remembers the last of them. Any number of nodes may run it, and a run that was interrupted goes on where it stopped.
 */
import { unsubscribeLinks } from '../../accounts/mail-preferences/service.ts';
import { isQuiet } from '../../companies/rules.ts';
import { mailBrand, publicOriginOf } from '../../companies/service.ts';
import { findSite } from '../../companies/store.ts';
import { repeatEvery } from '../../core/repeat.ts';
import { type Database, inTransaction } from '../../db/client.ts';
import { inLanguage } from '../../languages/service.ts';
import { enqueue } from '../../mail/service.ts';
import { announcement } from '../../mail/templates/messages.ts';
import type { MailBrand } from '../../mail/templates/template.ts';
import type { App } from '../../scope.ts';
import { BATCH } from '../rules.ts';
import * as store from '../store.ts';

const EVERY_MS = 5_000;

type Home = Pick<App, 'config' | 'log' | 'wakeMail' | 'secrets'> & { readonly database: Database };

/** @returns the number of members who got one */
export async function sendAnnouncements(home: Home): Promise<number> {
  let sent = 0;
  for (const companyId of await store.listSending(home.database.platform)) {
    const site = await findSite(home.database.platform, { companyId, symbol: '' });
    if (!site || isQuiet(site.company, site.now)) continue;
    const brand = mailBrand({ company: site.company, origin: publicOriginOf(home, site.primaryHost) });
    for (let count: number | null = 0; count !== null; ) {
      count = await sendBatch(home, companyId, brand);
      sent += count ?? 0;
      if (count) home.wakeMail();
    }
  }
  return sent;
}

/** @returns how many got it; null when nothing is under way, or another node is sending it */
function sendBatch(home: Home, companyId: string, brand: MailBrand): Promise<number | null> {
  return inTransaction(home.database.company(companyId), async (tx) => {
    const row = await store.lockSending(tx, companyId);
    if (!row) return null;
    const recipients = await store.listNext(tx, { ...row, joined_since: row.joined_day }, BATCH);
    const ids = recipients.map((recipient) => recipient.id);
    await store.insertNotifications(tx, companyId, row.id, ids);
    const byMail = recipients.filter((recipient) => recipient.getsMail);
    for (const { id, name, email, language } of byMail) {
      const unsubscribe = unsubscribeLinks(home.secrets, brand.siteUrl, { companyId, userId: id });
      const letter = { brand, name, title: row.title, text: row.body, unsubscribe };
      const content = inLanguage(language ?? 'en', () => announcement(letter));
      await enqueue(tx, {
        companyId,
        to: email,
        kind: 'announcement',
        aboutId: row.id,
        unsubscribeUrl: unsubscribe.postUrl,
        ...content,
      });
    }
    const isComplete = recipients.length < BATCH;
    const progress = { cursorId: ids.at(-1) ?? null, recipients: ids.length, mails: byMail.length, isComplete };
    await store.recordProgress(tx, companyId, row.id, progress);
    return recipients.length;
  });
}

/** Runs `sendAnnouncements` every few seconds. @returns a function that stops it and waits for the current run */
export function startAnnouncements(home: Home): () => Promise<void> {
  return repeatEvery(EVERY_MS, () =>
    sendAnnouncements(home).catch((cause: unknown) =>
      home.log.warn({ err: cause }, 'an announcement was interrupted; it goes on'),
    ),
  );
}

/**
 * Reminders: to admins of what has waited too long, at most once a day, and to members of what they have to do, once for each
 * state and at most one a day. Nothing in the company's quiet hours. Any number of nodes may run it.
 */
import { adminsToRemind } from '../accounts/admins/service.ts';
import { unsubscribeLinks } from '../accounts/mail-preferences/service.ts';
import { isQuiet } from '../companies/rules.ts';
import { mailBrand, publicOriginOf } from '../companies/service.ts';
import { findSite } from '../companies/store.ts';
import { repeatEvery } from '../core/repeat.ts';
import { type Database, type Db, inTransaction } from '../db/client.ts';
import { inLanguage } from '../languages/service.ts';
import { enqueue } from '../mail/service.ts';
import { reminderToAdmins, reminderToMember } from '../mail/templates/reminders.ts';
import type { MailBrand } from '../mail/templates/template.ts';
import { notifyEachAdmin, notifyMember } from '../notifications/service.ts';
import type { App, Company } from '../scope.ts';
import { BATCH, REMIND_WITHIN_DAYS } from './rules.ts';
import * as store from './store.ts';

const EVERY_MS = 300_000;

type Home = Pick<App, 'config' | 'log' | 'wakeMail' | 'secrets'> & { readonly database: Database };

/** @returns the number of members and companies that were reminded */
export async function sendReminders(home: Home): Promise<number> {
  let sent = 0;
  for (const companyId of await store.listReminding(home.database.platform)) {
    const site = await findSite(home.database.platform, { companyId, symbol: '' });
    if (!site || isQuiet(site.company, site.now)) continue;
    const brand = mailBrand({ company: site.company, origin: publicOriginOf(home, site.primaryHost) });
    const db = home.database.company(companyId);
    sent += await inTransaction(db, (tx) => remindMembers(tx, home, site.company, brand));
    sent += await inTransaction(db, (tx) => remindAdmins(tx, home, site.company, brand));
  }
  if (sent > 0) home.wakeMail();
  return sent;
}

async function remindMembers(tx: Db, home: Home, company: Company, brand: MailBrand): Promise<number> {
  const limits = { hours: company.reminder_hours, days: REMIND_WITHIN_DAYS, limit: BATCH };
  const due = await store.insertDue(tx, company.id, limits);
  for (const reminder of due) {
    const { kind, aboutId, userId } = reminder;
    await notifyMember(tx, company.id, userId, { kind: `reminder-${kind}`, aboutId });
    if (!reminder.getsMail) continue;
    const unsubscribe = unsubscribeLinks(home.secrets, brand.siteUrl, { companyId: company.id, userId });
    const letter = { brand, ...reminder, freezeAt: company.launch_freeze_at, unsubscribe };
    await enqueue(tx, {
      companyId: company.id,
      to: reminder.email,
      kind: `reminder-${kind}`,
      ...(aboutId !== null && { aboutId }),
      unsubscribeUrl: unsubscribe.postUrl,
      ...inLanguage(reminder.language ?? 'en', () => reminderToMember(letter)),
    });
  }
  return due.length;
}

async function remindAdmins(tx: Db, home: Home, company: Company, brand: MailBrand): Promise<number> {
  const waiting = await store.readWaiting(tx, company.id, company.reminder_hours);
  if (Object.values(waiting).every((count) => count === 0) || !(await store.takeDay(tx, company.id))) return 0;
  await notifyEachAdmin(tx, company.id, 'reminder-waiting', null);
  for (const { id, email } of await adminsToRemind(tx, company.id)) {
    const unsubscribe = unsubscribeLinks(home.secrets, brand.siteUrl, { companyId: company.id, userId: id });
    await enqueue(tx, {
      companyId: company.id,
      to: email,
      kind: 'reminder-waiting',
      unsubscribeUrl: unsubscribe.postUrl,
      ...reminderToAdmins({ brand, ...waiting, hours: company.reminder_hours, unsubscribe }),
    });
  }
  return 1;
}

/** Runs `sendReminders` every five minutes. @returns a function that stops it and waits for the current run */
export function startReminders(home: Home): () => Promise<void> {
  return repeatEvery(EVERY_MS, () =>
    sendReminders(home).catch((cause: unknown) =>
      home.log.warn({ err: cause }, 'reminders failed; they are tried again'),
    ),
  );
}

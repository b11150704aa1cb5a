/**
 * Mails about bank statements. Buyers of pending purchases get at most one mail for each thing that the statements can say.
 * Any number of nodes may run it, and a run that was interrupted goes on where it stopped.
 */
import { notifyAdmins } from '../../accounts/admins/service.ts';
import { mailBrand, publicOriginOf } from '../../companies/service.ts';
import { findSite } from '../../companies/store.ts';
import { assert } from '../../core/errors.ts';
import { repeatEvery } from '../../core/repeat.ts';
import { type Database, type Db, inTransaction } from '../../db/client.ts';
import { inLanguage } from '../../languages/service.ts';
import { enqueue } from '../../mail/service.ts';
import { paymentsReversed, purchaseAmountDiffers, purchaseMissing, purchaseSeen } from '../../mail/templates/bank.ts';
import type { MailBrand, RenderedMail } from '../../mail/templates/template.ts';
import type { App, Scope } from '../../scope.ts';
import { compare } from '../compare/service.ts';
import { type Notice, type NoticeState, noticesOf } from './rules.ts';
import * as store from './store.ts';

const EVERY_MS = 60_000;
/** Mails in one transaction. */
const BATCH = 100;

type Home = Pick<App, 'config' | 'log' | 'wakeMail'> & { readonly database: Database };

const KINDS: Readonly<Record<NoticeState, string>> = {
  SEEN: 'purchase-seen',
  NOT_FOUND: 'purchase-not-found',
  AMOUNT_DIFFERS: 'purchase-amount-differs',
};

/** @returns the number of mails */
export async function sendBankNotices(home: Home): Promise<number> {
  let sent = 0;
  for (const companyId of await store.listDue(home.database.platform)) sent += await sendOfCompany(home, companyId);
  if (sent > 0) home.wakeMail();
  return sent;
}

async function sendOfCompany(home: Home, companyId: string): Promise<number> {
  const site = await findSite(home.database.platform, { companyId, symbol: '' });
  if (!site) return 0;
  const brand = mailBrand({ company: site.company, origin: publicOriginOf(home, site.primaryHost) });
  const db = home.database.company(companyId);
  const statements = await store.listStatementsDue(db, companyId);
  const notices = noticesOf(await compare(db, companyId));
  let sent = 0;
  for (let from = 0; from < notices.length; from += BATCH)
    sent += await sendBatch(db, companyId, brand, notices.slice(from, from + BATCH));
  await store.recordNotified(db, companyId, statements);
  return sent;
}

function sendBatch(db: Db, companyId: string, brand: MailBrand, notices: readonly Notice[]): Promise<number> {
  const byId = new Map(notices.map((notice) => [notice.purchaseId, notice]));
  return inTransaction(db, async (tx) => {
    const recipients = await store.insertNotices(tx, companyId, notices);
    for (const recipient of recipients) {
      const notice = byId.get(recipient.purchaseId);
      assert(notice, 'each recipient has a notice');
      const mail = { companyId, to: recipient.email, kind: KINDS[recipient.state], aboutId: recipient.purchaseId };
      const content = inLanguage(recipient.language ?? 'en', () => letterOf(brand, notice, recipient));
      await enqueue(tx, { ...mail, ...content });
    }
    return recipients.length;
  });
}

function letterOf(brand: MailBrand, notice: Notice, recipient: store.Recipient): RenderedMail {
  const { name, orderNumber, duePaise, reference: referenceNumber } = recipient;
  const order = { brand, name, orderNumber, duePaise, referenceNumber };
  const { seenOn, amountPaise, readUntil } = notice;
  if (notice.state === 'NOT_FOUND') {
    assert(readUntil, 'a payment that was not found was looked for');
    return purchaseMissing({ ...order, readUntil });
  }
  assert(seenOn !== null && amountPaise !== null, 'a payment that was seen has a row');
  return notice.state === 'SEEN'
    ? purchaseSeen({ ...order, seenOn })
    : purchaseAmountDiffers({ ...order, seenOn, amountPaise });
}

/** Alerts the admins of approved purchases whose payment the bank took back, each once. Call it after an import. */
export async function alertReversals(tx: Db, scope: Scope): Promise<void> {
  const orderNumbers = await store.insertReversals(tx, scope.company.id);
  if (orderNumbers.length > 0)
    await notifyAdmins(tx, scope, 'payments-reversed', paymentsReversed({ brand: mailBrand(scope), orderNumbers }));
}

/** Runs `sendBankNotices` once a minute. @returns a function that stops it and waits for the current run */
export function startBankNotices(home: Home): () => Promise<void> {
  return repeatEvery(EVERY_MS, () =>
    sendBankNotices(home).catch((cause: unknown) =>
      home.log.warn({ err: cause }, 'mails about a bank statement failed; they are tried again'),
    ),
  );
}

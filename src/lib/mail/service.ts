/** Adds mails to the outbox in the caller's transaction: they are sent after its commit, or never. */
import { randomUUID } from 'node:crypto';
import { assert } from '../core/errors.ts';
import type { Db } from '../db/client.ts';
import type { Secrets } from '../secrets.ts';
import { seal } from './encryption.ts';
import { domainOf, isOneAddress, LANE, laneOf, messageIdOf, oneLine } from './rules.ts';
import { deleteMailsOf, discardMailsAbout, insertMail, type NewMail, setAccountOfMailsTo } from './store.ts';

export interface Mail {
  /** Null for a mail of the platform, such as the super admin's code. */
  readonly companyId: string | null;
  readonly to: string;
  /** For logs and metrics, such as `purchase-approved`. */
  readonly kind: string;
  /** Stored unencrypted: never contains a code. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** For a mail with a code: the code expires after so many seconds, and the mail is not sent later. */
  readonly validSeconds?: number;
  /** Stored like any other mail but never sent, so that the response time does not reveal whether an address is known. */
  readonly discard?: boolean;
  /** Where a mail program unsubscribes with one click (RFC 8058); for mails that a member can decline. */
  readonly unsubscribeUrl?: string;
  /** One of many that nobody waits for at the screen: all other mails go first. */
  readonly isBulk?: boolean;
  /** The purchase or the announcement in the mail. */
  readonly aboutId?: string;
  /** The admin who resends the mail. */
  readonly resentBy?: string;
}

interface Post {
  readonly key: Buffer;
  readonly domain: string;
}

let post: Post | null = null;

/**
 * Must be called before the first mail. Starting the worker does so; a process that adds mails without a worker calls it itself.
 * @param from the sender as configured, `Name <address>` or an address
 */
export function configureMail({ secrets, from }: { secrets: Pick<Secrets, 'key'>; from: string }): void {
  post = { key: secrets.key('mail'), domain: domainOf(from) };
}

/**
 * Adds the mail to the outbox.
 * @param db the caller's transaction
 * @returns the id of the row
 */
export async function enqueue(db: Db, mail: Mail): Promise<string> {
  const made = sealed(mail);
  await insertMail(db, made);
  return made.id;
}

function sealed(mail: Mail): NewMail {
  assert(post, 'configureMail or the start of the worker comes before the first mail');
  assert(isOneAddress(mail.to), 'a mail goes to one plain address');
  const id = randomUUID();
  const { text, html, validSeconds = null, unsubscribeUrl } = mail;
  return {
    id,
    companyId: mail.companyId,
    to: mail.to,
    kind: mail.kind,
    subject: oneLine(mail.subject, 150),
    payload: seal(post.key, id, { to: mail.to, text, html, validSeconds, ...(unsubscribeUrl && { unsubscribeUrl }) }),
    messageId: messageIdOf(id, post.domain),
    discard: mail.discard ?? false,
    aboutId: mail.aboutId ?? null,
    resentBy: mail.resentBy ?? null,
    lane: mail.isBulk ? LANE.bulk : laneOf(mail.kind),
  };
}

/** Drops the mails about an announcement that were not sent yet. */
export { discardMailsAbout };

/** Call it after the change of an account's address, so that the erasure of the account covers mails to the earlier one. */
export async function rememberEarlierAddress(
  tx: Db,
  companyId: string,
  { id, address }: { id: string; address: string },
): Promise<void> {
  await setAccountOfMailsTo(tx, companyId, address, id);
}

/**
 * For the erasure of an account: deletes the settled mails to its present address and to earlier ones. Waiting mails are still
 * sent. `sweepOutbox` deletes their files after the commit.
 */
export async function forgetMailsOf(
  tx: Db,
  companyId: string,
  account: { id: string; address: string },
): Promise<void> {
  await deleteMailsOf(tx, companyId, account);
}

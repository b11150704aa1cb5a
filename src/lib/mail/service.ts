/**
 * Puts mails into the outbox, inside the transaction of what they tell about: they leave after the commit, or never.
 */
import { randomUUID } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import { assert } from '../core/errors.ts';
import type { Db } from '../db/client.ts';
import type { Secrets } from '../secrets.ts';
import { domainOf, isOneAddress, messageIdOf, oneLine } from './rules.ts';
import { seal } from './seal.ts';
import { deleteMailsTo, insertCall, insertMail, type NewMail } from './store.ts';

export interface Mail {
  /** Null for a mail of the platform, as the super admin's code. */
  readonly companyId: string | null;
  readonly to: string;
  /** What it is about, one word for logs and figures, as `purchase-approved`. */
  readonly kind: string;
  /** Stands readable in the table: never a code. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where the mail holds a code: how long it is good for. It is not sent after that. */
  readonly validSeconds?: number;
  /** Written like any other and dropped unsent: timing must not tell whether an address is known. */
  readonly discard?: boolean;
  /** The purchase that it tells about. */
  readonly aboutId?: string;
  /** The admin who has it sent again. */
  readonly resentBy?: string;
}

interface Post {
  readonly key: Buffer;
  readonly domain: string;
}

// On globalThis, because the pages and the program around them are bundled apart and each would hold its own copy.
const POST = Symbol.for('launchbook.mail.post');
const home = globalThis as { [POST]?: Post };

/**
 * Before the first mail. The worker's start does it; a process without a worker that writes mails does it itself.
 * @param from the sender as configured, `Name <address>` or an address.
 */
export function configureMail({ secrets, from }: { secrets: Pick<Secrets, 'key'>; from: string }): void {
  home[POST] = { key: secrets.key('mail'), domain: domainOf(from) };
}

/**
 * Writes the mail into the outbox. Give it the caller's transaction.
 * @returns the id of the row.
 */
export async function enqueue(db: Db, mail: Mail): Promise<string> {
  const made = sealed(mail);
  await insertMail(db, made);
  return made.id;
}

/** The same as a statement, for one that does several things at once while others wait. */
export function enqueueing(mail: Mail): RawBuilder<unknown> {
  return insertCall(sealed(mail));
}

function sealed(mail: Mail): NewMail {
  const post = home[POST];
  assert(post, 'a mail is written after configureMail or the start of the worker');
  assert(isOneAddress(mail.to), 'a mail goes to one plain address');
  const id = randomUUID();
  const { text, html, validSeconds = null } = mail;
  return {
    id,
    companyId: mail.companyId,
    to: mail.to,
    kind: mail.kind,
    subject: oneLine(mail.subject, 150),
    payload: seal(post.key, id, { text, html, validSeconds }),
    messageId: messageIdOf(id, post.domain),
    discard: mail.discard ?? false,
    aboutId: mail.aboutId ?? null,
    resentBy: mail.resentBy ?? null,
  };
}

/** For the erasing of an account: what was sent to the address is forgotten; what still waits goes out first. */
export async function forgetMailsTo(db: Db, companyId: string, address: string): Promise<void> {
  await deleteMailsTo(db, companyId, address);
}

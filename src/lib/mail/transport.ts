/** The two ways out: a mail server by SMTP, or one `.eml` file per mail in a folder. Both send the same composed mail. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { createTransport as createMailer, type SendMailOptions } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { type Failure, failureOf, outboxName, redacted } from './rules.ts';

export interface OutgoingMail {
  readonly id: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly createdAt: Date;
}

export interface MailTransport {
  /** How it is named in the log: `smtp` or `files`. */
  readonly name: string;
  /**
   * Resolves once the mail is accepted for good.
   * @param beforeLast waited for before the last line goes out, which makes the mail the server's
   * @throws DeliveryError
   */
  send(mail: OutgoingMail, signal: AbortSignal, beforeLast: () => Promise<void>): Promise<void>;
  /** Closes connections, also those in use. */
  close(): void;
}

/** A delivery that failed. The message is redacted: fit for the log and the table. */
export class DeliveryError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, message: string) {
    super(redacted(message));
    this.name = 'DeliveryError';
    this.failure = failure;
  }
}

function composed(mail: OutgoingMail): SendMailOptions {
  return {
    from: mail.from,
    // As an object, so that no reading of the address can make two recipients of it.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    date: mail.createdAt,
    // Quoted-printable always, so that a file of the outbox can be read by eye and a code stays on its line.
    textEncoding: 'quoted-printable',
    // RFC 3834: keeps holiday notices from answering.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Passes on what comes, and its end when `beforeLast` has resolved. */
function heldBack(beforeLast: () => Promise<void>): Transform {
  return new Transform({
    transform: (chunk, _, done) => done(null, chunk),
    flush: (done) => void beforeLast().then(() => done(), done),
  });
}

/** By SMTP where a server is configured, else into the folder. */
export function createTransport({ smtpUrl, outboxDir }: { smtpUrl: string | null; outboxDir: string }): MailTransport {
  return smtpUrl ? smtpTransport(smtpUrl) : fileTransport(outboxDir);
}

const SECONDS = 1000;

/**
 * @param url `smtp://user:password@host:port` (STARTTLS where offered) or `smtps://…`.
 * A small pool of kept connections. The socket may be silent for minutes: RFC 5321, 4.5.3.2 tells a client to wait that
 * long after DATA, and giving up early would send the mail twice.
 */
export function smtpTransport(url: string): MailTransport {
  const mailer = createMailer({
    url,
    pool: true,
    maxConnections: 2,
    maxMessages: 100,
    maxRequeues: 1,
    idleTimeout: 30 * SECONDS,
    dnsTimeout: 15 * SECONDS,
    connectionTimeout: 15 * SECONDS,
    greetingTimeout: 30 * SECONDS,
    socketTimeout: 300 * SECONDS,
  });
  /** Of the mails under way, by their message ID: nodemailer hands on no more than it knows of. */
  const beforeLasts = new Map<unknown, () => Promise<void>>();
  mailer.use('stream', ({ data, message }, done) => {
    const beforeLast = beforeLasts.get(data.messageId);
    // A new one each time that the mail is put out, for the pool tries again on another connection when one was cut.
    if (beforeLast) message.transform(() => heldBack(beforeLast));
    done();
  });
  return {
    name: 'smtp',
    async send(mail, signal, beforeLast) {
      try {
        beforeLasts.set(mail.messageId, beforeLast);
        await mailer.sendMail({ ...composed(mail), signal });
      } catch (cause) {
        throw smtpError(cause);
      } finally {
        beforeLasts.delete(mail.messageId);
      }
    },
    close() {
      mailer.transporter.close?.({ force: true });
    },
  };
}

function smtpError(cause: unknown): DeliveryError {
  if (!(cause instanceof Error)) return new DeliveryError('server', 'The mail server failed.');
  const part = (name: string): unknown => Reflect.get(cause, name);
  const text = (name: string): string => {
    const value = part(name);
    return typeof value === 'string' ? value : '';
  };
  const responseCode = part('responseCode');
  const command = text('command');
  const failure = failureOf({
    code: text('code'),
    command,
    responseCode: typeof responseCode === 'number' ? responseCode : null,
  });
  return new DeliveryError(failure, [command, text('response') || cause.message].filter(Boolean).join(': '));
}

/**
 * Writes each mail as a file that appears whole or not at all and is on the disk when `send` resolves. The name comes
 * from the mail alone, so that a second try replaces the first. The folder is for the program's user only.
 */
export function fileTransport(folder: string): MailTransport {
  return {
    name: 'files',
    async send(mail) {
      const draft = path.join(folder, `.${randomUUID()}.tmp`);
      try {
        const bytes = await new MailComposer(composed(mail)).compile().build();
        const file = await open(draft, 'wx', 0o600).catch(async () => {
          // The first mail of all, or the folder was taken away.
          await mkdir(folder, { recursive: true, mode: 0o700 });
          return open(draft, 'wx', 0o600);
        });
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, path.join(folder, outboxName(mail.id, mail.createdAt)));
      } catch (cause) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw new DeliveryError('server', cause instanceof Error ? cause.message : 'The file could not be written.');
      }
    },
    close() {},
  };
}

/** Sends mails to an SMTP server, or writes one `.eml` file per mail into a folder. Both compose mails alike. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { createTransport as createMailer, type SendMailOptions } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { draftName, type Failure, failureOf, outboxName, PACE, redacted, smtpServerOf } from '../rules.ts';

export interface OutgoingMail {
  readonly id: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly createdAt: Date;
  /** For the headers of RFC 8058; null for a mail that nobody can decline. */
  readonly unsubscribeUrl?: string | null;
}

export interface MailTransport {
  /** For the log: `smtp` or `files`. */
  readonly name: string;
  /**
   * Resolves once the mail is accepted.
   * @param beforeLast awaited before the last line is sent, after which the server owns the mail. If it rejects, the last line
   * is never sent. Not called where a second delivery of a mail replaces the first.
   * @throws DeliveryError
   */
  send(mail: OutgoingMail, signal: AbortSignal, beforeLast?: () => Promise<void>): Promise<void>;
  /** Connects and signs in without sending a mail. @throws DeliveryError */
  check(signal: AbortSignal): Promise<void>;
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

function compose(mail: OutgoingMail): SendMailOptions {
  return {
    from: mail.from,
    // As an object, so that the address cannot be parsed as several recipients.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    date: mail.createdAt,
    // Quoted-printable, so that people can read the files of the outbox and a code is not split over two lines.
    textEncoding: 'quoted-printable',
    // RFC 3834: keeps holiday notices from answering.
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl && {
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Passes data through, and ends after `beforeLast` has resolved. */
function delayEnd(beforeLast: () => Promise<void>): Transform {
  return new Transform({
    transform: (chunk, _, done) => done(null, chunk),
    flush: (done) => void beforeLast().then(() => done(), done),
  });
}

/** SMTP if a server is configured, else files in the folder. */
export function createTransport({ smtpUrl, outboxDir }: { smtpUrl: string | null; outboxDir: string }): MailTransport {
  return smtpUrl ? smtpTransport(smtpUrl) : fileTransport(outboxDir);
}

const SECONDS = 1000;

function connectionOptions(url: string): SMTPConnection.Options {
  const { host, port, tls } = smtpServerOf(url);
  return {
    host,
    ...(port !== null && { port }),
    secure: tls === 'first',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    dnsTimeout: 15 * SECONDS,
    connectionTimeout: 15 * SECONDS,
    greetingTimeout: 30 * SECONDS,
    socketTimeout: 300 * SECONDS,
  };
}

/**
 * A pool of connections that are reused. The socket may be silent for minutes: RFC 5321, 4.5.3.2 requires a client to wait
 * that long after DATA, and giving up early would send the mail twice.
 * @param url see `smtpServerOf`
 */
export function smtpTransport(url: string): MailTransport {
  const { user, password } = smtpServerOf(url);
  const auth = user === '' ? null : { user, pass: password };
  const options = connectionOptions(url);
  const mailer = createMailer({
    ...options,
    ...(auth && { auth }),
    pool: true,
    maxConnections: PACE.concurrency,
    maxMessages: 100,
    maxRequeues: 1,
    idleTimeout: 30 * SECONDS,
  });
  /** By message ID of the mails in flight: nodemailer passes only its own data to plugins. */
  const beforeLasts = new Map<unknown, () => Promise<void>>();
  mailer.use('stream', ({ data, message }, done) => {
    const beforeLast = beforeLasts.get(data.messageId);
    // A new stream for each attempt, because the pool retries on another connection if one was cut.
    if (beforeLast) message.transform(() => delayEnd(beforeLast));
    done();
  });
  return {
    name: 'smtp',
    async send(mail, signal, beforeLast) {
      try {
        if (beforeLast) beforeLasts.set(mail.messageId, beforeLast);
        await mailer.sendMail({ ...compose(mail), signal });
      } catch (cause) {
        throw smtpError(cause);
      } finally {
        beforeLasts.delete(mail.messageId);
      }
    },
    check: (signal) => checkConnection(new SMTPConnection(options), auth, signal),
    close() {
      mailer.transporter.close?.({ force: true });
    },
  };
}

async function checkConnection(
  connection: SMTPConnection,
  auth: { user: string; pass: string } | null,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const settle = (cause?: Error | null): void => (cause ? reject(cause) : resolve());
  const abort = (): void => reject(new Error('The program stops.'));
  connection.on('error', settle);
  connection.on('end', () => reject(new Error('The mail server closed the connection.')));
  signal.addEventListener('abort', abort, { once: true });
  connection.connect((cause) => {
    if (cause || !auth || !connection.allowsAuth) return settle(cause);
    connection.login({ credentials: auth }, settle);
  });
  try {
    await promise;
    connection.quit();
  } catch (cause) {
    connection.close();
    throw smtpError(cause);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const NO_TLS =
  'The mail server does not offer encryption (STARTTLS), or the offer was removed on the way. Nothing was sent. ' +
  'To send without encryption, end SMTP_URL with ?tls=off.';

function smtpError(cause: unknown): DeliveryError {
  if (!(cause instanceof Error)) return new DeliveryError('server', 'The mail server failed.');
  const part = (name: string): unknown => Reflect.get(cause, name);
  const text = (name: string): string => {
    const value = part(name);
    return typeof value === 'string' ? value : '';
  };
  const responseCode = part('responseCode');
  const command = text('command');
  if (text('code') === 'ETLS' && command === 'STARTTLS' && text('response') !== '')
    return new DeliveryError('server', NO_TLS);
  const failure = failureOf({
    code: text('code'),
    command,
    responseCode: typeof responseCode === 'number' ? responseCode : null,
  });
  return new DeliveryError(failure, [command, text('response') || cause.message].filter(Boolean).join(': '));
}

/**
 * Writes each mail to a file that appears complete or not at all and is flushed to disk when `send` resolves. Its name
 * depends on the mail alone, so that a second attempt replaces the first. Only the program's user may read the folder.
 */
export function fileTransport(folder: string): MailTransport {
  return {
    name: 'files',
    async send(mail) {
      const draft = path.join(folder, draftName(mail.id, randomUUID()));
      try {
        const bytes = await new MailComposer(compose(mail)).compile().build();
        const file = await open(draft, 'wx', 0o600).catch(async () => {
          // The first mail, or the folder was deleted.
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
    async check() {},
    close() {},
  };
}

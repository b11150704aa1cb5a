/**
 * Encrypts the bodies of waiting mails in the table and its backups, because they contain sign-in codes: under the mail key
 * of 32 bytes, derived from the installation's secret.
 */
import { sealText, unsealText } from '../secrets.ts';

/** The sealed part of a mail. `validSeconds` count from the row's creation; a mail is not sent after them. */
export interface MailBody {
  /** Its address when it was written; missing in a mail of a version that did not seal it. */
  readonly to?: string;
  readonly text: string;
  readonly html: string;
  readonly validSeconds: number | null;
  /** For the headers of RFC 8058. */
  readonly unsubscribeUrl?: string;
}

/** @param id of the row: the bytes cannot be moved to another one */
export function seal(key: Buffer, id: string, body: MailBody): Buffer {
  return sealText(key, id, JSON.stringify(body));
}

/** @throws Error if the bytes were not sealed under one of these keys for this id. Never quotes the body. */
export function unseal(keys: readonly Buffer[], id: string, bytes: Buffer): MailBody {
  const text = unsealText(keys, id, bytes);
  if (text === null) throw new Error('The sealed mail cannot be read: APP_SECRET has changed since it was written.');
  return JSON.parse(text) as MailBody;
}

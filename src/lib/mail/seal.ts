/**
 * Keeps the bodies of waiting mails unreadable in the table and its backups: they hold sign-in codes. AES-256-GCM under
 * the key for mail, 32 bytes made of the installation's secret; the row's id is bound in, so a body can't be moved to another row.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** The body of a mail. `validSeconds`: counted from the row's creation; after that the mail is not worth sending. */
export interface MailBody {
  readonly text: string;
  readonly html: string;
  readonly validSeconds: number | null;
}

/** Version, nonce, tag and cipher text in one. */
export function seal(key: Buffer, id: string, body: MailBody): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(id));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(body), 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
}

/** @throws Error when the bytes are not what was sealed under this key for this id. Never quotes the body. */
export function unseal(key: Buffer, id: string, bytes: Buffer): MailBody {
  if (bytes.length <= HEAD_BYTES || bytes[0] !== VERSION) throw new Error('The sealed mail has an unknown form.');
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(id));
  decipher.setAuthTag(bytes.subarray(1 + NONCE_BYTES, HEAD_BYTES));
  try {
    const plain = Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES)), decipher.final()]);
    return JSON.parse(plain.toString('utf8')) as MailBody;
  } catch {
    throw new Error('The sealed mail does not open: APP_SECRET is not the one it was written under.');
  }
}

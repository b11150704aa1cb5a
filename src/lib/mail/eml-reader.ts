/** Reads the folder of `.eml` files that the file transport writes, for the developer's mailbox page. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';

/** Number of files on the page; older ones stay in the folder. */
const SHOWN_MAX = 200;

const NAME = /^(\d{8}T\d{6}\.\d{3}Z-[0-9a-f-]{36})\.eml$/;

export interface OutboxMail {
  /** The file's name without `.eml`. */
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly date: Date;
  readonly text: string;
}

/** The newest mails, newest first. A folder that does not exist yet is empty. */
export async function listOutbox(folder: string): Promise<OutboxMail[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .sort()
    .reverse()
    .slice(0, SHOWN_MAX);
  const mails: OutboxMail[] = [];
  for (const id of ids) {
    const raw = await readFile(path.join(folder, `${id}.eml`)).catch(() => null);
    if (raw) mails.push(await parseMail(id, raw));
  }
  return mails;
}

async function parseMail(id: string, raw: Buffer): Promise<OutboxMail> {
  const { to = [], from, subject = '', date = '', text = '' } = await PostalMime.parse(raw);
  return {
    id,
    to: to.map(({ address = '' }) => address).join(', '),
    from: from?.name ? `${from.name} <${from.address}>` : (from?.address ?? ''),
    subject,
    date: new Date(date),
    text: text.replaceAll('\r\n', '\n').trimEnd(),
  };
}

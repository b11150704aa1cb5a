/**
 * Reads the folder of `.eml` files that the file transport writes, for the developer's mailbox page. The parser knows
 * what our own composer makes (headers, encoded words, text and HTML alternatives) and no more.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Files that the list shows; older ones stay in the folder. */
const SHOWN_MAX = 200;

const NAME = /^\d{8}T\d{6}\.\d{3}Z-[0-9a-f-]{36}$/;

export interface OutboxMail {
  /** The file's name without `.eml`. */
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly date: Date;
  readonly text: string;
}

/** The newest mails, newest first. An outbox that does not exist yet is empty. */
export async function listOutbox(folder: string): Promise<OutboxMail[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names
    .filter((name) => name.endsWith('.eml'))
    .map((name) => name.slice(0, -'.eml'.length))
    .filter((id) => NAME.test(id))
    .sort()
    .reverse()
    .slice(0, SHOWN_MAX);
  const mails: OutboxMail[] = [];
  for (const id of ids) {
    const mail = await readOutbox(folder, id);
    if (mail) mails.push(mail);
  }
  return mails;
}

/** One mail, or null when there is none with this id or the id is no file of ours. */
export async function readOutbox(folder: string, id: string): Promise<OutboxMail | null> {
  if (!NAME.test(id)) return null;
  const raw = await readFile(path.join(folder, `${id}.eml`), 'latin1').catch(() => null);
  return raw === null ? null : parsed(id, raw);
}

function parsed(id: string, raw: string): OutboxMail {
  const { headers, body } = split(raw);
  const header = (name: string) => decodedWords(headers.get(name) ?? '');
  return {
    id,
    to: header('to'),
    from: header('from'),
    subject: header('subject'),
    date: new Date(header('date')),
    text: plainText(headers, body),
  };
}

function split(raw: string): { headers: Map<string, string>; body: string } {
  const lines = raw.replace(/\r\n/g, '\n');
  const end = lines.indexOf('\n\n');
  const head = end < 0 ? lines : lines.slice(0, end);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: end < 0 ? '' : lines.slice(end + 2) };
}

function plainText(headers: Map<string, string>, body: string): string {
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (/^multipart\//i.test(type) && boundary) {
    const parts = body
      .split(`--${boundary}`)
      .slice(1)
      .map((part) => split(part.replace(/^\n/, '')));
    const part = parts.find((it) => /^text\/plain/i.test(it.headers.get('content-type') ?? ''));
    return part ? plainText(part.headers, part.body) : '';
  }
  const encoding = (headers.get('content-transfer-encoding') ?? '').toLowerCase();
  return decoded(encoding, body).toString('utf8').trimEnd();
}

/** Quoted-printable (RFC 2045, 6.7), base64 or as it stands. */
function decoded(encoding: string, text: string): Buffer {
  if (encoding === 'base64') return Buffer.from(text, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(text, 'latin1');
  return Buffer.from(hexDecoded(text.replace(/=[ \t]*\n/g, '')), 'latin1');
}

function hexDecoded(text: string): string {
  return text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Encoded words of a header (RFC 2047). Neighbours are joined as bytes: a letter may be cut between two. */
function decodedWords(value: string): string {
  const words = /(?:=\?utf-8\?[bq]\?[^?]*\?=\s*)+/gi;
  return value
    .replace(words, (run) => {
      const bytes = [...run.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind = '', word = '']) =>
        kind.toLowerCase() === 'b'
          ? Buffer.from(word, 'base64')
          : Buffer.from(hexDecoded(word.replaceAll('_', ' ')), 'latin1'),
      );
      return Buffer.concat(bytes).toString('utf8') + (/\s$/.test(run) ? ' ' : '');
    })
    .trim();
}

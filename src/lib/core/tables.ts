/* Tables in text, as spreadsheets save them: the encoding of the file, and what is in a cell. */

const startsWith = (bytes: Uint8Array, ...head: readonly number[]): boolean =>
  head.every((byte, at) => bytes[at] === byte);

const decode = (encoding: string, bytes: Uint8Array): string => new TextDecoder(encoding).decode(bytes);

/** UTF-16 without a mark: text in Latin letters has a zero in every other byte. */
function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const head = bytes.subarray(0, 512);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = head.length / 4;
  return odd > most && even === 0 ? 'utf-16le' : even > most && odd === 0 ? 'utf-16be' : null;
}

/** Text in UTF-8 or UTF-16, with or without a byte-order mark, else in windows-1252. Null for a file that is no text. */
export function textOfFile(bytes: Uint8Array): string | null {
  if (startsWith(bytes, 0xff, 0xfe)) return decode('utf-16le', bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return decode('utf-16be', bytes);
  const order = utf16Order(bytes);
  if (order) return decode(order, bytes);
  if (bytes.subarray(0, 4096).includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decode('windows-1252', bytes);
  }
}

/** With `\n` alone: a file that was put together of several has more than one end of lines, and lines must not run together. */
export function withOneLineEnd(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Without invisible characters, and without the marks by which spreadsheets protect a number: `="0123"` and `'0123`. */
export function cleanCell(text: string): string {
  const plain = text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u00a0\u2007\u202f\t]/g, ' ')
    .replace(/(?!\n)[\p{Cc}\u00ad\u200b\u200e\u200f\u2060\ufeff]/gu, '')
    .trim();
  const [, quoted = plain] = /^="([^"]*)"$/.exec(plain) ?? [];
  return quoted.replace(/^'(?=[\d+-])/, '').trim();
}

/** Finds the trailer of a PDF (ISO 32000-2, 7.5) and the encryption dictionary that it names. */
import { nameOf, type PdfDictionary, type PdfReference, readDictionary } from './pdf-objects.ts';

const SPACES = '[\\0\\t\\n\\f\\r ]';
const TABLE = new RegExp(`${SPACES}*xref(?![A-Za-z])`, 'y');
const OBJECT = new RegExp(`${SPACES}*\\d{1,10}${SPACES}+\\d{1,5}${SPACES}+obj(?![A-Za-z])`, 'y');

/** Trailers that are tried in a file whose `startxref` leads nowhere, from the end. */
const TRAILERS_TRIED_MAX = 20;
/** Objects of one number that are tried, from the end: a file has one for each change. */
const OBJECTS_TRIED_MAX = 20;

function endOf(pattern: RegExp, text: string, at: number): number | null {
  if (at < 0 || at >= text.length) return null;
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** The trailer of the table, or the dictionary of the cross-reference stream, at this place. The dictionary itself is never packed. */
export function trailerAt(text: string, at: number): PdfDictionary | null {
  const table = endOf(TABLE, text, at);
  if (table !== null) {
    const keyword = text.indexOf('trailer', table);
    return keyword < 0 ? null : readDictionary(text, keyword + 'trailer'.length);
  }
  const stream = endOf(OBJECT, text, at);
  const dictionary = stream === null ? null : readDictionary(text, stream);
  return dictionary && nameOf(dictionary, 'Type') === 'XRef' ? dictionary : null;
}

/** The last trailer that names a root, as viewers search for it in a file whose offsets are wrong. */
function lastTrailer(text: string): PdfDictionary | null {
  let before = text.length;
  for (let tries = 0; tries < TRAILERS_TRIED_MAX && before > 0; tries++) {
    const keyword = text.lastIndexOf('trailer', before - 1);
    const type = text.lastIndexOf('/XRef', before - 1);
    before = Math.max(keyword, type);
    if (before < 0) return null;
    const start = keyword > type ? keyword + 'trailer'.length : text.lastIndexOf('obj', type) + 'obj'.length;
    const dictionary = readDictionary(text, start);
    if (dictionary?.has('Root')) return dictionary;
  }
  return null;
}

/**
 * @param text the file from its header on
 * @param offsets where `startxref` may lead: some programs count what precedes the header, others do not
 */
export function findTrailer(text: string, offsets: readonly number[]): PdfDictionary | null {
  for (const offset of offsets) {
    const trailer = trailerAt(text, offset);
    if (trailer?.has('Root')) return trailer;
  }
  return lastTrailer(text);
}

/** The last object of this number that is a dictionary. An encryption dictionary is never inside a packed or encrypted stream. */
function findObject(text: string, { number, generation }: PdfReference): PdfDictionary | null {
  const head = new RegExp(
    `(?<!\\d)0{0,9}${number}${SPACES}{1,16}0{0,4}${generation}${SPACES}{1,16}obj(?![A-Za-z])`,
    'g',
  );
  const starts = [...text.matchAll(head)].map((match) => match.index + match[0].length);
  for (const start of starts.slice(-OBJECTS_TRIED_MAX).reverse()) {
    const dictionary = readDictionary(text, start);
    if (dictionary?.has('Filter')) return dictionary;
  }
  return null;
}

/** The encryption dictionary of the file; null if it has none, or one that cannot be read. */
export function findEncryption(text: string, trailer: PdfDictionary): PdfDictionary | null {
  const value = trailer.get('Encrypt');
  if (value?.kind === 'dictionary') return value.entries;
  return value?.kind === 'reference' ? findObject(text, value) : null;
}

/** The first of the two identifiers of the file, one character per byte; empty for a file without them. */
export function firstIdentifier(trailer: PdfDictionary): string {
  const value = trailer.get('ID');
  const first = value?.kind === 'array' ? value.items[0] : undefined;
  return first?.kind === 'string' ? first.text : '';
}

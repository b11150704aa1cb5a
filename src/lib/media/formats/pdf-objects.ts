/** Reads objects of a PDF (ISO 32000-2, 7.3) from text with one character per byte. Depth and length are bounded. */

export type PdfDictionary = ReadonlyMap<string, PdfValue>;
export interface PdfReference {
  readonly number: number;
  readonly generation: number;
}
/** `string` and `name` hold one character per byte. Null is read as `other`. */
export type PdfValue =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | ({ readonly kind: 'reference' } & PdfReference)
  | { readonly kind: 'dictionary'; readonly entries: PdfDictionary }
  | { readonly kind: 'array'; readonly items: readonly PdfValue[] }
  | { readonly kind: 'other' };

/** Characters of one object that are read: the trailers of real files have a few hundred. */
const OBJECT_CHARACTERS_MAX = 64 * 1024;
const DEPTH_MAX = 16;

const SPACE = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y;
const REFERENCE =
  /(\d{1,10})(?:[\0\t\n\f\r ]|%[^\r\n]{0,80}[\r\n])+(\d{1,5})(?:[\0\t\n\f\r ]|%[^\r\n]{0,80}[\r\n])+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y;
const WORD = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;
const HEXADECIMAL = /<([0-9A-Fa-f\0\t\n\f\r ]*)>/y;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Thrown for text that is no object; caught in `readDictionary`. */
class NoObject extends Error {}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at += match[0].length;
    return match;
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  value(depth = 0): PdfValue {
    if (depth > DEPTH_MAX) throw new NoObject();
    this.#match(SPACE);
    if (this.#take('<<')) return { kind: 'dictionary', entries: this.#entries(depth) };
    if (this.#take('[')) return { kind: 'array', items: this.#items(depth) };
    if (this.#take('(')) return { kind: 'string', text: this.#literal() };
    const hexadecimal = this.#match(HEXADECIMAL);
    if (hexadecimal) return { kind: 'string', text: fromHexadecimal(hexadecimal[1] ?? '') };
    const name = this.#match(NAME);
    if (name) return { kind: 'name', name: unescapedName(name[1] ?? '') };
    const reference = this.#match(REFERENCE);
    if (reference) return { kind: 'reference', number: Number(reference[1]), generation: Number(reference[2]) };
    const word = this.#match(WORD)?.[0];
    if (word === undefined) throw new NoObject();
    if (word === 'true' || word === 'false') return { kind: 'boolean', value: word === 'true' };
    const value = Number(word);
    return Number.isFinite(value) ? { kind: 'number', value } : { kind: 'other' };
  }

  #entries(depth: number): PdfDictionary {
    const entries = new Map<string, PdfValue>();
    for (;;) {
      this.#match(SPACE);
      if (this.#take('>>')) return entries;
      const key = this.value(depth + 1);
      if (key.kind !== 'name') throw new NoObject();
      entries.set(key.name, this.value(depth + 1));
    }
  }

  #items(depth: number): PdfValue[] {
    const items: PdfValue[] = [];
    for (;;) {
      this.#match(SPACE);
      if (this.#take(']')) return items;
      items.push(this.value(depth + 1));
    }
  }

  /** The rest of a string in parentheses, which may contain balanced ones. */
  #literal(): string {
    let out = '';
    for (let open = 1; ; ) {
      const character = this.#text[this.#at++];
      if (character === undefined) throw new NoObject();
      if (character === '\\') {
        out += this.#escaped();
        continue;
      }
      if (character === '(') open++;
      if (character === ')' && --open === 0) return out;
      // Each end of a line reads as one line feed.
      if (character === '\r') this.#take('\n');
      out += character === '\r' ? '\n' : character;
    }
  }

  #escaped(): string {
    const octal = this.#match(/[0-7]{1,3}/y);
    if (octal) return String.fromCharCode(Number.parseInt(octal[0], 8) & 0xff);
    if (this.#match(/\r\n|\r|\n/y)) return '';
    const character = this.#text[this.#at++] ?? '';
    return ESCAPES[character] ?? character;
  }
}

function fromHexadecimal(digits: string): string {
  const clean = digits.replace(/[^0-9A-Fa-f]/g, '');
  return Buffer.from(clean.padEnd(clean.length + (clean.length % 2), '0'), 'hex').toString('latin1');
}

const unescapedName = (name: string): string =>
  name.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The dictionary that begins at `at`, or null if there is no dictionary, or one that is too large or too deep. */
export function readDictionary(text: string, at: number): PdfDictionary | null {
  const value = readValue(text, at);
  return value?.kind === 'dictionary' ? value.entries : null;
}

/** The object that begins at `at`, or null if there is no object, or one that is too large or too deep. */
export function readValue(text: string, at: number): PdfValue | null {
  try {
    return new Reader(text.slice(at, at + OBJECT_CHARACTERS_MAX)).value();
  } catch (cause) {
    if (cause instanceof NoObject) return null;
    throw cause;
  }
}

export function nameOf(dictionary: PdfDictionary, key: string): string | undefined {
  const value = dictionary.get(key);
  return value?.kind === 'name' ? value.name : undefined;
}

export function stringOf(dictionary: PdfDictionary, key: string): string | undefined {
  const value = dictionary.get(key);
  return value?.kind === 'string' ? value.text : undefined;
}

export function numberOf(dictionary: PdfDictionary, key: string): number | undefined {
  const value = dictionary.get(key);
  return value?.kind === 'number' ? value.value : undefined;
}

export function dictionaryOf(dictionary: PdfDictionary, key: string): PdfDictionary | undefined {
  const value = dictionary.get(key);
  return value?.kind === 'dictionary' ? value.entries : undefined;
}

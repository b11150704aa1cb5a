/** Reads a regular expression into the parts that texts are made of. It knows the syntax that the sources use. */

export type Part =
  /** One character: a literal, an escape or a class, as it is written. */
  | { readonly kind: 'character'; readonly text: string }
  | { readonly kind: 'group'; readonly ways: readonly Sequence[] }
  | { readonly kind: 'repeated'; readonly part: Part; readonly min: number; readonly max: number };

export type Sequence = readonly Part[];

const ESCAPE = /^\\(?:[pP]\{[^}]*\}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[1-9]|k<[^>]*>|[\s\S])/;
const QUANTIFIER = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/;
const GROUP = /^\((?:\?(?::|<?[=!]|<[^>]*>|[a-z-]+:))?/;

class Reader {
  #at = 0;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  ways(): Sequence[] {
    const ways: Part[][] = [[]];
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#source[this.#at] === '|') {
        this.#at++;
        ways.push([]);
        continue;
      }
      const part = this.#part();
      const repeated = this.#repeated(part ?? { kind: 'group', ways: [] });
      if (part !== null) ways.at(-1)?.push(repeated);
    }
    return ways;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    const match = pattern.exec(this.#source.slice(this.#at));
    this.#at += match?.[0].length ?? 0;
    return match;
  }

  /** Null for what has no character: assertions and references to groups. */
  #part(): Part | null {
    const char = this.#source[this.#at] as string;
    if (char === '(') return this.#group();
    if (char === '[') return { kind: 'character', text: this.#class() };
    if (char === '\\') {
      const [text] = this.#take(ESCAPE) as RegExpExecArray;
      return /^\\(?:[bB1-9]|k<)/.test(text) ? null : { kind: 'character', text };
    }
    const text = String.fromCodePoint(this.#source.codePointAt(this.#at) as number);
    this.#at += text.length;
    return char === '^' || char === '$' ? null : { kind: 'character', text };
  }

  /** Meets the content of an assertion too: an engine repeats it at each place. */
  #group(): Part {
    this.#take(GROUP);
    const ways = this.ways();
    this.#at++;
    return { kind: 'group', ways };
  }

  #class(): string {
    const from = this.#at;
    for (let depth = 0; this.#at < this.#source.length; this.#at++) {
      const char = this.#source[this.#at];
      if (char === '\\') this.#at++;
      else if (char === '[' && this.#at === from) depth++;
      else if (char === ']' && --depth === 0) break;
    }
    this.#at++;
    return this.#source.slice(from, this.#at);
  }

  #repeated(part: Part): Part {
    const match = this.#take(QUANTIFIER);
    if (match === null) return part;
    const [, sign, from, comma, to] = match;
    const min = sign === undefined ? Number(from) : sign === '+' ? 1 : 0;
    const max =
      sign === undefined ? (comma === undefined ? min : to ? Number(to) : Infinity) : sign === '?' ? 1 : Infinity;
    return { kind: 'repeated', part, min, max };
  }
}

export const partsOf = (source: string): Sequence[] => new Reader(source).ways();

/** Makes long texts that a regular expression almost matches, from its own classes and repetitions. */
import type { Expression } from './expressions.ts';
import { type Part, partsOf, type Sequence } from './parts.ts';

/** A beginning, and what follows again and again. */
export interface NearMiss {
  readonly start: string;
  readonly unit: string;
}

const ALPHABET = [
  ...'0917aAzZeEnN \t\n.,:;/\\-_@#&()[]<>{}"\'+*=%$!?|~^`',
  ...'\u00a0\u20b9\u2013\u00e9अकि०٣éßſİ\u200d\u0000\u{1f600}',
  ...'bcdfghijklmopqrstuvwxyBCDFGHIJKLMOPQRSTUVWXY2345678',
];
/** Repetitions that are longer count as endless. */
const ENDLESS = 8;
const UNITS_MAX = 60;

/** Characters of different kinds that fit a class, at most four. */
function charactersOf(text: string, flags: string): string[] {
  const pattern = new RegExp(`^${text}$`, flags.replace(/[gy]/g, ''));
  const own = [
    ...text.replace(/\\u\{?([\da-f]{4,6})\}?/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
  ];
  const fitting = [...ALPHABET, ...own].filter((char) => pattern.test(char));
  const kinds = [/\d/, /\p{L}/u, /\s/, /[^\p{L}\s\d]/u];
  return kinds.flatMap((kind) => fitting.find((char) => kind.test(char)) ?? []);
}

/** Texts that fit a part: more than one where it has several ways or kinds of characters. */
function textsOf(part: Part, flags: string): string[] {
  if (part.kind === 'character') return charactersOf(part.text, flags);
  if (part.kind === 'group') return part.ways.flatMap((way) => textOf(way, flags)).slice(0, 6);
  return textsOf(part.part, flags).map((text) => text.repeat(Math.min(Math.max(part.min, 1), ENDLESS)));
}

/** One text that fits a sequence; its end can have several kinds. */
function textOf(parts: Sequence, flags: string): string[] {
  const texts = parts.map((part) => textsOf(part, flags));
  const start = texts
    .slice(0, -1)
    .map(([first = '']) => first)
    .join('');
  return (texts.at(-1) ?? ['']).map((last) => start + last);
}

interface Repetition {
  readonly before: string;
  readonly units: readonly string[];
}

/** Each repetition without an end, after a text that leads to it. */
function repetitionsOf(parts: Sequence, flags: string, lead = ''): Repetition[] {
  let before = lead;
  return parts.flatMap((part) => {
    const inner = part.kind === 'repeated' ? part.part : part;
    const own: Repetition[] =
      part.kind === 'repeated' && part.max > ENDLESS ? [{ before, units: textsOf(part.part, flags) }] : [];
    const nested = inner.kind === 'group' ? inner.ways.flatMap((way) => repetitionsOf(way, flags, before)) : [];
    before += textsOf(part, flags)[0] ?? '';
    return [...own, ...nested];
  });
}

export function nearMissesOf({ source, flags }: Expression): NearMiss[] {
  const ways = partsOf(source);
  const whole = ways.flatMap((way) => textOf(way, flags));
  const repetitions = ways.flatMap((way) => repetitionsOf(way, flags));
  const singles = repetitions.flatMap(({ units }) => units);
  const made = [
    ...['0', 'A', ' ', '\n'].map((unit) => ({ start: '', unit })),
    ...singles.map((unit) => ({ start: '', unit })),
    ...repetitions.flatMap(({ before, units }) => units.map((unit) => ({ start: before, unit }))),
    ...repetitions.flatMap(({ before, units }) => units.map((unit) => ({ start: '', unit: before + unit }))),
    ...singles.flatMap((one) => singles.slice(0, 6).map((other) => ({ start: '', unit: one + other }))),
    ...whole.map((text) => ({ start: '', unit: text })),
    // A match without its last character, again and again.
    ...whole.map((text) => ({ start: '', unit: [...text].slice(0, -1).join('') })),
    ...whole.flatMap((text) => [...new Set(text)].slice(0, 6)).map((unit) => ({ start: '', unit })),
  ].filter(({ unit }) => unit !== '');
  const unique = new Map(made.map((it) => [JSON.stringify([it.start, it.unit]), it]));
  return [...unique.values()].slice(0, UNITS_MAX);
}

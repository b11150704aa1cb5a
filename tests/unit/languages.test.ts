/** The catalogue of every language (docs/languages.md). That each text has a translation is a matter of types. */
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { formatQuantity, formatRupees } from '../../src/lib/core/format.ts';
import { HINDI } from '../../src/lib/core/hindi/catalogue.ts';
import { languageNow, plural, t, translated } from '../../src/lib/core/texts.ts';
import { partsOf, TRANSLATED } from '../../src/lib/http/page-language.ts';
import { inLanguage } from '../../src/lib/languages/service.ts';
import { readSources, type Source, walk } from '../support/tidy/sources.ts';

const entries = Object.entries(HINDI).flatMap(([part, texts]) =>
  Object.entries(texts).map(([english, hindi]) => ({ part, english, hindi: String(hindi) })),
);
const ALL: ReadonlyMap<string, string> = new Map(entries.map(({ english, part }) => [english, part]));

/** Written the same in both languages. */
const SAME = new Set(['OTP', 'UPI', 'UPI ID', 'IFSC', 'FAQ', 'QR']);

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort();

describe('the Hindi catalogue', () => {
  test('a translation has the placeholders of its English text', () => {
    for (const { english, hindi } of entries) expect([english, namesIn(hindi)]).toEqual([english, namesIn(english)]);
  });

  test('a text is in one part alone', () => {
    const twice = entries.filter(({ english, part }) => ALL.get(english) !== part);
    expect(twice).toEqual([]);
  });

  test('a translation is in Devanagari, with Latin digits and without blanks at its ends', () => {
    for (const { english, hindi } of entries) {
      if (SAME.has(english)) continue;
      const bare = hindi.replace(/\{\w+\}/g, '');
      expect(bare, english).toMatch(/\p{Script=Devanagari}/u);
      expect(bare, english).not.toMatch(/[०-९]/);
      expect(hindi.endsWith(' '), english).toBe(false);
    }
  });
});

describe('the language at work', () => {
  test('texts, plurals and figures follow it, also through an await; without one they are English', async () => {
    const render = async (): Promise<string> => {
      await new Promise((done) => setTimeout(done, 1));
      return t(plural(1, '{count} more character to go.', '{count} more characters to go.'), { count: 1 });
    };
    const [hindi, english] = await Promise.all([inLanguage('hi', render), render()]);
    expect(english).toBe('1 more character to go.');
    expect(hindi).toBe('1 अक्षर और चाहिए।');
    expect(inLanguage('hi', languageNow)).toBe('hi');
    expect(languageNow()).toBe('en');
  });

  test('a text without a translation stays as it is, whatever it is called', () => {
    for (const text of ['constructor', 'toString', '__proto__', 'Cow Launch']) {
      expect(inLanguage('hi', () => translated(text))).toBe(text);
      expect(translated(text)).toBe(text);
    }
  });

  test('our exact figures are those of Intl in both languages', () => {
    for (const locale of ['en-IN', 'hi-IN-u-nu-latn']) {
      const rupees = new Intl.NumberFormat(locale, { style: 'currency', currency: 'INR' });
      const whole = new Intl.NumberFormat(locale);
      for (const value of [0, 1, 999, 1000, 99_999, 100_000, 12_345_678]) {
        expect(formatRupees(`${value}.50`)).toBe(rupees.format(value + 0.5));
        expect(formatQuantity(value)).toBe(whole.format(value));
      }
    }
  });
});

/** The frame loads the first for super admins alone; the second is rendered on the server and has no script. */
const NOT_LOADED = ['src/islands/session/ConfirmByMail.tsx', 'src/islands/purchases/history/ReceiptSheet.tsx'];

/** Everything that a file loads, directly or through others, in a browser of a member. */
function loadedBy(start: readonly string[], all: ReadonlyMap<string, Source>): Set<string> {
  const seen = new Set<string>();
  const follow = (file: string): void => {
    if (seen.has(file) || !all.has(file) || NOT_LOADED.includes(file)) return;
    seen.add(file);
    for (const { target, typeOnly } of all.get(file)?.imports ?? []) if (target && !typeOnly) follow(target);
  };
  for (const file of start) follow(file);
  return seen;
}

function stringsOf({ tree }: Source): string[] {
  const out: string[] = [];
  if (tree)
    walk(tree, (node) => {
      if (ts.isStringLiteralLike(node)) out.push(node.text);
    });
  return out;
}

describe('what a page carries', () => {
  const all = readSources('.', ['src']);
  const pageOf = (route: string): string => `src/pages${route === '/' ? '/index' : route}.astro`;
  const layouts = (file: string): string[] => [...loadedBy([file], all)].filter((it) => it.endsWith('.astro'));

  test.each(Object.keys(TRANSLATED))('%s has every text that its islands show', (route) => {
    const parts = new Set<string>(partsOf(route));
    const astro = layouts(pageOf(route));
    const islands = astro.flatMap((file) =>
      (all.get(file)?.imports ?? [])
        .filter(({ target, inScript }) => inScript || target?.startsWith('src/islands/'))
        .map(({ target }) => target ?? ''),
    );
    const missing = [...loadedBy(islands, all)]
      .filter((file) => file.startsWith('src/islands/') || file.startsWith('src/lib/layout/'))
      .flatMap((file) => stringsOf(all.get(file) as Source).map((text) => ({ file, text, part: ALL.get(text) })))
      .filter(({ part }) => part !== undefined && !parts.has(part));
    expect(missing).toEqual([]);
  });

  test('no text is looked up while a module loads, when the language is not known', () => {
    const early: string[] = [];
    for (const { path, tree } of all.values()) {
      if (!tree || path.endsWith('.astro')) continue;
      walk(tree, (node) => {
        if (!ts.isCallExpression(node) || !/^(t|rich|translated|plural)$/.test(node.expression.getText(tree))) return;
        for (let at: ts.Node | undefined = node.parent; at; at = at.parent) if (ts.isFunctionLike(at)) return;
        early.push(`${path}: ${node.getText(tree)}`);
      });
    }
    expect(early).toEqual([]);
  });
});

/*
 * Whether the payer that a row names fits a buyer (docs/product.md, Reconciliation). Banks glue, cut and extend names, families pay
 * for each other, and everything that a payer writes can be copied from a screenshot: a fit never proves a number.
 */

import type { BankRow, Claim } from '../rules.ts';
import { withoutBankNames } from '../statement/banks.rules.ts';
import { IFSC, inCommonForm, withoutAddresses, withoutPayersBank } from '../statement/narration.rules.ts';
import { commonPrefix, hasWord, isGlued, PREFIX_LENGTH_MIN, WORD_LENGTH_MIN } from './glued.rules.ts';
import { extend, keyOf } from './hash.rules.ts';
import { differsByOneEdit } from './similar.rules.ts';
import { isForeign, soundAlike, soundsAsOne, soundsOf } from './sounds.rules.ts';
import { BANK_TERMS, NO_NAMES, NOTE_TERMS, SHORT_TERMS, TITLES, TITLES_AS_NAMES, TRADE_TERMS } from './terms.rules.ts';

/** Words with so many letters in common at their beginning may be one name. */
const SPELLING_LENGTH_MIN = 4;

const LATIN = /^[ -~]*$/;
const LATIN_TOKENS = /[A-Z]+/g;
const TOKENS = /[\p{L}\p{M}]+/gu;

/** The words of a name: letters of any script, without accents and titles. A name of titles alone, as Kumari, has those. */
export function nameTokens(name: string): string[] {
  const tokens = tokensIn(name);
  // A title of two letters is before a name. After one it is what a cut has left: KIRAN SH is Kiran Sharma.
  const isTitle = (token: string, at: number): boolean =>
    TITLES.has(token) && (token.length > 2 || at === 0 || at < tokens.length - 1);
  const own = tokens.filter((token, at) => !isTitle(token, at));
  return own.length > 0 ? own : tokens;
}

/** The words of a text that can be a name. Laxmi and Lakshmi are one name, as are Laxman and Lakshman. */
function tokensIn(name: string): string[] {
  const isLatin = LATIN.test(name);
  const plain = isLatin ? name : name.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  const upper = plain.toUpperCase().replaceAll('XM', 'KSHM');
  return upper.match(isLatin ? LATIN_TOKENS : TOKENS)?.filter((token) => !NO_NAMES.has(token)) ?? [];
}

/** How well a name fits: `FULL` has the same letters or words, `PART` one common word, a common beginning, or all words glued. */
export interface Fit {
  readonly kind: 'FULL' | 'PART' | 'NONE';
  /** Two for each common word, one for each other word with a common beginning, for each initial and for a short last word that was cut. */
  readonly weight: number;
}

const NO_FIT: Fit = { kind: 'NONE', weight: 0 };

/** The fit of the payer's own name, in any order of its words. */
export const sameName = ({ tokens }: Payer): Fit => ({ kind: 'FULL', weight: 2 * tokens.length });

const lengthOf = (tokens: readonly string[]): number => tokens.reduce((length, word) => length + word.length, 0);

/** Most names have other lengths, and need not be glued. */
const isSameGlued = (a: readonly string[], b: readonly string[]): boolean =>
  lengthOf(a) === lengthOf(b) && a.join('') === b.join('');

/** Whether a word can be the short beginning of a name that the bank has cut: the last word. Longer ones are common beginnings. */
export const isCutWord = (word: string, row: readonly string[]): boolean =>
  row.length > 1 && word === row.at(-1) && word.length < PREFIX_LENGTH_MIN;

/** Compares the words of a row with those of a name. */
export function fitOf(row: readonly string[], name: readonly string[]): Fit {
  if (row.length === 0 || name.length === 0) return NO_FIT;
  const common = row.filter((word) => name.includes(word));
  const isDistinctive = (word: string): boolean => word.length >= WORD_LENGTH_MIN && !TRADE_TERMS.has(word);
  const isFull =
    common.length === row.length &&
    row.length === name.length &&
    row.toSorted().join(' ') === name.toSorted().join(' ');
  if (isFull || isSameGlued(row, name)) return { kind: 'FULL', weight: 2 * row.length };
  const rest = row.filter((word) => !name.includes(word));
  const begun = rest.filter((word) => name.some((it) => commonPrefix(word, it) >= PREFIX_LENGTH_MIN));
  // An initial, or what a cut has left of the last word, fits nobody, and decides between two who fit: TEJAS KU is Tejas Kulkarni.
  const others = name.filter((word) => !row.includes(word));
  const initials = rest.filter(
    (word) => (word.length === 1 || isCutWord(word, row)) && others.some((it) => it.startsWith(word)),
  );
  const weight = 2 * common.length + begun.length + initials.length;
  if (common.some(isDistinctive)) return { kind: 'PART', weight };
  const [glued, other] = [row.join(''), name.join('')];
  // Letters alone make up the beginning of anybody.
  const isCut =
    begun.some(isDistinctive) ||
    (hasWord(name) && !TRADE_TERMS.has(row[0] ?? '') && commonPrefix(glued, other) >= PREFIX_LENGTH_MIN);
  return isCut || isGlued(glued, name) ? { kind: 'PART', weight: Math.max(weight, 1) } : NO_FIT;
}

/** Whether one word is the other one cut, as an initial, or in another spelling. */
function isSpelling(a: string, b: string): boolean {
  const shared = commonPrefix(a, b);
  const shorter = Math.min(a.length, b.length);
  return (
    shared === shorter ||
    shared >= SPELLING_LENGTH_MIN ||
    (shorter >= SPELLING_LENGTH_MIN && (differsByOneEdit(a, b) || soundsOf(a).join() === soundsOf(b).join()))
  );
}

/**
 * Whether a bank can have printed the name of a member who fits as this payer: cut, extended, glued, with initials, or in another
 * spelling. Where each word of a text may be the name, everybody who fits may be meant.
 */
export function mayBePayer({ tokens, isName }: Payer, name: readonly string[]): boolean {
  if (!isName) return true;
  const [glued, other] = [tokens.join(''), name.join('')];
  if (glued.startsWith(other) || other.startsWith(glued) || isGlued(glued, name)) return true;
  const [left, right] = [tokens.filter((word) => !name.includes(word)), name.filter((word) => !tokens.includes(word))];
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  const free = [...long];
  return short.every((word) => {
    const at = free.findIndex((it) => isSpelling(word, it));
    if (at >= 0) free.splice(at, 1);
    return at >= 0;
  });
}

/** Whether two words of a name are the payer's: banks extend KETAN RAJESH PARIKH to KETAN PARIKH P. */
export const hasTwoInCommon = ({ tokens }: Payer, name: readonly string[]): boolean =>
  tokens.filter((word) => word.length >= WORD_LENGTH_MIN && name.includes(word)).length >= 2;

/** The payer of a row. */
export interface Payer {
  /** Empty for a row that names nobody. */
  readonly tokens: readonly string[];
  /** True if the words are where the bank writes the name; otherwise each of them may be the name. */
  readonly isName: boolean;
  /** The letters of a name in its place, with its titles. */
  readonly letters?: string;
}

type Named = Pick<BankRow, 'narration' | 'payerName' | 'vpa' | 'settlement'>;

const PAYERS = new WeakMap<Named, Payer>();

/** @param ownTokens of the company, its token and its accounts, in upper case */
export function payerOfRow(row: Named, ownTokens: ReadonlySet<string>): Payer {
  const known = PAYERS.get(row);
  if (known) return known;
  const payer = readPayer(row, ownTokens);
  PAYERS.set(row, payer);
  return payer;
}

/** The words of the UPI address of a row without a name in its place: it may be that of a member. */
export function payerOfAddress(row: Named, ownTokens: ReadonlySet<string>): Payer {
  const payer = payerOfRow(row, ownTokens);
  const address = row.vpa ?? ADDRESS.exec(row.narration)?.[0] ?? '';
  const handle = payer.isName && payer.tokens.length > 0 ? '' : (address.split('@')[0] ?? '');
  return { tokens: nameTokens(handle).filter((word) => word.length >= WORD_LENGTH_MIN), isName: true };
}

/** The name before that of a husband or a father: `ASHA W/O RAVI RAO`. */
const withoutRelative = (name: string): string => name.replace(/ [WSDC] ?\/? ?O[ .].*$/is, '');

/** The letters of a name with its titles, which banks and people glue: Sri Ram, Sriram. */
const lettersOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{M}]/gu, '');

/** A UPI address, between the separators of a narration. */
const ADDRESS = /(?<![A-Z0-9._-])[A-Z0-9._-]+@[A-Z0-9]+/i;

/** A letter and digits, as N and 15 of them; letters and digits in turn, or after the letters of a bank, as in the numbers that banks and apps give. */
const CODE = /^[A-Z]\d{6}|^(?:[A-Z]+\d+){2}|^(?:\d+[A-Z]+){2}|^(?:AXI|AXL|CIT|HDF|ICI|IDF|KKB|PTM|SBI|YBL)[A-Z]*\d/;

function readPayer({ narration, payerName, settlement }: Named, ownTokens: ReadonlySet<string>): Payer {
  if (payerName !== null) {
    const name = withoutRelative(payerName);
    const tokens = nameTokens(name);
    if (tokens.length > 0) return { tokens, isName: true, letters: lettersOf(name) };
  }
  // The lines of an aggregator name nobody.
  if (settlement !== null) return { tokens: [], isName: true };
  const text = withoutBankNames(
    withoutAddresses(withoutPayersBank(inCommonForm(narration).normalize('NFKC').toUpperCase())),
  );
  const texts = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const tokens = texts
    .filter((token) => !IFSC.test(token) && !/^[A-Z]{4}[A-Z0-9]*\d{4}/.test(token) && !CODE.test(token))
    .flatMap((token) => tokensIn(token))
    .filter((word) => !BANK_TERMS.has(word) && !NOTE_TERMS.has(word) && !ownTokens.has(word) && !/^X+$/.test(word));
  const long = tokens.filter((word) => word.length >= WORD_LENGTH_MIN);
  const own = long.filter((word) => !TITLES.has(word));
  // Short words are the name where nothing else is, or only a trade: Li Xu, Om Traders.
  const short = tokens.filter((word) => word.length < WORD_LENGTH_MIN && !TITLES.has(word) && !SHORT_TERMS.has(word));
  if (own.length > 0)
    return { tokens: own.every((word) => TRADE_TERMS.has(word)) ? [...short, ...own] : own, isName: false };
  const titles = long.filter((word) => TITLES_AS_NAMES.has(word));
  return { tokens: titles.length > 0 ? titles : short, isName: false };
}

/** How the payer of a row fits a buyer: by their name, or by the name of a payer whose payments were approved for them. */
export function nameFit(payer: Payer, claim: Pick<Claim, 'buyerName' | 'payerNames'>): Fit {
  const own = buyerFit(payer, claim);
  if (own.kind === 'FULL') return own;
  const earlier = claim.payerNames.map((name) => fitOfPayer(payer, nameTokens(name)));
  return [own, ...earlier].reduce((best, fit) => (isBetter(fit, best) ? fit : best));
}

/** How the payer of a row fits a buyer's own name; one in another script by its sound. */
export function buyerFit(payer: Payer, claim: Pick<Claim, 'buyerName'>): Fit {
  const fit = fitOfPayer(payer, buyerTokens(claim));
  if (fit.kind === 'NONE' && isSameWithTitles(payer, claim.buyerName)) return sameName(payer);
  return fit.kind === 'NONE' && isForeign(claim.buyerName) && soundsAsOne(payer.tokens.join(' '), claim.buyerName)
    ? { kind: 'PART', weight: 2 }
    : fit;
}

/** Whether a name has the payer's letters, titles among them. */
export const isSameWithTitles = ({ letters = '' }: Payer, name: string): boolean =>
  letters.length >= PREFIX_LENGTH_MIN && letters === lettersOf(name);

/** Whether the payer of a row may have a name in another script. */
export const soundsLike = ({ tokens }: Payer, name: string): boolean =>
  soundAlike(soundsOf(tokens.join(' ')), soundsOf(name));

/** How the payer of a row fits the words of a name. */
export function fitOfPayer({ tokens, isName }: Payer, name: readonly string[]): Fit {
  if (isName) return fitOf(tokens, name);
  // Each word may be the name.
  const fits = tokens.filter((word) => fitOf([word], name).kind !== 'NONE').length;
  const count = fits > 0 ? fits : fitOf(tokens, name).kind === 'NONE' ? 0 : 1;
  return count === 0 ? NO_FIT : { kind: count >= name.length ? 'FULL' : 'PART', weight: 2 * count };
}

const NAMES = new WeakMap<object, readonly string[]>();

/** The words of a buyer's name. The comparison asks for them many times. */
export function buyerTokens(claim: Pick<Claim, 'buyerName'>): readonly string[] {
  const known = NAMES.get(claim);
  if (known) return known;
  const tokens = nameTokens(claim.buyerName);
  NAMES.set(claim, tokens);
  return tokens;
}

const RANK = { NONE: 0, PART: 1, FULL: 2 } as const;

/** Whether one fit is better than another: in full before in part, then by weight. */
export const isBetter = (a: Fit, b: Fit): boolean =>
  RANK[a.kind] > RANK[b.kind] || (a.kind === b.kind && a.weight > b.weight);

/** The hash of a beginning is that of no word. */
const OF_BEGINNING = 1;

/** The hash of the first characters of some words, as if they were one. */
function beginningOf(tokens: readonly string[]): number {
  let [hash, count] = [OF_BEGINNING, 0];
  for (const word of tokens)
    for (let at = 0; at < word.length && count < PREFIX_LENGTH_MIN; at++, count++) hash = extend(hash, word, at);
  return keyOf(hash);
}

function wordKey(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at++) hash = extend(hash, word, at);
  return keyOf(hash);
}

/**
 * The keys under which a row and a buyer whose name fits meet: common words, and common beginnings of words or of the whole. Two that
 * have a key in common need not fit: they are hashes.
 */
export function fitKeys(tokens: readonly string[]): number[] {
  const keys: number[] = [];
  let length = 0;
  for (const word of tokens) {
    length += word.length;
    if (word.length >= WORD_LENGTH_MIN) keys.push(wordKey(word));
    if (word.length >= PREFIX_LENGTH_MIN) keys.push(beginningOf([word]));
  }
  // A first word of this length begins the whole, too.
  const isBegunByTwo = tokens.length > 1 && (tokens[0]?.length ?? 0) < PREFIX_LENGTH_MIN;
  if (isBegunByTwo && length >= PREFIX_LENGTH_MIN) keys.push(beginningOf(tokens));
  return keys;
}

/*
 * The proof that a member downloads: each of their entries with its inclusion proof at one checkpoint, and a signed statement
 * that there are no others. Everything is checked here, by the page that also works offline and by the command.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { formatLongDay, formatQuantity } from '../../core/format.ts';
import { plural, t } from '../../core/texts.ts';
import {
  keyIdOf,
  parseCheckpoint,
  parseNote,
  parseVerifierLine,
  type SignedNote,
  signatureState,
  toBase64,
  type Verifier,
} from '../../transparency-log/note.rules.ts';
import { parseProof, rootOfPath } from '../../transparency-log/proof.rules.ts';
import { leafHash } from '../../transparency-log/tree.rules.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const STATEMENT = 'Launchbook statement of stock 1';
/** More entries than any member has. */
const ENTRIES_MAX = 100_000;

export interface Statement {
  /** The name of the log. */
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  /** The member's id. */
  readonly userId: string;
  /** Positions in the log of all entries of the member, from 0, ascending. */
  readonly positions: readonly number[];
  /** Their sum, in whole tokens. */
  readonly balance: bigint;
  /** When the checkpoint was signed. ISO 8601 in UTC with milliseconds. */
  readonly sealedAt: string;
}

/** The text that is signed. */
export function statementText({ origin, size, root, userId, positions, balance, sealedAt }: Statement): string {
  const listed = positions.length === 0 ? '-' : positions.join(' ');
  return `${[STATEMENT, origin, size, toBase64(root), userId, listed, balance, sealedAt].join('\n')}\n`;
}

/** What a proof file holds. */
export interface ProofBundle {
  readonly symbol: string;
  readonly keys: readonly string[];
  readonly statement: string;
  readonly entries: readonly { readonly leaf: string; readonly proof: string }[];
}

export interface ProvenEntry {
  readonly position: number;
  readonly quantity: bigint;
  readonly kind: string;
  readonly createdAt: string;
  readonly hash: string;
}

export type ProofResult =
  | {
      readonly isValid: true;
      readonly symbol: string;
      readonly origin: string;
      readonly size: number;
      readonly root: Uint8Array;
      readonly userId: string;
      readonly balance: bigint;
      /** When the checkpoint was signed, in ISO 8601. */
      readonly sealedAt: string;
      readonly entries: readonly ProvenEntry[];
    }
  | { readonly isValid: false; readonly reason: string };

/** What a right proof says, in one sentence. */
export function proofSentence({ symbol, size, balance, sealedAt, entries }: ProofResult & { isValid: true }): string {
  const sum = formatQuantity(balance, symbol);
  const checkpoint = { number: formatQuantity(size), day: formatLongDay(sealedAt) };
  if (entries.length === 0)
    return t('You have no entries and own {sum}, as of checkpoint {number} of {day}.', { sum, ...checkpoint });
  const sentence = plural(
    entries.length,
    'You own {sum} in {count} entry, included in checkpoint {number} of {day}.',
    'You own {sum} in {count} entries, included in checkpoint {number} of {day}.',
  );
  return t(sentence, { sum, count: formatQuantity(entries.length), ...checkpoint });
}

/** Ends the check with what is wrong. */
class Wrong extends Error {}

/**
 * Checks a proof file completely.
 * @param text the file
 * @param trusted key lines that were not taken from the file; empty to check with those in the file
 */
export function checkProof(text: string, trusted: readonly string[]): ProofResult {
  try {
    return check(bundleOf(text), trusted);
  } catch (cause) {
    if (cause instanceof Wrong) return { isValid: false, reason: cause.message };
    throw cause;
  }
}

function bundleOf(text: string): ProofBundle {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Wrong(t('The file is damaged, or is no proof.'));
  }
  const body = isObject(parsed) && isObject(parsed.data) ? parsed.data : parsed;
  const isText = (value: unknown): value is string => typeof value === 'string';
  if (!isObject(body) || !isText(body.statement) || !isText(body.symbol)) throw new Wrong(t('The file is no proof.'));
  const { keys, entries } = body;
  if (!Array.isArray(keys) || !keys.every(isText) || !Array.isArray(entries) || entries.length > ENTRIES_MAX)
    throw new Wrong(t('The file is no proof.'));
  return {
    symbol: body.symbol,
    keys,
    statement: body.statement,
    entries: entries.map((entry: unknown) => {
      if (!isObject(entry) || !isText(entry.leaf) || !isText(entry.proof)) throw new Wrong(t('The file is no proof.'));
      return { leaf: entry.leaf, proof: entry.proof };
    }),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function check(bundle: ProofBundle, trusted: readonly string[]): ProofResult {
  const lines = trusted.length > 0 ? trusted : bundle.keys;
  const keys = lines.map((line) => parseVerifierLine(line)).filter((key): key is Verifier => key !== null);
  if (keys.length === 0) throw new Wrong(t('There is no public key to check with.'));
  const note = parseNote(bundle.statement);
  if (!note) throw new Wrong(t('The statement is damaged.'));
  requireSignature(note, keys, t('The statement'));
  const statement = statementOf(note.text);
  const { origin, size, root, userId, sealedAt } = statement;
  if (!keys.some((key) => key.name === origin)) throw new Wrong(t('The statement is of another ledger than the key.'));
  if (statement.positions.length !== bundle.entries.length)
    throw new Wrong(
      t('The statement lists {listed} entries, but the file has {count}.', {
        listed: statement.positions.length,
        count: bundle.entries.length,
      }),
    );
  const entries = bundle.entries.map((entry, index) => checkEntry(entry, statement, index, keys));
  const sum = entries.reduce((total, entry) => total + entry.quantity, 0n);
  if (sum !== statement.balance)
    throw new Wrong(
      t('The entries add up to {sum}, but the statement says {balance}.', {
        sum: String(sum),
        balance: String(statement.balance),
      }),
    );
  return { isValid: true, symbol: bundle.symbol, origin, size, root, userId, balance: sum, sealedAt, entries };
}

function requireSignature(note: SignedNote, keys: readonly Verifier[], what: string): void {
  const states = keys.map((key) => signatureState(note, key));
  if (states.includes('invalid')) throw new Wrong(t('{what} was changed: its signature is wrong.', { what }));
  if (!states.includes('valid'))
    throw new Wrong(
      t('{what} is not signed by the key {keys}.', { what, keys: keys.map((key) => keyIdOf(key)).join(' / ') }),
    );
}

function statementOf(text: string): Statement {
  const lines = text.split('\n');
  const [head, origin = '', size = '', root = '', userId = '', positions = '', balance = '', sealedAt = ''] = lines;
  const checkpoint = parseCheckpoint(`${origin}\n${size}\n${root}\n`);
  if (
    head !== STATEMENT ||
    !checkpoint ||
    lines.slice(8).join('') !== '' ||
    !TIME.test(sealedAt) ||
    !/^(0|-?[1-9][0-9]{0,18})$/.test(balance)
  )
    throw new Wrong(t('The statement is damaged.'));
  const numbers = positions === '-' ? [] : positions.split(' ').map(Number);
  const isAscending = numbers.every((it, i) => Number.isSafeInteger(it) && it >= 0 && it > (numbers[i - 1] ?? -1));
  if (!isAscending) throw new Wrong(t('The statement is damaged.'));
  return { ...checkpoint, userId, positions: numbers, balance: BigInt(balance), sealedAt };
}

function checkEntry(
  { leaf, proof }: ProofBundle['entries'][number],
  statement: Statement,
  index: number,
  keys: readonly Verifier[],
): ProvenEntry {
  const entry = t('Entry {number}', { number: index + 1 });
  const parsed = parseProof(proof);
  const note = parsed && parseNote(parsed.note);
  const checkpoint = note && parseCheckpoint(note.text);
  if (!parsed || !note || !checkpoint) throw new Wrong(t('{entry}: its proof is damaged.', { entry }));
  requireSignature(note, keys, t('{entry}: its checkpoint', { entry }));
  if (
    checkpoint.origin !== statement.origin ||
    checkpoint.size !== statement.size ||
    toBase64(checkpoint.root) !== toBase64(statement.root)
  )
    throw new Wrong(t('{entry}: its checkpoint is not the one of the statement.', { entry }));
  if (parsed.index !== statement.positions[index])
    throw new Wrong(t('{entry}: it is not the one that the statement lists.', { entry }));
  const hash = leafHash(leaf);
  const root = rootOfPath(hash, parsed.index, checkpoint.size, parsed.path);
  if (!root || toBase64(root) !== toBase64(checkpoint.root))
    throw new Wrong(t('{entry}: it is not in the ledger, or was changed.', { entry }));
  return { position: parsed.index, ...contentOf(leaf, statement, entry) };
}

/** What a leaf says. Its hash is already proven. */
function contentOf(leaf: string, { origin, userId }: Statement, entry: string): Omit<ProvenEntry, 'position'> {
  const fields: unknown = JSON.parse(leaf);
  if (!Array.isArray(fields) || !fields.every((field) => typeof field === 'string'))
    throw new Wrong(t('{entry}: its form is not known.', { entry }));
  const isChained = fields[0] === 'stock.1';
  const [version, company, ...rest] = fields;
  const [user, quantity = '', kind = '', , createdAt = ''] = isChained ? rest.slice(1) : rest;
  if ((version !== 'stock.1' && version !== 'stock.2') || !/^-?[0-9]{1,19}$/.test(quantity))
    throw new Wrong(t('{entry}: its form is not known.', { entry }));
  if (user !== userId || !origin.endsWith(`/ledger/${company}`))
    throw new Wrong(t('{entry}: it belongs to somebody else.', { entry }));
  const hash = isChained ? sha256(utf8ToBytes(leaf)) : leafHash(leaf);
  return { quantity: BigInt(quantity), kind, createdAt, hash: `0x${bytesToHex(hash)}` };
}

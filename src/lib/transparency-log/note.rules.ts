/*
 * Signed notes (C2SP signed-note) and checkpoints (C2SP tlog-checkpoint): a text and its Ed25519 signatures. A name is the
 * origin of the log, such as `sale.example.com/ledger/<company id>`.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { ed25519 } from '#ed25519';
import { HASH_BYTES } from './tree.rules.ts';

const SIGNATURE_START = '— ';
const KEY_ID_BYTES = 4;
/** Of an Ed25519 signature. */
export const SIGNATURE_BYTES = 64;
/** Like Go's `sumdb/note`, which reads no more either. */
const SIGNATURES_MAX = 100;

export interface Verifier {
  readonly name: string;
  readonly publicKey: Uint8Array;
}

export interface Signer {
  readonly name: string;
  /** 32 bytes. */
  readonly seed: Uint8Array;
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Null for a text that is not the one Base64 form of some bytes: with padding, without spaces. */
export function fromBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}

export function verifierOf({ name, seed }: Signer): Verifier {
  return { name, publicKey: ed25519.publicKeyOf(seed) };
}

/** How the bytes of a key say what it signs: 1 for notes, 4 for cosignatures of checkpoints (C2SP signed-note). */
export type KeyType = 1 | 4;
export const NOTE_KEY: KeyType = 1;
export const COSIGNATURE_KEY: KeyType = 4;

/** The first four bytes of SHA-256 over name, line feed, type and public key, in hex. */
export function keyIdOf({ name, publicKey }: Verifier, type = NOTE_KEY): string {
  const bytes = concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(type), publicKey);
  return bytesToHex(sha256(bytes).subarray(0, KEY_ID_BYTES));
}

export interface NoteSignature {
  readonly name: string;
  /** In hex. */
  readonly keyId: string;
  readonly signature: Uint8Array;
}

export interface SignedNote {
  /** Ends with a line feed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** @param text ends with a line feed */
export function signNote(text: string, signers: readonly Signer[]): string {
  const lines = signers.map((signer) =>
    signatureLine({
      name: signer.name,
      keyId: keyIdOf(verifierOf(signer)),
      signature: ed25519.sign(utf8ToBytes(text), signer.seed),
    }),
  );
  return `${text}\n${lines.join('')}`;
}

/** A line of a note, with its line feed. */
export function signatureLine({ name, keyId, signature }: NoteSignature): string {
  return `${SIGNATURE_START}${name} ${toBase64(concatBytes(hexToBytes(keyId), signature))}\n`;
}

/** Null for what is not a signed note. Checks no signature. */
export function parseNote(note: string): SignedNote | null {
  // A control character other than the line feed is in no note.
  if ([...note].some((character) => character < ' ' && character !== '\n')) return null;
  const split = note.lastIndexOf(`\n\n${SIGNATURE_START}`);
  if (split < 0 || !note.endsWith('\n')) return null;
  const signatures: NoteSignature[] = [];
  for (const line of note.slice(split + 2, -1).split('\n')) {
    const [, name, encoded] = /^— ([^\s+]+) ([A-Za-z0-9+/=]+)$/u.exec(line) ?? [];
    const bytes = encoded === undefined ? null : fromBase64(encoded);
    if (name === undefined || !bytes || bytes.length <= KEY_ID_BYTES || signatures.length === SIGNATURES_MAX)
      return null;
    const keyId = bytesToHex(bytes.subarray(0, KEY_ID_BYTES));
    signatures.push({ name, keyId, signature: bytes.subarray(KEY_ID_BYTES) });
  }
  return { text: note.slice(0, split + 1), signatures };
}

export type SignatureState = 'valid' | 'invalid' | 'absent';

/** Whether this key signed the note. A signature with its name and id that is wrong makes the note invalid. */
export function signatureState({ text, signatures }: SignedNote, key: Verifier): SignatureState {
  const own = signatures.filter((it) => it.name === key.name && it.keyId === keyIdOf(key));
  if (own.length === 0) return 'absent';
  const isValid = ({ signature }: NoteSignature): boolean =>
    signature.length === SIGNATURE_BYTES && ed25519.isSigned(utf8ToBytes(text), signature, key.publicKey);
  return own.every(isValid) ? 'valid' : 'invalid';
}

export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Null for a text that is no checkpoint. Lines after the third are extensions. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin, size, root] = text.split('\n');
  if (!origin || !size || !/^(0|[1-9][0-9]{0,15})$/.test(size) || !Number.isSafeInteger(Number(size))) return null;
  const bytes = root === undefined ? null : fromBase64(root);
  return bytes?.length === HASH_BYTES ? { origin, size: Number(size), root: bytes } : null;
}

/** The verifier key of C2SP signed-note: `<name>+<key id>+<Base64 of algorithm and public key>`. */
export function verifierLine(key: Verifier): string {
  return `${key.name}+${keyIdOf(key)}+${toBase64(concatBytes(Uint8Array.of(NOTE_KEY), key.publicKey))}`;
}

/** Null for what is not the line of an Ed25519 key of this type. */
export function parseVerifierLine(line: string, type = NOTE_KEY): Verifier | null {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(line.trim()) ?? [];
  const bytes = encoded === undefined ? null : fromBase64(encoded);
  if (name === undefined || bytes?.length !== 1 + HASH_BYTES || bytes[0] !== type) return null;
  const key = { name, publicKey: bytes.subarray(1) };
  return keyIdOf(key, type) === id ? key : null;
}

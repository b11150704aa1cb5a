/*
 * Witnesses of a log: programs of others that see every checkpoint continue the one before, and say so with a signature. The
 * protocol is C2SP tlog-witness, the signature the Ed25519 one of C2SP tlog-cosignature.
 */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { ed25519 } from '#ed25519';
import {
  COSIGNATURE_KEY,
  keyIdOf,
  type NoteSignature,
  parseNote,
  parseVerifierLine,
  SIGNATURE_BYTES,
  signatureLine,
  type Verifier,
} from '../note.rules.ts';

const TIME_BYTES = 8;

export interface Witness {
  /** Where checkpoints are submitted, without a slash at the end. */
  readonly url: string;
  readonly key: Verifier;
}

/**
 * Null for what is not `URL#KEY`: the submission prefix of a witness, https except on this machine, and its verifier key.
 * A cosignature that nobody can check would prove nothing, so the key is not left out.
 */
export function parseWitness(text: string): Witness | null {
  const at = text.indexOf('#');
  const key = at < 0 ? null : parseVerifierLine(text.slice(at + 1), COSIGNATURE_KEY);
  const url = URL.canParse(text.slice(0, at)) ? new URL(text.slice(0, at)) : null;
  if (!key || !url || url.search !== '' || url.username !== '') return null;
  const isOwn = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwn)) return null;
  return { url: url.href.replace(/(?<!\/)\/+$/, ''), key };
}

/**
 * What is sent to `add-checkpoint`.
 * @param oldSize of the checkpoint that the witness cosigned last; 0 for none
 * @param path the consistency proof from there, in Base64; empty from 0 and to the same size
 */
export function submission(oldSize: number, path: readonly string[], note: string): string {
  return `old ${oldSize}\n${path.map((hash) => `${hash}\n`).join('')}\n${note}`;
}

/**
 * The lines of an answer that are valid cosignatures of this witness, to be put behind the signatures of the note; null
 * without one.
 * @param note the signed note that was submitted
 */
export function cosignaturesIn(answer: string, note: string, { key }: Witness): string | null {
  const text = parseNote(note)?.text;
  const answered = text === undefined ? null : parseNote(`${text}\n${answer}`);
  const lines = answered?.signatures
    .map((it) => (isCosignature(it, answered.text, key) ? signatureLine(it) : ''))
    .filter((line) => line !== '');
  return lines?.length ? lines.join('') : null;
}

/** Whether it is this key's cosignature of a checkpoint with this text. */
function isCosignature({ name, keyId, signature }: NoteSignature, text: string, key: Verifier): boolean {
  if (name !== key.name || keyId !== keyIdOf(key, COSIGNATURE_KEY)) return false;
  if (signature.length !== TIME_BYTES + SIGNATURE_BYTES) return false;
  const seconds = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
  const message = utf8ToBytes(`cosignature/v1\ntime ${seconds}\n${text}`);
  return ed25519.isSigned(message, signature.subarray(TIME_BYTES), key.publicKey);
}

/** The size in an answer 409: what the witness cosigned last. Null if the answer has none. */
export function conflictSize(answer: string): number | null {
  const [, size] = /^(0|[1-9][0-9]{0,15})\n?$/.exec(answer) ?? [];
  return size !== undefined && Number.isSafeInteger(Number(size)) ? Number(size) : null;
}

/** Says whether a PDF opens with the empty password, by its standard security handler (ISO 32000-2, 7.6.4). */
import { createCipheriv, createHash } from 'node:crypto';
import { dictionaryOf, nameOf, numberOf, type PdfDictionary, stringOf } from './pdf-objects.ts';

/** The padding of passwords up to revision 4 (Algorithm 2, step a): the empty password is the padding alone. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const KEY_BYTES_MIN = 5;
const KEY_BYTES_MAX = 16;
const MD5_ROUNDS = 50;
const RC4_ROUNDS = 20;

const digest = (algorithm: 'md5' | 'sha256' | 'sha384' | 'sha512', ...parts: Uint8Array[]): Buffer =>
  createHash(algorithm).update(Buffer.concat(parts)).digest();

/** OpenSSL has RC4 in its legacy provider alone, which Node does not load. */
export function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  const at = (i: number): number => state[i & 0xff] ?? 0;
  const exchange = (i: number, j: number): void => {
    const before = at(i);
    state[i & 0xff] = at(j);
    state[j & 0xff] = before;
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 0xff;
    exchange(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 0xff;
      j = (j + at(i)) & 0xff;
      exchange(i, j);
      return byte ^ at(at(i) + at(j));
    }),
  );
}

interface OlderHandler {
  readonly revision: number;
  readonly owner: Uint8Array;
  readonly user: Uint8Array;
  readonly permissions: number;
  readonly identifier: Uint8Array;
  readonly encryptsMetadata: boolean;
}

/** Algorithms 2, 4, 5 and 6 for a key of this length. */
function opensOlder(handler: OlderHandler, keyBytes: number): boolean {
  const { revision, owner, user, identifier } = handler;
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(handler.permissions | 0);
  const metadata = revision >= 4 && !handler.encryptsMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0);
  let key = digest('md5', PADDING, owner, permissions, identifier, metadata).subarray(0, keyBytes);
  if (revision === 2) return rc4(key, PADDING).equals(user.subarray(0, 32));
  for (let round = 0; round < MD5_ROUNDS; round++) key = digest('md5', key).subarray(0, keyBytes);
  let expected = digest('md5', PADDING, identifier);
  for (let round = 0; round < RC4_ROUNDS; round++) {
    expected = rc4(
      key.map((byte) => byte ^ round),
      expected,
    );
  }
  return expected.equals(user.subarray(0, 16));
}

/** Algorithm 2.B for the empty password: at least 64 rounds, and at most 288, because the last byte is at most 255. */
function hashOfRevision6(salt: Uint8Array, userKey: Uint8Array): Buffer {
  let key = digest('sha256', salt, userKey);
  for (let rounds = 0, last = 0; rounds < 64 || last > rounds - 32; rounds++) {
    const block = Buffer.concat([key, userKey]);
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const encrypted = cipher.update(Buffer.concat(new Array<Buffer>(64).fill(block)));
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = digest((['sha256', 'sha384', 'sha512'] as const)[remainder] ?? 'sha256', encrypted);
    last = encrypted.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

/** Algorithms 11 and 12: either the user's or the owner's password may be the empty one. */
function opensNewer(revision: number, owner: Uint8Array, user: Uint8Array): boolean {
  const hash = (salt: Uint8Array, userKey: Uint8Array): Buffer =>
    revision === 5 ? digest('sha256', salt, userKey) : hashOfRevision6(salt, userKey);
  const opens = (entry: Uint8Array, userKey: Uint8Array): boolean =>
    hash(entry.subarray(32, 40), userKey).equals(entry.subarray(0, 32));
  return opens(user, new Uint8Array()) || opens(owner, user.subarray(0, 48));
}

/** True if only attachments are encrypted: such a file opens without a password. */
function leavesContentInTheClear(encryption: PdfDictionary, version: number): boolean {
  const filterOf = (key: string): string => {
    const name = nameOf(encryption, key) ?? 'Identity';
    if (name === 'Identity') return name;
    const filters = dictionaryOf(encryption, 'CF');
    const method = filters && dictionaryOf(filters, name);
    return method && nameOf(method, 'CFM') === 'None' ? 'Identity' : name;
  };
  return version >= 4 && filterOf('StmF') === 'Identity' && filterOf('StrF') === 'Identity';
}

function booleanOf(dictionary: PdfDictionary, key: string): boolean | undefined {
  const value = dictionary.get(key);
  return value?.kind === 'boolean' ? value.value : undefined;
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

/**
 * True if the empty password surely does not open the file. False also where this cannot be decided: for another security handler
 * or revision, and for a damaged dictionary.
 * @param identifier first part of the file's ID, one character per byte
 */
export function needsPassword(encryption: PdfDictionary, identifier: string): boolean {
  if (nameOf(encryption, 'Filter') !== 'Standard') return false;
  const revision = numberOf(encryption, 'R') ?? 0;
  const owner = bytesOf(stringOf(encryption, 'O') ?? '');
  const user = bytesOf(stringOf(encryption, 'U') ?? '');
  if (leavesContentInTheClear(encryption, numberOf(encryption, 'V') ?? 0)) return false;
  if (revision === 5 || revision === 6) {
    return owner.length >= 48 && user.length >= 48 && !opensNewer(revision, owner, user);
  }
  const permissions = numberOf(encryption, 'P');
  if (![2, 3, 4].includes(revision) || owner.length < 32 || user.length < 32 || permissions === undefined) return false;
  const encryptsMetadata = booleanOf(encryption, 'EncryptMetadata') ?? true;
  const handler: OlderHandler = {
    revision,
    owner: owner.subarray(0, 32),
    user,
    permissions,
    identifier: bytesOf(identifier),
    encryptsMetadata,
  };
  // Some programs write a wrong length, or give it in bytes: every possible key is tried.
  for (let keyBytes = KEY_BYTES_MIN; keyBytes <= KEY_BYTES_MAX; keyBytes++) {
    if (opensOlder(handler, keyBytes)) return false;
  }
  return true;
}

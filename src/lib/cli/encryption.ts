/**
 * Encrypts a backup with a passphrase. The file: eight bytes that name the format, 16 bytes of salt, and parts of 64 KiB under
 * AES-256-GCM, each followed by its tag. The nonce is the part's number and a flag for the last part, so parts cannot be left out,
 * exchanged or appended (the STREAM construction, Hoang et al. 2015). The key is derived with scrypt (RFC 7914) for each file.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { promisify } from 'node:util';

const FORMAT = Buffer.from('LBCRYPT1');
const SALT_BYTES = 16;
const HEADER_BYTES = FORMAT.length + SALT_BYTES;
const PART_BYTES = 64 * 1024;
const TAG_BYTES = 16;
/** 128 MiB and about half a second for each guess. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

const derive = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt);
const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  derive(passphrase.normalize('NFKC'), salt, 32, SCRYPT);

/** What is wrong with the passphrase, for the operator. */
export class WrongPassphrase extends Error {
  override name = 'WrongPassphrase';
}

function nonceOf(part: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(part, 4, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** @returns whether the file is one of `createEncryption`; false if it cannot be read */
export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => null);
  if (!handle) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FORMAT.length), 0, FORMAT.length, 0);
    return bytesRead === FORMAT.length && buffer.equals(FORMAT);
  } finally {
    await handle.close();
  }
}

/** Cuts a stream into parts of `bytes`; the last one is what is left, and may be empty. */
function inParts(bytes: number, onPart: (part: Buffer, isLast: boolean, stream: Transform) => void): Transform {
  let pending: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      try {
        while (pending.length > bytes) {
          onPart(pending.subarray(0, bytes), false, this);
          pending = pending.subarray(bytes);
        }
        done();
      } catch (cause) {
        done(cause instanceof Error ? cause : new Error(String(cause)));
      }
    },
    flush(done) {
      try {
        onPart(pending, true, this);
        done();
      } catch (cause) {
        done(cause instanceof Error ? cause : new Error(String(cause)));
      }
    },
  });
}

/** A stream that encrypts what passes. */
export async function createEncryption(passphrase: string): Promise<Transform> {
  const header = Buffer.concat([FORMAT, randomBytes(SALT_BYTES)]);
  const key = await keyOf(passphrase, header.subarray(FORMAT.length));
  let nth = 0;
  const stream = inParts(PART_BYTES, (part, isLast, out) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(nth++, isLast)).setAAD(header);
    out.push(Buffer.concat([cipher.update(part), cipher.final(), cipher.getAuthTag()]));
  });
  stream.push(header);
  return stream;
}

/** The reverse. Yields no byte of a part that was changed. It fails with `WrongPassphrase`. */
export function createDecryption(passphrase: string | null): (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* decrypt(source) {
    if (passphrase === null)
      throw new WrongPassphrase(
        'The file is encrypted. Set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE, to its passphrase.',
      );
    let pending: Buffer = Buffer.alloc(0);
    let key: Buffer | null = null;
    let header: Buffer = FORMAT;
    let nth = 0;
    const open = (sealed: Buffer, isLast: boolean): Buffer => {
      try {
        if (!key || sealed.length < TAG_BYTES) throw new Error('the part is too short');
        const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(nth++, isLast)).setAAD(header);
        decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
        return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
      } catch (cause) {
        throw new WrongPassphrase(
          'The passphrase is not the one of this file, or the file was changed. Nothing was restored.',
          { cause },
        );
      }
    };
    for await (const chunk of source) {
      pending = Buffer.concat([pending, chunk]);
      if (!key && pending.length >= HEADER_BYTES) {
        header = pending.subarray(0, HEADER_BYTES);
        key = await keyOf(passphrase, header.subarray(FORMAT.length));
        pending = pending.subarray(HEADER_BYTES);
      }
      while (key && pending.length > PART_BYTES + TAG_BYTES) {
        yield open(pending.subarray(0, PART_BYTES + TAG_BYTES), false);
        pending = pending.subarray(PART_BYTES + TAG_BYTES);
      }
    }
    yield open(pending, true);
  };
}

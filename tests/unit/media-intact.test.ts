/** Bytes that change between their comparison and their sending: such a file is never complete, whenever it happens. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openIntact } from '@/lib/media/intact/service.ts';
import { readAgain } from '@/lib/media/storage.ts';

const PART = 64 * 1024;
const bytes = Buffer.alloc(3 * PART + 10, 'the bytes of a proof ');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const recorded = { storageKey: 'a key', sizeBytes: bytes.length, sha256 };

function* partsOf(whole: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < whole.length; at += PART) yield whole.subarray(at, at + PART);
}

/** A storage that gives each reading its own bytes. */
function storageOf(readings: readonly Buffer[]) {
  const errors: object[] = [];
  let nth = 0;
  const read = async function* () {
    yield* partsOf(readings[Math.min(nth++, readings.length - 1)] ?? bytes);
  };
  const chunks = readAgain(read);
  return {
    errors,
    log: { error: (facts: object) => void errors.push(facts) } as never,
    storage: { open: async () => ({ sizeBytes: bytes.length, chunks }) },
  };
}

async function sentBy(readings: readonly Buffer[]): Promise<{ sent: number; failed: boolean; errors: number }> {
  const reader = storageOf(readings);
  let sent = 0;
  try {
    const opened = await openIntact(reader, recorded);
    for await (const part of opened?.chunks ?? []) sent += part.length;
    return { sent, failed: false, errors: reader.errors.length };
  } catch {
    return { sent, failed: true, errors: reader.errors.length };
  }
}

const changedAt = (at: number): Buffer => {
  const other = Buffer.from(bytes);
  other.writeUInt8(other.readUInt8(at) ^ 1, at);
  return other;
};

test('the same bytes both times are sent whole', async () => {
  expect(await sentBy([bytes])).toEqual({ sent: bytes.length, failed: false, errors: 0 });
});

test('other bytes at the first reading: nothing is sent', async () => {
  for (const other of [changedAt(0), changedAt(bytes.length - 1), bytes.subarray(1), Buffer.concat([bytes, bytes])])
    expect(await sentBy([other, bytes])).toEqual({ sent: 0, failed: true, errors: 1 });
});

test('other bytes at the second reading: the file is never complete', async () => {
  for (const other of [changedAt(0), changedAt(2 * PART), changedAt(bytes.length - 1), bytes.subarray(0, PART + 5)]) {
    const { sent, failed, errors } = await sentBy([bytes, other]);
    expect([failed, errors]).toEqual([true, 1]);
    expect(sent).toBeLessThan(bytes.length);
  }
});

/** Collects a body of which only the first part is in memory: the rest goes to a file, so that slow uploads take no memory. */
import type { TemporaryFile } from '../media/storage.ts';

/** No body of another call than an upload is longer. */
export const IN_MEMORY_BYTES_MAX = 64 * 1024;
const FIRST_BYTES = 4 * 1024;

export interface BodyBuffer {
  readonly size: number;
  append(chunk: Uint8Array): Promise<void>;
  /** All bytes, in memory. */
  read(): Promise<Uint8Array<ArrayBuffer>>;
  /** Deletes what is not in memory. */
  close(): Promise<void>;
}

export function createBodyBuffer(openFile: () => Promise<TemporaryFile>): BodyBuffer {
  // Chunks are copied: a client may send each byte as a chunk, which takes a hundred times the memory.
  let memory = Buffer.allocUnsafeSlow(FIRST_BYTES);
  let used = 0;
  let file: TemporaryFile | null = null;
  let fileBytes = 0;

  const writeToFile = async (bytes: Uint8Array): Promise<void> => {
    file ??= await openFile();
    await file.append(bytes);
    fileBytes += bytes.length;
  };
  const makeRoom = async (bytes: number): Promise<void> => {
    if (used + bytes > IN_MEMORY_BYTES_MAX) {
      await writeToFile(memory.subarray(0, used));
      used = 0;
    }
    if (used + bytes <= memory.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.min(IN_MEMORY_BYTES_MAX, 2 * (used + bytes)));
    memory.copy(larger, 0, 0, used);
    memory = larger;
  };

  return {
    get size() {
      return fileBytes + used;
    },
    async append(chunk) {
      for (let at = 0; at < chunk.length; at += IN_MEMORY_BYTES_MAX) {
        const part = chunk.subarray(at, at + IN_MEMORY_BYTES_MAX);
        await makeRoom(part.length);
        memory.set(part, used);
        used += part.length;
      }
    },
    async read() {
      const bytes = new Uint8Array(fileBytes + used);
      await file?.readInto(bytes);
      bytes.set(memory.subarray(0, used), fileBytes);
      return bytes;
    },
    async close() {
      await file?.close();
      file = null;
    },
  };
}

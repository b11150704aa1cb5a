/** Messages between processes of the program. They are small, because a large one keeps its receiver from everything else. */
import { serialize } from 'node:v8';

/** As it is sent. Reading this much takes about a millisecond. */
export const MESSAGE_BYTES_MAX = 256 * 1024;

/** @throws Error if the message is larger than `MESSAGE_BYTES_MAX`: its sender has to cut it into parts */
export function sendToParent(message: object): void {
  const { length } = serialize(message);
  if (length > MESSAGE_BYTES_MAX) throw new Error(`a message of ${length} bytes is too large for another process`);
  process.send?.(message);
}

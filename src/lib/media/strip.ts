import type { Refused } from './bytes.ts';
import { joined } from './bytes.ts';
import { walkMedia } from './detect.ts';

/*
 * What is stored of a file: its picture without the place, time, camera and words that came with it. Documents are
 * kept as they are but for bytes after their end; their authors' names belong to what the sender chose to show.
 */

/**
 * The bytes to store, or a public sentence that says why the file is not taken. Never throws; stripping what was
 * stripped changes nothing.
 */
export function strip(bytes: Uint8Array): { readonly ok: true; readonly bytes: Uint8Array } | Refused {
  const found = walkMedia(bytes);
  if (!('kind' in found)) return found;
  return found.walk.ok ? { ok: true, bytes: joined(found.walk.parts) } : found.walk;
}

import type { Refused } from './bytes.ts';
import { joined } from './bytes.ts';
import { walkMedia } from './detect.ts';

/*
 * Strips pictures of location, time, camera and text before they are stored. Documents stay as they are, except for bytes
 * after their end; their authors' names are part of what the sender chose to show.
 */

/**
 * The bytes to store, or a public sentence that says why the file is refused. Never throws; stripping is idempotent.
 */
export function strip(bytes: Uint8Array): { readonly ok: true; readonly bytes: Uint8Array } | Refused {
  const result = walkMedia(bytes);
  if (!('kind' in result)) return result;
  return result.walk.ok ? { ok: true, bytes: joined(result.walk.parts) } : result.walk;
}

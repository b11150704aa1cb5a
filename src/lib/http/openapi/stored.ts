/** The description as it is sent: made once for each company, because its text is 635 kB. */
import { createHash } from 'node:crypto';
import { describeApi } from './document.ts';
import type { ExampleToken } from './examples.ts';

export interface StoredDescription {
  readonly text: string;
  /** For `ETag`: weak, because each encoding has the same one. */
  readonly tag: string;
}

/** More companies than one installation serves to programs that read descriptions; the one that was made first goes. */
const STORED_MAX = 20;
const stored = new Map<string, StoredDescription>();

/** @param origin of the site, without a trailing slash; @param token the one that it sells */
export function storedDescription(origin: string, token: ExampleToken): StoredDescription {
  const key = JSON.stringify([origin, token.name, token.symbol]);
  const known = stored.get(key);
  if (known) return known;
  const text = JSON.stringify(describeApi(origin, token));
  const made = { text, tag: `W/"${createHash('sha256').update(text).digest('base64url')}"` };
  const [oldest] = stored.keys();
  if (stored.size >= STORED_MAX && oldest !== undefined) stored.delete(oldest);
  stored.set(key, made);
  return made;
}

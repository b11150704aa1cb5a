/** Keeps the texts that are made of all contracts: once for each company, and in slices, because it takes a fifth of a second. */
import { createHash } from 'node:crypto';
import { inSlices } from '../../programs/slices/service.ts';
import { describing } from './document.ts';
import type { ExampleToken } from './examples.ts';
import { type Sample, sampling } from './samples.ts';

export interface StoredDescription {
  readonly text: string;
  /** For `ETag`: weak, because each encoding has the same one. */
  readonly tag: string;
}

/** More companies than one installation serves to programs that read descriptions; the one that was made first goes. */
const STORED_MAX = 20;

/** @returns what was made for the key, which two callers at the same time share */
function once<T>(stored: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = stored.get(key);
  if (known) return known;
  const made = make();
  const [oldest] = stored.keys();
  if (stored.size >= STORED_MAX && oldest !== undefined) stored.delete(oldest);
  stored.set(key, made);
  made.catch(() => stored.delete(key));
  return made;
}

const descriptions = new Map<string, Promise<StoredDescription>>();
const samples = new Map<string, Promise<ReadonlyMap<string, Sample>>>();

/** @param origin of the site, without a trailing slash; @param token the one that it sells */
export function storedDescription(origin: string, { name, symbol }: ExampleToken): Promise<StoredDescription> {
  return once(descriptions, JSON.stringify([origin, name, symbol]), async () => {
    const text = JSON.stringify(await inSlices(describing(origin, { name, symbol })));
    return { text, tag: `W/"${createHash('sha256').update(text).digest('base64url')}"` };
  });
}

/** The samples of all calls, by the names of the calls. */
export function storedSamples({ name, symbol }: ExampleToken): Promise<ReadonlyMap<string, Sample>> {
  return once(samples, JSON.stringify([name, symbol]), () => inSlices(sampling({ name, symbol })));
}

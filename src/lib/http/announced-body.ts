/** Bounds of bodies by path, for a check of `Content-Length` before anything reads the body. */
import { inLanguage } from '../languages/service.ts';
import { BODY_BYTES_MAX, type BodyBound, boundOf, tooLargeText } from './body.ts';
import { canonicalPath } from './guard-rules.ts';
import { CALLS } from './openapi/operations.ts';
import { languageOfCall } from './page-language.ts';

/** By path in its canonical spelling. Of calls that share one the larger bound: the endpoint checks its own again. */
const BOUNDS = new Map<string, BodyBound>();
for (const { contract } of CALLS) {
  const path = canonicalPath(contract.path);
  const bound = boundOf(contract);
  if (bound.bytesMax > (BOUNDS.get(path)?.bytesMax ?? 0)) BOUNDS.set(path, bound);
}
const OTHER_CALLS: BodyBound = { bytesMax: BODY_BYTES_MAX };
const PAGES: BodyBound = { bytesMax: 0 };

function boundOfPath(path: string, isApi: boolean): BodyBound {
  return BOUNDS.get(canonicalPath(path)) ?? (isApi ? OTHER_CALLS : PAGES);
}

export interface AnnouncedBody {
  readonly path: string;
  readonly isApi: boolean;
  readonly hasBody: boolean;
  /** From `Content-Length`; 0 without it. */
  readonly bytes: number;
  /** The header `X-Language`. */
  readonly language: string;
}

/** Why the body is refused, in the language of the call; null if it is accepted. */
export function refusedBody({ path, isApi, hasBody, bytes, language }: AnnouncedBody): string | null {
  const bound = boundOfPath(path, isApi);
  if (bound === PAGES) return hasBody || bytes > 0 ? 'This address takes no data. Please check the address.' : null;
  if (bytes <= bound.bytesMax) return null;
  return inLanguage(languageOfCall(new Headers({ 'x-language': language }), path), () => tooLargeText(bound, bytes));
}

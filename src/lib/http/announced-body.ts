/** Bounds of bodies by path, for a check of `Content-Length` before anything reads the body. */
import { inLanguage } from '../languages/service.ts';
import { IMPORT_BYTES_MAX } from '../members/import/calls.ts';
import { STATEMENT_BYTES_MAX } from '../reconciliation/statement/contract.ts';
import { BODY_BYTES_MAX, type BodyBound, boundOf, MEDIA_BOUND, tooLargeText } from './body.ts';
import { languageOfCall } from './page-language.ts';

const UPLOADS: readonly (readonly [RegExp, BodyBound])[] = [
  [/^\/api\/v1\/(user|admin|superadmin)\/media\/add\/?$/i, MEDIA_BOUND],
  [/^\/api\/v1\/admin\/member\/import\/(read|add)\/?$/i, boundOf({ fileBytesMax: IMPORT_BYTES_MAX })],
  [/^\/api\/v1\/admin\/reconciliation\/statement\/read\/?$/i, boundOf({ fileBytesMax: STATEMENT_BYTES_MAX })],
];
const OTHER_CALLS: BodyBound = { bytesMax: BODY_BYTES_MAX };
const PAGES: BodyBound = { bytesMax: 0 };

function boundOfPath(path: string, isApi: boolean): BodyBound {
  const upload = UPLOADS.find(([paths]) => paths.test(path));
  return upload?.[1] ?? (isApi ? OTHER_CALLS : PAGES);
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

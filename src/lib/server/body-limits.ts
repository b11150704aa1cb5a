/** Refuses a body that is announced as too long before anything reads it. */
import { refusedBody } from '../http/announced-body.ts';
import { refuse } from './refusal-page.ts';
import type { Visit } from './visit.ts';

/** Responds and returns false where the body is refused. */
export function isBodyAccepted(visit: Visit): boolean {
  const { req, path, isApi, hasBody } = visit;
  const { 'content-length': length = '0', 'x-language': language = '' } = req.headers;
  const text = refusedBody({ path, isApi, hasBody, bytes: Number(length), language: String(language) });
  if (text !== null) refuse(visit, 413, 'payload_too_large', text);
  return text === null;
}

/** Refuses a body that is announced as too long before anything reads it. */
import { BODY_BYTES_MAX, STATEMENT_BODY_BYTES_MAX, UPLOAD_BODY_BYTES_MAX } from '../http/body.ts';
import { refuse } from './refusal-page.ts';
import type { Visit } from './visit.ts';

const UPLOAD_PATH = /^\/api\/v1\/((user|admin|superadmin)\/media\/add|admin\/member\/import\/(read|add))\/?$/i;
const STATEMENT_PATH = /^\/api\/v1\/admin\/reconciliation\/statement\/read\/?$/i;

function bytesMaxOf({ path, isApi }: Visit): number {
  if (UPLOAD_PATH.test(path)) return UPLOAD_BODY_BYTES_MAX;
  if (STATEMENT_PATH.test(path)) return STATEMENT_BODY_BYTES_MAX;
  return isApi ? BODY_BYTES_MAX : 0;
}

/** Responds and returns false where the body is refused. */
export function isBodyAccepted(visit: Visit): boolean {
  const { req, hasBody } = visit;
  const bytesMax = bytesMaxOf(visit);
  const isTooLarge = Number(req.headers['content-length'] ?? 0) > bytesMax || (hasBody && bytesMax === 0);
  if (isTooLarge) refuse(visit, 413, 'payload_too_large', 'What was sent is too large. Please send less.');
  return !isTooLarge;
}

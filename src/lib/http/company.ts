/** Any request may name the company, in its query or its body: then it must be the site's own (docs/contract.md). */
import { ApiError } from '../core/errors.ts';
import type { Scope } from '../scope.ts';

const FIELD = 'companyId';

/**
 * What was sent, without the company that it names, so that a call need not know of the field.
 * @throws ApiError invalid where it is another company
 */
export function withoutCompany(scope: Scope, request: Request, raw: unknown): unknown {
  for (const named of new URL(request.url).searchParams.getAll(FIELD)) check(scope, named);
  if (raw instanceof FormData) {
    for (const named of raw.getAll(FIELD)) check(scope, named);
    raw.delete(FIELD);
    return raw;
  }
  if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, FIELD)) return raw;
  const { [FIELD]: named, ...rest } = raw as Record<string, unknown>;
  check(scope, named);
  return rest;
}

function check(scope: Scope, named: unknown): void {
  if (named === null || named === undefined) return;
  if (typeof named !== 'string') throw new ApiError('invalid', 'Please send the company ID as text.');
  const id = named.trim().toLowerCase();
  if (id !== '' && id !== scope.company.id)
    throw new ApiError('invalid', 'This company ID is not the one of this site.');
}

import { expect, test } from 'vitest';
import { readStatement, STATEMENT_BYTES_MAX } from '@/lib/reconciliation/statement/contract.ts';

test.each([
  [1, 'The file is 10.1 MB; at most 10 MB. Please download a shorter period.'],
  [2_500_000, 'The file is 12.4 MB; at most 10 MB. Please download a shorter period.'],
])('a statement of %i bytes too many is refused with its size', (more, message) => {
  const form = new FormData();
  form.append('statement', new File([new Uint8Array(STATEMENT_BYTES_MAX + more)], 'statement.csv'));
  expect(readStatement.input.safeParse(form).error?.issues[0]?.message).toBe(message);
});

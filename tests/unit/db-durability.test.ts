import { expect, test } from 'vitest';
import { durabilityFault } from '@/lib/db/durability.ts';

test.each([
  [{ fsync: 'on', synchronous_commit: 'on' }, null],
  [{ fsync: 'on', synchronous_commit: 'local' }, null],
  [{ fsync: 'off', synchronous_commit: 'on' }, /^fsync is off at the server/],
  [{ fsync: 'on', synchronous_commit: 'off' }, /^synchronous_commit is off at the server/],
  [{ fsync: 'off', synchronous_commit: 'off' }, /^fsync and synchronous_commit are off at the server/],
])('a server with %o', (settings, sentence) => {
  const fault = durabilityFault(new Map(Object.entries(settings)));
  if (sentence === null) expect(fault).toBeNull();
  else expect(fault).toMatch(sentence);
});

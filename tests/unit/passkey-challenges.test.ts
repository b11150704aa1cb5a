/** Challenges of passkeys while the secret of the installation is changed node by node. */
import { expect, it } from 'vitest';
import { type ChallengeKey, checkChallenge, makeChallenge } from '@/lib/auth/passkeys/challenges/service.ts';
import { secretsOf } from '@/lib/secrets.ts';

const KEY: ChallengeKey = { use: 'login', scopeId: 'platform', boundTo: 'a browser' };
const now = new Date();
const nodeWith = (secret: string, other: string | null = null) => ({ app: { secrets: secretsOf(secret, other) }, now });

it('a challenge of one node is taken by a node whose secret is the other one, in both directions', () => {
  const before = nodeWith('old', 'new');
  const after = nodeWith('new', 'old');
  expect(checkChallenge(after, KEY, makeChallenge(before, KEY))).not.toBeNull();
  expect(checkChallenge(before, KEY, makeChallenge(after, KEY))).not.toBeNull();
});

it('a challenge under a secret that is not accepted, or for something else, is refused', () => {
  const challenge = makeChallenge(nodeWith('old'), KEY);
  expect(checkChallenge(nodeWith('new'), KEY, challenge)).toBeNull();
  expect(checkChallenge(nodeWith('new', 'older'), KEY, challenge)).toBeNull();
  for (const other of [{ use: 'add' as const }, { scopeId: 'company' }, { boundTo: 'another browser' }])
    expect(checkChallenge(nodeWith('new', 'old'), { ...KEY, ...other }, challenge)).toBeNull();
});

import type { Mutant } from '../mutant.ts';

export const CODES: readonly Mutant[] = [
  {
    name: 'totp-code-works-twice',
    file: 'src/lib/auth/factors/totp.rules.ts',
    text: ' && step > lastStep',
    replacement: '',
    cost: 'a code that was seen over a shoulder works again',
    project: 'unit',
    test: 'tests/unit/auth-factors-rules.test.ts',
    title: 'works once, and none before it works after it',
  },
  {
    name: 'totp-code-of-five-minutes',
    file: 'src/lib/auth/factors/totp.rules.ts',
    text: 'driftSteps: 1,',
    replacement: 'driftSteps: 10,',
    cost: 'a code that was seen over a shoulder works for ten minutes',
    project: 'unit',
    test: 'tests/unit/auth-factors-rules.test.ts',
    title: 'a code of an authenticator app',
  },
];

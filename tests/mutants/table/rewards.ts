import type { Mutant } from '../mutant.ts';

export const REWARDS: readonly Mutant[] = [
  {
    name: 'inactive-referrer',
    file: 'src/lib/referrals/rules.ts',
    text: " && referrer.status === 'ACTIVE'",
    replacement: '',
    cost: 'a blocked account earns rewards',
    project: 'unit',
    test: 'tests/unit/accounts-rules.test.ts',
    title: 'goes to an active referrer other than the buyer',
  },
  {
    name: 'own-referrer',
    file: 'src/lib/referrals/rules.ts',
    text: 'referrer.id !== buyerId && ',
    replacement: '',
    cost: 'a buyer gets a discount as their own referrer',
    project: 'unit',
    test: 'tests/unit/accounts-rules.test.ts',
    title: 'goes to an active referrer other than the buyer',
  },
  {
    name: 'signs-without-review',
    file: 'src/lib/referrals/rules.ts',
    text: 'if (reviewed.length === 0 && rule.waitDays === 0) return null;',
    replacement: 'if (rule.waitDays === 0) return null;',
    cost: 'invented accounts are rewarded without a look',
    project: 'unit',
    test: 'tests/unit/referral-rules.test.ts',
    title: 'waitOf',
  },
  {
    name: 'own-reward-released',
    file: 'src/lib/rewards/rules.ts',
    text: 'facts.referrerId === adminId || facts.buyerId === adminId',
    replacement: 'facts.buyerId === adminId',
    cost: 'an admin releases a reward to themselves',
    project: 'unit',
    test: 'tests/unit/referral-rules.test.ts',
    title: 'releaseProblem',
  },
];

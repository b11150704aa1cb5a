import type { Mutant } from '../mutant.ts';

const WALK = { project: 'long', test: 'tests/long/call-walks.test.ts' } as const;
const ADMIN = 'a dishonest admin with an accomplice';

/** The central condition of each class, taken out: a walk that knows none of the attacks has to find it. */
export const CALL_WALKS: readonly Mutant[] = [
  {
    ...WALK,
    name: 'walk-holder-moved',
    file: 'src/lib/members/edit/service.ts',
    text: 'needsSecondAdmin(before, after, await store.isProtected(tx, company.id, before.id))',
    replacement: 'needsSecondAdmin(before, after, false)',
    cost: 'one admin moves a holder to another address, and becomes the holder',
    title: ADMIN,
  },
  {
    ...WALK,
    name: 'walk-acts-forgotten',
    file: 'src/lib/approvals/alone/store.ts',
    text: '  return BigInt(sum);',
    replacement: '  return BigInt(sum) * 0n;',
    cost: 'one admin approves and pays out any number of small sums in a day',
    title: ADMIN,
  },
  {
    ...WALK,
    name: 'walk-holders-erased',
    file: 'src/lib/members/edit/store.ts',
    text: '=> hasStock || hasPending || isOwed;',
    replacement: '=> hasStock && hasPending && isOwed && false;',
    cost: 'one admin erases holders who never asked for it',
    title: ADMIN,
  },
  {
    ...WALK,
    name: 'walk-holds-without-ceiling',
    file: 'src/lib/purchases/holds.rules.ts',
    text: 'return receiptId === null || !isVerifiedLong || (provable !== null && quantity > provable);',
    replacement: 'return receiptId === null && !isVerifiedLong && provable === quantity && false;',
    cost: 'a hundred free accounts hold the sale',
    title: 'a hundred free accounts',
  },
  {
    ...WALK,
    name: 'walk-old-session',
    file: 'src/lib/auth/reauthentication/rules.ts',
    text: 'RECENT_SECONDS = 600',
    replacement: 'RECENT_SECONDS = 86_400',
    cost: 'a session that lies open for an hour reverses, deletes and imports',
    title: 'a stolen session of an hour',
  },
];

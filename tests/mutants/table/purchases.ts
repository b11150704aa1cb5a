import type { Mutant } from '../mutant.ts';

export const PURCHASES: readonly Mutant[] = [
  {
    name: 'used-reference-is-taken',
    file: 'src/lib/purchases/submit/rest/service.ts',
    text: '  throw referenceUsed(reference, use.isOwn ? use : null);',
    replacement: '  return true;',
    cost: 'one bank payment proves two purchases',
    project: 'api',
    test: 'tests/api/purchases-submit.test.ts',
    title: 'a reference that is approved in the company; its owner is not revealed',
  },
  {
    name: 'spent-payment-approves-again',
    file: 'src/lib/purchases/decide/money/service.ts',
    text: "  if (orderNumber !== null) throw new ApiError('conflict', ofOther(orderNumber), { reason: 'same_reference' });\n",
    replacement: '',
    cost: 'one bank payment buys tokens for two members',
    project: 'api',
    test: 'tests/api/reconciliation-spent.test.ts',
    title: 'another order got its payment is not approved',
  },
  {
    name: 'nothing-reserved',
    file: 'src/lib/purchases/holds/displace/service.ts',
    text: '[reserve(tx, companyId, quantity, short, { quantity: order.unproven, full })]',
    replacement: '[]',
    cost: 'the sale sells more tokens than it has',
    project: 'api',
    test: 'tests/api/purchases-submit.test.ts',
    title: 'a UPI payment becomes a PENDING transaction with the figures that the server computed',
  },
  {
    name: 'new-verification-holds-at-once',
    file: 'src/lib/purchases/submit/service.ts',
    text: 'isVerified: member.isVerifiedLong }',
    replacement: 'isVerified: member.isApproved }',
    cost: 'one admin verifies free accounts that hold the whole sale with any picture',
    project: 'attack',
    test: 'tests/api/attack-n3.test.ts',
    title: 'with a junk proof, of accounts that one admin has just verified: a fifth at most',
  },
];

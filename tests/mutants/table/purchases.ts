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
    name: 'nothing-reserved',
    file: 'src/lib/purchases/holds/displace/service.ts',
    text: '[reserve(tx, companyId, quantity, short, { quantity: order.unproven, full })]',
    replacement: '[]',
    cost: 'the sale sells more tokens than it has',
    project: 'api',
    test: 'tests/api/purchases-submit.test.ts',
    title: 'a UPI payment becomes a PENDING transaction with the figures that the server computed',
  },
];

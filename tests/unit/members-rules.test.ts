import { describe, expect, it } from 'vitest';
import { type MemberDetails, trailOf } from '@/lib/members/rules.ts';
import { searchPatterns } from '@/lib/members/search-rules.ts';

describe('what a search means', () => {
  it.each([
    ['', []],
    ['   ', []],
    ['Asha', [['%asha%']]],
    ['asha  RAO', [['%asha%'], ['%rao%']]],
    ['ra', [['ra%', '% ra%']]],
    ['100%', [['%100\\%%']]],
    ['a_\\', [['%a\\_\\\\%']]],
    ['98765-43210', [['%9876543210%']]],
    ['+91 98765 43210', [['%+91%'], ['%98765%'], ['%43210%']]],
    ['anne-marie', [['%anne-marie%']]],
    ['-', []],
    ['आशा', [['%आशा%']]],
    ['a b c d e f g h', ['a', 'b', 'c', 'd', 'e', 'f'].map((it) => [`${it}%`, `% ${it}%`])],
  ])('%j', (search, patterns) => {
    expect(searchPatterns(search)).toEqual(patterns);
  });
});

describe('what the trail keeps of a change', () => {
  const before: MemberDetails = {
    name: 'Asha Rao',
    mobile: '+919876543210',
    email: 'asha@example.com',
    role: 'USER',
    status: 'ACTIVE',
  };
  it.each<[Partial<MemberDetails>, object, object]>([
    [{}, {}, {}],
    [{ name: 'Asha Nair', email: 'nair@example.com' }, {}, { changed: ['name', 'email'] }],
    [{ status: 'BLOCKED' }, { status: 'ACTIVE' }, { status: 'BLOCKED' }],
    [{ role: 'ADMIN', mobile: '+919812345678' }, { role: 'USER' }, { role: 'ADMIN', changed: ['mobile'] }],
  ])('%j', (change, was, is) => {
    expect(trailOf(before, { ...before, ...change })).toEqual({ before: was, after: is });
  });
});

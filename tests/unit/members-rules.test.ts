import { describe, expect, it } from 'vitest';
import { type SearchText, searchTerms } from '@/lib/core/search.ts';
import { auditedChange, type MemberDetails } from '@/lib/members/edit/rules.ts';

describe('terms of a search', () => {
  const like = (...patterns: string[]): SearchText => ({ like: patterns, holds: null });
  it.each<[string, SearchText[]]>([
    ['', []],
    ['   ', []],
    ['Asha', [like('%asha%')]],
    ['asha  RAO', [like('%asha%'), like('%rao%')]],
    ['ra', [like('ra%', '% ra%')]],
    ['100%', [like('%100\\%%')]],
    ['a_\\', [like('%a\\_\\\\%')]],
    ['98765-43210', [{ like: ['%43210%'], holds: ['9876543210'] }]],
    ['+91 98765 43210', [like('%+91%'), like('%98765%'), like('%43210%')]],
    ['anne-marie', [like('%anne-marie%')]],
    ['-', []],
    ['आशा', [like('%आशा%')]],
    ['Asha_1@Example.com', [{ like: ['%asha\\_1@%'], holds: ['asha_1@example.com'] }]],
    ['asha.rao12345', [{ like: ['%12345%'], holds: ['asha.rao12345'] }]],
    ['@example.com', [like('%@example.com%')]],
    ['a b c d e f g h', ['a', 'b', 'c', 'd', 'e', 'f'].map((it) => like(`${it}%`, `% ${it}%`))],
  ])('%j', (search, texts) => {
    expect(searchTerms(search)).toEqual(texts);
  });
});

describe('what the audit trail records of a change', () => {
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
    expect(auditedChange(before, { ...before, ...change })).toEqual({ before: was, after: is });
  });
});

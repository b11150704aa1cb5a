import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS, sentenceParts, wordsOf } from '@/lib/audit/actions-rules.ts';
import {
  AUDIT_GROUPS,
  type AuditGroup,
  actionsFor,
  actionsIn,
  changesOf,
  idsIn,
  labelOf,
} from '@/lib/members/audit-rules.ts';
import { readSources, walk } from '../support/tidy/sources.ts';

/** The texts that stand as the `action` of something, wherever it is that they are recorded. */
function recordedActions(): Map<string, string> {
  const found = new Map<string, string>();
  for (const { path, tree } of readSources('.', ['src']).values()) {
    if (!tree) continue;
    walk(tree, (node) => {
      if (!ts.isPropertyAssignment(node) || node.name.getText() !== 'action') return;
      walk(node.initializer, (inner) => {
        if (ts.isStringLiteralLike(inner) && /^[a-z]+(\.[a-z-]+)+$/.test(inner.text)) found.set(inner.text, path);
      });
    });
  }
  return found;
}

describe('what the audit screen says', () => {
  it('puts every action into exactly one group', () => {
    const grouped = (Object.keys(AUDIT_GROUPS) as AuditGroup[]).flatMap(actionsIn);
    expect([...grouped].sort()).toEqual(Object.keys(AUDIT_ACTIONS).sort());
  });

  it.each([
    ['finalAmountPaise', 'Final amount'],
    ['referrerId', 'Referrer'],
    ['firstApprovedBy', 'First approved by'],
    ['status', 'Status'],
    ['profile_image_id', 'Profile image'],
    ['upi', 'UPI'],
    ['ifscCode', 'IFSC code'],
  ])('calls %s %s', (field, label) => {
    expect(labelOf(field)).toBe(label);
  });

  it('has both sides of each field, with names for ids and rupees for paise', () => {
    const id = '3f8a1c52-6f0e-4b7a-9c1d-2e5b7a9c4d10';
    const changes = changesOf(
      { status: 'PENDING', feePaise: '11805050', quantity: '2000000' },
      { status: 'APPROVED', by: id, changed: ['name', 'email'], isPrimary: true },
      (it) => (it === id ? 'Asha Rao' : undefined),
    );
    expect(changes.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['status', 'PENDING', 'APPROVED'],
      ['feePaise', '₹1,18,050.50', null],
      ['quantity', '20,00,000', null],
      ['by', null, 'Asha Rao'],
      ['changed', null, 'Name, Email'],
      ['isPrimary', null, 'Yes'],
    ]);
    expect(idsIn({ a: [id], b: 'no id', c: { d: id } }, null, 7)).toEqual([id, id]);
  });

  it.each([
    ['user verified', ['user.approve']],
    ['purchase.reject', ['purchase.reject']],
    ['subject', []],
    ['', []],
  ])('finds by %j the actions %j', (search, codes) => {
    expect(actionsFor(search)).toEqual(codes);
  });
});

describe('the words of the trail', () => {
  it('has a sentence for every action that the program records', () => {
    const recorded = recordedActions();
    expect(recorded.get('purchase.approve')).toBeDefined();
    expect([...recorded].filter(([action]) => !Object.hasOwn(AUDIT_ACTIONS, action))).toEqual([]);
  });

  it('tells in each whom it is about, by placeholders that are filled, and under a title of its own', () => {
    const all = Object.values(AUDIT_ACTIONS);
    for (const { tells } of all) {
      expect(tells.match(/\{\w+\}/g)?.every((mark) => mark === '{actor}' || mark === '{subject}')).toBe(true);
      expect(tells.match(/\{subject\}/g)).toHaveLength(1);
    }
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  });

  it('puts a sentence together of its pieces', () => {
    expect(sentenceParts(wordsOf('purchase.approve').tells)).toEqual([
      { who: 'actor' },
      { text: ' approved purchase ' },
      { who: 'subject' },
    ]);
  });

  it('lets a code that it does not know speak for itself', () => {
    expect(wordsOf('gadget.turn')).toEqual({ title: 'gadget.turn', tells: '{actor}: gadget.turn, {subject}' });
  });
});

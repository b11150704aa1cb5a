import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS, actionLabel, sentenceParts } from '@/lib/audit/actions.rules.ts';
import {
  AUDIT_GROUPS,
  type AuditGroup,
  actionsFor,
  actionsIn,
  changesOf,
  idsIn,
  labelOf,
} from '@/lib/audit-log/rules.ts';
import { readSources, walk } from '../support/tidy/sources.ts';

/** Every string recorded as an `action`, anywhere in the source. */
function recordedActions(): Map<string, string> {
  const actions = new Map<string, string>();
  for (const { path, tree } of readSources('.', ['src']).values()) {
    if (!tree) continue;
    walk(tree, (node) => {
      if (!ts.isPropertyAssignment(node) || node.name.getText() !== 'action') return;
      walk(node.initializer, (inner) => {
        if (ts.isStringLiteralLike(inner) && /^[a-z]+(\.[a-z-]+)+$/.test(inner.text)) actions.set(inner.text, path);
      });
    });
  }
  return actions;
}

describe('texts of the audit screen', () => {
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
    ['aadhaar_hash', 'Aadhaar'],
    ['aadhaar_last4', 'Aadhaar'],
    ['upi', 'UPI'],
    ['ifscCode', 'IFSC code'],
  ])('calls %s %s', (field, label) => {
    expect(labelOf(field)).toBe(label);
  });

  it('shows both values of each field, with names for ids and rupees for paise', () => {
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

describe('sentences of the trail', () => {
  it('has a sentence for every action that the program records', () => {
    const recorded = recordedActions();
    expect(recorded.get('purchase.approve')).toBeDefined();
    expect([...recorded].filter(([action]) => !Object.hasOwn(AUDIT_ACTIONS, action))).toEqual([]);
  });

  it('names the people in every sentence by known placeholders, and has a unique title for each', () => {
    const all = Object.values(AUDIT_ACTIONS);
    for (const { sentence } of all) {
      expect(sentence.match(/\{\w+\}/g)?.every((mark) => mark === '{actor}' || mark === '{subject}')).toBe(true);
      expect(sentence.match(/\{subject\}/g)).toHaveLength(1);
    }
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  });

  it('splits a sentence into its parts', () => {
    expect(sentenceParts(actionLabel('purchase.approve').sentence)).toEqual([
      { who: 'actor' },
      { text: ' approved purchase ' },
      { who: 'subject' },
    ]);
  });

  it('shows an unknown code as it is', () => {
    expect(actionLabel('gadget.turn')).toEqual({ title: 'gadget.turn', sentence: '{actor}: gadget.turn, {subject}' });
  });
});

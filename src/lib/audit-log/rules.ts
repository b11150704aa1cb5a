/** How the audit log presents an entry, and which action codes a group or a search text selects. */
import { AUDIT_ACTIONS, type AuditAction } from '../audit/actions.rules.ts';
import { STATE_FIELD } from '../audit/states/rules.ts';
import { formatRupees, groupIndian } from '../core/format.ts';
import { formatDecimal } from '../core/money.ts';
import type { AuditRow } from './contract.ts';

/** The first part of an action code decides its group. The screen offers the groups in this order. */
export const AUDIT_GROUPS = {
  purchases: { title: 'Purchases', prefixes: ['purchase', 'message'] },
  reconciliation: { title: 'Bank statements', prefixes: ['statement'] },
  refunds: { title: 'Refunds', prefixes: ['refund'] },
  rewards: { title: 'Referral rewards', prefixes: ['reward'] },
  people: { title: 'Members and admins', prefixes: ['user', 'profile', 'mail'] },
  access: { title: 'Sign-in and passwords', prefixes: ['session', 'password', 'passkey', 'factor', 'secret'] },
  beneficiaries: { title: 'Beneficiaries', prefixes: ['beneficiary'] },
  settings: { title: 'Settings', prefixes: ['settings'] },
  announcements: { title: 'Announcements', prefixes: ['announcement'] },
  launch: { title: 'Launch', prefixes: ['launch'] },
  integrations: { title: 'API keys and webhooks', prefixes: ['key', 'webhook'] },
  exports: { title: 'Exports', prefixes: ['export'] },
  company: { title: 'Company', prefixes: ['company', 'site', 'log', 'row', 'file', 'writer'] },
} as const satisfies Record<string, { title: string; prefixes: readonly string[] }>;

export type AuditGroup = keyof typeof AUDIT_GROUPS;

export function isAuditGroup(name: string): name is AuditGroup {
  return Object.hasOwn(AUDIT_GROUPS, name);
}

const CODES = Object.keys(AUDIT_ACTIONS) as AuditAction[];

export function actionsIn(group: AuditGroup): AuditAction[] {
  const prefixes: readonly string[] = AUDIT_GROUPS[group].prefixes;
  return CODES.filter((code) => prefixes.includes(code.split('.')[0] ?? ''));
}

/** Codes of the actions whose title or sentence contains the whole search text, without the placeholders for names. */
export function actionsFor(search: string): AuditAction[] {
  const text = search.trim().toLowerCase();
  if (text === '') return [];
  const matches = (label: string): boolean =>
    label
      .replace(/\{(actor|subject)\}/g, '')
      .toLowerCase()
      .includes(text);
  return CODES.filter(
    (code) => code === text || matches(AUDIT_ACTIONS[code].title) || matches(AUDIT_ACTIONS[code].sentence),
  );
}

function fieldsOf(value: unknown): Map<string, unknown> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([['value', value]]);
  return new Map(Object.entries(value));
}

/** 'finalAmountPaise' is 'Final amount', 'profile_image_id' is 'Profile image', 'aadhaar_hash' is 'Aadhaar'. */
export function labelOf(field: string): string {
  const label = field
    .replace(/Paise$/, '')
    .replace(/(Id|_id|_hash|_last4)$/, '')
    .replaceAll('_', ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\b(upi|ifsc|pan)\b/g, (word) => word.toUpperCase());
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function textOf(field: string, value: unknown, nameOf: (id: string) => string | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'changed' && Array.isArray(value))
    return [...new Set(value.map((it) => labelOf(String(it))))].join(', ');
  if (Array.isArray(value)) return value.map((it) => textOf(field, it, nameOf) ?? '--').join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if ((field === 'quantity' || field === 'reward') && /^\d+$/.test(text)) return groupIndian(text);
  if (field.endsWith('Paise') && /^-?\d+$/.test(text)) return formatRupees(formatDecimal(BigInt(text), 2));
  return nameOf(text) ?? text;
}

/**
 * Compares two recorded states field by field, fields of `before` first.
 * @param nameOf returns the name of the account with this id
 */
export function changesOf(
  before: unknown,
  after: unknown,
  nameOf: (id: string) => string | undefined,
): AuditRow['changes'] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  // Digests say nothing to a reader.
  is.delete(STATE_FIELD);
  return [...new Set([...was.keys(), ...is.keys()])].map((field) => ({
    field,
    label: labelOf(field),
    before: textOf(field, was.get(field), nameOf),
    after: textOf(field, is.get(field), nameOf),
  }));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** All UUIDs among the values, at any depth. Some of them are ids of accounts. */
export function idsIn(...values: readonly unknown[]): string[] {
  return values.flatMap((value): string[] => {
    if (typeof value === 'string') return UUID.test(value) ? [value] : [];
    return typeof value === 'object' && value !== null ? idsIn(...Object.values(value)) : [];
  });
}

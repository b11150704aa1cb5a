/** What the audit screen says of an entry, and which entries a choice or a search text means. */
import { AUDIT_ACTIONS, type AuditAction } from '../audit/actions-rules.ts';
import { formatRupees, groupIndian } from '../core/format.ts';
import { formatDecimal } from '../core/money.ts';
import type { AuditRow } from './audit-contract.ts';

/** What a code begins with decides its group; the order is that of the choice. */
export const AUDIT_GROUPS = {
  purchases: { title: 'Purchases', begins: ['purchase'] },
  people: { title: 'Members and admins', begins: ['user', 'profile', 'mail'] },
  access: { title: 'Sign-in and passwords', begins: ['session', 'password'] },
  beneficiaries: { title: 'Beneficiaries', begins: ['beneficiary'] },
  settings: { title: 'Settings', begins: ['settings'] },
  exports: { title: 'Exports', begins: ['export'] },
  company: { title: 'Company', begins: ['company'] },
} as const satisfies Record<string, { title: string; begins: readonly string[] }>;

export type AuditGroup = keyof typeof AUDIT_GROUPS;

export function isAuditGroup(name: string): name is AuditGroup {
  return Object.hasOwn(AUDIT_GROUPS, name);
}

const CODES = Object.keys(AUDIT_ACTIONS) as AuditAction[];

export function actionsIn(group: AuditGroup): AuditAction[] {
  const begins: readonly string[] = AUDIT_GROUPS[group].begins;
  return CODES.filter((code) => begins.includes(code.split('.')[0] ?? ''));
}

/** Codes of the actions whose words hold the whole search text; the places of names are no words. */
export function actionsFor(search: string): AuditAction[] {
  const text = search.trim().toLowerCase();
  if (text === '') return [];
  const holds = (words: string): boolean =>
    words
      .replace(/\{(actor|subject)\}/g, '')
      .toLowerCase()
      .includes(text);
  return CODES.filter((code) => code === text || holds(AUDIT_ACTIONS[code].title) || holds(AUDIT_ACTIONS[code].tells));
}

function fieldsOf(value: unknown): Map<string, unknown> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([['value', value]]);
  return new Map(Object.entries(value));
}

/** 'finalAmountPaise' is 'Final amount', 'profile_image_id' is 'Profile image'. */
export function labelOf(field: string): string {
  const words = field
    .replace(/Paise$/, '')
    .replace(/(Id|_id)$/, '')
    .replaceAll('_', ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\b(upi|ifsc|pan)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function textOf(field: string, value: unknown, nameOf: (id: string) => string | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'changed' && Array.isArray(value)) return value.map((it) => labelOf(String(it))).join(', ');
  if (Array.isArray(value)) return value.map((it) => textOf(field, it, nameOf) ?? '--').join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if ((field === 'quantity' || field === 'reward') && /^\d+$/.test(text)) return groupIndian(text);
  if (field.endsWith('Paise') && /^-?\d+$/.test(text)) return formatRupees(formatDecimal(BigInt(text), 2));
  return nameOf(text) ?? text;
}

/**
 * The fields of both sides, those that were there before first.
 * @param nameOf the name of the account with this id
 */
export function changesOf(
  before: unknown,
  after: unknown,
  nameOf: (id: string) => string | undefined,
): AuditRow['changes'] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].map((field) => ({
    field,
    label: labelOf(field),
    before: textOf(field, was.get(field), nameOf),
    after: textOf(field, is.get(field), nameOf),
  }));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Ids that stand among the values, which may be those of accounts. */
export function idsIn(...values: readonly unknown[]): string[] {
  return values.flatMap((it): string[] => {
    if (typeof it === 'string') return UUID.test(it) ? [it] : [];
    return typeof it === 'object' && it !== null ? idsIn(...Object.values(it)) : [];
  });
}

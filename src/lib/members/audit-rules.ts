/** What the audit screen says of an entry. */
import type { AuditRow } from './audit-contract.ts';

/** What the actions of a search text are looked for in. */
export interface ActionText {
  readonly code: string;
  readonly title: string;
  readonly tells: string;
}

/** Codes of the actions whose words hold the whole search text; the places of names are no words. */
export function actionsFor(search: string, actions: readonly ActionText[]): string[] {
  const text = search.trim().toLowerCase();
  if (text === '') return [];
  const holds = (words: string): boolean =>
    words
      .replace(/\{(actor|subject)\}/g, '')
      .toLowerCase()
      .includes(text);
  return actions.filter((it) => holds(it.title) || holds(it.tells) || it.code === text).map((it) => it.code);
}

function fieldsOf(value: unknown): Map<string, unknown> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([['value', value]]);
  return new Map(Object.entries(value));
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value) && value.every((it) => typeof it !== 'object')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The fields of both sides, those that were there before first. */
export function changesOf(before: unknown, after: unknown): AuditRow['changes'] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].map((field) => ({
    field,
    before: textOf(was.get(field)),
    after: textOf(is.get(field)),
  }));
}

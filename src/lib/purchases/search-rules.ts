/*
 * What a search of purchases means: its text as it is, anywhere in order number, reference, transaction ID, and the buyer's
 * name, member ID, mobile number and address.
 */
import { anywhere, indexed, type SearchText } from '@/lib/core/search.ts';
import { normaliseReference } from '@/lib/purchases/reference.ts';

/**
 * As typed, and as a reference number would be kept: statements print them with spaces and dashes. Null for all purchases.
 * `among: 'all'` is for what the index has to find among the purchases of a whole company.
 */
export function searchText(search: string, among: 'own' | 'all'): SearchText | null {
  if (search === '') return null;
  const reference = normaliseReference(search);
  const isReference = /\d/.test(reference) && reference.length >= 6;
  // Digits in groups are kept nowhere as they were typed.
  const isGrouped = isReference && /^\d+$/.test(reference) && /\s/.test(search.trim());
  const typed = [...(isGrouped ? [] : [search]), ...(isReference ? [reference] : [])];
  const texts = [...new Map(typed.map((text) => [text.toLowerCase(), text])).values()];
  const found = texts.map(among === 'own' ? anywhere : indexed);
  const [only] = found;
  if (only && found.length === 1) return only;
  return { like: [...new Set(found.flatMap((it) => it.like))], holds: texts };
}

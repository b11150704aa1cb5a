/*
 * A search of purchases matches its text anywhere in the order number, reference, transaction ID, and the buyer's name,
 * member ID, mobile number and email address.
 */
import { anywhere, indexed, type SearchText } from '../../core/search.ts';
import { readReference } from '../typed-reference.rules.ts';

/**
 * The text as typed, and also as a normalised reference number, because statements print these with spaces and dashes.
 * Null matches all purchases.
 * @param among 'all' is for a whole company's purchases, which need the index
 */
export function searchText(search: string, among: 'own' | 'all'): SearchText | null {
  if (search === '') return null;
  const reference = readReference(search);
  const isReference = /\d/.test(reference) && reference.length >= 6;
  // No column stores digits in groups, so grouped digits match only as a reference.
  const isGrouped = isReference && /^\d+$/.test(reference) && /\s/.test(search.trim());
  const typed = [...(isGrouped ? [] : [search]), ...(isReference ? [reference] : [])];
  const texts = [...new Map(typed.map((text) => [text.toLowerCase(), text])).values()];
  const patterns = texts.map(among === 'own' ? anywhere : indexed);
  const [only] = patterns;
  if (only && patterns.length === 1) return only;
  return { like: [...new Set(patterns.flatMap((it) => it.like))], holds: texts };
}

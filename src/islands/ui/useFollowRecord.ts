import { useEffect, useState } from 'react';
import type { Form, Values } from './useForm.ts';

interface Versioned {
  readonly version: number;
}

/**
 * Follows a record that another person saves meanwhile: fields that were not touched here take its new values, typed ones
 * stay.
 * @param valuesOf the values of the form for a record
 * @param onChange called once for each new version
 */
export function useFollowRecord<R extends Versioned, V extends Values>(
  record: R | null,
  form: Form<V>,
  valuesOf: (record: R) => Partial<V>,
  onChange: (before: R, after: R) => void,
): void {
  const [seen, setSeen] = useState(record);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new version changes anything
  useEffect(() => {
    if (!record || !seen || record.version === seen.version) return;
    const [before, after] = [valuesOf(seen), valuesOf(record)];
    const untouched = Object.entries(after).filter(([name]) => form.values[name] === before[name]);
    form.fill(Object.fromEntries(untouched) as Partial<V>);
    onChange(seen, record);
    setSeen(record);
  }, [record, seen, form]);
}

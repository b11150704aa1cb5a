import { type RefObject, useEffect, useRef, useState } from 'react';

export type Values = Readonly<Record<string, string>>;
/** What is wrong, by field. */
export type Problems = Readonly<Partial<Record<string, string>>>;

/** What a field piece takes of the form. */
export interface Bound {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
}

export interface Form<T extends Values> {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly values: T;
  field(name: keyof T & string): Bound;
  /** Changes some values, and drops the problems of these fields. */
  fill(values: Partial<T>): void;
  /** Fills in only what is still empty. */
  fillBlanks(values: Values): void;
  /** Marks fields as wrong and goes to the first of them. */
  refuse(problems: Problems): void;
}

/** Values that live elsewhere, as a stored draft. */
export interface FormStore<T extends Values> {
  readonly values: T;
  write(changes: Partial<T>): void;
}

/** Values and problems of one form. */
export function useForm<T extends Values>(initial: T, store?: FormStore<T>): Form<T> {
  const ref = useRef<HTMLFormElement>(null);
  const [own, setOwn] = useState<T>(initial);
  const [problems, setProblems] = useState<Problems>({});
  const [refusals, setRefusals] = useState(0);
  const values = store?.values ?? own;

  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  function fill(changes: Partial<T>): void {
    if (store) store.write(changes);
    else setOwn((current) => ({ ...current, ...changes }));
    setProblems((current) => Object.fromEntries(Object.entries(current).filter(([name]) => !(name in changes))));
  }

  return {
    ref,
    values,
    fill,
    field: (name) => ({
      name,
      value: values[name] ?? '',
      error: problems[name],
      onValue: (value) => fill({ [name]: value } as Partial<T>),
    }),
    fillBlanks: (draft) =>
      setOwn((current) => {
        const filled: Record<string, string> = { ...current };
        for (const name of Object.keys(current)) filled[name] ||= draft[name] ?? '';
        return filled as T;
      }),
    refuse: (next) => {
      setProblems(next);
      setRefusals((count) => count + 1);
    },
  };
}

/** False until the script has taken over: no form can be sent before. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}

/** Puts the keyboard into the first field that waits to be filled, whenever `step` changes; not when the page opens. */
export function useStepFocus(step: string, form: RefObject<HTMLFormElement | null>): void {
  const last = useRef(step);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    const fields = [...(form.current?.querySelectorAll('input') ?? [])];
    (fields.find(({ value, readOnly }) => value === '' && !readOnly) ?? fields[0])?.focus();
  }, [step, form]);
}

import { useState } from 'react';

interface Row {
  readonly id: string;
}

export interface Selection<R extends Row> {
  /** By id, also those of other pages. */
  readonly rows: ReadonlyMap<string, R>;
  set(rows: readonly R[], isOn: boolean): void;
  replace(rows: readonly R[]): void;
  drop(ids: readonly string[]): void;
}

export function useSelection<R extends Row>(): Selection<R> {
  const [rows, setRows] = useState<ReadonlyMap<string, R>>(new Map());
  return {
    rows,
    set: (some, isOn) =>
      setRows((before) => {
        const after = new Map(before);
        for (const row of some) {
          if (isOn) after.set(row.id, row);
          else after.delete(row.id);
        }
        return after;
      }),
    replace: (some) => setRows(new Map(some.map((row) => [row.id, row]))),
    drop: (ids) => setRows((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
  };
}

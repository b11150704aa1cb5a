/** Types of columns for Kysely: what a query returns, what may be inserted, what may be updated. */
import type { ColumnType } from 'kysely';

export type Time = ColumnType<Date, Date | string | undefined, Date | string>;
export type TimeOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
export type Defaulted<T> = ColumnType<T, T | undefined, T>;

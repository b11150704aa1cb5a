import type { ReactNode } from 'react';
import {
  formatDateTime,
  formatDay,
  formatFullDateTime,
  formatIsoDay,
  formatQuantity,
  formatRupees,
  formatTime,
} from '@/lib/core/format.ts';

/** A rupee amount from its decimal string, exact, at least two decimals. */
export function Money({ value }: { value: string }) {
  return (
    <data className="figure" value={value}>
      {formatRupees(value)}
    </data>
  );
}

/** A token quantity with its symbol. */
export function Quantity({ value, symbol }: { value: string | number | bigint; symbol?: string | undefined }) {
  return (
    <data className="figure" value={String(value)}>
      {formatQuantity(value)}
      {symbol && <span className="figure-unit"> {symbol}</span>}
    </data>
  );
}

export interface DateTimeProps {
  /** ISO 8601, UTC. */
  value: string;
  /** `both`: '21/11/2026, 03:35:00 pm'; `day`; `time`; `iso`: '2026-11-21'. Always Asia/Kolkata. */
  show?: 'both' | 'day' | 'time' | 'iso';
}

const WRITERS = { both: formatDateTime, day: formatDay, time: formatTime };

/**
 * An instant of which only a part is written, as its day or its age: the whole, with its zone, shows on hover, and after a
 * tap or with the focus of the keyboard. Not within a link or button.
 */
export function Moment({ value, children }: { value: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing happens, and still what it says has to be reached
    <time className="figure moment" dateTime={value} title={formatFullDateTime(value)} tabIndex={0}>
      {children}
    </time>
  );
}

/** An instant; the full date with its zone on hover. */
export function DateTime({ value, show = 'both' }: DateTimeProps) {
  if (show === 'iso') return <Moment value={value}>{formatIsoDay(value)}</Moment>;
  return (
    <time className="figure" dateTime={value} title={formatFullDateTime(value)}>
      {WRITERS[show](value)}
    </time>
  );
}
